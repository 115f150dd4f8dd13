import { isKnown, UNKNOWN, type Origin } from '../effects.ts'
import type { WordPart } from './parse.ts'
import type { Scope } from '../state/scope.ts'
import { assign, lookUp } from '../state/variables.ts'
import { NOWHERE, unknown, type Value } from '../words/value.ts'

/** Names of names of names: no real command needs more, and each step is a call of its own. */
const MAX_STEPS = 16

/**
 * A text where the shell wants a number: a name in it is replaced by its value, which is computed in turn, and a
 * subscript in brackets is expanded first. So `y='a[$(cmd)]'; ((y))` runs cmd.
 */
export function evaluate(value: Value, scope: Scope, seen: readonly string[] = []): void {
  const { reader, state } = scope
  const text = withoutNumbers(value)
  if (/^[\d\s]*$/.test(text) || seen.includes(text) || !reader.step()) return
  if (seen.length > MAX_STEPS) return void reader.found.doubts.push({ about: 'limit', text: 'It computes too much.' })
  const inside = [...seen, text]
  if (!isKnown(text)) return unknownNumber(value.from, scope)
  const expanded = text.includes('[') && /[$`]/.test(text) ? asQuoted(text, scope) : undefined
  if (expanded !== undefined && expanded.text !== text) evaluate(expanded, scope, inside)
  for (const name of new Set(text.match(NAMES))) {
    const values = state.variables.get(name)?.list ?? lookUp(state, reader.world, name)
    if (values === undefined) unknownNumber(NOWHERE, scope)
    for (const one of values?.slice(0, MAX_ELEMENTS) ?? []) evaluate(one, scope, inside)
  }
}

const MAX_ELEMENTS = 32

/** Not behind a digit: `0x1f`, `16#ff`. */
const NAMES = /(?<![\w#])[A-Za-z_]\w*/g

const withoutNumbers = ({ text, from }: Value): string =>
  from.programs.length > 0 && from.programs.every((program) => program === '((…))') && !from.unknown
    ? text.replaceAll(UNKNOWN, '0')
    : text

/** It is unknown: a number nearly always. Text from outside may be made to be more. */
function unknownNumber({ network, decoded, programs }: Origin, { reader }: Scope): void {
  const isFromOutside = (network || decoded) && !programs.some((program) => COUNTS.test(program))
  reader.found.doubts.push(
    isFromOutside
      ? { about: 'code', text: 'a number that comes from elsewhere, and that the shell would evaluate' }
      : { about: 'number', text: 'a number that is only known when it runs' },
  )
}

/** They print numbers, whatever they read. */
const COUNTS = /^(?:wc|date|stat|nproc|seq|expr|cksum|grep -c)(?:\s|$)/

/** A name that may carry brackets, as `read`, `printf -v` and `unset` take it. */
export function evaluateName(value: Value, scope: Scope): void {
  if (value.text.includes('[') || !isKnown(value.text)) evaluate(value, scope)
}

/** A text that is expanded once more as if it stood in double quotes: `${x@P}`, PS4, the words of `compgen -W`. */
export function asQuoted(text: string, scope: Scope): Value {
  // A here-document is expanded so, and quotes in it mean nothing.
  const mark = 'HOLDPOINT_END'
  const parts = text.includes(mark) ? undefined : bodyOf(scope, `: <<${mark}\n${text}\n${mark}\n`)
  if (parts === undefined) return { text, from: NOWHERE }
  const value = scope.reader.nested(() => scope.again(parts)) ?? unknown()
  return { ...value, text: value.text.replace(/\n$/, '') }
}

function bodyOf({ reader }: Scope, script: string): readonly WordPart[] | undefined {
  const node = reader.parse(script).scripts[0]?.script.commands[0]?.command
  const [redirect] = node?.type === 'Command' ? node.redirects : []
  return redirect?.type === 'HereDoc' ? redirect.body.parts : undefined
}

/** `((i = 0))`: this number from now on. */
export function assignNumber(name: string, { state }: Scope, number: Value): void {
  if (/^[A-Za-z_]\w*$/.test(name)) assign(state, name, number)
}
