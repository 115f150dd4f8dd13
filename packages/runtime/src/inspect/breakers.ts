import { join } from 'node:path'
import { findHook, isOpen, openMemory, type Memory, type Env } from '@holdpoint/engine'
import type { Compiled } from '@holdpoint/engine/policy'
import { listNames } from '../system/files/read.ts'
import { PACKS, builtIn } from '@holdpoint/packs'
import { openState, type Place } from '../system/state/place.ts'
import { openTemp } from '../system/state/temp.ts'

export interface SessionMemory {
  readonly session: string
  readonly memory: Memory
}

/** The engine's state of each session that has any. */
export const sessionMemories = (place: Place, env: Env): readonly SessionMemory[] =>
  listNames(join(place.directory, 'sessions')).map((session) => ({
    session,
    memory: openMemory(
      openState(place, env, session).session,
      PACKS.flatMap(({ ledger }) => ledger?.(openTemp(env), session, builtIn.catalogue) ?? []),
    ),
  }))

export interface BreakerRow {
  readonly hook: string
  readonly session: string
  readonly failures: number
  /** Open: the hook is skipped for the rest of the session. */
  readonly open: boolean
}

/** Hooks that have failed, by session. */
export const breakerRows = (
  memories: readonly SessionMemory[],
  { settings, catalogue }: Pick<Compiled, 'settings' | 'catalogue'>,
): readonly BreakerRow[] =>
  memories.flatMap(({ session, memory }) =>
    Object.entries(memory.now.failures)
      .filter(([, failures]) => failures > 0)
      .map(([hook, failures]) => {
        const entry = findHook(hook, catalogue)
        return {
          hook,
          session,
          failures,
          open: entry !== undefined && isOpen(entry, memory, settings.breakerThreshold),
        }
      }),
  )

/** Blocked stops of a session that still count. */
export function blockedStops(memories: readonly SessionMemory[], session: string): number {
  const stops = memories.find((one) => one.session === session)?.memory.now.stops ?? {}
  return Object.values(stops).reduce((sum, count) => sum + count, 0)
}
