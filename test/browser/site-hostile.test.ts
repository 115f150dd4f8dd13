import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launch, type Chromium } from './support/browser.ts'
import { siteFolder, startSite, type Site } from './support/site.ts'

/** A page that attacks its reader, built with the Markdown settings of the site. Whatever runs sets `window.ran`. */

const RUN = 'window.ran=1'
const LONG = `echo ${'x'.repeat(100_000)}`
const ATTACKS = [
  `<script>${RUN}</script>`,
  `<script setup>globalThis.${RUN.slice('window.'.length)}; globalThis.window && (${RUN})</script>`,
  `<img src="/none.png" onerror="${RUN}">`,
  `<img alt="x" src="javascript:${RUN}">`,
  `text <img src=x onerror=${RUN}> text`,
  `<picture :onclick="${RUN}" v-html="'<img src=x onerror=${RUN}>'"></picture>`,
  `<component :is="'script'">${RUN}</component>`,
  `<details open ontoggle="${RUN}"><summary>more</summary></details>`,
  `<svg><script>${RUN}</script></svg>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<style>@import "https://example.com/x.css"; body { display: none }</style>`,
  `{{ constructor.constructor('${RUN}')() }}`,
  `{<!-- -->{ constructor.constructor('${RUN}')() }}`,
  `    {{ constructor.constructor('${RUN}')() }}`,
  `\`{{ constructor.constructor('${RUN}')() }}\``,
  `A word {onclick=${RUN}} and **bold**{onmouseover=${RUN}}`,
  `[link](javascript:${RUN}) and ![picture](javascript:${RUN})`,
  '`` ` `` <img src=x onerror=' + RUN + '> `` ` ``',
  '<!--@include: /etc/hostname-->',
  '<<< /etc/hostname',
  '‮right to left‬ and \u0000\u0007 controls',
  `\`${LONG}\``,
  `\`\`\`sh\n${LONG}\n{{ constructor.constructor('${RUN}')() }}\n</code></pre><img src=x onerror=${RUN}>\n\`\`\``,
]
const HEADING = `## Heading <img src=x onerror=${RUN}> and \`<img src=x onerror=${RUN}>\``
const FRONT_MATTER = `---\nhead:\n  - [script, {}, '${RUN}']\n---\n`

const { pageText } = (await import(join(siteFolder, '../scripts/site-pages.mjs'))) as {
  pageText: (text: string, source: string, known: ReadonlyMap<string, string>) => string
}

let folder: string
let site: Site
let chromium: Chromium

beforeAll(async () => {
  mkdirSync(join(siteFolder, 'dist'), { recursive: true })
  folder = mkdtempSync(join(siteFolder, 'dist/hostile-'))
  mkdirSync(join(folder, '.vitepress/theme'), { recursive: true })
  writeFileSync(
    join(folder, '.vitepress/theme/index.js'),
    "export { default } from '../../../../.vitepress/theme/index.js'",
  )
  const settings = `import { markdown } from '../../../.vitepress/markdown.mjs'
    export default { srcDir: '.', outDir: 'html', markdown, themeConfig: { search: { provider: 'local' } } }`
  writeFileSync(join(folder, '.vitepress/config.mjs'), settings)
  const text = `${FRONT_MATTER}\n# Attack\n\n${ATTACKS.join('\n\n')}\n\n${HEADING}\n\nThe end.\n`
  writeFileSync(join(folder, 'index.md'), pageText(text, 'docs/attack.md', new Map()))
  execFileSync(process.execPath, [join(siteFolder, 'node_modules/vitepress/bin/vitepress.js'), 'build', folder], {
    stdio: 'pipe',
  })
  site = await startSite(join(folder, 'html'))
  chromium = await launch()
}, 120_000)

afterAll(async () => {
  await chromium?.close()
  await site?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('shows hostile text as text, on the page and in the search', async () => {
  const { page, context, requests } = await chromium.window({})
  onTestFinished(() => context.close())
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(site.origin, { waitUntil: 'networkidle' })
  const shown = page.locator('.vp-doc')
  expect(await shown.locator('script, iframe, style, svg, img[onerror], component').count()).toBe(0)
  expect(await shown.innerText()).toContain('The end.')
  expect(await shown.innerText()).toContain("constructor.constructor('window.ran=1')")
  expect(await shown.innerText()).toContain('{onclick=window.ran=1}')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  for (const element of await shown.locator('a, summary, strong').all()) await element.dispatchEvent('click')
  await page.keyboard.press('Control+k')
  await page.locator('#localsearch-input').fill('Heading onerror')
  await page.locator('.VPLocalSearchBox .result').first().waitFor()
  expect(await page.locator('.VPLocalSearchBox .result img').count()).toBe(0)
  expect(await page.evaluate('window.ran')).toBeUndefined()
  expect(requests.filter((url) => !url.startsWith(site.origin) && !url.startsWith('data:'))).toEqual([])
})
