import type { HookEntry, Stricter } from '../hook.ts'
import { coversMatcher } from '../matcher.ts'
import { stricter as isStricterLevel, type Resolved, type Sourced } from './resolve.ts'
import type { General } from './settings.ts'

/**
 * A repository only tightens. What its files say about a hook is held, value by value, against what the user and the
 * machine say; the stricter one holds. Where it is not declared which of two values is stricter, the user's holds.
 */

/** What the repository's files wanted and did not get: the value in force, and theirs. */
export interface Refused {
  readonly what: string
  readonly from: unknown
  readonly to: unknown
}

export interface Tightened<T> {
  readonly value: T
  readonly refused: readonly Refused[]
}

/** What is known about the options of a hook. */
export interface OptionFacts {
  readonly stricter?: Readonly<Record<string, Stricter>> | undefined
  /** All of them, with the defaults of those that are not given; undefined when they do not go together. */
  complete(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined
}

/** `users`: without the repository's files. `wanted`: with them. */
export function tightenHook(
  entry: HookEntry,
  users: Resolved,
  wanted: Resolved,
  options: OptionFacts,
): Tightened<Resolved> {
  const refused: Refused[] = []
  const approves = entry.approves === true
  // A custom hook from another layer is not the user's to keep; and a hook that is off restricts nothing.
  if (entry.ownLayer !== undefined || (users.level.value === 'off' && !approves)) return { value: wanted, refused }

  const keep = <T>(what: string, mine: Sourced<T>, theirs: Sourced<T>, isStricter: boolean): Sourced<T> => {
    if (isStricter || same(mine.value, theirs.value)) return theirs
    refused.push({ what, from: mine.value, to: theirs.value })
    return mine
  }
  // Switched on it approves what the user would have been asked, switched off it no longer asks.
  const level = keep(
    'level',
    users.level,
    wanted.level,
    !approves && isStricterLevel(wanted.level.value, users.level.value),
  )
  if (level.value === 'off') return { value: users, refused }
  const isWider = !approves && coversMatcher(wanted.matcher.value, users.matcher.value)
  const value: Resolved = {
    id: users.id,
    level,
    matcher: keep('matcher', users.matcher, wanted.matcher, isWider),
    // Less time makes it fail sooner, more takes it from the hooks that run after it.
    timeoutMs: keep('timeout_ms', users.timeoutMs, wanted.timeoutMs, false),
    options: tightenOptions(users, wanted, options, refused),
  }
  return { value, refused }
}

function tightenOptions(
  users: Resolved,
  wanted: Resolved,
  { stricter = {}, complete }: OptionFacts,
  refused: Refused[],
): Resolved['options'] {
  const valuesOf = (options: Resolved['options']): Readonly<Record<string, unknown>> =>
    Object.fromEntries(Object.entries(options).map(([name, { value }]) => [name, value]))
  const mine = complete(valuesOf(users.options)) ?? complete({}) ?? {}
  const result: Record<string, Sourced<unknown>> = { ...users.options }
  for (const [name, theirs] of Object.entries(wanted.options)) {
    if (same(mine[name], theirs.value)) continue
    const direction = Object.hasOwn(stricter, name) ? stricter[name] : undefined
    const joined = direction === undefined ? undefined : stricterOf(direction, mine[name], theirs.value)
    if (joined !== undefined) result[name] = { value: joined, origin: theirs.origin }
    if (joined === undefined || !same(joined, theirs.value)) {
      refused.push({ what: `options.${name}`, from: joined ?? mine[name], to: theirs.value })
    }
  }
  if (complete(valuesOf(result)) !== undefined) return result
  refused.push({ what: 'options', from: valuesOf(users.options), to: valuesOf(wanted.options) })
  return users.options
}

/** At least as strict as both; undefined when that value is unknown. */
function stricterOf(direction: Stricter, mine: unknown, theirs: unknown): unknown {
  if (direction === 'free') return theirs
  if (typeof direction !== 'string') {
    const [one, other] = [direction.indexOf(mine as string), direction.indexOf(theirs as string)]
    return one === -1 || other === -1 ? undefined : direction[Math.max(one, other)]
  }
  const isMore = direction === 'more'
  if (typeof mine === 'number' && typeof theirs === 'number') return (isMore ? Math.max : Math.min)(mine, theirs)
  if (typeof mine === 'boolean' && typeof theirs === 'boolean') return isMore ? mine || theirs : mine && theirs
  if (!Array.isArray(mine) || !Array.isArray(theirs)) return undefined
  // A pattern with `!` takes something out of the list again, so a longer list may hold less.
  if ([...mine, ...theirs].some((item) => typeof item === 'string' && item.startsWith('!'))) return undefined
  const isIn = (list: readonly unknown[], item: unknown): boolean => list.some((one) => same(one, item))
  return isMore
    ? [...mine, ...theirs.filter((item) => !isIn(mine, item))]
    : mine.filter((item: unknown) => isIn(theirs, item))
}

/** Fewer blocked stops, or fewer failures of a hook until it is left out, hold less; development mode holds nothing. */
export function tightenGeneral(users: General, wanted: General): Tightened<General> {
  const refused: Refused[] = []
  const keep = <T>(what: string, mine: T, theirs: T, isStricter: boolean): T => {
    if (isStricter || same(mine, theirs)) return theirs
    refused.push({ what, from: mine, to: theirs })
    return mine
  }
  const atLeast = (what: string, mine: number, theirs: number): number => keep(what, mine, theirs, theirs > mine)
  const value: General = {
    breakerThreshold: atLeast('breaker.threshold', users.breakerThreshold, wanted.breakerThreshold),
    stopBlockCap: atLeast('stop_block_cap', users.stopBlockCap, wanted.stopBlockCap),
    devMode: {
      file: keep('dev_mode.file', users.devMode.file, wanted.devMode.file, false),
      packs: keep('dev_mode.packs', users.devMode.packs, wanted.devMode.packs, false),
    },
  }
  return { value, refused }
}

/** One line for all that was refused of one hook. */
export const refusedText = (refused: readonly Refused[]): string =>
  refused.map(({ what, from, to }) => `${what}: ${shown(from)} -> ${shown(to)}`).join('; ')

const shown = (value: unknown): string =>
  value === undefined ? 'everything' : typeof value === 'string' ? value : JSON.stringify(value)

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
