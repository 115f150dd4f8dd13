import { appendFileSync, mkdirSync } from 'node:fs'
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { LiveEvents } from '../../../packages/dashboard/api.ts'
import { projectSuffix, serve } from '../../../packages/dashboard/server/index.ts'
import { placeOf } from '../../../packages/runtime/src/system/state/place.ts'
import { line } from '../../store/support/spool.ts'
import { startNode, until, type Started, type StartOptions } from './process.ts'
import { aSandbox, HOLDPOINT, PACKAGE, type Sandbox } from './sandbox.ts'

export interface Site extends Sandbox {
  /** The state directory of the project. */
  readonly state: string
  /** Writes spool lines of today, as hooks do. */
  decided(...given: readonly string[]): void
}

/** A project in which decisions can be put straight into the spool. */
export function aSite(config = 'presets: [recommended]\n'): Site {
  const sandbox = aSandbox(config)
  const state = placeOf(sandbox.project, sandbox.env).directory
  return {
    ...sandbox,
    state,
    decided(...given) {
      mkdirSync(join(state, 'spool'), { recursive: true, mode: 0o700 })
      for (const text of given) appendFileSync(join(state, 'spool/2026-03-01.jsonl'), `${text}\n`)
    },
  }
}

export const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

const denial = (hook: string, reason: string) => ({
  event: 'PreToolUse',
  tool: 'Bash',
  decision: 'deny',
  hooks: [{ id: hook, decision: 'deny', messageId: 'shared', reason, ms: 4 }],
})

/** An hour with one event of every kind that the page shows. */
export function anHour(config?: string): Site {
  const site = aSite(config)
  site.decided(
    line('t1-1-first0', { at: minutesAgo(59), session: 's2', event: 'SessionStart' }),
    line('t2-1-denied', {
      at: minutesAgo(50),
      subject: 'git push --force origin main',
      ...denial('guard/no-force-push', 'Force push to `main` stopped.'),
    }),
    line('t3-1-markup', {
      at: minutesAgo(40),
      agent: 'writer',
      subject: MARKUP,
      ...denial('guard/no-catastrophe', `It says ${MARKUP}`),
    }),
    line('t4-1-asked0', { at: minutesAgo(30), event: 'PreToolUse', tool: 'Edit', decision: 'ask' }),
    line('t5-1-failed', {
      at: minutesAgo(20),
      hooks: [
        { id: 'guard/no-force-push', decision: 'pass', failure: 'timeout: it took longer than 450 ms', ms: 450 },
        { id: 'guard/no-catastrophe', decision: 'pass', skipped: 'breaker', ms: 0 },
      ],
    }),
    line('t6-1-last00', { at: minutesAgo(1), session: 's2', agent: 'reader' }),
  )
  return site
}

export const MARKUP = `echo "<script>alert('1')</script>" </script><!-- \u2028 &amp; %3Cimg%3E`

export interface Reply {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
  readonly json: Record<string, unknown>
}

export interface Served {
  readonly port: number
  /** The link that was given first. */
  readonly link: string
  /** The request exactly as given, without any cookie. */
  ask(path: string, headers?: OutgoingHttpHeaders, method?: string): Promise<Reply>
  /** A request of the page, with its cookie. */
  api<T>(name: string): Promise<T>
  readonly cookie: string
  listen(lastHeard?: string): Promise<Listener>
}

type Heard = {
  readonly [N in keyof LiveEvents]: { readonly event: N; readonly data: LiveEvents[N]; readonly id: string }
}

export interface Listener {
  readonly status: number
  readonly heard: readonly Heard[keyof LiveEvents][]
  /** Ids of the decisions heard. */
  decisions(): readonly string[]
  close(): void
}

/** The server of `holdpoint dashboard`, in this process, with its link opened. */
export async function aDashboard({ project, env }: Site): Promise<Served> {
  const server = await serve({
    root: project,
    place: placeOf(project, env),
    env: { PATH: process.env['PATH'], ...env },
    program: HOLDPOINT,
    suffix: projectSuffix(project, false),
    startedAt: new Date(),
    now: () => new Date(),
    page: join(PACKAGE, 'dist/dashboard'),
    port: 0,
  })
  onTestFinished(() => server.close())
  return opened(server.address, server.newLink())
}

/** Starts `holdpoint dashboard`, as it is shipped, and opens its link. */
export async function aDashboardProcess(
  site: Site,
  words: readonly string[] = [],
  options: StartOptions = {},
): Promise<ServedByProcess> {
  const started = startNode(HOLDPOINT, ['dashboard', '--json', ...words], {
    cwd: site.project,
    keepOpen: true,
    ...options,
    env: { ...site.env, ...options.env },
  })
  onTestFinished(async () => {
    started.child.kill('SIGKILL')
    await started.ended
  })
  const { address, open: link } = JSON.parse(await started.printed('\n')) as { address: string; open: string }
  return { started, ...(await opened(address, link)) }
}

export interface ServedByProcess extends Served {
  readonly started: Started
}

async function opened(address: string, link: string): Promise<Served> {
  const port = Number(new URL(address).port)
  const ask: Served['ask'] = (path, headers = {}, method = 'GET') => send(port, path, headers, method)
  const { headers } = await ask(link.slice(address.length - 1))
  const cookie = (headers['set-cookie']?.[0] ?? '').replace(/;.*/, '')
  return {
    port,
    link,
    ask,
    cookie,
    async api<T>(name: string) {
      const { status, text, json } = await ask(`/api/${name}`, { cookie })
      if (status !== 200) throw new Error(`${name}: ${status} ${text}`)
      return json as T
    },
    listen: (lastHeard) => listen(port, { cookie, ...(lastHeard !== undefined && { 'last-event-id': lastHeard }) }),
  }
}

/** Not `fetch`, which does not allow setting the Host and Origin headers. */
function send(port: number, path: string, headers: OutgoingHttpHeaders, method: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path, method, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      response.on('end', () => {
        const isJson = (response.headers['content-type'] ?? '').startsWith('application/json') && text !== ''
        const json = isJson ? (JSON.parse(text) as Record<string, unknown>) : {}
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json })
      })
      response.on('error', reject)
    })
    asked.on('error', reject).end()
  })
}

function listen(port: number, headers: OutgoingHttpHeaders): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path: '/api/live', headers, agent: false }, (response) => {
      let text = ''
      const heard: Heard[keyof LiveEvents][] = []
      response.setEncoding('utf8').on('data', (piece: string) => {
        const parts = (text + piece).split('\n\n')
        text = parts.pop() ?? ''
        heard.push(...parts.flatMap(heardIn))
      })
      response.on('error', () => undefined)
      const listener: Listener = {
        status: response.statusCode ?? 0,
        heard,
        decisions: () => heard.flatMap((one) => (one.event === 'decision' ? one.data.id : [])),
        close: () => asked.destroy(),
      }
      if (response.statusCode !== 200) return resolve(listener)
      void until(() => heard.length > 0, 'the server says hello').then(() => resolve(listener), reject)
    })
    asked.on('error', () => undefined).end()
  })
}

function heardIn(text: string): readonly Heard[keyof LiveEvents][] {
  const field = (name: string): string => new RegExp(`(?:^|\n)${name}: ([^\n]*)`).exec(text)?.[1] ?? ''
  if (field('event') === '') return []
  return [{ event: field('event'), data: JSON.parse(field('data')), id: field('id') } as Heard[keyof LiveEvents]]
}
