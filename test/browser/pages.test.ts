import { startDashboard, type Dashboard } from './support/dashboard.ts'
import { launch, loaded, type Chromium, type Window } from './support/browser.ts'
import { aBusyDay, aProject, type Project } from './support/project.ts'

let project: Project
let dashboard: Dashboard
let chromium: Chromium

beforeAll(async () => {
  project = aProject()
  await aBusyDay(project)
  dashboard = await startDashboard(project)
  chromium = await launch()
})

afterAll(async () => {
  await chromium.close()
  await dashboard.stop()
  project.dispose()
})

/** A window that was let in and then went to a page. */
async function at(path: string): Promise<Window> {
  const window = await chromium.window()
  await dashboard.letIn(window.page)
  await window.page.goto(dashboard.origin + path)
  await loaded(window.page)
  onTestFinished(() => window.context.close())
  return window
}

const json = async (...words: readonly string[]): Promise<unknown> =>
  JSON.parse((await project.holdpoint(...words, '--json')).stdout)

/** Lines of JSON, as `holdpoint log --json` writes them. */
const logged = async (...words: readonly string[]): Promise<readonly Logged[]> =>
  (await project.holdpoint('log', ...words, '--json')).stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Logged)

interface Logged {
  readonly id: string
  readonly subject?: string
}

/** The ids of the decisions on the page, in their order. */
const shown = async ({ page }: Window): Promise<readonly string[]> => {
  const links = await page.locator('.rows a[data-row]').all()
  const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')))
  return hrefs.map((href) => decodeURIComponent(href?.split('/').at(-1) ?? ''))
}

describe('the overview', () => {
  it('tells first whether it is alive', async () => {
    const { page } = await at('/')
    const texts = await page.locator('main section').allInnerTexts()
    expect(texts[0]).toContain('Alive: hooks reach Holdpoint')
    expect(texts[0]).toMatch(/The last event was judged (just now|\d+ (s|min) ago)/)
  })

  it('has the figures of `holdpoint report`', async () => {
    const report = (await json('report')) as {
      decisions: number
      prevented: number
      hooks: { name: string }[]
      reasons: { name: string }[]
    }
    const { page } = await at('/')
    const tiles = await page.locator('.tiles b').allInnerTexts()
    expect(tiles.slice(0, 2)).toEqual([String(report.decisions), String(report.prevented)])
    const panel = (title: string): Promise<string[]> =>
      page
        .locator('.panel', { has: page.getByRole('heading', { name: title }) })
        .locator('a[data-row]')
        .allInnerTexts()
    expect(await panel('Most often, by hook')).toEqual(report.hooks.slice(0, 6).map(({ name }) => name))
    expect(await panel('Top reasons')).toEqual(report.reasons.slice(0, 6).map(({ name }) => name))
  })

  it('names what perhaps was a false alarm', async () => {
    const { falseAlarms } = (await json('report')) as { falseAlarms: { how: string; refused: { subject: string } }[] }
    expect(falseAlarms.map(({ how }) => how)).toContain('retried')
    const { page } = await at('/')
    const alarms = await page.locator('.alarm').allInnerTexts()
    expect(alarms.length).toBe(falseAlarms.length)
    for (const [index, { how, refused }] of falseAlarms.entries()) {
      expect(alarms[index]).toContain(refused.subject)
      expect(alarms[index]).toContain(how === 'approved' ? 'You said yes' : 'Then it went through')
    }
  })

  it('says that it is waiting, and what is wrong when there is no answer', async () => {
    const { page } = await at('/state')
    let answer = (): void => undefined
    await page.route('**/api/overview*', async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      const error = { what: 'The audit database is busy.', fix: 'Wait a moment; the page asks again by itself.' }
      await route.fulfill({ status: 503, json: { error } })
    })
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByText('Reading the audit …').waitFor()
    answer()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).toBe('The audit database is busy.\n\nWait a moment; the page asks again by itself.')
    await page.unroute('**/api/overview*')
    // It asks again by itself.
    await page.locator('.tiles').waitFor()
  })

  it('plots what was decided and how long it took, and has the figures as a table', async () => {
    const { page } = await at('/')
    await page.locator('.plot canvas').nth(2).waitFor()
    expect(await page.getByRole('img', { name: /^Bars over time: deny \d+/ }).count()).toBe(1)
    await page.getByText('The figures as a table').click()
    expect(await page.locator('.figures tbody tr').count()).toBeGreaterThan(0)
  })
})

