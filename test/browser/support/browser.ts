import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

export interface Window {
  readonly page: Page
  readonly context: BrowserContext
  /** Every address that was asked for. */
  readonly requests: readonly string[]
  /** What a browser reports: script errors, violations of the policy. */
  readonly complaints: readonly string[]
}

interface WindowOptions {
  readonly colorScheme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
}

export interface Chromium {
  /** A fresh browser profile. */
  window(options?: WindowOptions): Promise<Window>
  close(): Promise<void>
}

export async function launch(): Promise<Chromium> {
  // Chromium refuses its sandbox to root; the pages are our own.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser: Browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args })
  return {
    async window({ colorScheme = 'light', width = 1280, height = 860 } = {}) {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width, height },
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
        permissions: ['clipboard-read', 'clipboard-write'],
      })
      const requests: string[] = []
      const complaints: string[] = []
      context.on('request', (request) => requests.push(request.url()))
      await context.addInitScript(
        `document.addEventListener('securitypolicyviolation', (e) => console.error('policy: ' + e.violatedDirective + ' ' + e.blockedURI))`,
      )
      const page = await context.newPage()
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        // The browser itself reports an unreachable server, and some tests stop it.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          complaints.push(message.text())
      })
      return { page, context, requests, complaints }
    },
    close: () => browser.close(),
  }
}

/** Waits until a page shows its data, or why there is none. */
export async function loaded(page: Page): Promise<void> {
  await page.locator('.panel, .state[role=alert]').first().waitFor()
  await page.getByText('Reading the audit …').waitFor({ state: 'hidden' })
}
