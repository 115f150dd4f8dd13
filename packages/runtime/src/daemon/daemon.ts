import { existsSync } from 'node:fs'
import type { AddressInfo, Server } from 'node:net'
import { messageOf, type Env } from '@holdpoint/engine'
import { BUILD, VERSION } from '../build.ts'
import { openAside } from './aside/aside.ts'
import { readText } from '../system/files/read.ts'
import { removeFile, writeAtomic } from '../system/files/write.ts'
import { bashThatAsks } from './client/can-ask.ts'
import { ask } from './client/ask.ts'
import type { Attachment } from './client/attach.ts'
import { readHttpEntry, type HttpEntry } from './client/http-entry.ts'
import { isSafe, daemonAddress, prepareAddress } from './client/place.ts'
import { answerText, declinedText, type Request } from './client/wire.ts'
import { enrolmentFile } from '../fleet/enrolment.ts'
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
import type { SharedWorld } from './world.ts'

export interface DaemonOptions {
  readonly env: Env
  readonly world: SharedWorld & { readonly program: string }
  /** The file of the process that judges large events. */
  readonly aside: string
  /** The session whose hook started the daemon. */
  readonly first?: Attachment
  readonly idleMs?: number
}

const IDLE_MS = 60 * 60_000
const LOOK_MS = 1_000
const DRAIN_MS = 5_000
const PING_MS = 1_000
const HTTP_TRIES = 8
/** Above this something is wrong, and a restart is cheap: clients answer without the daemon meanwhile. */
const MAX_RSS = 700 << 20
/** How often spooled lines are moved to the database. */
const INGEST_MS = 60_000

