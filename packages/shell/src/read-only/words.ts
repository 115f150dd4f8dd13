import { ANY, ONE, UNKNOWN } from '../effects.ts'
import { listOf, type Usage } from './usage.ts'

/** An option as it was written; a cluster such as `-la` is several. */
export interface Option {
  readonly name: string
  readonly value?: string
}

export interface Words {
  readonly options: readonly Option[]
  readonly operands: readonly string[]
  /** Words that only become known when the command runs, and might then be options. */
  readonly unclear: readonly string[]
}

/** Sorts arguments into options and the rest, as most programs do. */
export function readWords(args: readonly string[], { takes, longDash }: Pick<Usage, 'takes' | 'longDash'>): Words {
  const taking = new Set(listOf(takes))
  const options: Option[] = []
  const operands: string[] = []
  // Programs with long options behind one dash go on reading behind two.
  const end = longDash === true ? -1 : args.indexOf('--')
  const before = end < 0 ? args : args.slice(0, end)
  let wanting: string | undefined
  for (const word of before) {
    const wanted = wanting
    wanting = undefined
    if (wanted !== undefined) options.push({ name: wanted, value: word })
    // A value that looks like an option is read as one too, because the program may take it for one.
    const found = isOption(word) ? optionsIn(word, taking, longDash === true) : []
    options.push(...found)
    const last = found.at(-1)
    if (wanted === undefined && last !== undefined && last.value === undefined && taking.has(last.name)) {
      options.pop()
      wanting = last.name
    }
    if (wanted === undefined && found.length === 0) operands.push(word)
  }
  if (wanting !== undefined) options.push({ name: wanting })
  if (end >= 0) operands.push(...args.slice(end + 1))
  return { options, operands, unclear: before.filter(mayBecomeOption) }
}

const isOption = (word: string): boolean => word.length > 1 && word.startsWith('-')

function optionsIn(word: string, taking: ReadonlySet<string>, isWhole: boolean): readonly Option[] {
  if (!isWhole && !word.startsWith('--')) return cluster(word, taking)
  const equals = word.indexOf('=')
  return [equals < 0 ? { name: word } : { name: word.slice(0, equals), value: word.slice(equals + 1) }]
}

/** `-xzf file`: letters, until one that takes a value; the rest of the word is that value. */
function cluster(word: string, taking: ReadonlySet<string>): readonly Option[] {
  const options: Option[] = []
  for (let at = 1; at < word.length; at++) {
    const name = `-${word[at] ?? ''}`
    const rest = word.slice(at + 1)
    if (taking.has(name)) return [...options, rest === '' ? { name } : { name, value: rest }]
    options.push({ name })
  }
  return options
}

/** An unknown part may hold spaces, and so any number of options; a pattern may match a file called `-x`. */
const mayBecomeOption = (word: string): boolean =>
  word.includes(UNKNOWN) || word.startsWith(ANY) || word.startsWith(ONE)

/** Whether an option is one of a list, also when it is shortened. */
export const isRefused = ({ name }: Option, refused: readonly string[], exact = false): boolean =>
  refused.some((one) => one === name || (!exact && name.length > 2 && one.startsWith(name)))

/** Whether an option is exactly one of a list; numbers such as `-20` always are. */
export const isListed = ({ name }: Option, listed: readonly string[]): boolean =>
  listed.includes(name) || /^-\d+$/.test(name)

/** The values of an option, under any of its names. */
export const valuesOf = (options: readonly Option[], ...names: readonly string[]): readonly string[] =>
  options.flatMap(({ name, value }) => (names.includes(name) && value !== undefined ? [value] : []))