describe('the timeline', () => {
  it('has the decisions of `holdpoint log`, newest first', async () => {
    const ids = (await logged()).map(({ id }) => id).toReversed()
    const window = await at('/timeline')
    await expect.poll(() => shown(window)).toEqual(ids)
  })

  it('is filtered by its address, and the back button takes the filter back', async () => {
    const denied = (await logged('--decision', 'deny')).map(({ id }) => id).toReversed()
    const all = (await logged()).map(({ id }) => id).toReversed()
    const window = await at('/timeline?decision=deny')
    const { page } = window
    await expect.poll(() => shown(window)).toEqual(denied)
    await page.getByRole('link', { name: 'all', exact: true }).click()
    await expect.poll(() => shown(window)).toEqual(all)
    expect(new URL(page.url()).search).toBe('')
    await page.goBack()
    await expect.poll(() => shown(window)).toEqual(denied)
    const pushes = (await logged('--decision', 'deny', '--hook', 'guard/no-force-push'))
      .map(({ id }) => id)
      .toReversed()
    await page.getByLabel('Hook').selectOption('guard/no-force-push')
    await expect.poll(() => shown(window)).toEqual(pushes)
    expect(new URL(page.url()).searchParams.get('hook')).toBe('guard/no-force-push')
    await page.reload()
    await expect.poll(() => shown(window)).toEqual(pushes)
  })

  it('is searched from everywhere', async () => {
    const window = await at('/state')
    await window.page.keyboard.press('/')
    await window.page.keyboard.type('reset --hard')
    await window.page.keyboard.press('Enter')
    await expect.poll(() => new URL(window.page.url()).search).toBe('?q=reset+--hard')
    await expect.poll(async () => (await shown(window)).length).toBe(1)
    await window.page.getByRole('link', { name: /Remove the filter q/ }).click()
    await expect.poll(async () => (await shown(window)).length).toBeGreaterThan(5)
  })

  it('says what to do when nothing is like that', async () => {
    const { page } = await at('/timeline?q=nobody-ever-wrote-this')
    await page.getByText('No decision is like that').waitFor()
    expect(await page.locator('.command code').innerText()).toBe('holdpoint log')
  })

  it('explains an address that makes no sense', async () => {
    const { page } = await at('/timeline?since=never')
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).toMatch(/never/)
  })
})

describe('a decision', () => {
  it('tells what `holdpoint why` tells', async () => {
    const id = (await logged()).find(({ subject }) => subject === 'git push --force origin main')?.id ?? ''
    const told = (await json('why', id)) as {
      hooks: { id: string; reason?: string; messageId?: string; decision: string }[]
      told: { stdout: string }
      settings: { hook: string; options: { option: string; value: unknown; origin: string }[] }[]
      subject: string
      digest: string
      session: string
      sequence: number
    }
    const text = (await project.holdpoint('why', id)).stdout
    const { page } = await at(`/decision/${encodeURIComponent(id)}`)
    await page.getByText(/^What holdpoint why \S+ prints$/).click()
    const block = (label: string): Promise<string> => page.getByRole('region', { name: label }).innerText()
    const ageless = (prints: string): string => prints.replace(/\([^()]* ago\)|\(just now\)/, '').trim()
    expect(ageless(await block('What holdpoint why prints'))).toBe(ageless(text))

    // And the page tells the same in its own words.
    expect(await block('The command or the file')).toBe(told.subject)
    expect(await block('Standard output')).toBe(told.told.stdout.trim())
    const does = /\nWhat it does\n([\s\S]*?)\n\n/.exec(text)?.[1] ?? ''
    expect(does).not.toBe('')
    expect((await block('What the command does')).split('\n').map((line) => line.trim())).toEqual(
      does.split('\n').map((line) => line.trim()),
    )
    const all = await page.locator('main').innerText()
    for (const { id: hook, reason = '', messageId = '', decision } of told.hooks) {
      for (const part of [hook, messageId, decision, ...reason.split('\n')]) expect(all).toContain(part)
    }
    for (const { hook, options } of told.settings) {
      const panel = await page
        .locator('.panel', { has: page.getByRole('heading', { name: `${hook} now` }) })
        .innerText()
      for (const { option, value, origin } of options) {
        expect(panel).toContain(option)
        expect(panel).toContain(typeof value === 'string' ? value : JSON.stringify(value))
        expect(panel).toContain(`(${origin})`)
      }
    }
    for (const fact of [id, told.session, told.digest, 'the main one', `entry ${told.sequence}`])
      expect(all).toContain(fact)
    expect(all).toContain('holdpoint explain guard/no-force-push')
  })

  it('says so when there is none', async () => {
    const window = await chromium.window()
    onTestFinished(() => window.context.close())
    await dashboard.letIn(window.page)
    await window.page.goto(`${dashboard.origin}/decision/nonsense`)
    expect(await window.page.getByRole('alert').innerText()).toMatch(/no decision/i)
  })
})

