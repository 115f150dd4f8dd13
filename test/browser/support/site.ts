import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export const siteFolder = join(import.meta.dirname, '../../../site')

export interface Site {
  readonly origin: string
  /** The path of every page. */
  readonly pages: readonly string[]
  stop(): Promise<void>
}

/** Every page of the built site, as `npm run docs` left it. */
export const sitePages = (): readonly string[] =>
  readdirSync(join(siteFolder, 'dist/html'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html') && name !== '404.html')
    .map((name) => `/${name}`)
    .toSorted()

/** The server that `npm run docs -- --serve` starts, on a free port. */
export async function startSite(html = join(siteFolder, 'dist/html')): Promise<Site> {
  const child = spawn(process.execPath, ['serve.mjs', '0', html], {
    cwd: siteFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
  if (typeof value !== 'string') throw new Error('the server of the site ended without an address')
  return {
    origin: new URL(value).origin,
    pages: sitePages(),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
