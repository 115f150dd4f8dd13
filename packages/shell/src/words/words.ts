import { firstWord } from './first-word.ts'
import { ANY, ONE } from '../effects.ts'
import { chosenOf, mapped } from './alternatives.ts'
import { expandBraces } from './braces.ts'
import { computeSource } from './arithmetic.ts'
import { fieldsOf, type Fields } from './fields.ts'
import { elementsOf } from './held.ts'
import { expandList, expandParameter, operandOf, simple } from './parameters.ts'
import type { Word, WordPart } from '../read/parse.ts'
import type { Reader } from '../read/reader.ts'
import { choose, type Scope } from '../state/scope.ts'
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
  if (words === undefined) return [{ ...unknown(), many: true }]
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

export function hasBraces({ parts = [], text }: Word): boolean {
  if (parts.some(({ type }) => type === 'BraceExpansion')) return true
  // The parser sees none beside a `$[…]`.
  return text.includes('$[') && text.includes('{') && expandBraces(text)?.length !== 1
}

const literalOf = ({ text, value, pos, end }: Word): WordPart => ({ type: 'Literal', text, value, pos, end })

function fields(parts: readonly WordPart[], scope: Scope): readonly Value[] {
  const made = fieldsOf(scope)
  parts.forEach((part, index) => addPart(part, { made, scope, tilde: index === 0, isOperand: false }))
  return made.end()
}

interface Adding {
  readonly made: Fields
  readonly scope: Scope
  readonly tilde: boolean
  /** Inside `${x:-…}`, where plain text is split as well. */
  readonly isOperand: boolean
}

function addPart(part: WordPart, { made, scope, tilde, isOperand }: Adding): void {
  switch (part.type) {
    case 'DoubleQuoted':
    case 'LocaleString':
      return addQuoted(part.parts, made, scope)
    case 'SimpleExpansion':
    case 'ParameterExpansion': {
      const list = zshList(part, scope) ?? listOf(part, scope)
      if (list !== undefined) {
        // zsh leaves out what is empty, and splits nothing.
        const isSplit = splitsWords(scope)
        return made.list(isSplit ? list : list.filter(({ text }) => text !== ''), isSplit)
      }
      const operand = part.type === 'ParameterExpansion' ? operandOf(part, scope) : undefined
      if (operand === undefined) {
        const value = valueOf(part, scope, { quoted: false, tilde: false })
        if (splitsWords(scope)) made.split(value)
        else if (value.text !== '') made.add(value)
        return
      }
      for (const inner of operand.parts ?? [literalOf(operand)])
        addPart(inner, { made, scope, tilde: false, isOperand: true })
      return
    }
    case 'CommandExpansion':
    case 'ArithmeticExpansion':
      return made.split(valueOf(part, scope, { quoted: false, tilde: false }))
    case 'Glob':
    case 'ExtendedGlob':
      return made.add({ ...valueOf(part, scope, { quoted: false, tilde: false }), many: true })
    case 'Literal': {
      const value = valueOf(part, scope, { quoted: false, tilde })
      if (isOperand) made.split(value)
      else if (value.text !== '') made.add(value)
      return
    }
    case 'SingleQuoted':
    case 'AnsiCQuoted':
    case 'BraceExpansion':
    case 'ProcessSubstitution':
      return made.add(valueOf(part, scope, { quoted: false, tilde }))
  }
}

function addQuoted(parts: readonly DoubleQuotedChild[], made: Fields, scope: Scope): void {
  const lists = parts.map((part) => {
    const isKept = part.type === 'ParameterExpansion' && staysList(part.parameter)
    return (isKept ? zshList(part, scope) : undefined) ?? (isElements(part) ? listOf(part, scope) : undefined)
  })
  // `"$@"` without arguments is no word at all.
  const isNothing = parts.length > 0 && lists.every((list) => list?.length === 0)
  if (!isNothing) made.add(EMPTY)
  parts.forEach((part, index) => {
    const list = lists[index]
    if (list !== undefined) return made.list(list, false)
    const operand = part.type === 'ParameterExpansion' ? operandOf(part, scope) : undefined
    const [only, ...others] = operand?.parts ?? []
    // `"${list[@]+"${list[@]}"}"`
    if (only?.type === 'DoubleQuoted' && others.length === 0) return addQuoted(only.parts, made, scope)
    made.add(valueOf(part, scope, { quoted: true, tilde: false }))
  })
}

type DoubleQuotedChild = Extract<WordPart, { type: 'DoubleQuoted' }>['parts'][number]

/** `$@` and `${list[@]}` are several words even in quotes; `$*` and `${list[*]}` are one. */
const isElements = (part: WordPart): boolean =>
  part.type === 'SimpleExpansion'
    ? part.text === '$@'
    : part.type === 'ParameterExpansion' &&
      (part.index === undefined ? part.parameter === '@' : part.index.value === '@')

const zshList = (part: WordPart, scope: Scope): readonly Value[] | undefined =>
  part.type === 'ParameterExpansion' ? expandZsh(part.parameter, scope)?.values : undefined

/** `$@` and `${list[@]}` are as many words as they have elements. */
function listOf(part: WordPart, scope: Scope): readonly Value[] | undefined {
  if (part.type === 'ParameterExpansion') return expandList(part, scope)
  if (part.type !== 'SimpleExpansion') return undefined
  const name = part.text.slice(1)
  const list = elementsOf(name, scope)
  if (list === undefined || name === '@' || name === '*') return list
  // In zsh the name alone is all of an array.
  const isWhole = list.length > 1 && list.length <= MAX_WORDS && choose(scope, `zsh ${name}`, 2) !== 0
  return isWhole ? list : undefined
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
      if (part.kind === 'bracket' && part.parts !== undefined) joined(part.parts, scope, { quoted: true, tilde: false })
      return known(how.quoted ? part.value : part.kind === 'star' ? ANY : ONE)
    case 'ExtendedGlob':
      if (part.parts !== undefined) joined(part.parts, scope, { quoted: true, tilde: false })
      return known(how.quoted ? part.text : ANY)
    case 'SimpleExpansion':
      return simple(part.text.slice(1), scope)
    case 'ParameterExpansion':
      return expandParameter(part, scope, how.quoted)
    case 'CommandExpansion': {
      if (part.script === undefined) return unknown()
      return substitute(part.script, scope)
    }
    case 'ProcessSubstitution':
      return part.script === undefined ? unknown() : processFile(part.operator, part.script, scope)
    case 'ArithmeticExpansion':
      return computeSource(part.text.startsWith('$[') ? part.text.slice(2, -1) : part.text.slice(3, -2), scope)
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
  return chosenOf(
    mapped(output, (text) => text.replace(/\n+$/, '')),
    script,
    scope,
  )
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