describe('the other pages', () => {
  it('shows sessions and their agents as a tree', async () => {
    const { page } = await at('/sessions')
    const tree = page.locator('.tree > li')
    expect(await tree.locator('> .node a').allInnerTexts()).toEqual(['s2', 's1'])
    const agents = tree.filter({ hasText: 's1' }).locator('ul li')
    expect((await agents.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(['the main one', 'a1'])
    await page.getByRole('link', { name: 'a1', exact: true }).click()
    await expect.poll(() => page.url()).toMatch(/session=s1&agent=a1/)
  })

  it('shows hooks with level, runs and times, and one of them with what changes it', async () => {
    const { page } = await at('/hooks')
    const row = page.locator('tr', { has: page.getByRole('link', { name: 'guard/no-force-push', exact: true }) })
    const cells = await row.locator('td').allInnerTexts()
    expect(cells[0]).toBe('on')
    expect(cells[1]).toContain('deny')
    expect(Number(cells[2])).toBeGreaterThan(0)
    expect(cells[4]).toMatch(/ms$/)
    await row.getByRole('link', { name: 'guard/no-force-push', exact: true }).click()
    await page.getByRole('heading', { name: 'guard/no-force-push' }).waitFor()
    expect(page.url()).toContain('hook=guard%2Fno-force-push')
    expect(await page.locator('.command code').allInnerTexts()).toContain('holdpoint explain guard/no-force-push')
  })

  it('shows the configuration with the origin of each value', async () => {
    const { page } = await at('/config?show=all&name=no-force')
    const hook = page.locator('details.hook')
    expect(await hook.count()).toBe(1)
    await hook.locator('summary').click()
    const explained = (await json('explain', 'guard/no-force-push')) as {
      options: { option: string; value: unknown; origin: string }[]
    }
    const text = await hook.innerText()
    for (const { option, value, origin } of explained.options) {
      expect(text).toContain(option)
      expect(text).toContain(typeof value === 'string' ? value : JSON.stringify(value))
      expect(text).toContain(origin)
    }
    expect(await page.getByRole('region', { name: 'Configuration files' }).innerText()).toContain(
      `${project.path}/holdpoint.yml`,
    )
  })

  it('shows state, and the command that changes it, ready to be copied', async () => {
    const { page } = await at('/state')
    for (const title of ['Breakers', 'Proof', 'Strikes', 'Stops held back', 'Audit']) {
      expect(await page.getByRole('heading', { name: title }).count()).toBe(1)
    }
    const [command = ''] = await page.locator('.command code').allInnerTexts()
    await page.getByRole('button', { name: `Copy: ${command}` }).click()
    await page.getByRole('button', { name: `Copied: ${command}` }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(command)
  })

  it('helps where nothing has happened yet', async () => {
    const quiet = aProject()
    const other = await startDashboard(quiet)
    const { page, context } = await chromium.window()
    onTestFinished(async () => {
      await context.close()
      await other.stop()
      quiet.dispose()
    })
    await page.goto(await other.newLink())
    await page.getByText('Nothing has been decided here yet').waitFor()
    const commands = await page.locator('.command code').allInnerTexts()
    expect(commands).toContain('holdpoint init')
    expect(commands).toContain('holdpoint doctor')
    for (const path of ['/timeline', '/sessions', '/hooks', '/config', '/state']) {
      await page.goto(other.origin + path)
      await loaded(page)
      expect(await page.getByRole('alert').count()).toBe(0)
    }
  })

  it('tells who was not let in how to get in', async () => {
    const { page, context } = await chromium.window()
    onTestFinished(() => context.close())
    await page.goto(dashboard.origin)
    await page.getByText('Signed out').waitFor()
    expect(await page.getByRole('alert').first().innerText()).toContain('Press Enter where holdpoint dashboard runs')
  })
})
