import type { Word, WordPart } from '../read/parse.ts'
import type { CommandPlace, Reader } from '../read/reader.ts'
import type { State } from './state.ts'
import type { Value } from '../words/value.ts'

/** What is needed to expand words: the state of their shell, and which of several possible values to take. */
export interface Scope {
  readonly reader: Reader
  readonly state: State
  readonly place: CommandPlace
  readonly stdin: Value
  /** Variables that may hold several values are read with this number; `most` says how many there were. */
  readonly pick: number
  most: number
  /** Expands a word in which nothing is split. */
  text(word: Word): Value
  /** The same for parts of a text that is not in the command itself. */
  again(parts: readonly WordPart[]): Value
  /** The same state for words that are not in the command itself. */
  elsewhere(): Scope
}
