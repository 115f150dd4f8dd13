import type { Run } from '../effects.ts'
import type { Entries } from '../programs/families.ts'
import type { Usages } from '../read-only/usage.ts'
import type { DeedKind, Stack } from '../services/deed.ts'

/**
 * Command lines of services that others share: clouds, clusters, registries, databases, hosting. One entry per program
 * says which calls read, which destroy, and which release something to others. The guard and auto-review use the same
 * entry.
 */

/** A call, taken apart by the grammar of its program. */
export interface VendorCall {
  /** Words that are no options, in order. */
  readonly words: readonly string[]
  readonly options: readonly VendorOption[]
  readonly run: Run
}

export interface VendorOption {
  /** With its dashes. */
  readonly name: string
  readonly value?: string
}

/**
 * Lists of calls have commas between them. A call is a list of words and options, where `a|b` is either of two, `*` in a
 * word any characters, `**` any number of words that are no verbs, `--all` an option that must be there, `!--all` one
 * that must not, `--replicas=0` an option with its value. Words behind those of the list are names and do not count.
 */
export interface Vendor {
  readonly stack: Stack
  /** What auto-review approves. */
  readonly reads?: Usages | string
  readonly destroys?: string
  readonly releases?: string
  readonly grants?: string
  /** What lists of words cannot say: `none` means that the lists do not count either. */
  readonly judge?: (call: VendorCall) => DeedKind | 'none' | undefined
  /** Options whose value is the next word. */
  readonly takes?: string
  /** Options in front of the verb without a value. After any other, the next word may be its value. */
  readonly flags?: string
  /** `-name` is one option and not four. */
  readonly longDash?: true
  /** Options, besides `--dry-run` and `--help`, with which nothing happens. */
  readonly rehearses?: string
  /** Options that say which service is meant: one on this machine is not shared. */
  readonly at?: string
  /** In use all day for other things: an unknown verb is only asked about where its stack is named. */
  readonly everyday?: true
}

export type VendorTable = Entries<Vendor>
