import { ANY, isKnown, ONE } from '../effects.ts'
import type { Context } from '../read/context.ts'
import { homeOf } from '../state/variables.ts'
import { EMPTY, fromVariable, joinAll, known, NOWHERE, unknown, type Value } from '../words/value.ts'
import { ALIASES, CMDLETS, NATIVE, optionNamed, type Given, type Shell } from './cmdlets.ts'
import { callMethod } from './methods.ts'
import { isBlock, parsePowerShell, textOf, type Command, type Part, type Script, type Word } from './parse.ts'
import { posixPath } from './paths.ts'

/** Code that evaluates code that evaluates code. */
const MAX_NESTED = 8

/** What a script does, said by the programs that do the same: `Remove-Item -Recurse x` is read as `rm -rf x`. */
export function runPowerShell(context: Context, source: string, stdin: Value = context.stdin): Value {
  const { state } = context
  const { cwd } = state
  const printed = new Evaluation(context).text(source, stdin)
  state.cwd = cwd
  return printed
}

class Evaluation {
  readonly #context: Context
  readonly #variables = new Map<string, Value>()
  readonly #aliases = new Map<string, string>()
  /** `$_` */
  #item: Value = EMPTY
  #nested = 0

  constructor(context: Context) {
    this.#context = context
  }

  text(source: string, stdin: Value): Value {
    if (!this.#context.reader.step(source.length)) return unknown()
    const script = this.#nested < MAX_NESTED ? parsePowerShell(source) : undefined
    if (script === undefined) {
      this.#context.reader.found.doubts.push({ about: 'limit', text: 'It is nested too deeply.' })
      return unknown()
    }
    this.#nested++
    const printed = this.#script(script, stdin)
    this.#nested--
    return printed
  }

  #script(script: Script, stdin: Value): Value {
    let printed: Value = EMPTY
    for (const pipeline of script) {
      if (!this.#context.reader.step(1)) return unknown()
      printed = this.#pipeline(pipeline, stdin)
    }
    return printed
  }

  #pipeline([first, ...rest]: readonly Command[], stdin: Value): Value {
    if (first === undefined) return EMPTY
    const [target, sign] = first.words
    const name = target?.parts[0]
    const isAssignment = name?.kind === 'variable' && sign !== undefined && textOf(sign) === '='
    const start = isAssignment ? { ...first, words: first.words.slice(2) } : first
    let value = this.#command(start, stdin)
    for (const command of rest) value = this.#command(command, value)
    if (isAssignment) this.#variables.set(name.name, value)
    return isAssignment ? EMPTY : value
  }

