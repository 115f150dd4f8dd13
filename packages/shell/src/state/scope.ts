import type { Word, WordPart } from '../read/parse.ts'
import type { CommandPlace, Reader } from '../read/reader.ts'
import type { State } from './state.ts'
import { anyOf, type Value } from '../words/value.ts'

/** One way to choose among the values that words may have. */
export interface Way {
  readonly pick: number
  /** How many ways there are, as far as was seen. */
  most: number
  /** A variable has the same value wherever it stands in a command. */
  readonly chosen: Map<unknown, number>
}

export const wayOf = (pick: number): Way => ({ pick, most: 1, chosen: new Map() })

/** What is needed to expand words: the state of their shell, and which of several possible values to take. */
export interface Scope {
  readonly reader: Reader
  readonly state: State
  readonly place: CommandPlace
  readonly stdin: Value
  readonly way: Way
  /** Expands a word in which nothing is split. */
  text(word: Word): Value
  /** The same for parts of a word. */
  parts(parts: readonly WordPart[]): Value
  /** The same for parts of a text that is not in the command itself. */
  again(parts: readonly WordPart[]): Value
  /** The same state for words that are not in the command itself. */
  elsewhere(): Scope
}

/** More ways than this are not followed one by one. */
const MAX_PICKS = 256

/** Which of several possible values to take for `key`; undefined when there are too many ways to follow. */
export function choose({ way }: Scope, key: unknown, count: number): number | undefined {
  if (count <= 1) return 0
  const before = way.chosen.get(key)
  if (before !== undefined) return before % count
  if (way.most * count > MAX_PICKS) return undefined
  const at = Math.floor(way.pick / way.most) % count
  way.most *= count
  way.chosen.set(key, at)
  return at
}

/** The value that this way of reading takes; unknown when there are too many ways. */
export function chosen(scope: Scope, values: readonly Value[], key: string): Value | undefined {
  const at = choose(scope, key, values.length)
  return at === undefined ? anyOf(values) : values[at]
}
