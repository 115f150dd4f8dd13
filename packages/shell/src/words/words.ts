import { ANY, ONE, UNKNOWN } from '../effects.ts'
import { expandBraces } from './braces.ts'
import { asQuoted, assignNumber, evaluate, NUMBER } from '../read/evaluate.ts'
import { expandParameter, positionals, simple } from './parameters.ts'
import type { Word, WordPart } from '../read/parse.ts'
import type { Reader } from '../read/reader.ts'
import type { Scope } from '../state/scope.ts'
import { isolated } from '../state/state.ts'
import { homeOf, lookUp } from '../state/variables.ts'
import { putFile } from '../state/written-files.ts'
import { expandZsh, staysList } from '../zsh/expand.ts'
import { namedDirectory, splitsWords } from '../zsh/special.ts'
import { EMPTY, join, known, unknown, type Value, joinAll } from './value.ts'

/** A word as the program will see it: several fields when unquoted text is split, none when it is empty. */
export function expandWord(word: Word, scope: Scope): readonly Value[] {
  if (!hasBraces(word)) return fields(word.parts ?? [literalOf(word)], scope)
  const words = expandBraces(word.text)
  if (words === undefined) return [unknown()]
  return words.flatMap((text) => {
    const first = firstWord(text, scope)
    return first === undefined ? [known(text)] : fields(first.parts ?? [literalOf(first)], scope)
  })
}

/** A word where nothing is split: an assignment, a redirection, the subject of `case`. */
export function expandText(word: Word, scope: Scope): Value {
  return joined(word.parts ?? [literalOf(word)], scope, { quoted: false, tilde: true })
}

export const expandParts = (parts: readonly WordPart[], scope: Scope): Value =>
  joined(parts, scope, { quoted: true, tilde: false })

const hasBraces = ({ parts }: Word): boolean => parts?.some(({ type }) => type === 'BraceExpansion') === true

const literalOf = ({ text, value, pos, end }: Word): WordPart => ({ type: 'Literal', text, value, pos, end })

function firstWord(text: string, { reader }: Scope): Word | undefined {
  // A leading word keeps what looks like a keyword or an assignment from being taken for one.
  const statement = reader.parse(`: ${text}`).scripts[0]?.script.commands[0]?.command
  const argument = statement?.type === 'Command' ? statement.suffix[0] : undefined
  return argument?.type === 'Word' ? argument : undefined
}

function fields(parts: readonly WordPart[], scope: Scope): readonly Value[] {
  const done: Value[] = []
  let current: Value[] | undefined
  const flush = (): void => {
    if (current !== undefined) done.push(joinAll(current))
    current = undefined
  }
  const add = (value: Value): void => void (current ??= []).push(value)
  const separator = separatorOf(scope)
  const split = (value: Value): void =>
    value.text.split(separator).forEach((text, at) => {
      if (at > 0) flush()
      if (text !== '') add({ text, from: value.from })
    })
  parts.forEach((part, index) => {
    const list = listOf(part, scope)
    if (list !== undefined) {
      list.forEach((value, at) => {
        if (at > 0) flush()
        if (isQuoted(part)) add(value)
        else if (splitsWords(scope)) split(value)
        else if (value.text !== '') add(value)
      })
      return
    }
    const value = valueOf(part, scope, { quoted: false, tilde: index === 0 })
    if (part.type === 'CommandExpansion' || (splits(part) && splitsWords(scope))) split(value)
    else if (value.text !== '' || isQuoted(part)) add(value)
  })
  flush()
  return done
}

/** What unquoted expansions are split at. */
function separatorOf({ reader, state }: Scope): RegExp {
  const own = state.variables.get('IFS') === undefined ? undefined : lookUp(state, reader.world, 'IFS')?.[0]?.text
  if (own === undefined || own.includes(UNKNOWN)) return SPACES
  return own === '' ? NEVER : new RegExp(`[${own.replace(/[\\\]^-]/g, String.raw`\$&`)}]+`)
}

const SPACES = /[ \t\n]+/
const NEVER = /(?!)/

const isQuoted = ({ type }: WordPart): boolean =>
  type === 'SingleQuoted' || type === 'DoubleQuoted' || type === 'AnsiCQuoted' || type === 'LocaleString'

const splits = ({ type }: WordPart): boolean =>
  type === 'SimpleExpansion' || type === 'ParameterExpansion' || type === 'CommandExpansion'

/** `"$@"` and `"${list[@]}"` are as many words as they have elements. */
function listOf(part: WordPart, scope: Scope): readonly Value[] | undefined {
  const inner = part.type === 'DoubleQuoted' && part.parts.length === 1 ? part.parts[0] : part
  if (inner === undefined) return undefined
  if (inner.type === 'SimpleExpansion' && (inner.text === '$@' || (inner.text === '$*' && inner === part))) {
    return positionals(scope)
  }
  // In zsh the name alone is all of an array.
  if (inner.type === 'ParameterExpansion' && (inner === part || staysList(inner.parameter))) {
    const ofZsh = expandZsh(inner.parameter, scope)
    if (ofZsh !== undefined) return ofZsh.values
  }
  if (inner.type === 'SimpleExpansion' && inner === part) {
    const list = scope.state.variables.get(inner.text.slice(1))?.list
    return list !== undefined && list.length > 1 && list.length <= MAX_WORDS ? list : undefined
  }
  if (inner.type !== 'ParameterExpansion' || inner.prefix !== undefined || inner.operation !== undefined)
    return undefined
  if (inner.parameter === '@') return positionals(scope)
  if (inner.index?.value !== '@' && (inner.index?.value !== '*' || inner !== part)) return undefined
  return scope.state.variables.get(inner.parameter)?.list
}

