import axe from 'axe-core'
import { launch, type Chromium, type Window } from './support/browser.ts'
import { sitePages, startSite, type Site } from './support/site.ts'

/** The documentation site as `npm run docs` builds it. The build itself fails on dead links. */

let site: Site
let chromium: Chromium

beforeAll(async () => {
  site = await startSite()
  chromium = await launch()
})

afterAll(async () => {
  await chromium.close()
  await site.stop()
})

/** A window for several tests. */
function shared(look: Parameters<Chromium['window']>[0]): () => Window {
  let window: Window
  beforeAll(async () => {
    window = await chromium.window(look)
  })
  afterAll(() => window.context.close())
  return () => window
}

interface Finding {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string }[]
}

it('has the overview, guides, hooks, decisions and the project documents', () => {
  expect(sitePages()).toEqual(
    expect.arrayContaining(['/index.html', '/guides/guard.html', '/hooks/index.html', '/threat-model.html']),
  )
})

/** What axe finds that is serious or critical; `rules` limits it to some of its rules. */
async function findings({ page }: Window, ...rules: readonly string[]): Promise<readonly string[]> {
  const options = rules.length === 0 ? {} : { runOnly: rules }
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as { violations: Finding[] }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
}

describe('every page', () => {
  const window = shared({})

  it.each(sitePages())(
    '%s fits a phone, asks only this server, and axe finds nothing in light and dark',
    async (path) => {
      const { page, requests, complaints } = window()
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(site.origin + path)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
      await page.setViewportSize({ width: 1280, height: 860 })
      expect(await page.locator('h1').count()).toBe(1)
      expect(
        await page.evaluate('[...document.images].filter((one) => one.complete && !one.naturalWidth).length'),
      ).toBe(0)
      await page.evaluate(axe.source)
      expect(await findings(window())).toEqual([])
      await page.evaluate('document.documentElement.classList.add("dark")')
      expect(await findings(window(), 'color-contrast')).toEqual([])
      expect(complaints).toEqual([])
      expect(requests.filter((url) => !url.startsWith(site.origin) && !url.startsWith('data:'))).toEqual([])
    },
  )

  it('follows the system into the dark', async () => {
    const { page, context } = await chromium.window({ colorScheme: 'dark' })
    onTestFinished(() => context.close())
    await page.goto(site.origin)
    expect(await page.evaluate('document.documentElement.className')).toContain('dark')
  })
})

describe('the page that checks a command', () => {
  const window = shared({})

  it('judges as you type, without a request to elsewhere', async () => {
    const { page, requests, complaints } = window()
    await page.goto(`${site.origin}/check.html`)
    await page.locator('.verdict').waitFor()
    expect(await page.locator('.verdict').textContent()).toBe('Blocked')
    await page.locator('#check-command').fill("grep -rn 'rm -rf /' docs")
    await page.getByText('Passes', { exact: true }).waitFor()
    await page.locator('#check-command').fill('rm -rf "$BUILD_DIR"/cache')
    await page.getByText('Needs approval', { exact: true }).waitFor()
    expect(await page.locator('.check pre').textContent()).toContain('rm -rf')
    await page.evaluate(axe.source)
    expect(await findings(window())).toEqual([])
    expect(complaints).toEqual([])
    expect(requests.filter((url) => !url.startsWith(site.origin) && !url.startsWith('data:'))).toEqual([])
  })

  it('shows hostile and endless text as text', async () => {
    const { page, complaints } = window()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.locator('#check-command').fill('echo "<img src=x onerror=document.title=1>" "\u202E{{ 7*7 }}"')
    await page.locator('.check pre', { hasText: '<img' }).waitFor()
    expect(await page.locator('.check pre').textContent()).toContain('{{ 7*7 }}')
    expect(await page.title()).not.toBe('1')
    await page.locator('#check-command').fill(`rm -rf ${'x'.repeat(90_000)}`)
    await page.locator('.check pre', { hasText: 'xxxxx' }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    await page.locator('#check-command').fill('x'.repeat(100_001))
    await page.getByText('more than 100,000 characters').waitFor()
    expect(complaints).toEqual([])
  })
})

describe('the search', () => {
  const window = shared({})

  it('finds the hook that stops force pushes', async () => {
    const { page } = window()
    await page.goto(site.origin, { waitUntil: 'networkidle' })
    await page.keyboard.press('Control+k')
    await page.locator('#localsearch-input').fill('force push')
    const results = page.locator('.VPLocalSearchBox .result')
    await results.first().waitFor()
    expect((await results.allTextContents()).join('\n').toLowerCase()).toContain('no-force-push')
    await page.keyboard.press('Enter')
    await page.locator('.VPLocalSearchBox').waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toMatch(/\.html$/)
  })

  it('shows hostile text as text', async () => {
    const { page, complaints } = window()
    await page.goto(site.origin, { waitUntil: 'networkidle' })
    await page.keyboard.press('Control+k')
    await page.locator('#localsearch-input').fill('<img src=x onerror=document.title=1> ‮force')
    await page.waitForTimeout(500)
    expect(await page.title()).not.toBe('1')
    expect(await page.locator('.VPLocalSearchBox img').count()).toBe(0)
    expect(complaints).toEqual([])
  })
})
