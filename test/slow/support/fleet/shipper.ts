import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { entryOf } from '../../../../packages/runtime/src/audit/entries.ts'
import { chained, GENESIS } from '../../../../packages/runtime/src/audit/store/chain.ts'
import type { Entry } from '../../../../packages/runtime/src/audit/store/log.ts'
import {
  call,
  newKeyPair,
  PATHS,
  ship,
  type Enrolment,
  type Level,
  type ShipResult,
} from '../../../../packages/runtime/src/fleet/index.ts'
import type { Database } from '../../../../packages/server/src/database/database.ts'
import { makeLink } from '../../../../packages/server/src/people/links.ts'

export const PROJECT = 'github.com/example/project'

/** A machine with an audit in memory, which the real client ships. */
export interface Shipper {
  readonly enrolment: Enrolment
  readonly entries: readonly Entry[]
  grow(lines: readonly string[]): void
  go(): Promise<ShipResult>
  loseCursor(): void
}

/** Enrols at `server` as `holdpoint fleet enrol` does; the token is made in its database. */
export async function enrolAt(server: string, database: Database, name: string, level: Level): Promise<Enrolment> {
  const { publicKey, privateKey } = newKeyPair()
  const token = await makeLink(database, { purpose: 'enrol', lifeMs: 3_600_000 }, Date.now())
  const fingerprint = Buffer.from(name.padEnd(16, '.').slice(-16)).toString('hex')
  const wanted = { token, publicKey, name, fingerprint, level, version: '0.0.0' }
  const answer = await call({ server, machine: 'new', privateKey }, 'POST', PATHS.enrol, wanted)
  if (answer.kind !== 'ok') throw new Error(answer.problem)
  const { machine } = answer.body as { machine: string }
  return { server, machine, privateKey, level, name, team: 'team', enrolledAt: 0 }
}

export function aShipper(enrolment: Enrolment, folder: string): Shipper {
  const entries: Entry[] = []
  const directory = join(folder, enrolment.machine)
  mkdirSync(directory, { recursive: true })
  const link = ({ sequence, hash } = entries.at(-1) ?? GENESIS) => ({ sequence, hash })
  const store = {
    state: async () => ({ epoch: enrolment.machine, anchor: GENESIS, head: link(), cursors: [] }),
    page: async (after: number, limit: number) => entries.slice(after, after + limit),
  }
  return {
    enrolment,
    entries,
    grow(lines) {
      for (const line of lines) {
        const { sequence, hash } = link()
        const { hooks: _, ...entry } = entryOf(line, '')
        entries.push({ ...entry, sequence: sequence + 1, hash: chained(hash, entry), chainedAt: 0 })
      }
    },
    go: () => ship({ store, directory, root: '/', project: PROJECT, enrolment, now: Date.now, deadline: Infinity }),
    loseCursor: () => rmSync(join(directory, 'fleet.json'), { force: true }),
  }
}
