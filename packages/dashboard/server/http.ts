import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Entry } from './entry.ts'
import { failureOf, Refused } from './failure.ts'
import type { Live } from './live.ts'
import type { Page } from './page.ts'
import { queryOf, type Query } from './query.ts'

export interface HttpOptions {
  /** Host names by which a browser on this machine reaches the server, with the port. */
  readonly hosts: readonly string[]
  readonly entry: Entry
  readonly page: Page
  readonly live: Live
  /** The answer of an endpoint; undefined when there is none of that name. */
  answer(name: string, query: Query): Promise<unknown> | undefined
}

const MAX_URL = 4_000
const MAX_CONNECTIONS = 128

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

/**
 * Other users of the machine and every page in a browser can reach a loopback server. So it answers only to its own
 * host names, never to another page, only to GET, and shows data only to a browser that opened a fresh link.
 */
export const requestHandler =
  (options: HttpOptions): RequestListener =>
  (request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    // The client closed the connection in the middle of an answer.
    response.on('error', () => undefined)
    respond(request, response, options).catch((error: unknown) => {
      const { status, body } = failureOf(error)
      const shown = isForPeople(request, status) ? options.page('/') : undefined
      if (response.headersSent) response.destroy()
      else if (shown === undefined) sendJson(request, response, status, body)
      else send(request, response, status, shown.type, shown.bytes)
    })
  }

/** A person who opens a used link or a wrong address in a browser gets a page that says what to do, not JSON. */
const isForPeople = ({ headers, url = '' }: IncomingMessage, status: number): boolean =>
  (status === 401 || status === 404) && !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html')

/** A server with timeouts, so that slow clients do not keep others waiting. */
export function loopbackServer(): Server {
  const server = createServer()
  server.requestTimeout = 10_000
  server.headersTimeout = 10_000
  server.maxHeadersCount = 64
  server.maxConnections = MAX_CONNECTIONS
  return server
}

async function respond(request: IncomingMessage, response: ServerResponse, options: HttpOptions): Promise<void> {
  const { url = '' } = request
  checkSender(request, options.hosts)
  if (url.length > MAX_URL) throw new Refused(414, 'The address is too long.', 'Use fewer filters.')
  // The raw path: browsers have already removed `..`, so a path that still has it is not from a browser.
  const [, path = '', text = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? []
  if (path.startsWith('/api/')) return answerApi(request, response, path.slice('/api/'.length), text, options)
  if (path === '/open' && request.method === 'GET') return open(response, queryOf(text), options)
  const file = options.page(path)
  if (file === undefined) throw new Refused(404, 'This page does not exist.', 'Go to the overview: /')
  send(request, response, 200, file.type, file.bytes)
}

function checkSender({ method, headers, url = '' }: IncomingMessage, hosts: readonly string[]): void {
  const { host = '', origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': kind } = headers
  const isOwnHost = hosts.includes(host)
  const isOwnOrigin = origin === undefined || origin === `http://${host}`
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none'
  // Another page may link to ours; it may send no other request.
  const isLink = mode === 'navigate' && kind === 'document' && !url.startsWith('/api/')
  if (!isOwnHost || !isOwnOrigin || !(isOwnSite || isLink))
    throw new Refused(403, 'The request came from another page, or used another host name.', OWN_LINK)
  if (method !== 'GET' && method !== 'HEAD')
    throw new Refused(405, 'The dashboard is read-only.', 'To change something, run the command that the page shows.')
}

const OWN_LINK = 'Open the link that `holdpoint dashboard` prints.'

function open(response: ServerResponse, { key = '' }: Query, { entry }: HttpOptions): void {
  const cookie = entry.open(key)
  if (cookie === undefined)
    throw new Refused(401, 'This link was already used, or is older than five minutes.', NEW_LINK)
  response.writeHead(303, { 'set-cookie': cookie, location: '/' }).end()
}

const NEW_LINK = 'Press Enter in the terminal where `holdpoint dashboard` runs, and open the new link.'

async function answerApi(
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
  text: string,
  { entry, live, answer }: HttpOptions,
): Promise<void> {
  const { headers, method } = request
  if (!entry.isKnown(headers.cookie)) throw new Refused(401, 'This browser is not signed in.', NEW_LINK)
  if (name === 'live' && method === 'GET') return live.join(response, lastHeard(request))
  const found = answer(name, queryOf(text))
  if (found === undefined) throw new Refused(404, 'This endpoint does not exist.', 'Reload the page.')
  sendJson(request, response, 200, await found)
}

function lastHeard({ headers }: IncomingMessage): string | undefined {
  const value = headers['last-event-id']
  return typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined
}

const sendJson = (request: IncomingMessage, response: ServerResponse, status: number, body: unknown): void =>
  send(request, response, status, 'application/json; charset=utf-8', Buffer.from(JSON.stringify(body, cut)))

/** Any program of the user can append to the audit; a text without a limit would keep the browser busy for minutes. */
const MAX_TEXT = 20_000

const cut = (_: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value

function send(request: IncomingMessage, response: ServerResponse, status: number, type: string, body: Buffer): void {
  response.writeHead(status, { 'content-type': type, 'content-length': body.length })
  response.end(request.method === 'HEAD' ? undefined : body)
}
