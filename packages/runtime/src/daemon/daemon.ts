import { existsSync } from 'node:fs'
import type { AddressInfo, Server } from 'node:net'
import { messageOf, type Env } from '@holdpoint/engine'
import { BUILD, VERSION } from '../build.ts'
import type { World } from '../compose.ts'
import { readText } from '../system/files/read.ts'
import { removeFile, writeAtomic } from '../system/files/write.ts'
import { bashThatAsks } from './client/can-ask.ts'
import { ask } from './client/ask.ts'
import type { Attachment } from './client/attach.ts'
import { readHttpEntry, type HttpEntry } from './client/http-entry.ts'
import { isSafe, daemonAddress, prepareAddress } from './client/place.ts'
import { answerText, declinedText, type Request } from './client/wire.ts'
import { startDetached } from '../system/process/detached.ts'
import { stateHome } from '../system/state/place.ts'
import { httpServer } from './http.ts'
import { openJudge, type Judge } from './judge.ts'
import { lineServer, type Serve } from './lines.ts'
import { identify, isSameFile, listenOnLoopback, listenOnSocket } from './listen.ts'
import { openLog } from './log.ts'
import { retireOlder } from './retire.ts'
import { newSecret } from './secret.ts'
import { openSessions, parseAttachment } from './sessions.ts'
import type { DaemonStatus } from './status.ts'

export interface DaemonOptions {
  readonly env: Env
  readonly world: Omit<World, 'env' | 'cwd'> & { readonly program: string }
  /** The session whose hook started us. */
  readonly first?: Attachment
  readonly idleMs?: number
}

const IDLE_MS = 60 * 60_000
const LOOK_MS = 1_000
const DRAIN_MS = 5_000
const PING_MS = 1_000
const HTTP_TRIES = 8
/** Beyond this something is wrong, and a fresh start is cheap: clients do without us meanwhile. */
const MAX_RSS = 700 << 20
/** How often what was spooled goes into the database. */
const INGEST_MS = 60_000

/**
 * The whole life of a daemon. It is an accelerator: whatever goes wrong, clients answer without it. So it never
 * insists; when its socket is no longer its own, or nobody has asked for an hour, it goes.
 */
export async function runDaemon(options: DaemonOptions): Promise<void> {
  const note = openLog(options.env, options.world.now)
  try {
    await live(options, note)
  } catch (error) {
    note(`cannot start: ${messageOf(error)}`)
    process.exit(1)
  }
}

