import { join } from 'node:path'
import { chained, GENESIS } from '../../packages/runtime/src/audit/store/chain.ts'
import { call, newKeyPair, PATHS, type Batch, type Caller } from '../../packages/runtime/src/fleet/index.ts'
import { migrate } from '../../packages/server/src/database/migrate.ts'
import { makePartitions } from '../../packages/server/src/database/partitions.ts'
import { openPglite } from '../../packages/server/src/database/pglite.ts'
import { buildApp } from '../../packages/server/src/http/app.ts'
import { rollUp } from '../../packages/server/src/jobs/jobs.ts'
import { makeLink } from '../../packages/server/src/people/links.ts'
import type { Database } from '../../packages/server/src/database/database.ts'
import { line } from '../store/support/spool.ts'
import { launch, type Chromium, type Window } from './support/browser.ts'

const PAGE = join(import.meta.dirname, '../../packages/server/dist/page')
const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script>'

let [database, chromium, window, origin]: [Database, Chromium, Window, string] = [] as never
let app: Awaited<ReturnType<typeof buildApp>>

beforeAll(async () => {
  database = await openPglite()
  await migrate(database)
  await makePartitions(database, Date.now())
  let url = new URL('http://127.0.0.1:1')
  app = await buildApp({
    database,
    team: 'Shop',
    version: '1',
    publicUrl: () => url,
    page: PAGE,
    now: Date.now,
    isReady: () => true,
  })
  url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  origin = url.origin
  chromium = await launch()
  window = await chromium.window()
  const key = await makeLink(database, { purpose: 'admin', lifeMs: 120_000 }, Date.now())
  await window.page.goto(`${origin}/open#${key}`)
  await window.page.getByRole('heading', { name: 'Overview' }).waitFor()
})
afterAll(async () => {
  await chromium.close()
  await app.close()
  await database.close()
})

/** Enrols with the command that the page shows, and sends one refusal. */
async function machine(command: string): Promise<Caller> {
  const token = command.split(' ').at(-1) ?? ''
  const { publicKey, privateKey } = newKeyPair()
  const body = {
    token,
    publicKey,
    name: 'laptop of Ada',
    fingerprint: 'a'.repeat(32),
    level: 'notable',
    version: '1.2.3',
  }
  const answer = await call({ server: origin, machine: 'new', privateKey }, 'POST', PATHS.enrol, body)
  if (answer.kind !== 'ok') throw new Error(answer.problem)
  return { server: origin, machine: (answer.body as { machine: string }).machine, privateKey }
}

async function refuse(caller: Caller): Promise<void> {
  const hooks = [{ id: 'guard/x', decision: 'deny', messageId: 'm', reason: HOSTILE, ms: 1 }]
  const text = line('one', { at: new Date().toISOString(), decision: 'deny', tool: 'Bash', subject: HOSTILE, hooks })
  const entry = { line: text, encoding: 'utf8' as const }
  const chain = { project: 'github.com/a/b', epoch: 'e1' }
  const head = chained(GENESIS.hash, entry)
  const batch: Batch = { chain, level: 'full', first: 1, count: 1, previous: GENESIS.hash, head, lines: [entry] }
  expect(await call(caller, 'POST', PATHS.ship, batch)).toMatchObject({ kind: 'ok' })
  await rollUp(database)
}

it('shows a machine’s first refusal by itself, and runs no script that is in it', async () => {
  const { page } = window
  await page.goto(`${origin}/machines`)
  await page.getByRole('button', { name: 'Make a command' }).click()
  const command = (await page.locator('code', { hasText: 'fleet enrol' }).textContent()) ?? ''
  const caller = await machine(command.trim())
  await page.goto(`${origin}/decisions`)
  await page.getByText('Machines at level figures send counts only').waitFor()
  await refuse(caller)
  await page.getByText('laptop of Ada').waitFor()
  expect(await page.locator('tbody').textContent()).toContain(HOSTILE)
  expect(await page.title()).toBe('Decisions · Shop · Holdpoint')
  expect(await page.locator('main img, main script').count()).toBe(0)
  expect(window.complaints).toEqual([])
  expect(window.requests.every((url) => url.startsWith(origin))).toBe(true)
})

it.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
] as const)('fits, %s, %i wide', async (colorScheme, width) => {
  const { page, context, complaints } = await chromium.window({ colorScheme, width })
  await context.addCookies(await window.context.cookies())
  for (const path of ['/', '/decisions', '/sessions', '/machines', '/alarms', '/team']) {
    await page.goto(origin + path)
    await page.locator('.panel').first().waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), path).toBe(true)
  }
  expect(complaints).toEqual([])
})

it('asks for a password where nobody is signed in, and says that a used link is used', async () => {
  const { page } = await chromium.window()
  await page.goto(origin)
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password').fill('wrong password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('the address or the password is wrong').waitFor()
  await page.goto(`${origin}/open#used`)
  await page.getByText('this link was used or has expired').waitFor()
})