/**
 * Runs a daemon from start to exit. The daemon is only an accelerator: when it fails, clients answer without it. So it
 * exits when another process owns its socket, or after an hour without requests.
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
  { env, world, aside, first, idleMs = IDLE_MS }: DaemonOptions,
  note: (text: string) => void,
): Promise<void> {
  const program = identify(world.program)
  const address = daemonAddress(env, BUILD)
  prepareAddress(address)
  if ((await ask(address.socket, ['status'], '', PING_MS)) !== undefined) {
    removeFile(address.starting)
    if (first !== undefined) await ask(address.socket, ['attach'], JSON.stringify(first), PING_MS)
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

  const judge = openJudge(sessions, world, openAside({ file: aside, program: world.program, note }))
  const counted: Judge = async (asked) => {
    if (isEnding) return { declined: 'ending' }
    requests++
    lastAskedAt = performance.now()
    const judged = await judge(asked)
    if ('declined' in judged) return judged
    if (judged.root !== undefined) unread.add(judged.root)
    return judged
  }

  const serve: Serve = async ({ words: [verb, event = '', scope = ''], body, surroundings }: Request) => {
    if (isEnding) return { text: declinedText('ending') }
    if (verb === 'status') return { text: answerText(JSON.stringify(status())) }
    if (verb === 'ready') {
      await keepHttp()
      return { text: isReady ? answerText('ready') : declinedText('starting') }
    }
    if (verb === 'attach') return { text: answerText(attached(body)) }
    if (verb === 'stop') return { text: answerText('stopping'), after: () => void end('asked to stop') }
    if (verb !== 'hook') return { text: declinedText('unknown request') }
    // A host that calls by http counts on the daemon from its first event on.
    if (surroundings !== undefined) await keepHttp()
    const judged = await counted({ event, scope, body, surroundings })
    if ('declined' in judged) return { text: declinedText(judged.declined) }
    return { text: answerText(judged.stdout, judged.stderr, judged.exitCode), after: judged.after }
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
  const identity = await listenOnSocket(server, address.socket)
  removeFile(address.starting)
  listeners.push({ server, name: 'socket' })
  note(`version ${VERSION}, build ${BUILD}: listening on ${address.socket}`)
  const hasHome = existsSync(home)

  const isOurs = (): boolean => isSameFile(identity, address.socket)

  async function end(why: string): Promise<void> {
    if (isEnding) return
    isEnding = true
    note(`ending: ${why}, after ${requests} requests`)
    if (isOurs()) for (const file of [address.socket, address.loopback]) removeFile(file)
    // A deleted state directory has no spool to move to the database.
    if (existsSync(home)) ingestSpool()
    const closed = listeners.map(({ server }) => new Promise((resolve) => server.close(resolve)))
    await Promise.race([Promise.all(closed), new Promise((resolve) => setTimeout(resolve, DRAIN_MS))])
    process.exit(0)
  }

  /** The install may come later than the daemon, or change; a daemon that hangs keeps the port until it is killed. */
  async function keepHttp(tries = 1): Promise<void> {
    const wanted = readHttpEntry(home)
    if (isEnding || wanted === undefined || (wanted.port === http?.port && wanted.token === http.token)) return
    if (http !== undefined) return void end('the host calls by another port or token now')
    http = wanted
    const server = httpServer({ judge: counted, token: wanted.token, env: fallbackEnvironment(env), note })
    if (await listenOnLoopback(server, wanted.port, tries === 1 ? () => undefined : note, tries))
      listeners.push({ server, name: 'http' })
    else http = undefined
  }

  /** Where a shell cannot use the socket, a missing or wrong port file would make every event start a process. */
  function writePortFile(): void {
    try {
      if (loopback !== undefined && readText(address.loopback) !== loopback) writeAtomic(address.loopback, loopback)
    } catch {
      // The next check writes it again.
    }
  }

  /** A separate process, so that a large database never delays an answer. */
  function ingestSpool(): void {
    // On a machine of a team the same job also sends, and says that it is alive even when there was no event.
    if (existsSync(enrolmentFile(home)))
      startDetached(process.execPath, [world.program, 'fleet', 'flush', '--background', ...unread], env)
    else
      for (const root of unread)
        startDetached(process.execPath, [world.program, 'audit', 'ingest', '--project', root], env)
    unread.clear()
  }

  process.on('SIGTERM', () => void end('SIGTERM')).on('SIGINT', () => void end('SIGINT'))
  process.on('SIGHUP', () => undefined)
  process.on('uncaughtException', (error) => note(`uncaught: ${messageOf(error)}`))
  process.on('unhandledRejection', (error) => note(`unhandled: ${messageOf(error)}`))
  setInterval(ingestSpool, INGEST_MS)
  setInterval(() => {
    if (!isOurs()) void end('another daemon has taken over')
    else if (!isSafe(address)) void end('others can write where our socket is')
    // Some modules are loaded on demand, and those of another build do not fit this process.
    else if (!isSameFile(program, world.program)) void end('the program has been replaced')
    else if (hasHome && !existsSync(home)) void end('the state directory is gone')
    else if (performance.now() - lastAskedAt > idleMs) void end('idle')
    else if (process.memoryUsage.rss() > MAX_RSS) void end('too much memory')
    else if (isReady) {
      void keepHttp()
      writePortFile()
    }
  }, LOOK_MS)

  // A daemon that was replaced still has the port, and needs a moment to release it.
  await retireOlder(address.directory, address.socket, world.program, note)
  await keepHttp(HTTP_TRIES)
  isReady = true
  // A killed daemon may have left it.
  removeFile(address.loopback)
  const bash = await bashThatAsks(world.program)
  if (bash !== undefined) {
    const secret = newSecret()
    const server = lineServer({ serve, secret, note })
    // Of two daemons started at the same time, the later one has written its own file by now.
    if ((await listenOnLoopback(server, 0, note)) && isOurs()) {
      const { port } = server.address() as AddressInfo
      try {
        loopback = `${port} ${secret.token} ${secret.proof} ${bash}\n`
        writeAtomic(address.loopback, loopback)
      } catch (error) {
        // Clients that use the socket are still answered.
        note(`the port file cannot be written: ${messageOf(error)}`)
      }
      listeners.push({ server, name: 'loopback' })
    }
  }
}

/** Variables of one session or one run do not apply to others. */
function fallbackEnvironment(env: Env): Env {
  const ofOne = /^(?:CLAUDE|PLANNING_|LLM_REVIEW_|HOLDPOINT_|AI_AGENT$|PWD$|OLDPWD$)/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ofOne.test(name)))
}
