import { ANY, isKnown, ONE } from '../effects.ts'
import type { Context } from '../read/context.ts'
import { homeOf } from '../state/variables.ts'
import { EMPTY, joinAll, known, madeOf, NOWHERE, unknown, type Value } from '../words/value.ts'
import { CMDLETS, type Given, type Shell } from './cmdlets.ts'
import { evaluateTerms, lettersOf, spelled, type Term } from './expressions.ts'
import { givenOf } from './given.ts'
import { callMethod } from './methods.ts'
import { ALIASES, NATIVE } from './names.ts'
import { deedOfCmdlet, soundsDestructive } from './nouns.ts'
import { isBlock, parsePowerShell, textOf, type Command, type Part, type Script, type Word } from './parse.ts'
import { bindingsOf, parametersOf, type Bound, type Defined } from './parameters.ts'
import { argumentPath, posixPath } from './paths.ts'
import { Scope } from './scope.ts'

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
  readonly #scope: Scope
  readonly #aliases = new Map<string, string>()
  readonly #functions = new Map<string, Defined>()
  /** Names and values of the tables among the values. */
  readonly #tables = new WeakMap<Value, ReadonlyMap<string, Value>>()
  /** The values of lists, of which the text has all in a row. */
  readonly #lists = new WeakMap<Value, readonly Value[]>()
  #nested = 0

  constructor(context: Context) {
    this.#context = context
    this.#scope = new Scope(context)
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
    if (this.#nested === 0)
      for (const { body, isCalled } of this.#functions.values()) if (!isCalled) this.#script(body, EMPTY)
    return printed
  }

  #script(script: Script, stdin: Value): Value {
    const printed: Value[] = []
    for (const pipeline of script) {
      if (!this.#context.reader.step(1)) return unknown()
      const value = this.#pipeline(pipeline, stdin)
      if (value !== EMPTY) printed.push(value)
    }
    const [only = EMPTY] = printed
    return printed.length <= 1 ? only : joinAll(printed)
  }

  #pipeline([first, ...rest]: readonly Command[], stdin: Value): Value {
    if (first === undefined) return EMPTY
    const [target, sign] = first.words
    const name = target?.parts.at(-1)
    const operator = sign === undefined ? undefined : textOf(sign)
    const isAssignment = name?.kind === 'variable' && operator !== undefined && /^\S{0,2}=$/.test(operator)
    const start = isAssignment ? { ...first, words: first.words.slice(2) } : first
    let value = this.#command(start, stdin)
    for (const command of rest) value = this.#command(command, this.#piped(value))
    if (!isAssignment) return value
    this.#scope.assign(name.name, operator === '=' ? value : joinAll([this.#scope.variable(name.name), value]))
    return EMPTY
  }

  /** What goes through a pipe: the values of a list one after the other. */
  #piped(value: Value): Value {
    const list = this.#lists.get(value)
    return list === undefined
      ? value
      : joinAll(list.flatMap((one, index) => (index === 0 ? [one] : [known('\n'), one])))
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
    // `param($x) …`: what follows may stand in the same line.
    if (part?.kind === 'text' && /^param$/i.test(part.text) && head.parts[1]?.kind === 'group')
      return rest.length === 0 ? EMPTY : this.#printed({ words: rest, called: false, targets: [] }, stdin)
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
    const [block] = head.parts
    if (block?.kind === 'block') {
      const given = rest.map((word) => ({ word, value: this.#word(word) }))
      return given.length === 0
        ? this.#blocks([head], stdin)
        : this.#bound(parametersOf(block.body), block.body, given, stdin)
    }
    const value = this.#word(head)
    // A path may hold blanks when it is quoted; text that a group makes is code.
    const isCode = head.parts[0]?.kind === 'group' && /\s/.test(value.text)
    if (isCode || value.from.network || value.from.decoded) return this.#evaluate(value)
    return isKnown(value.text)
      ? this.#named(value.text, rest, stdin)
      : this.#start([value, ...rest.map((word) => this.#word(word))], stdin)
  }

  #named(written: string, rest: readonly Word[], stdin: Value): Value {
    const name = written.toLowerCase().replace(/\.exe$/, '')
    if (KEYWORDS.has(name)) return this.#keyword(name, rest, stdin)
    const words = rest.filter((word) => !isBlock(word)).map((word) => ({ word, value: this.#word(word) }))
    if (/^(?:set-alias|sal|new-alias|nal)$/.test(name)) return this.#define(this.#given(words))
    const meant = this.#aliases.get(name) ?? name
    const own = this.#functions.get(meant)
    if (own !== undefined && this.#nested < MAX_NESTED) {
      own.isCalled = true
      this.#nested++
      const result = this.#bound(own.parameters, own.body, words, stdin)
      this.#nested--
      return result
    }
    const full = ALIASES.get(meant) ?? meant
    const cmdlet = CMDLETS.get(full)
    // A condition or a key is no output.
    const output = this.#blocks(rest, stdin)
    const input = SELECTING.has(full) ? stdin : output
    const given = this.#given(words)
    if (given.has('whatif')) return EMPTY
    if (full === 'set-variable' || full === 'new-variable') {
      const [variable, value = given.of('value')[0] ?? EMPTY] = [...given.of('name'), ...given.values]
      this.#scope.assign(variable?.text.toLowerCase() ?? '', value)
      return EMPTY
    }
    if (full === 'foreach-object' && given.values[0] !== undefined)
      return callMethod(given.values[0].text.toLowerCase(), given.values.slice(1), input, this.#shell(input))
    if (cmdlet !== undefined && !NATIVE.has(meant)) return cmdlet(given, this.#shell(input))
    const printed = cmdlet === undefined ? this.#changed(full, given, input) : undefined
    if (printed !== undefined) return printed
    const script = /\.(?:ps1|bat|cmd)$/i.test(written) ? posixName(written) : ''
    if (script !== '')
      return this.#start(
        [...(script.endsWith('1') ? ['pwsh', '-File'] : ['cmd', '/c']), script, ...words.map(({ value }) => value)],
        stdin,
      )
    const started = this.#start([posixName(written), ...words.map(({ value }) => this.#argument(value))], stdin)
    return cmdlet === undefined ? started : cmdlet(given, this.#shell(input))
  }

  /** What cmdlets of Windows and of modules do, as their verbs and nouns say it. */
  #changed(name: string, given: Given, input: Value): Value | undefined {
    if (this.#functions.has(name)) return undefined
    // Only for this session.
    if (name === 'set-executionpolicy' && /^process$/i.test(given.of('scope')[0]?.text ?? '')) return EMPTY
    const deed = deedOfCmdlet(name)
    if (typeof deed === 'string') this.#context.system(deed, given.values[0]?.text ?? '')
    else if (deed !== undefined) {
      const named = [...given.of('name'), ...given.values]
      return this.#start([...deed, ...(named.length > 0 ? named : [input])], EMPTY)
    }
    if (deed === undefined && soundsDestructive(name)) this.#context.doubt('program', name)
    return deed === undefined ? undefined : EMPTY
  }

  #define({ values, of }: Given): Value {
    const [name, meaning] = [...of('name'), ...values, ...of('value')]
    this.#aliases.set(name?.text.toLowerCase() ?? '', meaning?.text.toLowerCase() ?? '')
    return EMPTY
  }

  /** Read when it is called, and with unknown values when nothing calls it. */
  #function(words: readonly Word[]): Value {
    const parts = words.flatMap((word) => word.parts)
    const [head] = parts
    const block = parts.find(({ kind }) => kind === 'block')
    const name = head?.kind === 'text' ? head.text.toLowerCase() : ''
    if (block?.kind !== 'block') return EMPTY
    const group = parts.find(({ kind }) => kind === 'group')
    const parameters = group?.kind === 'group' ? group.body : parametersOf(block.body)
    this.#functions.set(name, { body: block.body, parameters, isCalled: false })
    return EMPTY
  }

  /** Runs a body with values for its parameters, by their place or by their name. */
  #bound(parameters: Script, body: Script, given: readonly Bound[], stdin: Value): Value {
    // `param($x = 'y')` sets what is not given.
    this.#script(parameters, EMPTY)
    const { named, values } = bindingsOf(parameters, given)
    for (const [name, value] of named) this.#scope.assign(name, value)
    const before = this.#scope.item
    this.#scope.item = values.length > 0 ? joinAll(values) : stdin
    const printed = this.#script(body, stdin)
    this.#scope.item = before
    return printed
  }

  /** `if (…) { … }`, `foreach ($x in …) { … }`: whatever may run is read. */
  #keyword(keyword: string, words: readonly Word[], stdin: Value): Value {
    const [first] = words
    if (first !== undefined && /^(?:function|filter)$/.test(keyword)) return this.#function(words)
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
          this.#scope.item = this.#pipeline([{ ...first, words: source }, ...more], stdin)
          this.#scope.variables.set(name.name, this.#scope.item)
        } else this.#script(part.body, stdin)
      }
    return this.#blocks(words, this.#scope.item)
  }

  /** Blocks that are given to a command run with what comes through the pipe. */
  #blocks(words: readonly Word[], stdin: Value): Value {
    let printed = stdin
    for (const { parts } of words)
      for (const part of parts) {
        if (part.kind !== 'block') continue
        const before = this.#scope.item
        this.#scope.item = stdin
        printed = this.#script(part.body, stdin)
        this.#scope.item = before
      }
    return printed
  }

  #expression(words: readonly Word[]): Value {
    // `switch ($x) { 1 { … } }`
    this.#blocks(words, EMPTY)
    const terms = words
      .filter((word) => !isBlock(word))
      .map((word): Term => {
        const text = textOf(word)?.toLowerCase() ?? ''
        const isOperator = word.parts[0]?.kind === 'text' && !word.parts[0].quoted && /^(?:-[a-z]+|[-+*/%])$/.test(text)
        return isOperator ? { operator: text, value: EMPTY } : { value: this.#word(word) }
      })
      .flatMap((term) => this.#lists.get(term.value)?.map((value): Term => ({ value })) ?? [term])
    const value = evaluateTerms(terms)
    const isList = words.length === 1 || words.some(({ more }) => more)
    if (!isList || terms.length <= 1 || terms.some(({ operator }) => operator !== undefined)) return value
    const list = { ...value }
    this.#lists.set(
      list,
      terms.map((term) => term.value),
    )
    return list
  }

  #given(words: readonly Required<Bound>[]): Given {
    return givenOf(words, (name) => {
      const value = this.#scope.variables.get(name)
      return { value, entries: value === undefined ? undefined : this.#tables.get(value) }
    })
  }

  #shell(stdin: Value): Shell {
    return {
      stdin,
      path: (value) => this.#path(value),
      start: (words, input = stdin) => this.#start(words, input),
      evaluate: (text) => this.#evaluate(text),
      entries: (value) => this.#tables.get(value),
      system: (what, detail) => this.#context.system(what, detail),
    }
  }

  #start(words: readonly (Value | string)[], stdin: Value): Value {
    const argv = words.map((word) => (typeof word === 'string' ? known(word) : word))
    return this.#context.start(argv, { stdin, env: this.#scope.env })
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
      const isBare = part.kind === 'text' && !part.quoted
      if (part.kind === 'group' && before?.kind === 'text' && !before.quoted) {
        const args = part.body.flatMap((pipeline) =>
          pipeline.flatMap(({ words }) => words.map((word) => this.#word(word))),
        )
        const method = /(?:::|\.)(\w+)$/.exec(before.text)?.[1]
        if (method !== undefined) value = callMethod(method.toLowerCase(), args, value, this.#shell(EMPTY))
        else value = TYPE.test(before.text) ? madeOf(args) : joinAll([value, ...args])
      } else if (
        isBare &&
        part.text.startsWith('.') &&
        before !== undefined &&
        (before.kind !== 'text' || before.quoted)
      )
        value = parts[index + 1]?.kind === 'group' ? value : propertyOf(value, part.text, before)
      // `$x[0]`, `'abc'[2..0]`
      else if (
        isBare &&
        part.text.startsWith('[') &&
        before !== undefined &&
        (before.kind !== 'text' || before.quoted)
      ) {
        const letters = this.#lists.has(value) ? undefined : lettersOf(value.text, part.text)
        value = letters === undefined ? unknown(value.from) : { text: letters, from: value.from }
      }
      // `'a'+'b'` is one word.
      else if (isBare && part.text === '+' && index > 0) continue
      // `[string]'x'` is that text.
      else if (isBare && TYPE.test(part.text) && index === 0 && parts.length > 1 && parts[1]?.kind !== 'group') continue
      else value = value === EMPTY ? this.#part(part) : joinAll([value, this.#part(part)])
    }
    return value
  }

  #part(part: Part): Value {
    if (part.kind === 'text') return known((part.quoted ? undefined : spelled(part.text)) ?? part.text)
    if (part.kind === 'variable') return this.#scope.variable(part.name)
    if (part.kind === 'table') return this.#table(part)
    return part.kind === 'group' ? this.#script(part.body, EMPTY) : EMPTY
  }

  #table({ entries }: Extract<Part, { kind: 'table' }>): Value {
    const named = new Map(entries.map(({ key, value }) => [key, this.#pipeline(value, EMPTY)]))
    // A copy, because what an entry holds may be a table itself.
    const value = { ...joinAll([EMPTY, ...named.values()]) }
    this.#tables.set(value, named)
    return value
  }

  /** An argument of a program as the program gets it. */
  #argument(value: Value): Value {
    const text = argumentPath(value.text)
    return /^~(?:\/|$)/.test(text) ? this.#path(value) : text === value.text ? value : { text, from: value.from }
  }

  #path({ text, from }: Value): Value {
    const plain = posixPath(text)
    const home = homeOf(this.#context.reader.world)
    const path = plain === '~' || plain.startsWith('~/') ? home + plain.slice(1) : plain
    return { text: path.replaceAll('*', ANY).replaceAll('?', ONE), from: from === NOWHERE ? NOWHERE : from }
  }
}

/** `[char[]]`, `[Convert]` */
const TYPE = /^\[[\w.]+(?:\[\])?\]$/

/** Give on what they get, and use blocks only to choose or to sort. */
const SELECTING = new Set(['where-object', 'sort-object', 'group-object', 'measure-object', 'select-object'])

/** A property: of a file its path, of a response its text, of a profile another profile. */
const propertyOf = (value: Value, name: string, of: Part): Value =>
  name.toLowerCase() === '.fullname' || (of.kind === 'variable' && of.name === 'profile') ? value : unknown(value.from)

const posixName = (name: string): string => (name.includes('\\') ? posixPath(name) : name)

const KEYWORDS = new Set(
  'if elseif else foreach for while do until switch try catch finally function filter trap begin process end return throw exit param'.split(
    ' ',
  ),
)
