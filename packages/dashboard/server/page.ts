import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { UserError } from '@holdpoint/engine'

export interface PageFile {
  readonly type: string
  readonly bytes: Buffer
}

/** Requests are looked up in this table, never on the disk. */
export type Page = (path: string) => PageFile | undefined

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}
const MOST_BYTES = 5 << 20

/** Addresses of the page itself, which routes them in the browser. */
const PLACES = /^\/(?:(?:timeline|approvals|sessions|hooks|config|state)?|decision\/[^/]{1,600})$/

/** Reads the built page once. */
export function readPage(directory: string): Page {
  const files = new Map<string, PageFile>()
  for (const name of namesIn(directory)) {
    const [path, type] = [join(directory, name), TYPES[extname(name)]]
    const stat = statSync(path)
    if (type === undefined || !stat.isFile() || stat.size > MOST_BYTES) continue
    files.set(`/${name}`, { type, bytes: readFileSync(path) })
  }
  const index = files.get('/index.html')
  if (index === undefined) throw new UserError(`the page is not part of this install: ${directory} is missing.`)
  return (path) => files.get(path) ?? (PLACES.test(path) ? index : undefined)
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' })
  } catch {
    return []
  }
}
