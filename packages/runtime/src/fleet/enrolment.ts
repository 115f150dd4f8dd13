import { createHash } from 'node:crypto'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { attempt, isObject, UserError, type Env } from '@holdpoint/engine'
import { readText } from '../system/files/read.ts'
import { ensurePrivateDirectory, removeFile, writeAtomic } from '../system/files/write.ts'
import { stateHome } from '../system/state/place.ts'
import { LEVELS, type Level } from './wire.ts'

/** This machine's membership in a team, one per user. */
export interface Enrolment {
  readonly server: string
  readonly machine: string
  readonly team: string
  readonly name: string
  readonly level: Level
  readonly privateKey: string
  readonly enrolledAt: number
}

const fleetDirectory = (home: string): string => join(home, 'fleet')
export const enrolmentFile = (home: string): string => join(fleetDirectory(home), 'machine.json')

/** Undefined: not enrolled. Throws when the file is there and cannot be used. */
export function readEnrolment(env: Env): Enrolment | undefined {
  return enrolmentIn(stateHome(env))
}

export function enrolmentIn(home: string): Enrolment | undefined {
  const text = readText(enrolmentFile(home))
  if (text === undefined) return undefined
  const value = attempt(() => JSON.parse(text) as unknown)
  if (isEnrolment(value)) return value
  throw new UserError(`${enrolmentFile(home)} is damaged; enrol this machine again.`)
}

export function writeEnrolment(env: Env, enrolment: Enrolment): void {
  const home = stateHome(env)
  ensurePrivateDirectory(home)
  ensurePrivateDirectory(fleetDirectory(home))
  writeAtomic(enrolmentFile(home), `${JSON.stringify(enrolment, null, 2)}\n`)
}

export const removeEnrolment = (env: Env): void => removeFile(enrolmentFile(stateHome(env)))

/** Tells two enrolments of one user on one machine without revealing either. */
export function fingerprint(): string {
  const id = readText('/etc/machine-id') ?? ''
  const user = attempt(() => userInfo().username) ?? ''
  return createHash('sha256').update(`holdpoint\n${hostname()}\n${user}\n${id}`).digest('hex').slice(0, 32)
}

function isEnrolment(value: unknown): value is Enrolment {
  if (!isObject(value)) return false
  const texts = ['server', 'machine', 'team', 'name', 'privateKey'].every((name) => typeof value[name] === 'string')
  return texts && LEVELS.some((level) => level === value['level']) && typeof value['enrolledAt'] === 'number'
}
