import { mkdirSync, writeFileSync } from 'node:fs'
import { startDashboard, type Dashboard } from './support/dashboard.ts'
import { launch, loaded, type Chromium, type Window } from './support/browser.ts'
import { aBusyDay, aProject, type Project } from './support/project.ts'

let project: Project
let dashboard: Dashboard
let chromium: Chromium

beforeAll(async () => {
  project = aProject('presets: [recommended, scratchpad]\nhooks:\n  guard/no-destructive-git:\n    timeout_ms: 4000\n')
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
  it('says first whether hooks run', async () => {
    const { page } = await at('/')
    const texts = await page.locator('main section').allInnerTexts()
    expect(texts[0]).toContain('Hooks are running')
    expect(texts[0]).toMatch(/Last event: (just now|\d+ (s|min) ago)/)
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
    expect(await panel('Interventions by hook')).toEqual(report.hooks.slice(0, 6).map(({ name }) => name))
    expect(await panel('Top reasons')).toEqual(report.reasons.slice(0, 6).map(({ name }) => name))
  })

  it('names possible false positives, and what would end them', async () => {
    const { falseAlarms } = (await json('report')) as { falseAlarms: { how: string; refused: { subject: string } }[] }
    expect(falseAlarms.map(({ how }) => how)).toContain('retried')
    const { page } = await at('/')
    const alarms = await page.locator('.alarm').allInnerTexts()
    expect(alarms.length).toBe(falseAlarms.length)
    for (const [index, { how, refused }] of falseAlarms.entries()) {
      expect(alarms[index]).toContain(refused.subject)
      expect(alarms[index]).toContain('Change the level or the options: guard/')
      expect(alarms[index]).toContain(how === 'approved' ? 'You approved it' : 'A similar call passed')
    }
  })

  it('says that it is waiting, and what is wrong when there is no answer', async () => {
    const { page } = await at('/state')
    let answer = (): void => undefined
    await page.route('**/api/overview*', async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      const error = { what: 'The audit database is busy.', fix: 'Wait a moment. The page retries automatically.' }
      await route.fulfill({ status: 503, json: { error } })
    })
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByText('Reading the audit …').waitFor()
    answer()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).toBe(
      'The audit database is busy.\n\nWait a moment. The page retries automatically.',
    )
    await page.unroute('**/api/overview*')
    // It asks again by itself.
    await page.locator('.tiles').waitFor()
  })

  it('plots what was decided and how long it took, and has the figures as a table', async () => {
    const { page } = await at('/')
    await page.locator('.plot canvas').nth(2).waitFor()
    expect(await page.getByRole('img', { name: /^Bars over time: deny \d+/ }).count()).toBe(1)
    await page.getByText('Show the figures as a table').click()
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

  it('says what to do when no decision matches', async () => {
    const { page } = await at('/timeline?q=nobody-ever-wrote-this')
    await page.getByText('No decision matches').waitFor()
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
    await page.locator('summary', { hasText: /^holdpoint why / }).click()
    const block = (label: string): Promise<string> => page.getByRole('region', { name: label }).innerText()
    const ageless = (prints: string): string => prints.replace(/\([^()]* ago\)|\(just now\)/, '').trim()
    expect(ageless(await block('Output of holdpoint why'))).toBe(ageless(text))

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
        .locator('.panel', { has: page.getByRole('heading', { name: `${hook}, current settings` }) })
        .innerText()
      for (const { option, value, origin } of options) {
        expect(panel).toContain(option)
        expect(panel).toContain(typeof value === 'string' ? value : JSON.stringify(value))
        expect(panel).toContain(`(${origin})`)
      }
    }
    for (const fact of [id, told.session, told.digest, 'main agent', `entry ${told.sequence}`])
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
    expect(await tree.locator('> .node code').allInnerTexts()).toEqual(['s2', 's1'])
    const agents = tree.filter({ has: page.locator('code', { hasText: /^s1$/ }) }).locator('ul li')
    expect((await agents.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(['main agent', 'a1'])
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

  it('filters the configuration', async () => {
    const { page } = await at('/config')
    const note = page.locator('.panel', { has: page.getByRole('heading', { name: 'Hooks' }) }).locator('header p')
    const shownOf = async (): Promise<readonly number[]> => {
      const [, few = '', all = ''] = /^(\d+) of (\d+)$/.exec(await note.innerText()) ?? []
      expect(await page.locator('details.hook').count()).toBe(Number(few))
      return [Number(few), Number(all)]
    }
    const [enabled = 0, all = 0] = await shownOf()
    expect(enabled).toBeGreaterThan(0)
    expect(enabled).toBeLessThan(all)
    await page.getByRole('link', { name: 'all', exact: true }).click()
    await expect.poll(shownOf).toEqual([all, all])
    await page.getByRole('link', { name: 'set by you' }).click()
    await expect.poll(shownOf).toEqual([1, all])
    expect(await page.locator('details.hook').innerText()).toContain('guard/no-destructive-git')
    await page.getByLabel('Name contains').fill('nothing-is-called-this')
    await page.getByText('No hook matches.').waitFor()
  })

  it('titles a session by its first prompt, masked, and one without a transcript by its start', async () => {
    const folder = `${project.home}/.claude/projects/${project.path.replaceAll(/[^A-Za-z0-9]/g, '-')}`
    const prompt = `Deploy with API_TOKEN=abcdef0123456789 <img src=x onerror="window.hacked=1">`
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      `${folder}/s1.jsonl`,
      `${JSON.stringify({ type: 'user', message: { role: 'user', content: prompt } })}\n`,
    )
    const { page } = await at('/sessions')
    const titles = await page.locator('.tree > li > .node strong').allInnerTexts()
    expect(titles[1]).toBe('Deploy with API_TOKEN=[masked] <img src=x onerror="window.hacked=1">')
    expect(titles[0]).toMatch(/^Session of \d\d:\d\d:\d\d$/)
    expect(await page.locator('.tree').innerText()).toContain('Holdpoint records no prompts')
  })

  it('shows the daemon, and how it answered', async () => {
    const started = JSON.parse((await project.holdpoint('daemon', 'start', '--json')).stdout) as { pid: number }
    onTestFinished(async () => {
      await project.holdpoint('daemon', 'stop')
    })
    const { page } = await at('/state')
    const panel = page.locator('.panel', { has: page.getByRole('heading', { name: 'Daemon' }) })
    const text = await panel.innerText()
    expect(text).toMatch(new RegExp(`process\n${started.pid}, version \\d`))
    expect(text).toMatch(/uptime\n\d+ (s|min)/)
    expect(text).toMatch(/\d+ warm answers? \(daemon\), \d+ cold/)
    expect(text).toMatch(/counted since\n\d{4}-/)
  })

  it('shows state, and the command that changes it, ready to be copied', async () => {
    const { page } = await at('/state')
    for (const title of ['Daemon', 'Breakers', 'Proof', 'Warning counters', 'Blocked stops', 'Audit']) {
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
    await page.getByText('No decisions yet').waitFor()
    const commands = await page.locator('.command code').allInnerTexts()
    expect(commands).toContain('holdpoint init')
    expect(commands).toContain('holdpoint doctor')
    for (const path of ['/timeline', '/approvals', '/sessions', '/hooks', '/config', '/state']) {
      await page.goto(other.origin + path)
      await loaded(page)
      expect(await page.getByRole('alert').count()).toBe(0)
    }
  })

  it('explains a link that was used, and goes on where the browser is signed in', async () => {
    const used = await dashboard.newLink()
    const { page, context } = await chromium.window()
    onTestFinished(() => context.close())
    await page.goto(used)
    await page.getByText('Live', { exact: true }).waitFor()
    await page.goto(used)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')

    const other = await chromium.window()
    onTestFinished(() => other.context.close())
    const response = await other.page.goto(used)
    expect(response?.status()).toBe(401)
    expect(response?.headers()['content-type']).toContain('text/html')
    await other.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    expect(await other.page.locator('main').innerText()).toContain('Press Enter in the terminal')
    await expect.poll(() => other.page.url()).not.toContain('key=')
    const missing = await other.page.goto(`${dashboard.origin}/nothing-here`)
    expect(missing?.status()).toBe(404)
    await other.page.getByRole('heading', { name: 'This page does not exist' }).waitFor()
    expect(other.complaints).toEqual([])
  })

  it('tells who was not let in how to get in', async () => {
    const { page, context } = await chromium.window()
    onTestFinished(() => context.close())
    await page.goto(dashboard.origin)
    await page.getByText('Signed out').waitFor()
    expect(await page.getByRole('alert').first().innerText()).toContain('Press Enter in the terminal')
  })
})
