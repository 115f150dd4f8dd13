import { chained, GENESIS } from '../../packages/runtime/src/audit/store/chain.ts'
import { call, PATHS, type Batch, type Caller, type WireLine } from '../../packages/runtime/src/fleet/index.ts'
import type { Database } from '../../packages/server/src/database/database.ts'
import { migrate } from '../../packages/server/src/database/migrate.ts'
import { MIGRATIONS } from '../../packages/server/src/database/migrations.ts'
import { makePartitions } from '../../packages/server/src/database/partitions.ts'
import { openPostgres } from '../../packages/server/src/database/postgres.ts'
import { rollUp } from '../../packages/server/src/jobs/jobs.ts'
import { overview } from '../../packages/server/src/reads/overview.ts'
import { line } from '../store/support/spool.ts'
import { aTeam } from '../server/support/team.ts'
import { startPostgres, type Postgres } from './support/postgres.ts'

let postgres: Postgres
const opened: Database[] = []

beforeAll(async () => {
  postgres = await startPostgres()
}, 120_000)
afterAll(async () => {
  for (const database of opened) await database.close()
  await postgres.stop()
}, 60_000)

async function connect(url: string): Promise<Database> {
  const database = await openPostgres(url)
  opened.push(database)
  return database
}

const HOUR_MS = 3_600_000
const MACHINES = 20
const BATCHES = 40
const LINES = 5

/** One machine that sends its batches through faults until the server has them all. */
async function shipThroughFaults(caller: Caller, epoch: string, sent: { count: number }): Promise<string> {
  const project = 'github.com/a/b'
  const at = new Date().toISOString()
  let [sequence, hash] = [0, GENESIS.hash]
  const history: Batch[] = []
  for (let number = 0; number < BATCHES; number++) {
    const lines: WireLine[] = Array.from({ length: LINES }, (_, index) => {
      const id = `${epoch}-${number}-${index}`
      return { line: line(id, { at, decision: index === 0 ? 'deny' : 'pass' }), encoding: 'utf8' }
    })
    const previous = hash
    for (const one of lines) hash = chained(hash, one)
    const batch: Batch = {
      chain: { project, epoch },
      level: 'full',
      first: sequence + 1,
      count: LINES,
      previous,
      head: hash,
      lines,
    }
    history.push(batch)
    for (let isDone = false; !isDone;) {
      sent.count += 1
      // A duplicate in flight, one that comes late, and a client that goes away before the answer.
      const late = history[Math.floor(Math.random() * history.length)]
      const others =
        Math.random() < 0.3 ? [call(caller, 'POST', PATHS.ship, batch), call(caller, 'POST', PATHS.ship, late)] : []
      const [answer] = await Promise.all([call(caller, 'POST', PATHS.ship, batch), ...others])
      const head =
        answer.kind === 'refused' && answer.status === 409
          ? (answer.body as { head: { sequence: number; hash: string } }).head
          : undefined
      isDone = answer.kind === 'ok' || (head?.sequence === sequence + LINES && head.hash === hash)
      if (answer.kind === 'refused' && head === undefined) throw new Error(answer.problem)
      if (!isDone) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    sequence += LINES
  }
  return hash
}

describe.each(['directly', 'through PgBouncer'])('the team server on PostgreSQL, %s', (way) => {
  const urlOf = (): string => (way === 'directly' ? postgres.url : postgres.bouncer)

  it('migrates once when several copies start together', async () => {
    const copies = await Promise.all([1, 2, 3, 4].map(() => connect(urlOf())))
    await Promise.all(copies.map((database) => migrate(database)))
    const { rows } = await (copies[0] as Database).query('SELECT count(*) AS number FROM migrations')
    expect(Number(rows[0]?.['number'])).toBe(MIGRATIONS.length)
  })

  it('loses nothing and takes nothing twice, although the database crashes meanwhile', async () => {
    const database = await connect(urlOf())
    await migrate(database)
    await makePartitions(database, Date.now())
    const team = await aTeam({ database, machineLimit: 1_000_000 })
    const callers = await Promise.all(Array.from({ length: MACHINES }, () => team.enrol()))
    const sent = { count: 0 }
    const work = callers.map((caller, index) => shipThroughFaults(caller, `epoch-${index}`, sent))
    const crashes = (async () => {
      for (let time = 0; time < 2; time++) {
        await new Promise((resolve) => setTimeout(resolve, 1_500))
        await postgres.crash()
      }
    })()
    const heads = await Promise.all(work)
    await crashes
    for (const [index, { machine }] of callers.entries()) {
      const { rows } = await database.query(
        `SELECT head_hash, head_sequence, (SELECT sum(number) FROM segments WHERE chain = chains.id) AS kept,
           (SELECT sum(number) FROM decision_tallies WHERE machine = $1) AS counted,
           (SELECT count(*) FROM notable WHERE machine = $1) AS notable FROM chains WHERE machine = $1`,
        [machine],
      )
      const total = String(BATCHES * LINES)
      expect(
        rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]))),
      ).toEqual([
        { head_hash: heads[index], head_sequence: total, kept: total, counted: total, notable: String(BATCHES) },
      ])
    }
    expect(sent.count).toBeGreaterThanOrEqual(MACHINES * BATCHES)
    await rollUp(database)
    const found = await overview(database, Date.now() - 2 * HOUR_MS, Date.now() + HOUR_MS)
    expect(found.counts['deny']).toBeGreaterThanOrEqual(MACHINES * BATCHES)
  })
})

it('is backed up and restored with its own tools', async () => {
  const dump = postgres.tool('pg_dump', ['holdpoint'])
  postgres.tool('createdb', ['restored'])
  postgres.tool('psql', ['-q', '-v', 'ON_ERROR_STOP=1', '-d', 'restored'], dump)
  const heads = async (database: Database) =>
    (await database.query('SELECT machine, project, head_sequence, head_hash FROM chains ORDER BY id')).rows
  const [before, after] = [await connect(postgres.url), await connect(postgres.url.replace(/holdpoint$/, 'restored'))]
  expect(await heads(after)).toEqual(await heads(before))
  expect(await migrate(after)).toBe(MIGRATIONS.length)
  await aTeam({ database: after })
})
