import { isKnown } from '../effects.ts'
import { EMPTY, isExact, joinAll, known, unknown, type Value } from '../words/value.ts'
import type { Flags } from './flags.ts'
import { withoutQuotes } from './modifiers.ts'

/** What a parameter of zsh is: one text, or a list of them. */
export interface Expanded {
  readonly values: readonly Value[]
  readonly isList: boolean
}

export const scalar = (value: Value): Expanded => ({ values: [value], isList: false })
export const listed = (values: readonly Value[]): Expanded => ({ values, isList: true })

/** All of it in one text. */
export function joinedBy({ values }: Expanded, separator: string): Value {
  return joinAll([EMPTY, ...values.flatMap((value, index) => (index === 0 ? [value] : [known(separator), value]))])
}

/** More than this is not split any further. */
const MAX_FIELDS = 1000

function splitAt({ values }: Expanded, separator: string | RegExp): Expanded {
  return listed(
    values.flatMap((value) =>
      value.text
        .split(separator)
        .slice(0, MAX_FIELDS)
        .filter((text) => text !== '')
        .map((text) => ({ text, from: value.from })),
    ),
  )
}

/** Joined, split, sorted and changed as the flags say, in the order in which zsh does it. */
export function flagged(expanded: Expanded, flags: Flags, marks: string): Expanded {
  const { letters, values } = flags
  let result = expanded
  const join = values.get('j') ?? (letters.includes('F') ? '\n' : undefined)
  const split = values.get('s')
  if (join !== undefined) result = scalar(joinedBy(result, join))
  if (split !== undefined) result = splitAt(result, split === '' ? /(?:)/u : split)
  if (letters.includes('f')) result = splitAt(result, '\n')
  if (letters.includes('0')) result = splitAt(result, '\0')
  if (letters.includes('z') || letters.includes('Z')) result = shellWords(result)
  if (marks.includes('=')) result = splitAt(result, /[ \t\n]+/)
  const change = changeOf(letters)
  if (change !== undefined) result = { ...result, values: result.values.map(change) }
  return ordered(result, letters)
}

/** Words as the shell would cut them; quotes stay. */
function shellWords({ values }: Expanded): Expanded {
  return listed(
    values.flatMap((value) =>
      (value.text.match(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\;|&])+|[;|&]+/gs) ?? [])
        .slice(0, MAX_FIELDS)
        .map((text) => ({ text, from: value.from })),
    ),
  )
}

function changeOf(letters: string): ((value: Value) => Value) | undefined {
  const change = letters.includes('L')
    ? (text: string) => text.toLowerCase()
    : letters.includes('U')
      ? (text: string) => text.toUpperCase()
      : letters.includes('C')
        ? (text: string) => text.toLowerCase().replace(/(?<![a-z\d])[a-z]/g, (letter) => letter.toUpperCase())
        : letters.includes('Q')
          ? withoutQuotes
          : undefined
  if (change === undefined && !/[lrtVgn]/.test(letters)) return undefined
  return (value) =>
    change === undefined || !isExact(value) ? unknown(value.from) : { ...value, text: change(value.text) }
}

function ordered(expanded: Expanded, letters: string): Expanded {
  const values = [...expanded.values]
  if (!expanded.isList || !/[oOu]/.test(letters)) return expanded
  if (/Oa/.test(letters)) return { ...expanded, values: values.toReversed() }
  if (/oa/.test(letters) || !/[oO]/.test(letters) || values.some(({ text }) => !isKnown(text))) return expanded
  values.sort((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0))
  return { ...expanded, values: letters.includes('O') ? values.toReversed() : values }
}
