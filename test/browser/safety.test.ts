import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startDashboard, type Dashboard } from './support/dashboard.ts'
import { launch, loaded, type Chromium, type Window } from './support/browser.ts'
import { aProject, forge, HOSTILE, type Project } from './support/project.ts'

let project: Project
let dashboard: Dashboard
let chromium: Chromium
let window: Window

const PAGES = ['/', '/timeline', '/approvals', '/sessions', '/hooks', '/config?show=all', '/state']

beforeAll(async () => {
  project = aProject()
  project.write({ '.env': 'A=1\n' })
  for (const name of ['markup', 'script', 'link', 'escape', 'turned', 'leftward', 'long', 'longPush'] as const) {
    await project.bash(HOSTILE[name])
  }
  await project.event('PreToolUse', { tool_name: 'Read', tool_input: { file_path: join(project.path, HOSTILE.file) } })
  const said = {
    id: HOSTILE.agent,
    decision: 'deny',
    ms: 1,
    reason: `${HOSTILE.session}\nWhat it does\n  nothing`,
    messageId: HOSTILE.agent,
  }
  forge(project, { id: 'forged-1', session: HOSTILE.session, agent: HOSTILE.agent, decision: 'deny', hooks: [said] })
  forge(project, {
    id: 'forged-2',
    decision: HOSTILE.agent,
    tool: HOSTILE.file,
    event: HOSTILE.agent,
    error: HOSTILE.session,
  })
  // 100,000 characters in every field that the page shows.
  const endless = {
    ...said,
    id: HOSTILE.reason,
    reason: HOSTILE.reason,
    failure: HOSTILE.reason,
    messageId: HOSTILE.reason,
  }
  forge(project, {
    id: 'forged-3',
    decision: 'deny',
    session: HOSTILE.reason,
    agent: HOSTILE.reason,
    tool: HOSTILE.reason,
    subject: HOSTILE.reason,
    digest: HOSTILE.reason,
    error: HOSTILE.reason,
    hooks: [endless],
  })
  forge(project, {
    id: 'forged-4',
    subject: HOSTILE.reason,
    approval: { state: 'used', id: HOSTILE.reason, by: HOSTILE.reason },
  })
  const folder = join(project.home, '.claude/projects', project.path.replaceAll(/[^A-Za-z0-9]/g, '-'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 's1.jsonl'), JSON.stringify({ type: 'user', message: { content: HOSTILE.reason } }))
  dashboard = await startDashboard(project)
  chromium = await launch()
  window = await chromium.window()
  await dashboard.letIn(window.page)
})

afterAll(async () => {
  await chromium.close()
  await dashboard.stop()
  project.dispose()
})

const DIRECTION = `(() => {
  const text = [...document.querySelectorAll('.rows .text')].find((one) => one.textContent.includes('שלום'))
  return [getComputedStyle(text).direction, getComputedStyle(text).unicodeBidi]
})()`

/** Panels that have a part outside of them; what scrolls or is cut inside does not count. */
const OVERFLOWING = `[...document.querySelectorAll('main .panel, main .notice')]
  .filter((panel) => panel.scrollWidth > panel.clientWidth + 1)
  .map((panel) => panel.innerText.slice(0, 60))`

/** Every page, and the story of every decision. */
async function walk(look: (path: string) => Promise<void>): Promise<void> {
  const { page } = window
  await page.goto(`${dashboard.origin}/timeline`)
  await page.locator('.rows a[data-row]').first().waitFor()
  const links = await page.locator('.rows a[data-row]').all()
  const stories = await Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''))
  for (const path of [...PAGES, ...stories]) {
    await page.goto(dashboard.origin + path)
    await loaded(page)
    await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
    await look(path)
  }
}