async function live(
  { env, world, first, idleMs = IDLE_MS }: DaemonOptions,
  note: (text: string) => void,
): Promise<void> {
  const program = identify(world.program)
  const meeting = daemonAddress(env, BUILD)
  prepareAddress(meeting)
  if ((await ask(meeting.socket, ['status'], '', PING_MS)) !== undefined) {
    removeFile(meeting.starting)
    if (first !== undefined) await ask(meeting.socket, ['attach'], JSON.stringify(first), PING_MS)
    return
  }

  const sessions = openSessions(env)
  if (first !== undefined) sessions.attach(first)
  const home = stateHome(env)
  const startedAt = world.now()
  let [requests, lastAskedAt, isReady, isEnding] = [0, performance.now(), false, false]
  const unread = new Set<string>()
  const listeners: { server: Server; name: string }[] = []
  let http: HttpEntry | undefined
  let loopback: string | undefined

  const judge = openJudge(sessions, world)
  const counted: Judge = async (asked) => {
    if (isEnding) return { declined: 'ending' }
    requests++
    lastAskedAt = performance.now()
    const judged = await judge(asked)
    if ('declined' in judged) return judged
    if (judged.notes !== '') note(judged.notes)
    if (judged.root !== undefined) unread.add(judged.root)
    return judged
  }

  const serve: Serve = async ({ words: [verb, event = '', scope = ''], body }: Request) => {
    if (isEnding) return { text: declinedText('ending') }
    if (verb === 'status') return { text: answerText(JSON.stringify(status())) }
    if (verb === 'ready') {
      await keepHttp()
      return { text: isReady ? answerText('ready') : declinedText('starting') }
    }
    if (verb === 'attach') return { text: answerText(attached(body)) }
    if (verb === 'stop') return { text: answerText('stopping'), after: () => void end('asked to stop') }
    if (verb !== 'hook') return { text: declinedText('unknown request') }
    const judged = await counted({ event, scope, body })
    if ('declined' in judged) return { text: declinedText(judged.declined) }
    return { text: answerText(judged.answer), after: judged.after }
  }

  function attached(body: string): string {
    const attachment = parseAttachment(body)
    return (attachment === undefined ? 'not an attachment' : sessions.attach(attachment)) ?? 'attached'
  }

  const status = (): DaemonStatus => ({
    pid: process.pid,
    build: BUILD,
    version: VERSION,
    program: world.program,
    startedAt: startedAt.toISOString(),
    sessions: sessions.count(),
    requests,
    memory: process.memoryUsage.rss(),
    http: listeners.some(({ name }) => name === 'http') ? (http?.port ?? null) : null,
    listening: listeners.map(({ name }) => name),
  })

  const server = lineServer({ serve, note })
  const identity = await listenOnSocket(server, meeting.socket)
  removeFile(meeting.starting)
  listeners.push({ server, name: 'socket' })
  note(`version ${VERSION}, build ${BUILD}: listening on ${meeting.socket}`)
  const hasHome = existsSync(home)

  const isOurs = (): boolean => isSameFile(identity, meeting.socket)

  async function end(why: string): Promise<void> {
    if (isEnding) return
    isEnding = true
    note(`ending: ${why}, after ${requests} requests`)
    if (isOurs()) for (const file of [meeting.socket, meeting.loopback]) removeFile(file)
    // Nobody is left to read it where the state directory has been deleted.
    if (existsSync(home)) takeIn()
    const closed = listeners.map(({ server }) => new Promise((resolve) => server.close(resolve)))
    await Promise.race([Promise.all(closed), new Promise((resolve) => setTimeout(resolve, DRAIN_MS))])
    process.exit(0)
  }

  /** The install may come later than the daemon, or change; and one that hangs keeps the port until it is ended. */
  async function keepHttp(tries = 1): Promise<void> {
    const wanted = readHttpEntry(home)
    if (isEnding || wanted === undefined || (wanted.port === http?.port && wanted.token === http.token)) return
    if (http !== undefined) return void end('the host calls by another port or token now')
    http = wanted
    const server = httpServer({ judge: counted, token: wanted.token, env: strangerEnvironment(env), note })
    if (await listenOnLoopback(server, wanted.port, tries === 1 ? () => undefined : note, tries))
      listeners.push({ server, name: 'http' })
    else http = undefined
  }

  /** Where a shell has no other way to the socket, a note that is gone or wrong would leave every event to a process. */
  function tellBash(): void {
    try {
      if (loopback !== undefined && readText(meeting.loopback) !== loopback) writeAtomic(meeting.loopback, loopback)
    } catch {
      // The disk may take it later.
    }
  }

  /** A process of its own, so that a large database never keeps an answer waiting. */
  function takeIn(): void {
    for (const root of unread)
      startDetached(process.execPath, [world.program, 'audit', 'ingest', '--project', root], env)
    unread.clear()
  }

  process.on('SIGTERM', () => void end('SIGTERM')).on('SIGINT', () => void end('SIGINT'))
  process.on('SIGHUP', () => undefined)
  process.on('uncaughtException', (error) => note(`uncaught: ${messageOf(error)}`))
  process.on('unhandledRejection', (error) => note(`unhandled: ${messageOf(error)}`))
  setInterval(takeIn, INGEST_MS)
  setInterval(() => {
    if (!isOurs()) void end('another daemon has taken over')
    else if (!isSafe(meeting)) void end('others can write where our socket is')
    // Parts of it are loaded when they are needed, and those of another build are not ours.
    else if (!isSameFile(program, world.program)) void end('the program has been replaced')
    else if (hasHome && !existsSync(home)) void end('the state directory is gone')
    else if (performance.now() - lastAskedAt > idleMs) void end('nobody has asked for long')
    else if (process.memoryUsage.rss() > MAX_RSS) void end('too much memory')
    else if (isReady) {
      void keepHttp()
      tellBash()
    }
  }, LOOK_MS)

  // One that has been replaced still has the port, and needs a moment to let go of it.
  await retireOlder(meeting.directory, meeting.socket, world.program, note)
  await keepHttp(HTTP_TRIES)
  isReady = true
  // A daemon that was killed may have left it.
  removeFile(meeting.loopback)
  const bash = await bashThatAsks(world.program)
  if (bash !== undefined) {
    const secret = newSecret()
    const server = lineServer({ serve, secret, note })
    // Of two that were started at once, the later one has written its own by now.
    if ((await listenOnLoopback(server, 0, note)) && isOurs()) {
      const { port } = server.address() as AddressInfo
      try {
        loopback = `${port} ${secret.token} ${secret.proof} ${bash}\n`
        writeAtomic(meeting.loopback, loopback)
      } catch (error) {
        // Those who ask through the socket are answered all the same.
        note(`bash cannot be told the port: ${messageOf(error)}`)
      }
      listeners.push({ server, name: 'loopback' })
    }
  }
}

/** What belongs to one session, or to one run, says nothing about another. */
function strangerEnvironment(env: Env): Env {
  const ofOne = /^(?:CLAUDE|PLANNING_|LLM_REVIEW_|HOLDPOINT_|AI_AGENT$|PWD$|OLDPWD$)/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ofOne.test(name)))
}
