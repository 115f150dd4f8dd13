import type { FastifyRequest } from 'fastify'
import { Refused } from '../failure.ts'

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Answers only to the server's own name, so that another site's name cannot be pointed at it, and takes changes only
 * from its own pages. Machines sign their requests and send no origin.
 */
export function checkOrigin({ headers, method, url }: FastifyRequest, own: URL): void {
  const host = headers.host ?? ''
  if (url === '/healthz' || url === '/readyz') return
  const isOwn = host === own.host || (LOOPBACK.includes(own.hostname) && isLoopback(host, own.port))
  if (!isOwn) throw new Refused(421, 'this server has another name; start it with --public-url')
  const { origin, 'sec-fetch-site': site } = headers
  const isOwnOrigin = origin === undefined || origin === `${own.protocol}//${host}`
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none'
  const isChange = method !== 'GET' && method !== 'HEAD'
  const isData = url.startsWith('/api/')
  if ((isChange || isData) && !(isOwnOrigin && isOwnSite)) throw new Refused(403, 'this came from another site')
}

const isLoopback = (host: string, port: string): boolean => LOOPBACK.some((name) => host === `${name}:${port}`)