  #command(command: Command, stdin: Value): Value {
    const printed = this.#printed(command, stdin)
    for (const target of command.targets) {
      const path = this.#path(this.#word(target))
      if (path.text !== '/dev/null') this.#start(['tee', path], printed)
    }
    return printed
  }

  #printed({ words, called }: Command, stdin: Value): Value {
    const [head, ...rest] = words
    if (head === undefined) return stdin
    const [part] = head.parts
    const name = textOf(head)
    // `iex(…)`: the bracket may stand right behind the name.
    if (part?.kind === 'text' && !/(?:::|\.)\w+$/.test(part.text) && head.parts[1]?.kind === 'group')
      return this.#named(part.text, [{ parts: head.parts.slice(1), more: false }, ...rest], stdin)
    if (!called && (part?.kind !== 'text' || part.quoted || /^[[\d]/.test(part.text)))
      return part?.kind === 'block' ? this.#blocks(words, stdin) : this.#expression(words)
    if (name === undefined && head.parts.some(({ kind }) => kind !== 'text')) return this.#called(head, rest, stdin)
    return this.#named(name ?? '', rest, stdin)
  }

  /** `& $tool …`, `& { … }`, `& ([scriptblock]::Create($text))` */
  #called(head: Word, rest: readonly Word[], stdin: Value): Value {
    if (head.parts[0]?.kind === 'block') return this.#blocks([head, ...rest], stdin)
    const value = this.#word(head)
    if (value.from.network || value.from.decoded) return this.#evaluate(value)
    return isKnown(value.text)
      ? this.#named(value.text, rest, stdin)
      : this.#start([value, ...rest.map((word) => this.#word(word))], stdin)
  }

  #named(written: string, rest: readonly Word[], stdin: Value): Value {
    const name = written.toLowerCase().replace(/\.exe$/, '')
    if (KEYWORDS.has(name)) return this.#keyword(rest, stdin)
    const words = rest.filter((word) => !isBlock(word)).map((word) => ({ word, value: this.#word(word) }))
    if (name === 'set-alias' || name === 'sal' || name === 'new-alias') {
      const { values } = this.#given(words)
      this.#aliases.set(values[0]?.text.toLowerCase() ?? '', values[1]?.text.toLowerCase() ?? '')
      return EMPTY
    }
    const meant = this.#aliases.get(name) ?? name
    const cmdlet = CMDLETS.get(ALIASES.get(meant) ?? meant)
    const input = this.#blocks(rest, stdin)
    if (cmdlet === undefined || NATIVE.has(meant)) {
      const printed = this.#start([written, ...words.map(({ value }) => this.#argument(value))], stdin)
      if (cmdlet === undefined) return printed
    }
    const given = this.#given(words)
    return given.has('whatif') ? EMPTY : cmdlet(given, this.#shell(input))
  }

  /** `if (…) { … }`, `foreach ($x in …) { … }`: whatever may run is read. */
  #keyword(words: readonly Word[], stdin: Value): Value {
    for (const { parts } of words)
      for (const part of parts) {
        if (part.kind !== 'group') continue
        const [[first, ...more] = []] = part.body
        const [variable, sign, ...source] = first?.words ?? []
        const name = variable?.parts[0]
        if (
          first !== undefined &&
          name?.kind === 'variable' &&
          sign !== undefined &&
          textOf(sign)?.toLowerCase() === 'in'
        ) {
          this.#item = this.#pipeline([{ ...first, words: source }, ...more], stdin)
          this.#variables.set(name.name, this.#item)
        } else this.#script(part.body, stdin)
      }
    return this.#blocks(words, this.#item)
  }

  /** Blocks that are given to a command run with what comes through the pipe. */
  #blocks(words: readonly Word[], stdin: Value): Value {
    let printed = stdin
    for (const { parts } of words)
      for (const part of parts) {
        if (part.kind !== 'block') continue
        const before = this.#item
        this.#item = stdin
        printed = this.#script(part.body, stdin)
        this.#item = before
      }
    return printed
  }

  #expression(words: readonly Word[]): Value {
    const values = words
      .filter((word) => !isBlock(word) && !/^(?:\+|-join|-as)$/.test(textOf(word) ?? ''))
      .map((word) => this.#word(word))
    return joinAll([EMPTY, ...values])
  }

  #given(words: readonly { readonly word: Word; readonly value: Value }[]): Given {
    const values: Value[] = []
    const named = new Map<string, Value[]>()
    let option: Value[] | undefined
    for (const { word, value } of words) {
      const [part] = word.parts
      const isBare = part?.kind === 'text' && !part.quoted
      const written = isBare ? /^-([a-z]\w*)(?:$|:(.*)$)/is.exec(value.text) : null
      if (written !== null) {
        const { name, isSwitch } = optionNamed(written[1] ?? '')
        const list = named.get(name) ?? []
        named.set(name, list)
        if (written[2] !== undefined && written[2] !== '') list.push({ text: written[2], from: value.from })
        option = isSwitch ? undefined : list
        continue
      }
      ;(option ?? values).push(value)
      if (!word.more) option = undefined
    }
    return { values, of: (name) => named.get(name) ?? [], has: (name) => named.has(name) }
  }

  #shell(stdin: Value): Shell {
    return {
      stdin,
      path: (value) => this.#path(value),
      start: (words, input = stdin) => this.#start(words, input),
      evaluate: (text) => this.#evaluate(text),
      system: (what, detail) => this.#context.system(what, detail),
    }
  }

  #start(words: readonly (Value | string)[], stdin: Value): Value {
    const argv = words.map((word) => (typeof word === 'string' ? known(word) : word))
    return this.#context.start(argv, { stdin })
  }

  /** Code made of a value: read where its text is known. */
  #evaluate(text: Value): Value {
    const isText = isKnown(text.text)
    if (!isText || text.from.network || text.from.decoded) this.#context.code(this.#context.name, text.from)
    return isText ? this.text(text.text, EMPTY) : unknown(text.from)
  }

  #word({ parts }: Word): Value {
    let value: Value = EMPTY
    for (const [index, part] of parts.entries()) {
      const before = parts[index - 1]
      if (part.kind === 'group' && before?.kind === 'text' && !before.quoted) {
        const method = /(?:::|\.)(\w+)$/.exec(before.text)?.[1]
        const args = part.body.flatMap((pipeline) =>
          pipeline.flatMap(({ words }) => words.map((word) => this.#word(word))),
        )
        if (method !== undefined) value = callMethod(method.toLowerCase(), args, value, this.#shell(EMPTY))
        else value = joinAll([value, ...args])
      } else if (
        part.kind === 'text' &&
        !part.quoted &&
        part.text.startsWith('.') &&
        before !== undefined &&
        before.kind !== 'text'
      )
        // A property of it: of a file its path, of a response its text.
        value = part.text.toLowerCase() === '.fullname' ? value : unknown(value.from)
      else value = joinAll([value, this.#part(part)])
    }
    return value
  }

  #part(part: Part): Value {
    if (part.kind === 'text') return known(part.text)
    if (part.kind === 'variable') return this.#variable(part.name)
    return part.kind === 'group' ? this.#script(part.body, EMPTY) : EMPTY
  }

  #variable(name: string): Value {
    if (/^(?:home|env:home|env:userprofile)$/.test(name)) return known(homeOf(this.#context.reader.world))
    if (name === 'pwd') return known(this.#context.state.cwd)
    if (/^(?:_|psitem|input|args)$/.test(name)) return this.#item
    if (/^(?:true|false|null)$/.test(name)) return EMPTY
    const own = name.startsWith('env:') ? this.#context.env.get(name.slice(4).toUpperCase()) : this.#variables.get(name)
    return own ?? unknown(fromVariable(name.toUpperCase()))
  }

  /** An argument of a program as the program gets it. */
  #argument(value: Value): Value {
    return value.text === '~' || value.text.startsWith('~/') ? this.#path(value) : value
  }

  #path({ text, from }: Value): Value {
    const plain = posixPath(text)
    const home = homeOf(this.#context.reader.world)
    const path = plain === '~' || plain.startsWith('~/') ? home + plain.slice(1) : plain
    return { text: path.replaceAll('*', ANY).replaceAll('?', ONE), from: from === NOWHERE ? NOWHERE : from }
  }
}

const KEYWORDS = new Set(
  'if elseif else foreach for while do until switch try catch finally function filter trap begin process end return throw exit param'.split(
    ' ',
  ),
)
