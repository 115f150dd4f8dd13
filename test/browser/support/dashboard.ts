import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright-core'
import { HOLDPOINT } from '../../process/support/sandbox.ts'
import type { Project } from './project.ts'

export interface Dashboard {
  readonly origin: string
  /** A link that lets one browser in, once. */
  newLink(): Promise<string>
  /** Opens a fresh link and waits until the page is live. */
  letIn(page: Page): Promise<void>
  stop(): Promise<void>
}

/** The real server, as `holdpoint dashboard` starts it. */
export async function startDashboard(project: Project, port = 0): Promise<Dashboard> {
  const child = spawn(process.execPath, [HOLDPOINT, 'dashboard', '--json', '--port', String(port)], {
    cwd: project.path,
    env: { PATH: process.env['PATH'], ...project.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const read = async (): Promise<{ readonly address: string; readonly open: string }> => {
    const { value } = await lines.next()
    if (typeof value !== 'string') throw new Error('the dashboard ended without a link')
    return JSON.parse(value) as { address: string; open: string }
  }
  const { address } = await read()
  const newLink = async (): Promise<string> => {
    child.stdin.write('\n')
    return (await read()).open
  }
  return {
    origin: new URL(address).origin,
    newLink,
    async letIn(page) {
      await page.goto(await newLink())
      await page.getByText('Live', { exact: true }).waitFor()
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
