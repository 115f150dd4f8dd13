import { readdirSync, rmdirSync } from 'node:fs'
import { attempt, isObject, type AgentEvent } from '@holdpoint/engine'
import { readText } from '../system/files/read.ts'
import { ensurePrivateDirectory, takeFile, writeAtomic } from '../system/files/write.ts'
import { isTrusted, preparePlace, type Place } from '../system/state/place.ts'
import { readSealKey, sealKey } from '../system/state/seal-key.ts'
import { auditStep, type DoorWorld } from './audit-line.ts'
import { openJson, sealJson } from './record.ts'
import { isWithin } from './store.ts'

/** A hook that the user has switched off for a time, in one project. */
export interface Snooze {
  readonly version: number
  readonly project: string
  readonly hook: string
  readonly at: string
  readonly until: string
  /** Only in this session, and at most until it ends. */
  readonly session?: string
}

/** Records of another version mean something else, so they switch nothing off. */
const VERSION = 1
/** Longer than this is a change of the configuration. */
export const MAX_SNOOZE_MS = 24 * 3600_000
const MAX_BYTES = 1 << 16

export const snoozeFolder = ({ directory }: Place): string => `${directory}/approvals/snoozes`

export function addSnooze(hook: string, ms: number, session: string | undefined, world: DoorWorld): Snooze {
  const { place, env } = world
  const now = world.now()
  const snooze: Snooze = {
    version: VERSION,
    project: place.key,
    hook,
    at: now.toISOString(),
    until: new Date(now.getTime() + Math.min(ms, MAX_SNOOZE_MS)).toISOString(),
    ...(session !== undefined && { session }),
  }
  preparePlace(place, env)
  ensurePrivateDirectory(`${place.directory}/approvals`)
  ensurePrivateDirectory(snoozeFolder(place))
  const name = nameOf(hook, session)
  // Recorded first: a hook that is off without a line in the audit must not exist.
  auditStep({ state: 'snoozed', id: hook, until: snooze.until, by: 'terminal' }, aboutOf(snooze), world)
  writeAtomic(`${snoozeFolder(place)}/${name}`, sealJson(snooze, name, sealKey(env)))
  return snooze
}

/** Those in force. Reads only. */
export const snoozesIn = (world: DoorWorld): readonly Snooze[] =>
  allIn(world).filter((snooze) => isInForce(snooze, world.now()))

const isInForce = ({ at, until }: Snooze, now: Date): boolean =>
  isWithin(now, at, Math.min(Date.parse(until) - Date.parse(at), MAX_SNOOZE_MS))

/** The hooks that are switched off for an event. The end of a session ends its snoozes. */
export function snoozedFor({ kind, session }: AgentEvent, world: DoorWorld): ReadonlySet<string> {
  const now = world.now()
  const all = allIn(world)
  const isOver = (snooze: Snooze): boolean =>
    !isInForce(snooze, now) || (kind === 'session.end' && snooze.session === session)
  for (const snooze of all) if (isOver(snooze)) end(snooze, world)
  const found = all.filter((snooze) => !isOver(snooze) && [undefined, session].includes(snooze.session))
  return new Set(found.map(({ hook }) => hook))
}

/** Ends the snoozes of a hook, or all of them. */
export function endSnoozes(hook: string | undefined, world: DoorWorld): readonly Snooze[] {
  return snoozesIn(world).filter((snooze) => (hook === undefined || snooze.hook === hook) && end(snooze, world))
}

function allIn({ place, env }: DoorWorld): readonly Snooze[] {
  const key = isTrusted(place, env) ? readSealKey(env) : undefined
  const names = key === undefined ? [] : (attempt(() => readdirSync(snoozeFolder(place))) ?? [])
  return names.flatMap((name) => {
    const text = readText(`${snoozeFolder(place)}/${name}`, MAX_BYTES)
    const record = text === undefined || key === undefined ? undefined : openJson(text, name, key)
    return isSnooze(record) && record.project === place.key && nameOf(record.hook, record.session) === name
      ? [record]
      : []
  })
}

/** True for exactly one of any number of callers. */
function end(snooze: Snooze, world: DoorWorld): boolean {
  const folder = snoozeFolder(world.place)
  if (!takeFile(`${folder}/${nameOf(snooze.hook, snooze.session)}`)) return false
  // An event looks for the folder only, so it goes with the last snooze.
  attempt(() => rmdirSync(folder))
  attempt(() => auditStep({ state: 'snooze-ended', id: snooze.hook }, aboutOf(snooze), world))
  return true
}

const aboutOf = ({ session }: Snooze) => ({ host: 'terminal', ...(session !== undefined && { session }) })

const nameOf = (hook: string, session = ''): string => `${encodeURIComponent(hook)}@${encodeURIComponent(session)}.json`

function isSnooze(record: unknown): record is Snooze {
  return (
    isObject(record) &&
    record['version'] === VERSION &&
    ['project', 'hook', 'at', 'until'].every((field) => typeof record[field] === 'string') &&
    (record['session'] === undefined || typeof record['session'] === 'string')
  )
}
