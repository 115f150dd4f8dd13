import axe from 'axe-core'
import { startDashboard, type Dashboard } from './support/dashboard.ts'
import { launch, loaded, type Chromium, type Window } from './support/browser.ts'
import { aBusyDay, aProject, type Project } from './support/project.ts'

const PAGES = [
  '/',
  '/timeline',
  '/decision/last',
  '/approvals',
  '/sessions',
  '/hooks?hook=guard/no-force-push',
  '/config',
  '/state',
]

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

async function aWindow(look: Parameters<Chromium['window']>[0] = {}): Promise<Window> {
  const window = await chromium.window(look)
  onTestFinished(() => window.context.close())
  await dashboard.letIn(window.page)
  return window
}

const focused = ({ page }: Window): Promise<string> =>
  page.evaluate('document.activeElement?.getAttribute("href") ?? document.activeElement?.id ?? ""') as Promise<string>

interface Finding {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string }[]
}

/** A window for several tests. */
function shared(look: Parameters<Chromium['window']>[0]): () => Window {
  let window: Window
  beforeAll(async () => {
    window = await chromium.window(look)
    await dashboard.letIn(window.page)
  })
  afterAll(() => window.context.close())
  return () => window
}

describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
  const window = shared({ colorScheme })

  it.each(PAGES)('%s has no serious or critical finding of axe', async (path) => {
    const { page } = window()
    await page.goto(dashboard.origin + path)
    await loaded(page)
    await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
    await page.evaluate(axe.source)
    const { violations } = (await page.evaluate('axe.run()')) as { violations: Finding[] }
    const grave = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
    expect(grave).toEqual([])
  })
})

describe('with keys alone', () => {
  it('skips to the content, walks the rows, opens one, comes back', async () => {
    const window = await aWindow()
    const { page } = window
    await page.goto(`${dashboard.origin}/timeline`)
    await page.locator('.rows a[data-row]').first().waitFor()
    await page.keyboard.press('Tab')
    expect(await focused(window)).toBe('#main')
    await page.keyboard.press('Enter')
    expect(await focused(window)).toBe('main')

    const hrefs = await page
      .locator('.rows a[data-row]')
      .evaluateAll((links) =>
        links.map((link) => (link as unknown as { getAttribute(name: string): string }).getAttribute('href')),
      )
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    expect(await focused(window)).toBe(hrefs[1])
    await page.keyboard.press('k')
    expect(await focused(window)).toBe(hrefs[0])
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Details' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(hrefs[0])
    await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('H1')
    await page.goBack()
    await page.locator('.rows a[data-row]').first().waitFor()
  })

  it('has a list of its keys, which stay letters where somebody writes', async () => {
    const window = await aWindow()
    const { page } = window
    const dialog = page.getByRole('dialog')
    await page.keyboard.press('?')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.keyboard.press('/')
    expect(await focused(window)).toBe('search')
    await page.keyboard.type('?jk/')
    expect(await page.locator('#search').inputValue()).toBe('?jk/')
    expect(await dialog.isVisible()).toBe(false)
  })

  it('reaches every page by tabbing, in the order of the eye', async () => {
    const window = await aWindow()
    const seen: string[] = []
    for (let step = 0; step < 15; step++) {
      await window.page.keyboard.press('Tab')
      seen.push(await focused(window))
    }
    expect(seen.filter((href) => href.startsWith('/')).slice(0, 8)).toEqual([
      '/',
      '/',
      '/timeline',
      '/approvals',
      '/sessions',
      '/hooks',
      '/config',
      '/state',
    ])
  })
})

describe('the look', () => {
  const ground = ({ page }: Window): Promise<string> =>
    page.evaluate('getComputedStyle(document.body).backgroundColor') as Promise<string>

  it('follows the system, until somebody chooses; the choice is kept', async () => {
    const window = await aWindow({ colorScheme: 'dark' })
    const dark = await ground(window)
    await window.page.getByRole('button', { name: 'Theme: dark. Switch it' }).click()
    const light = await ground(window)
    expect(light).not.toBe(dark)
    await window.page.reload()
    expect(await ground(window)).toBe(light)
    expect(await ground(await aWindow({ colorScheme: 'light' }))).toBe(light)
  })

  it('works where storage is forbidden', async () => {
    const window = await aWindow({ colorScheme: 'light' })
    await window.context.addInitScript(
      `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })`,
    )
    await window.page.reload()
    const before = await ground(window)
    await window.page.getByRole('button', { name: 'Theme: light. Switch it' }).click()
    expect(await ground(window)).not.toBe(before)
    expect(window.complaints).toEqual([])
  })
})

describe('on a phone', () => {
  const window = shared({ width: 360, height: 740 })

  it.each(PAGES)('%s fits', async (path) => {
    const { page } = window()
    await page.goto(dashboard.origin + path)
    await loaded(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  })

  it.each([
    ['/', 'Overview'],
    ['/config', 'Configuration'],
    ['/state', 'State'],
  ])('the tab of %s is in view', async (path, name) => {
    const { page } = window()
    await page.goto(dashboard.origin + path)
    await loaded(page)
    const tab = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name })
    const { x = -1, width = 0 } = (await tab.boundingBox()) ?? {}
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(360)
  })
})
