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
import { personOf } from '../../packages/server/src/people/people.ts'
import { openOidc } from '../../packages/server/src/people/oidc.ts'
import { signIn } from '../../packages/server/src/people/sign-ins.ts'
import { aBatch } from '../server/support/batch.ts'
import { settingsFor, startProvider } from '../server/support/provider.ts'
import { aTeam } from '../server/support/team.ts'
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

it('shows hostile names as text on every page', async () => {
  const name = `<img src=x onerror="document.title=3">`
  const { publicKey, privateKey } = newKeyPair()
  const token = await makeLink(database, { purpose: 'enrol', lifeMs: 60_000, label: HOSTILE }, Date.now())
  const body = { token, publicKey, name, fingerprint: 'b'.repeat(32), level: 'full', version: HOSTILE }
  const answer = await call({ server: origin, machine: 'new', privateKey }, 'POST', PATHS.enrol, body)
  if (answer.kind !== 'ok') throw new Error(answer.problem)
  const { machine: id } = answer.body as { machine: string }
  const caller = { server: origin, machine: id, privateKey }
  const hooks = [{ id: HOSTILE, decision: 'deny', messageId: HOSTILE, reason: HOSTILE, ms: 1 }]
  const fields = { decision: 'deny', tool: HOSTILE, session: HOSTILE, agent: HOSTILE, subject: HOSTILE, hooks }
  const batch = aBatch([fields], name.replaceAll(' ', '/'))
  expect(await call(caller, 'POST', PATHS.ship, batch)).toMatchObject({ kind: 'ok' })
  const life = {
    chain: batch.chain,
    anchor: { sequence: 0, hash: '0'.repeat(64) },
    head: { sequence: 1, hash: batch.head },
    shipped: 1,
    hosts: [HOSTILE],
    hooks: [HOSTILE],
    policy: HOSTILE,
    drift: true,
  }
  const beat = {
    version: HOSTILE,
    build: 'b',
    level: 'full',
    at: Date.now(),
    daemon: 'running',
    lost: 0,
    projects: [life],
  }
  expect(await call(caller, 'POST', PATHS.heartbeat, beat)).toMatchObject({ kind: 'ok' })
  await rollUp(database)
  const { page, context, complaints } = await chromium.window({ width: 390 })
  await context.addCookies(await window.context.cookies())
  for (const path of ['/', '/decisions', '/sessions', '/machines', `/machines/${id}`, '/alarms']) {
    await page.goto(origin + path)
    await page.getByText('onerror=').first().waitFor()
    expect(await page.title(), path).toContain('· Shop · Holdpoint')
    expect(await page.locator('main img, main script').count(), path).toBe(0)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), path).toBe(true)
  }
  expect(complaints).toEqual([])
})

it('gives a row of decisions the whole width of a phone', async () => {
  const { page, context } = await chromium.window({ width: 390 })
  await context.addCookies(await window.context.cookies())
  await page.goto(`${origin}/decisions`)
  const cell = page.locator('table.cards tbody td').last()
  await cell.waitFor()
  expect((await cell.boundingBox())?.width).toBeGreaterThan(300)
})

it.each([
  ['viewer', 0, 0],
  ['auditor', 4, 1],
] as const)('a %s sees what the role allows', async (role, exports, team) => {
  const { page, context } = await chromium.window()
  const { rows } = await database.query(
    `INSERT INTO people (id, email, name, role, created_at) VALUES ($1, $1, $1, $1, 0) RETURNING *`,
    [role],
  )
  const { secret } = await signIn(database, personOf(rows[0] ?? {}), Date.now())
  await context.addCookies([{ name: 'holdpoint_team', value: secret, url: origin }])
  await page.goto(`${origin}/decisions`)
  await page.locator('table.cards').waitFor()
  expect(await page.locator('.exports a').count()).toBe(exports)
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Team' }).count()).toBe(team)
  await page.goto(`${origin}/machines`)
  await page.getByText('Machines of the team').waitFor()
  expect(await page.getByRole('button', { name: 'Make a command' }).count()).toBe(0)
})

it('signs in at an identity provider of another site, and says why not', async () => {
  // A free port, because the provider must know the address of the server before it starts.
  const probe = await aTeam({ database })
  const own = probe.url
  await probe.app.close()
  // Another name than the server's: for the browser, another site.
  const provider = await startProvider(() => `${own}/sign-in/oidc`, 0, 'localhost')
  onTestFinished(provider.close)
  const oidc = openOidc(settingsFor(provider, { domains: ['example.com'] }))
  await aTeam({ database, oidc, page: PAGE, port: Number(new URL(own).port) })
  const { page, complaints } = await chromium.window()
  provider.account = { sub: 'eve', email: 'eve@example.com', email_verified: false }
  await page.goto(own)
  await page.getByRole('link', { name: 'Sign in with your organization' }).click()
  await page.getByText('has not verified your email address').waitFor()
  provider.account = { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada of OIDC' }
  await page.context().clearCookies({ domain: 'localhost' })
  await page.getByRole('link', { name: 'Sign in with your organization' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.getByText('Ada of OIDC').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Password').waitFor()
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
