import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../packages/server/src/database/database.ts'
import { migrate } from '../../packages/server/src/database/migrate.ts'
import { makePartitions } from '../../packages/server/src/database/partitions.ts'
import { openPostgres } from '../../packages/server/src/database/postgres.ts'

import { aDirectory } from '../process/support/temporary.ts'
import { aTeam, type Team } from '../server/support/team.ts'
import { line } from '../store/support/spool.ts'
import { aShipper, enrolAt } from './support/fleet/shipper.ts'
import { asOther, startPostgres, type Postgres } from './support/postgres.ts'
import { aSmallDisk } from './support/small-disk.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 120_000)
afterAll(() => postgres.stop(), 60_000)

const psql = (...statements: readonly string[]): void => {
  for (const statement of statements) postgres.tool('psql', ['-q', '-d', 'holdpoint', '-c', statement])
}

interface Trouble {
  begin(): Promise<void> | void
  end(): Promise<void> | void
}

const readOnly = (): Trouble => {
  const set = (value: string) => () =>
    psql(`ALTER SYSTEM SET default_transaction_read_only = ${value}`, 'SELECT pg_reload_conf()')
  return { begin: set('on'), end: set('off') }
}

/** Tables and indexes are on a disk of their own, which has no byte left. */
const full = (): Trouble => {
  const outer = aDirectory().path
  chmodSync(outer, 0o755)
  const path = join(outer, 'small')
  mkdirSync(path)
  const disk = aSmallDisk(path)
  const space = join(path, 'space')
  mkdirSync(space)
  if (asOther.uid !== undefined) for (const place of [path, space]) chownSync(place, asOther.uid, asOther.gid)
  psql(`CREATE TABLESPACE small LOCATION '${space}'`, 'ALTER TABLE changed_hours SET TABLESPACE small')
  onTestFinished(() => psql('ALTER TABLE changed_hours SET TABLESPACE pg_default', 'DROP TABLESPACE small'))
  return { begin: () => disk.fillUpTo(0), end: () => disk.clear() }
}

/** A statement of somebody else holds the table. */
const slow = (database: Database): Trouble => {
  let release: () => void = () => undefined
  let held: Promise<void> = Promise.resolve()
  return {
    begin: () =>
      new Promise((ready) => {
        held = database.transaction(async (sql) => {
          await sql.query('LOCK TABLE chains IN ACCESS EXCLUSIVE MODE')
          ready()
          await new Promise<void>((resolve) => (release = resolve))
        })
      }),
    async end() {
      release()
      await held
    },
  }
}

const ready = async ({ url }: Team) => {
  const response = await fetch(`${url}/readyz`)
  return [response.status, await response.json()]
}

describe.each(['read-only', 'full', 'slow', 'gone'] as const)('a database that is %s', (kind) => {
  it('loses nothing: the machine keeps its lines, the page says so, and all arrives later, once', async () => {
    const [database, other] = [await openPostgres(postgres.url), await openPostgres(postgres.url)]
    onTestFinished(async () => void (await Promise.all([database.close(), other.close()])))
    await migrate(database)
    await makePartitions(database, Date.now())
    const team = await aTeam({ database })
    const machine = aShipper(await enrolAt(team.url, database, kind, 'full'), aDirectory().path)
    machine.grow([line('e-0'), line('e-1')])
    expect(await machine.go()).toEqual({ sent: 2, left: 0 })
    const live = await liveOf(team)

    const trouble = {
      'read-only': readOnly,
      full,
      slow: () => slow(other),
      gone: () => ({ begin: postgres.down, end: postgres.up }),
    }[kind]()
    await trouble.begin()
    // As many as fill what a table has in reserve.
    let serial = 2
    let result = { sent: 1, left: 0 } as Awaited<ReturnType<typeof machine.go>>
    for (let round = 0; round < 2_000 && result.problem === undefined; round++) {
      machine.grow([line(`e-${serial++}`)])
      result = await machine.go()
    }
    expect(result).toMatchObject({ left: 1, problem: expect.stringMatching(/503|cannot be reached/) })
    if (kind !== 'slow') {
      expect(await ready(team)).toEqual(
        kind === 'gone' ? [503, { ok: false, writes: false }] : [200, { ok: true, writes: false }],
      )
      expect(await live.next('late')).toBe('late')
    }
    await trouble.end()

    machine.grow([line(`e-${serial++}`)])
    for (let tries = 0; tries < 100 && result.left + (result.problem === undefined ? 0 : 1) > 0; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      result = await machine.go()
    }
    expect(result.left).toBe(0)
    expect(await ready(team)).toEqual([200, { ok: true, writes: true }])
    expect(await live.next('changed')).toBe('changed')
    const { rows } = await database.query(
      `SELECT head_sequence, head_hash, (SELECT sum(number) FROM segments WHERE chain = chains.id) AS kept,
         (SELECT sum(number) FROM decision_tallies WHERE machine = $1) AS counted FROM chains WHERE machine = $1`,
      [machine.enrolment.machine],
    )
    expect(
      rows.map((row) => [Number(row['head_sequence']), row['head_hash'], Number(row['kept']), Number(row['counted'])]),
    ).toEqual([[serial, machine.entries.at(-1)?.hash, serial, serial]])
    expect(machine.entries).toHaveLength(serial)
  }, 120_000)
})

/** The events that an open page gets. */
async function liveOf(team: Team): Promise<{ next(wanted: string): Promise<string> }> {
  const end = new AbortController()
  onTestFinished(() => end.abort())
  const { host: _, ...headers } = await team.person('viewer')
  const { body } = await fetch(`${team.url}/api/live`, { headers, signal: end.signal })
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  return {
    async next(wanted) {
      for (;;) {
        const at = text.indexOf(`event: ${wanted}\n`)
        if (at !== -1) {
          text = text.slice(at + 1)
          return wanted
        }
        const { value, done } = await reader.read()
        if (done) return 'closed'
        text += Buffer.from(value).toString('utf8')
      }
    },
  }
}
