import { counted, messageOf, UserError } from '@holdpoint/engine'
import { BUILD } from '@holdpoint/runtime'
import {
  logFile,
  runningDaemon,
  type DaemonStatus,
  ask,
  daemonAddress,
  prepareAddress,
} from '@holdpoint/runtime/daemon'
import { readTail, startDetached } from '@holdpoint/runtime/system'
import { duration, facts, print, printJson } from './output.ts'
import { thisProgram } from './program.ts'

interface DaemonOptions {
  readonly json?: boolean
  readonly idle?: string
  readonly lines?: string
}

const ANSWER_MS = 2_000
const START_MS = 10_000
const STEP_MS = 50
const LOG_BYTES = 256 << 10

const address = () => daemonAddress(process.env, BUILD)

const running = (): Promise<DaemonStatus | undefined> => runningDaemon(process.env)

export async function daemonStart({ json, idle }: DaemonOptions): Promise<void> {
  const status = (await running()) ?? (await started(secondsIn(idle)))
  if (json === true) return printJson(status)
  print(`The daemon is running (process ${status.pid}).`)
}

async function started(idle: number | undefined): Promise<DaemonStatus> {
  try {
    prepareAddress(address())
  } catch (error) {
    throw new UserError(`no safe directory for the daemon's socket: ${messageOf(error)}.`)
  }
  const args = [thisProgram().bin, 'daemon', 'run', ...(idle === undefined ? [] : ['--idle', String(idle)])]
  startDetached(process.execPath, args, process.env)
  for (let waited = 0; waited < START_MS; waited += STEP_MS) {
    await later(STEP_MS)
    const status = await running()
    if (status !== undefined) return status
  }
  throw new UserError('the daemon did not start. See `holdpoint daemon logs`. Hooks work without it, but slower.')
}

export async function daemonStop({ json }: DaemonOptions): Promise<void> {
  const status = await running()
  if (status !== undefined) await stopped(status)
  if (json === true) return printJson({ stopped: status !== undefined })
  print(status === undefined ? 'No daemon is running.' : `Stopped the daemon (process ${status.pid}).`)
}

async function stopped({ pid }: DaemonStatus): Promise<void> {
  await ask(address().socket, ['stop'], '', ANSWER_MS)
  for (let waited = 0; waited < START_MS; waited += STEP_MS) {
    if ((await running())?.pid !== pid) return
    await later(STEP_MS)
  }
  throw new UserError(`the daemon (process ${pid}) is busy and did not stop. Try again.`)
}

export async function daemonRestart(options: DaemonOptions): Promise<void> {
  const status = await running()
  if (status !== undefined) await stopped(status)
  await daemonStart(options)
}

/** Undefined when none was running. The next session of another install starts one again. */
export async function endDaemon(): Promise<number | undefined> {
  const status = await running()
  // A busy daemon ends automatically after its last request.
  if (status !== undefined) await stopped(status).catch(() => undefined)
  return status?.pid
}

/** Restarts the daemon so that it reads the current files. */
export async function bringUp(): Promise<DaemonStatus> {
  const status = await running()
  if (status !== undefined) await stopped(status)
  return started(undefined)
}

export async function daemonStatus({ json }: DaemonOptions): Promise<void> {
  const status = await running()
  if (status === undefined) process.exitCode = 1
  if (json === true) return printJson({ running: status !== undefined, ...status })
  if (status === undefined)
    return print('No daemon is running. The next session starts one. Hooks work without it, but slower.')
  const { pid, version, startedAt, sessions, requests, memory, http, listening } = status
  const since = Math.round((Date.now() - Date.parse(startedAt)) / 1000)
  print(
    facts([
      ['process', `${pid}, version ${version}, running for ${duration(since * 1000)}`],
      ['answered', `${counted(requests, 'event')} of ${counted(sessions, 'session')}`],
      ['reached by', listening.map((way) => (way === 'http' ? `port ${http}` : way)).join(', ')],
      ['socket', address().socket],
      ['memory', `${Math.round(memory / (1 << 20))} MB`],
    ]),
  )
}

export function daemonLogs({ lines = '50' }: DaemonOptions): void {
  const count = Number(lines)
  if (!Number.isInteger(count) || count < 1)
    throw new UserError(`invalid --lines \`${lines}\`. Give a number of at least 1.`)
  const text = readTail(logFile(process.env), LOG_BYTES)
  if (text === undefined) return print('The daemon has no log yet.')
  print(text.trimEnd().split('\n').slice(-count).join('\n'))
}

function secondsIn(idle: string | undefined): number | undefined {
  if (idle === undefined) return undefined
  const seconds = Number(idle)
  if (!(seconds > 0)) throw new UserError(`invalid --idle \`${idle}\`. Give a number of seconds.`)
  return seconds
}

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
