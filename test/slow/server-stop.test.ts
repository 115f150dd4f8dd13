import { join } from 'node:path'
import { openPostgres } from '../../packages/server/src/database/postgres.ts'
import { aDirectory } from '../process/support/temporary.ts'
import { line } from '../store/support/spool.ts'
import { startServer } from './support/fleet/server-process.ts'
import { aShipper, enrolAt } from './support/fleet/shipper.ts'
import { startPostgres, type Postgres } from './support/postgres.ts'

const ROOT = join(import.meta.dirname, '../..')
let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 120_000)
afterAll(() => postgres.stop(), 60_000)

it('starts in several copies at once on an empty database, and each of them works', async () => {
  const copies = await Promise.all([1, 2, 3].map(() => startServer(ROOT, { database: postgres.url })))
  onTestFinished(async () => void (await Promise.all(copies.map((copy) => copy.stop()))))
  for (const { url } of copies) {
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true })
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ ok: true, writes: true })
  }
})

it('answers what runs when it is stopped, ends pages that are open, and exits with 0', async () => {
  const [server, database] = [await startServer(ROOT, { database: postgres.url }), await openPostgres(postgres.url)]
  onTestFinished(() => database.close())
  onTestFinished(() => server.kill())
  const machine = aShipper(await enrolAt(server.url, database, 'stopping', 'full'), aDirectory().path)
  const key = /open#(\S+)/.exec(server.greeting)?.[1]
  const opened = await fetch(`${server.url}/api/open`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  })
  const cookie = (opened.headers.get('set-cookie') ?? '').replace(/;.*/, '')
  const page = await fetch(`${server.url}/api/live`, { headers: { cookie } })
  expect(page.status).toBe(200)

  machine.grow([line('e-0')])
  // The batch waits for the table while the server is told to stop.
  let release: () => void = () => undefined
  const sent: ReturnType<typeof machine.go>[] = []
  const held = database.transaction(async (sql) => {
    await sql.query('LOCK TABLE chains IN ACCESS EXCLUSIVE MODE')
    sent.push(machine.go())
    await new Promise<void>((resolve) => (release = resolve))
  })
  await waiting(database)
  const stopped = server.stop()
  await fetch(`${server.url}/readyz`).then(
    async (answer) => expect(answer.status).toBe(503),
    () => undefined,
  )
  release()
  await held
  expect(await Promise.all(sent)).toEqual([{ sent: 1, left: 0 }])
  await page.text()
  expect(await stopped).toBe(0)
})

/** Until a statement waits for a lock. */
async function waiting(database: Awaited<ReturnType<typeof openPostgres>>): Promise<void> {
  for (;;) {
    const { rows } = await database.query(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)
    if (rows.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
