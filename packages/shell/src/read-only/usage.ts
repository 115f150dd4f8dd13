/** Why a call is not approved. `risky`: it is known to do harm, or to reach others. `unclassified`: no table covers it. */
export interface Objection {
  readonly outcome: 'risky' | 'unclassified'
  /** A sentence for the model and the user. */
  readonly reason: string
  /** Belongs to what the user always decides: `git commit`, `git push`, `git merge`. */
  readonly userDecides?: true
}

export const risky = (reason: string): Objection => ({ outcome: 'risky', reason })
export const unclassified = (reason: string): Objection => ({ outcome: 'unclassified', reason })

/** One program with its arguments, as a table judges it. */
export interface ProgramCall {
  /** For people: `git stash`. */
  readonly name: string
  readonly args: readonly string[]
  /** Judges another command that this one starts: `docker exec box ls`. */
  judge(words: readonly string[]): Objection | undefined
}

export type Check = (call: ProgramCall) => Objection | undefined

/**
 * What a program may be given and still only read. Lists are words with spaces between them; options carry their
 * dashes. Where nothing is said about options, all of them are fine.
 */
export interface Usage {
  /** Options that make it write, run or send something; also when they are shortened, unless it is `exact`. */
  readonly refuse?: string
  /** Only these options are fine, besides those in `takes`. */
  readonly options?: string
  /** Options whose value is the next word. */
  readonly takes?: string
  /** One of these options must be there. */
  readonly needs?: string
  /** The maximum number of words that are no options. */
  readonly operands?: number
  /** Its first word decides. Options in front of that word must be in `options` or `takes`. */
  readonly commands?: Readonly<Record<string, Usages>>
  /** Fine without a first word too. */
  readonly bare?: true
  /** Its own options may also follow the first word. */
  readonly everywhere?: true
  /** Words and options that are known to do harm, by what they do. */
  readonly harm?: Readonly<Record<string, string>>
  /** It takes no shortened options. */
  readonly exact?: true
  /** `-name` is one option and not four. */
  readonly longDash?: true
  /** It runs code of the project along the way, or fetches: a build description, a plug-in, a toolchain. */
  readonly builds?: true
  /** No environment variable changes what it does. */
  readonly plain?: true
  /** All environment variables that change what it does are known by name. */
  readonly namedVariables?: true
  readonly check?: Check
}

/** Several forms: one of them must fit. */
export type Usages = Usage | readonly Usage[]
export type UsageTable = Readonly<Record<string, Usages>>

/** Whatever it is given, it only reads. */
export const LOOKS: Usage = { plain: true }

/** The entry for a word among keys that list several: `{ 'ls list': … }`. */
export function entryFor<T>(table: Readonly<Record<string, T>> | undefined, word: string): T | undefined {
  if (table === undefined || word === '' || word.includes(' ')) return undefined
  if (Object.hasOwn(table, word)) return table[word]
  const key = Object.keys(table).find((names) => names.includes(word) && listOf(names).includes(word))
  return key === undefined ? undefined : table[key]
}

/** Lists are taken apart once; there are as many as the tables have. */
const lists = new Map<string, readonly string[]>()

export function listOf(words: string | undefined): readonly string[] {
  if (words === undefined || words === '') return []
  const known = lists.get(words) ?? words.split(' ')
  lists.set(words, known)
  return known
}
