import { UNKNOWN_SHELL } from '@holdpoint/hosts'
import { isUtf8 } from 'node:buffer'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { NOT_UTF8 } from '../read-input.ts'
import type { Judge } from './judge.ts'
import { isSame } from './secret.ts'
import type { Env } from '@holdpoint/engine'

export interface HttpOptions {
  readonly judge: Judge
  readonly token: string
  /** The environment for sessions that the daemon does not know. */
  readonly env: Env
  note(text: string): void
}

const MAX_BODY = 16 << 20
const MAX_CONNECTIONS = 256

/**
 * For hosts that call the daemon by HTTP. Other users of the machine and every page in a browser can reach loopback
 * too, so each request needs a token and the right Host header, and requests from pages are refused.
 */
export function httpServer({ judge, token, env, note }: HttpOptions): Server {
  const server = createServer((request, response) => {
    void answerRequest(request, response).catch((error: unknown) => {
      note(`http: ${String(error)}`)
      if (!response.headersSent) send(response, 500)
    })
  })
  server.requestTimeout = 10_000
  server.headersTimeout = 10_000
  server.maxConnections = MAX_CONNECTIONS
  return server

  async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refused = refusal(request, token)
    if (refused !== undefined) return send(response, refused)
    // As in install/http.ts; only the host calls this.
    const [, event, scope = 'user'] = /^\/hook\/([A-Za-z]+)(?:\?from=([a-z]+))?$/.exec(request.url ?? '') ?? []
    if (event === undefined) return send(response, 404)
    const body = await bodyOf(request)
    if (body === undefined) return send(response, 413)
    const judged = await judge({
      event,
      scope,
      body: body.toString('utf8'),
      problem: isUtf8(body) ? undefined : NOT_UTF8,
      fallbackEnv: fallbackEnv(request, env),
      parent: headerOf(request, 'x-holdpoint-parent'),
    })
    // The host treats any other status as "no opinion", or refuses, depending on its own settings.
    if ('declined' in judged) {
      note(`http: ${event}: ${judged.declined}`)
      return send(response, 503)
    }
    // The host installs no event that answers by exit code for http; if it calls one, there is no answer for it.
    if (judged.exitCode !== 0) note(`http: ${event}: exit code ${judged.exitCode} cannot be said: ${judged.stderr}`)
    else if (judged.stderr !== '') note(judged.stderr)
    send(response, judged.exitCode === 0 ? 200 : 503, judged.stdout)
    judged.after()
  }
}

function refusal({ method, headers }: IncomingMessage, token: string): number | undefined {
  if (!/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(headers.host ?? '')) return 403
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined) return 403
  if (method !== 'POST') return 405
  return isSame(headers.authorization ?? '', `Bearer ${token}`) ? undefined : 401
}

/** The host names the project in a header, for a session that no hook has attached. */
function fallbackEnv(request: IncomingMessage, env: Env): Env {
  const project = headerOf(request, 'x-holdpoint-project')
  // The session may have another shell than the one that started the daemon.
  const own = { ...env, CLAUDE_CODE_SHELL: UNKNOWN_SHELL }
  return project.startsWith('/') ? { ...own, CLAUDE_PROJECT_DIR: project } : own
}

/** Header values arrive as one character per byte. */
function headerOf({ headers }: IncomingMessage, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? Buffer.from(value, 'latin1').toString('utf8') : ''
}

/** Uses events, because `for await` costs more than the rest of reading a body. */
function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    request
      .on('data', (piece: Buffer) => {
        size += piece.length
        pieces.push(piece)
        if (size <= MAX_BODY) return
        request.destroy()
        resolve(undefined)
      })
      .on('end', () => resolve(Buffer.concat(pieces)))
      .on('error', reject)
  })
}

function send(response: ServerResponse, status: number, body = ''): void {
  response.writeHead(status, {
    ...(body !== '' && { 'content-type': 'application/json' }),
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  })
  response.end(body)
}
