import { startDashboard, type Dashboard } from './support/dashboard.ts'
import { launch, type Chromium } from './support/browser.ts'
import { aProject, forge, type Project } from './support/project.ts'

let project: Project
let dashboard: Dashboard
let chromium: Chromium

beforeAll(async () => {
  project = aProject()
  await project.bash('ls')
  dashboard = await startDashboard(project)
  chromium = await launch()
})

afterAll(async () => {
  await chromium.close()
  await dashboard.stop()
  project.dispose()
})

async function timeline() {
  const window = await chromium.window()
  onTestFinished(() => window.context.close())
  await dashboard.letIn(window.page)
  await window.page.getByRole('link', { name: 'Timeline' }).click()
  await window.page.locator('.rows').waitFor()
  return window.page
}

/** What it takes at most, from the end of the hook's process to the row on the screen. */
const A_SECOND = 1_000

describe('live', () => {
  it('shows a decision within a second of its being taken, and says so politely', async () => {
    const page = await timeline()
    const { stdout } = await project.bash('git push --force origin main')
    expect(stdout).toContain('deny')
    await page.locator('.rows tr.deny').first().waitFor({ timeout: A_SECOND })
    const said = page.locator('[aria-live=polite]')
    await expect
      .poll(() => said.textContent(), { timeout: 5_000 })
      .toBe('1 new decision; the newest: deny PreToolUse Bash')
  })

  it('shows it on the overview too', async () => {
    const page = await timeline()
    await page.getByRole('link', { name: 'Overview' }).click()
    const first = page.locator('.tiles b').first()
    const before = Number(await first.innerText())
    await project.bash('ls')
    await expect.poll(async () => Number(await first.innerText()), { timeout: 5_000 }).toBe(before + 1)
  })

  it('waits while it is paused, and counts', async () => {
    const page = await timeline()
    const rows = page.locator('.rows a[data-row]')
    const before = await rows.count()
    await page.keyboard.press('p')
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await project.bash('ls')
    await project.bash('ls -la')
    await page.getByRole('button', { name: 'Show 2 new decisions' }).waitFor()
    expect(await rows.count()).toBe(before)
    await page.getByRole('button', { name: 'Show 2 new decisions' }).click()
    await expect.poll(() => rows.count()).toBe(before + 2)
  })

  it('keeps to the filter', async () => {
    const page = await timeline()
    await page.getByRole('link', { name: 'ask', exact: true }).click()
    await page.getByText('No decision matches').waitFor()
    await project.bash('git push --force origin main')
    await page.getByRole('link', { name: 'deny', exact: true }).click()
    await page.locator('.rows tr.deny').first().waitFor()
    const before = await page.locator('.rows a[data-row]').count()
    await project.bash('ls')
    await project.bash('cat .env')
    await expect.poll(() => page.locator('.rows a[data-row]').count()).toBe(before + 1)
  })
})

describe('a long history', () => {
  it('is read page by page, and what comes meanwhile stands on top', async () => {
    const old = aProject()
    await old.bash('ls')
    for (let index = 0; index < 130; index++)
      forge(old, { id: `old-${index}`, at: new Date(index * 60_000).toISOString() })
    const server = await startDashboard(old)
    const { page, context } = await chromium.window()
    onTestFinished(async () => {
      await context.close()
      await server.stop()
      old.dispose()
    })
    await server.letIn(page)
    await page.getByRole('link', { name: 'Timeline' }).click()
    const rows = page.locator('.rows a[data-row]')
    const older = page.getByRole('button', { name: 'Show older decisions' })
    await expect.poll(() => rows.count()).toBe(50)
    await older.click()
    await expect.poll(() => rows.count()).toBe(100)
    await old.bash('git push --force origin main')
    await expect.poll(() => rows.count(), { timeout: 5_000 }).toBe(101)
    await older.click()
    await expect.poll(() => rows.count()).toBe(132)
    expect(await older.count()).toBe(0)
    expect(await page.locator('.rows tr.deny').count()).toBe(1)
  })
})

describe('a server that goes away', () => {
  it('leaves what is there, says so, and is found again', async () => {
    const page = await timeline()
    const rows = page.locator('.rows a[data-row]')
    const before = await rows.count()
    await dashboard.stop()
    const notice = page.getByRole('alert')
    await notice.waitFor()
    expect(await notice.innerText()).toContain('No connection to the dashboard’s server')
    expect(await notice.locator('.command code').innerText()).toBe('holdpoint dashboard')
    expect(await rows.count()).toBe(before)
    await page.getByText('Not connected').waitFor()

    await project.bash('ls')
    dashboard = await startDashboard(project, Number(new URL(dashboard.origin).port))
    // Another server has another key: the page says so, and goes on once the browser was let in again.
    await page.getByText('Signed out').waitFor()
    expect(await page.getByRole('alert').innerText()).toContain(
      'Press Enter in the terminal where holdpoint dashboard runs',
    )
    await dashboard.letIn(await page.context().newPage())
    await page.getByText('Live', { exact: true }).waitFor()
    await expect.poll(() => rows.count()).toBe(before + 1)
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})