/** No real command starts a program with more by its array's name alone. */
const MAX_WORDS = 1000

interface How {
  readonly quoted: boolean
  readonly tilde: boolean
}

const joined = (parts: readonly WordPart[], scope: Scope, how: How): Value =>
  joinAll([EMPTY, ...parts.map((part, index) => valueOf(part, scope, { ...how, tilde: how.tilde && index === 0 }))])

function valueOf(part: WordPart, scope: Scope, how: How): Value {
  switch (part.type) {
    case 'Literal':
      return how.tilde && part.text.startsWith('~') ? tilde(part.value, scope) : known(part.value)
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return known(part.value)
    case 'DoubleQuoted':
    case 'LocaleString':
      return joined(part.parts, scope, { quoted: true, tilde: false })
    case 'Glob':
      return known(how.quoted ? part.value : part.kind === 'star' ? ANY : ONE)
    case 'ExtendedGlob':
      return known(how.quoted ? part.text : ANY)
    case 'SimpleExpansion':
      return simple(part.text.slice(1), scope)
    case 'ParameterExpansion':
      return expandParameter(part, scope)
    case 'CommandExpansion': {
      if (part.script === undefined) return unknown()
      return substitute(part.script, scope)
    }
    case 'ProcessSubstitution':
      return part.script === undefined ? unknown() : processFile(part.operator, part.script, scope)
    case 'ArithmeticExpansion':
      return arithmetic(part.expression, scope)
    case 'BraceExpansion':
      return known(part.text)
  }
}

function substitute(
  script: NonNullable<Extract<WordPart, { type: 'CommandExpansion' }>['script']>,
  scope: Scope,
): Value {
  const { reader, state, place, stdin } = scope
  const inside = {
    ...place,
    via: [...place.via, '$(…)'],
    // An escaped back-quoted script has positions of its own.
    offset: script.source === undefined ? place.offset : undefined,
  }
  const output = isolated(state, () => reader.script(script, state, stdin, inside))
  return { ...output, text: output.text.replace(/\n+$/, '') }
}

let serial = 0

/** `<(cmd)` is a file with its output; `>(cmd)` is a file whose writer feeds it. */
function processFile(operator: '<' | '>', script: Parameters<Reader['script']>[0], scope: Scope): Value {
  const { reader, state, place } = scope
  serial = (serial + 1) % 1_000_000
  const path = `/dev/fd/process-${serial}`
  const inside = { ...place, via: [...place.via, `${operator}(…)`] }
  const run = (stdin: Value): Value => isolated(state, () => reader.script(script, state, stdin, inside))
  if (operator === '<') putFile(state, path, run(scope.stdin))
  else {
    run(unknown())
    state.sinks.set(path, run)
  }
  return known(path)
}

type Arithmetic = Extract<WordPart, { type: 'ArithmeticExpansion' }>['expression']

/** Numbers are not computed, but what runs inside of them runs. */
export function arithmetic(expression: Arithmetic, scope: Scope): Value {
  if (expression === undefined) return NUMBER
  switch (expression.type) {
    case 'ArithmeticBinary':
      if (expression.operator !== '=') arithmetic(expression.left, scope)
      else if (expression.left.type === 'ArithmeticWord' && expression.left.value.includes('['))
        arithmetic(expression.left, scope)
      arithmetic(expression.right, scope)
      if (/^(?:[-+*/%&|^]|<<|>>)?=$/.test(expression.operator) && expression.left.type === 'ArithmeticWord')
        assignNumber(expression.left.value, scope)
      return NUMBER
    case 'ArithmeticUnary':
      arithmetic(expression.operand, scope)
      return NUMBER
    case 'ArithmeticTernary':
      for (const part of [expression.test, expression.consequent, expression.alternate]) arithmetic(part, scope)
      return NUMBER
    case 'ArithmeticGroup':
      return arithmetic(expression.expression, scope)
    case 'ArithmeticCommandExpansion': {
      if (expression.script !== undefined) evaluate(substitute(expression.script, scope), scope)
      return NUMBER
    }
    case 'ArithmeticWord': {
      const value = arithmeticWord(expression, scope)
      if (/^\d+$/.test(value.text)) return value
      evaluate(value, scope)
      return NUMBER
    }
  }
}

function arithmeticWord(
  { parts, value }: Extract<Arithmetic, { readonly type: 'ArithmeticWord' }>,
  scope: Scope,
): Value {
  if (parts !== undefined) return expandParts(parts, scope)
  // The parser gives no parts for `$x` here.
  return value.includes('$') ? asQuoted(value, scope) : known(value)
}

function tilde(text: string, scope: Scope): Value {
  const { reader, state } = scope
  const [, user = '', rest = ''] = /^~([^/]*)(.*)$/s.exec(text) ?? []
  const [home] = lookUp(state, reader.world, 'HOME') ?? []
  if (user === '') return join(home ?? known(homeOf(reader.world)), known(rest))
  const named = scope.place.shell === 'bash' ? undefined : namedDirectory(user, scope)
  if (named !== undefined) return join(named, known(rest))
  if (user === '+') return known(state.cwd + rest)
  if (user === '-') return known(state.previousCwd + rest)
  return known(user === 'root' ? `/root${rest}` : `/home/${user}${rest}`)
}
