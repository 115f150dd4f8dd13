import { isKnown } from '../effects.ts'
import type { Arguments } from '../read/options.ts'
import type { Value } from '../words/value.ts'

/**
 * What filters print for text that is known. Only what is the same under every locale and in every version of the
 * program: text computed wrongly would be judged as if it ran. Everything else stays unknown.
 */
type Filter = (text: string, options: Arguments) => string | undefined

const FILTERS: Readonly<Record<string, Filter>> = {
  head: (text, options) => cut(options, (unit, count) => first(text, unit, count)),
  tail: (text, options) => cut(options, (unit, count) => last(text, unit, count)),
  tac: (text, { given }) => (given.length === 0 && text.endsWith('\n') ? lines(text).toReversed().join('') : undefined),
  rev: (text, { given }) => (given.length === 0 ? lines(text).map(reversed).join('') : undefined),
  // The order of several lines depends on the locale.
  sort: (text, { given }) => (given.length === 0 && lines(text).length <= 1 ? text : undefined),
  uniq: (text, { given }) =>
    given.length === 0
      ? lines(text)
          .filter((line, index, all) => line !== all[index - 1])
          .join('')
      : undefined,
  fold: (text, { given }) => (given.length === 0 && lines(text).every((line) => line.length <= 80) ? text : undefined),
  cut: (text, options) => columns(text, options),
  tr: (text, { given, rest: [from = '', to] }) => translated(text, given, from, to),
}

/** Undefined when it is not known or not computed. */
export function filtered(program: string, { text, from }: Value, options: Arguments): Value | undefined {
  const filter = Object.hasOwn(FILTERS, program) && isKnown(text) && isPlain(text) ? FILTERS[program] : undefined
  const result = filter?.(text, options)
  return result === undefined ? undefined : { text: result, from }
}

/** Characters and bytes are the same. */
const isPlain = (text: string): boolean => /^[\n\t -~]*$/.test(text)

const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

const reversed = (line: string): string => (line.endsWith('\n') ? `${backwards(line.slice(0, -1))}\n` : backwards(line))

const backwards = (text: string): string => text.split('').toReversed().join('')

type Unit = 'lines' | 'bytes'

function cut({ given, values }: Arguments, take: (unit: Unit, count: number) => string): string | undefined {
  if (given.length === 0) return take('lines', 10)
  const [name = ''] = given
  if (given.length > 1) return undefined
  // `-5`; more digits are read as more options.
  const short = /^\d$/.exec(name)?.[0]
  if (short !== undefined) return take('lines', Number(short))
  const value = values(name)[0] ?? ''
  if (!/^\d+$/.test(value)) return undefined
  return ['n', 'lines'].includes(name)
    ? take('lines', Number(value))
    : ['c', 'bytes'].includes(name)
      ? take('bytes', Number(value))
      : undefined
}

const first = (text: string, unit: Unit, count: number): string =>
  unit === 'bytes' ? text.slice(0, count) : lines(text).slice(0, count).join('')

const last = (text: string, unit: Unit, count: number): string =>
  count === 0 ? '' : unit === 'bytes' ? text.slice(-count) : lines(text).slice(-count).join('')

/** `cut -c4-`, `cut -d: -f2`: one range, and nothing else. */
function columns(text: string, { given, values }: Arguments): string | undefined {
  const by = given.filter((name) => name !== 'd')
  const range = /^(\d*)(-?)(\d*)$/.exec(values(by[0] ?? '')[0] ?? '')
  if (by.length !== 1 || range === null || !['b', 'c', 'f'].includes(by[0] ?? '')) return undefined
  const [, start = '', dash, end = ''] = range
  const from = Number(start || 1) - 1
  const to = end === '' ? (dash === '' ? from + 1 : undefined) : Number(end)
  if (from < 0 || (start === '' && end === '')) return undefined
  const delimiter = values('d')[0] ?? '\t'
  return lines(text)
    .map((line) => {
      const content = line.replace(/\n$/, '')
      if (by[0] !== 'f') return `${content.slice(from, to)}\n`
      return content.includes(delimiter) ? `${content.split(delimiter).slice(from, to).join(delimiter)}\n` : line
    })
    .join('')
}

function translated(text: string, given: readonly string[], from: string, to: string | undefined): string | undefined {
  const [old, put] = [members(from), members(to ?? '')]
  if (old === undefined || put === undefined) return undefined
  if (given.length === 1 && given[0] === 'd' && to === undefined) return keep(text, (char) => !old.includes(char))
  if (given.length > 0 || put.length === 0) return undefined
  const table = new Map(old.map((char, index) => [char, put[Math.min(index, put.length - 1)] ?? '']))
  return keep(text, () => true, table)
}

const keep = (text: string, wanted: (char: string) => boolean, table?: ReadonlyMap<string, string>): string =>
  Array.from(text, (char) => (wanted(char) ? (table?.get(char) ?? char) : '')).join('')

/** Characters and ranges of them; classes and escapes are left out, but for the two common ones. */
function members(set: string): readonly string[] | undefined {
  const plain = set.replaceAll('\\n', '\n').replaceAll('\\t', '\t')
  if (/[\\[\]]/.test(plain) || !isPlain(plain)) return undefined
  return [...plain.matchAll(/(.)-(.)|./gs)].flatMap(([one, start, end]) =>
    start === undefined || end === undefined ? [one] : range(start, end),
  )
}

const range = (start: string, end: string): readonly string[] =>
  Array.from({ length: Math.max(0, end.charCodeAt(0) - start.charCodeAt(0) + 1) }, (_, index) =>
    String.fromCharCode(start.charCodeAt(0) + index),
  )