describe('what an agent wrote', () => {
  it('is shown as text on every page, and does nothing', async () => {
    const { page, complaints } = window
    await walk(async (path) => {
      const strangers = await page.locator('main').locator('img, iframe, script, svg[onload], b[onmouseover]').count()
      expect([path, strangers]).toEqual([path, 0])
      expect(await page.evaluate('window.hacked')).toBeUndefined()
      const hrefs = (await page.evaluate('[...document.links].map((link) => link.href)')) as string[]
      expect(hrefs.filter((href) => !href.startsWith(`${dashboard.origin}/`))).toEqual([])
    })
    expect(complaints).toEqual([])
  })

  it('can be read: markup, names and reasons are there letter by letter', async () => {
    const { page } = window
    await page.goto(`${dashboard.origin}/timeline`)
    await page.locator('.rows a[data-row]').first().waitFor()
    const text = await page.locator('.rows').innerText()
    expect(text).toContain(`cat '<img src=x onerror="window.hacked=1">/.env'`)
    expect(text).toContain('</script><script>window.hacked=1</script>')
    expect(text).toContain(HOSTILE.agent)
    expect(text).toContain(HOSTILE.file.slice(0, 30))
    await page.goto(`${dashboard.origin}/sessions`)
    await page.locator('.tree').waitFor()
    const ids = await page.locator('.tree > li > .node code').all()
    expect(await Promise.all(ids.map((id) => id.getAttribute('title')))).toContain(HOSTILE.session)
  })

  it('shows control characters and marks that turn text around', async () => {
    const { page } = window
    await page.goto(`${dashboard.origin}/timeline`)
    await page.locator('.rows .mark').first().waitFor()
    const marks = await page.locator('.rows .mark').allInnerTexts()
    expect(marks).toContain('‹ESC›')
    expect(marks).toContain('‹U+202E›')
    const all = await page.locator('main').innerText()
    expect(['\u001B', '\u202E', '\u202C'].filter((character) => all.includes(character))).toEqual([])
  })

  it('cannot be copied into a terminal with characters that act on it', async () => {
    const { page } = window
    await page.route('**/api/state', async (route) => {
      const state = (await (await route.fetch()).json()) as { proof: object }
      const remedies = [
        { what: 'one', command: "holdpoint breaker reset --session 'a\u001B[201~b'" },
        { what: 'two', command: "holdpoint breaker reset --session 'plain'" },
      ]
      await route.fulfill({ json: { ...state, proof: { ...state.proof, remedies } } })
    })
    await page.goto(`${dashboard.origin}/state`)
    const commands = page.locator('.panel', { has: page.getByRole('heading', { name: 'Proof' }) }).locator('.command')
    await expect
      .poll(() => commands.allInnerTexts())
      .toEqual([
        "holdpoint breaker reset --session 'a‹ESC›[201~b'\ncontains control characters",
        "holdpoint breaker reset --session 'plain'\nCopy",
      ])
    await page.unroute('**/api/state')
  })

  it('breaks no page, wide or narrow, when it is very long', async () => {
    const { page } = window
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await walk(async (path) => {
        expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, width])
        // No text runs out of its panel, and the page stays short enough to be read.
        expect([path, await page.evaluate(OVERFLOWING)]).toEqual([path, []])
        expect(await page.evaluate('document.body.innerText.length < 200_000')).toBe(true)
      })
    }
    await page.setViewportSize({ width: 1280, height: 860 })
  })

  it('keeps the direction of the page', async () => {
    const { page } = window
    await page.goto(`${dashboard.origin}/timeline`)
    await page.locator('.rows a[data-row]').first().waitFor()
    expect(await page.evaluate(DIRECTION)).toEqual(['ltr', 'isolate'])
  })
})

describe('the page', () => {
  it('asks nobody but its own server', async () => {
    await walk(() => Promise.resolve())
    const elsewhere = window.requests.filter((url) => !url.startsWith(`${dashboard.origin}/`))
    expect(elsewhere).toEqual([])
    expect(window.requests.length).toBeGreaterThan(20)
  })

  it('keeps to a strict policy without a violation', async () => {
    const response = await window.page.goto(dashboard.origin)
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("style-src 'self'")
    expect(policy).not.toContain('unsafe')
    await walk(() => Promise.resolve())
    expect(window.complaints).toEqual([])
  })

  it('does not tell the key in its address', async () => {
    await dashboard.letIn(window.page)
    expect(window.page.url()).toBe(`${dashboard.origin}/`)
  })

  it('weighs less than 60 kB', () => {
    const folder = join(import.meta.dirname, '../../packages/cli/dist/dashboard')
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const bytes = files.reduce(
      (sum, { parentPath, name }) => sum + gzipSync(readFileSync(join(parentPath, name))).length,
      0,
    )
    expect(files.length).toBeGreaterThan(3)
    expect(bytes).toBeLessThan(60_000)
  })
})
