import { chained } from '../../packages/runtime/src/audit/store/chain.ts'
import { call, newKeyPair, PATHS } from '../../packages/runtime/src/fleet/index.ts'
import type { Database } from '../../packages/server/src/database/database.ts'
import { migrate } from '../../packages/server/src/database/migrate.ts'
import { MIGRATIONS } from '../../packages/server/src/database/migrations.ts'
import { dayOf, makePartitions } from '../../packages/server/src/database/partitions.ts'
import { openPostgres } from '../../packages/server/src/database/postgres.ts'
import { rollUp } from '../../packages/server/src/jobs/jobs.ts'
import { decisions } from '../../packages/server/src/reads/decisions.ts'
import { overview } from '../../packages/server/src/reads/overview.ts'
import { sessions } from '../../packages/server/src/reads/sessions.ts'
import { aTeam } from '../server/support/team.ts'
import { line } from '../store/support/spool.ts'
import { startPostgres, type Postgres } from './support/postgres.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 120_000)
afterAll(() => postgres.stop(), 60_000)

const NOW = Date.now()
const HOUR = Math.floor(NOW / 3_600_000)
const HEAD = 'a'.repeat(64)

/** What the first release left behind: one machine with two decisions of one session. */
async function fill(database: Database, publicKey: string): Promise<void> {
  await makePartitions(database, NOW)
  const at = [HOUR * 3_600_000 + 1, dayOf(NOW)]
  await database.query(
    `INSERT INTO machines (id, name, public_key, fingerprint, level, enrolled_at) VALUES ('m', 'box', $1, 'f', 'full', 0)`,
    [publicKey],
  )
  await database.query(
    `INSERT INTO chains (machine, project, epoch, anchor_sequence, anchor_hash, head_sequence, head_hash, last_at,
       created_at, shipped_at) VALUES ('m', 'github.com/a/b', 'e', 0, '', 2, $1, $2, 0, $2)`,
    [HEAD, at[0] ?? 0],
  )
  await database.query(
    `INSERT INTO notable (day, chain, sequence, machine, project, at, id, decision, event, hooks, trouble, line)
     SELECT $2, id, 2, 'm', project, $1, 'e-2', 'deny', 'Stop', ' a/b ', false, '{}' FROM chains`,
    at,
  )
  await database.query(
    `INSERT INTO decision_tallies VALUES ($1, 'm', 'github.com/a/b', 'deny', 'Stop', '', 0, 1, 1, 1),
       ($1, 'm', 'github.com/a/b', 'pass', 'Stop', '', 0, 1, 1, 1)`,
    [HOUR],
  )
  await database.query(`INSERT INTO hook_tallies VALUES ($1, 'm', 'github.com/a/b', 'a/b', 'x', 'deny', 1)`, [HOUR])
  await database.query(
    `INSERT INTO session_tallies VALUES ($1, 'm', 'github.com/a/b', 's', '', 1, 1, 0, $2, $2),
       ($1, 'm', 'github.com/a/b', 's', 'writer', 1, 0, 0, $2, $2)`,
    [HOUR, at[0] ?? 0],
  )
}

const levels = MIGRATIONS.slice(1).map((_, index) => index + 1)

it.each(levels)('a database of tables %i is brought up to date by copies that start together', async (level) => {
  const name = `upgrade_${level}`
  postgres.tool('createdb', [name])
  const database = await openPostgres(postgres.url.replace(/holdpoint$/, name))
  onTestFinished(() => database.close())
  const { publicKey, privateKey } = newKeyPair()
  await migrate(database, MIGRATIONS.slice(0, 1))
  await fill(database, publicKey)
  await migrate(database, MIGRATIONS.slice(0, level))
  await Promise.all([migrate(database), migrate(database), migrate(database)])
  await rollUp(database)

  const [since, until] = [NOW - 7_200_000, NOW + 7_200_000]
  expect(await overview(database, since, until)).toMatchObject({
    decisions: 2,
    counts: { deny: 1, pass: 1 },
    sessions: 1,
    machines: 1,
    hooks: [{ name: 'a/b', count: 1 }],
    projects: [{ name: 'github.com/a/b', detail: '1 machine', count: 2 }],
  })
  expect(await sessions(database, since, until)).toMatchObject([
    { session: 's', machineName: 'box', decisions: 2, refused: 1, agents: ['writer'] },
  ])
  expect((await decisions(database, {})).rows).toMatchObject([{ id: 'e-2', decision: 'deny' }])

  // The machine goes on where it was.
  const team = await aTeam({ database })
  const next = { line: line('e-3', { at: new Date(NOW).toISOString() }), encoding: 'utf8' as const }
  const batch = {
    chain: { project: 'github.com/a/b', epoch: 'e' },
    level: 'full',
    first: 3,
    count: 1,
    previous: HEAD,
    head: chained(HEAD, next),
    lines: [next],
  }
  const caller = { server: team.url, machine: 'm', privateKey }
  expect(await call(caller, 'POST', PATHS.ship, batch)).toMatchObject({ kind: 'ok', body: { head: { sequence: 3 } } })
  await rollUp(database)
  expect(await overview(database, since, until)).toMatchObject({ decisions: 3 })
})

it('reads a bounded number of lines for a text, and goes on from there', async () => {
  postgres.tool('createdb', ['searched'])
  const database = await openPostgres(postgres.url.replace(/holdpoint$/, 'searched'))
  onTestFinished(() => database.close())
  await migrate(database)
  await makePartitions(database, NOW)
  await database.query(
    `INSERT INTO machines (id, name, public_key, fingerprint, level, enrolled_at) VALUES ('m', 'box', 'k', 'f', 'full', 0)`,
  )
  await database.query(
    `INSERT INTO notable (day, chain, sequence, machine, project, at, id, decision, hooks, trouble, line)
     SELECT $1, 1, n, 'm', 'p', n, 'e-' || n, 'deny', '', false, CASE WHEN n % 15000 = 0 THEN 'Needle' ELSE 'hay' END
     FROM generate_series(1, 45000) AS n`,
    [dayOf(NOW)],
  )
  const found: (readonly string[])[] = []
  for (let cursor: string | undefined, page = 0; page === 0 || cursor !== undefined; page++) {
    const { rows, next } = await decisions(database, { text: 'needle', cursor })
    found.push(rows.map(({ id }) => id))
    cursor = next
  }
  expect(found).toEqual([['e-45000', 'e-30000'], ['e-15000'], []])
})
