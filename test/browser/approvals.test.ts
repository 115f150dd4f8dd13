import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shortId } from '../../packages/engine/src/index.ts'
import { grantCall, pendingApprovals, revokeGrant } from '../../packages/runtime/src/index.ts'
import { placeOf } from '../../packages/runtime/src/system/index.ts'
import { launch, loaded, type Chromium, type Window } from './support/browser.ts'
import { startDashboard, type Dashboard } from './support/dashboard.ts'
import { aProject, type Project } from './support/project.ts'

let project: Project
let dashboard: Dashboard
let chromium: Chromium

const [USED, REVOKED, OPEN, WAITING] = ['one', 'two', 'three', 'four'].map(
  (branch) => `git push --force origin main ${branch}`,
) as [string, string, string, string]

/** The user in a terminal, which a test does not have. */
const world = () => ({ place: placeOf(project.path, project.env), env: project.env, now: () => new Date() })

function idOf(command: string): string {
  const request = pendingApprovals(world()).requests.find(({ input }) => input === command)
  if (request === undefined) throw new Error(`${command} does not wait`)
  return shortId(request.id)
}

beforeAll(async () => {
  project = aProject()
  for (const command of [USED, REVOKED, OPEN, WAITING]) await project.bash(command)
  const [used, revoked, open] = [USED, REVOKED, OPEN].map(idOf) as [string, string, string]
  grantCall(used, 'terminal', world())
  await project.bash(USED)
  grantCall(revoked, 'prompt', world(), 's1')
  revokeGrant(revoked, world())
  grantCall(open, 'prompt', world(), 's1')
  dashboard = await startDashboard(project)
  chromium = await launch()
})

afterAll(async () => {
  await chromium.close()
  await dashboard.stop()
  project.dispose()
})

async function at(path: string): Promise<Window> {
  const window = await chromium.window()
  onTestFinished(() => window.context.close())
  await dashboard.letIn(window.page)
  await window.page.goto(dashboard.origin + path)
  await loaded(window.page)
  return window
}

const panel = ({ page }: Window, title: string) =>
  page.locator('.panel', { has: page.getByRole('heading', { name: title }) })

describe('approvals', () => {
  it('lists the calls that wait, with the command for each', async () => {
    const window = await at('/approvals')
    const waiting = panel(window, 'Refused calls that you can allow once')
    expect(await waiting.locator('pre').allInnerTexts()).toEqual([WAITING])
    expect(await waiting.locator('.command code').allInnerTexts()).toContain(`holdpoint allow ${idOf(WAITING)}`)
    const badge = window.page.getByRole('navigation', { name: 'Pages' }).locator('.badge')
    expect(await badge.innerText()).toBe('1')
  })

  it('lists open grants: who gave them, until when, where they count', async () => {
    const open = panel(await at('/approvals'), 'Open grants')
    expect(await open.locator('pre').allInnerTexts()).toEqual([OPEN])
    const text = await open.innerText()
    expect(text).toContain('typed in the session')
    expect(text).toMatch(/expires\n\d\d:\d\d:\d\d/)
    expect(text).toMatch(/only in session\ns1/)
    expect(text).toMatch(/holdpoint allow --revoke \w+/)
  })

  it('has the history of grants, step by step', async () => {
    const rows = panel(await at('/approvals'), 'History').locator('tbody tr')
    const texts = await rows.allInnerTexts()
    const of = (command: string): string => texts.find((text) => text.includes(command)) ?? ''
    expect(of(USED)).toMatch(/used[\s\S]*refused[\s\S]*allowed once, in a terminal[\s\S]*used/)
    expect(of(REVOKED)).toMatch(/revoked[\s\S]*allowed once, typed in the session[\s\S]*revoked/)
    expect(of(OPEN)).toContain('allowed once, typed in the session')
    expect(of(WAITING)).toBe('')
  })

  it('marks them in the timeline and at the decision', async () => {
    const { page } = await at('/timeline')
    await page
      .locator('.rows .kind', { hasText: /^used$/ })
      .first()
      .waitFor()
    await page.goto(`${dashboard.origin}/decision/${idOf(WAITING)}`)
    await loaded(page)
    expect(await page.locator('.command code').allInnerTexts()).toContain(`holdpoint allow ${idOf(WAITING)}`)
  })

  it('can be allowed by no request to the dashboard', async () => {
    const { page } = await at('/approvals')
    const id = idOf(WAITING)
    const before = stored()
    const answers = await page.evaluate(
      async ([wanted, paths, methods]) =>
        Promise.all(
          paths.flatMap((path) =>
            methods.map(async (method) => {
              const response = await fetch(path.replace('<id>', wanted), { method })
              return `${method} ${path} ${response.status}`
            }),
          ),
        ),
      [
        id,
        ['/api/approvals', '/api/approvals/<id>', '/api/allow?id=<id>', '/api/pending', '/api/decisions/<id>', '/open'],
        ['POST', 'PUT', 'PATCH', 'DELETE'],
      ] as const,
    )
    expect(answers.filter((answer) => !answer.endsWith(' 405'))).toEqual([])
    for (const path of ['/api/approvals', `/api/approvals?allow=${id}`, '/api/pending', `/api/allow?id=${id}`])
      await page.evaluate((address) => fetch(address).then((response) => response.text()), path)
    expect(await page.locator('main button').allInnerTexts()).toEqual(
      (await page.locator('main button').allInnerTexts()).map(() => 'Copy'),
    )
    expect(stored()).toEqual(before)
  })

  it('has a server that cannot give, use or revoke a grant', () => {
    const folder = join(import.meta.dirname, '../../packages/dashboard/server')
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
    const found = sources.filter((name) =>
      /\b(?:grantCall|revokeGrant|addSnooze|endSnoozes|openApprovalStore)\b/.test(
        readFileSync(join(folder, name), 'utf8'),
      ),
    )
    expect(sources.length).toBeGreaterThan(20)
    expect(found).toEqual([])
  })
})

/** Every file of requests and grants. */
function stored(): readonly string[] {
  const { directory } = world().place
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.startsWith('approvals'))
}
