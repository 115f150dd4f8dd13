import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { attempt } from '@holdpoint/engine'
import type { AppOptions } from './app.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}
/** Addresses that the page itself routes. */
const PLACES = [
  '/',
  '/open',
  '/join',
  '/sign-in',
  '/decisions',
  '/sessions',
  '/machines',
  '/machines/:id',
  '/alarms',
  '/team',
]

const PAGE = { config: { isPage: true } }

/** Files are read once at start and found in a table, never on the disk. */
export function pageRoutes(app: FastifyInstance, { page }: AppOptions): void {
  const names = attempt(() => readdirSync(page, { recursive: true, encoding: 'utf8' })) ?? []
  for (const name of names) {
    const [path, type] = [join(page, name), TYPES[extname(name)]]
    if (type === undefined || !statSync(path).isFile()) continue
    const bytes = readFileSync(path)
    app.get(`/${name}`, PAGE, (_, reply) => reply.header('content-type', type).send(bytes))
    if (name === 'index.html')
      for (const place of PLACES)
        app.get(place, PAGE, (_, reply) =>
          reply.header('content-type', type).header('cache-control', 'no-store').send(bytes),
        )
  }
}
