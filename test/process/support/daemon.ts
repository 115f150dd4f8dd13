import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { commandFor, type Program } from '../../../packages/cli/src/install/command-line.ts'
import { unsigned } from '../../../packages/engine/src/lib/signature.ts'
import { ask } from '../../../packages/runtime/src/daemon/client/ask.ts'
import { daemonAddress, type DaemonAddress } from '../../../packages/runtime/src/daemon/client/place.ts'
import { readStatus, type DaemonStatus } from '../../../packages/runtime/src/daemon/status.ts'
import { temporaryDirectory } from '../../../packages/testing/src/repository.ts'
import { isRunning, start, startNode, until, type Ended, type StartOptions } from './process.ts'
import { aSandbox, HOLDPOINT, type Sandbox } from './sandbox.ts'

/** The build that the shipped client asks for. */
export const buildOf = (bin: string): string =>
  /([0-9a-f]{16})\.sock/.exec(readFileSync(join(dirname(bin), 'hook.sh'), 'utf8'))?.[1] ?? ''

export const BUILD = buildOf(HOLDPOINT)

export interface Watched extends Sandbox {
  readonly runtime: string
  readonly meeting: DaemonAddress
  /** `holdpoint daemon …` as a user types it. */
  daemon(...words: readonly string[]): Promise<Ended>
  status(): Promise<DaemonStatus | undefined>
  /** Waits until a daemon satisfies this condition. */
  settled(isSo?: (status: DaemonStatus) => boolean): Promise<DaemonStatus>
  /** What is installed for one event, as the host starts it: the line in a shell, or without one the script. */
  line(event: string, input: object | string, options?: LineOptions): Promise<Ended>
  bash(command: string, options?: LineOptions): Promise<Ended>
  /** Every process with our home or our runtime directory, and how it was started. */
  processes(): readonly { readonly pid: number; readonly command: string }[]
  daemons(): readonly number[]
}

export interface LineOptions extends StartOptions {
  readonly shell?: readonly string[]
  readonly program?: Partial<Program>
  readonly session?: string
}

/** A sandbox for a daemon. Every process started in it is ended after the test. */
export function aWatched(config = 'presets: [recommended]\n'): Watched {
  const sandbox = aSandbox(config)
  // Short: the path of a socket has a low limit.
  const runtime = temporaryDirectory('hp-').path
  const env: Record<string, string> = Object.assign(sandbox.env, {
    XDG_RUNTIME_DIR: runtime,
    CLAUDE_PID: String(process.pid),
    CLAUDE_PROJECT_DIR: sandbox.project,
  })
  const meeting = daemonAddress(env, BUILD)
  mkdirSync(meeting.directory, { mode: 0o700 })

  const status = async (): Promise<DaemonStatus | undefined> =>
    readStatus(await ask(meeting.socket, ['status'], '', 2_000))
  const line: Watched['line'] = (event, input, given = {}) => {
    const { shell = ['/bin/sh'], program, session = 's1', ...rest } = given
    const installed = { scope: 'user', node: process.execPath, bin: HOLDPOINT, ...program } as const
    const { command, args } = commandFor(event, shell.length === 0 ? { client: 'bash', ...installed } : installed)
    const inShell = shell.length === 0 ? ['/bin/sh'] : shell
    const [file = '', ...words] = args === undefined ? [...inShell, '-c', command] : [command, ...args]
    const payload =
      typeof input === 'string'
        ? input
        : `${JSON.stringify({ session_id: session, cwd: sandbox.project, hook_event_name: event, ...input })}\n`
    const options = { cwd: sandbox.project, ...rest, env: { ...env, ...rest.env }, input: payload }
    // Each decision has its own id; reasons that name it have their own tests.
    return start(file, words, options).ended.then((end) => ({ ...end, stdout: unsigned(end.stdout) }))
  }
  const processes: Watched['processes'] = () => processesWith([`XDG_RUNTIME_DIR=${runtime}`, `HOME=${sandbox.home}`])
  const daemons: Watched['daemons'] = () =>
    processes()
      .filter(({ command }) => /\bdaemon run\b/.test(command))
      .map(({ pid }) => pid)
  onTestFinished(async () => {
    // A daemon that is just starting shows up a little later.
    for (let quiet = 0; quiet < 3; quiet++) {
      const left = processes()
      for (const { pid } of left) end(pid)
      if (left.length > 0) quiet = 0
      await later(100)
    }
    rmSync(runtime, { recursive: true, force: true })
  })
  return {
    ...sandbox,
    env,
    runtime,
    meeting,
    status,
    line,
    bash: (command, options) => line('PreToolUse', { tool_name: 'Bash', tool_input: { command } }, options),
    daemon: (...words) => startNode(HOLDPOINT, ['daemon', ...words], { cwd: sandbox.project, env }).ended,
    async settled(isSo = () => true) {
      let found: DaemonStatus | undefined
      for (let round = 0; round < 200; round++) {
        found = await status()
        if (found !== undefined && isSo(found)) return found
        await later(50)
      }
      throw new Error(`no such daemon; the last one was ${JSON.stringify(found)}`)
    },
    processes,
    daemons,
  }
}

function processesWith(variables: readonly string[]): readonly { readonly pid: number; readonly command: string }[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && isRunning(pid))
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
        if (!variables.some((variable) => environment.includes(variable))) return []
        return [{ pid, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() }]
      } catch {
        return []
      }
    })
}

export function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

export const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export const isDenied = ({ code, stdout }: Ended): boolean =>
  code === 0 && stdout.includes('"permissionDecision":"deny"')

/** Waits until only daemons are left. */
export const allGone = ({ processes }: Watched): Promise<void> =>
  until(
    () => processes().every(({ command }) => /\bdaemon run\b|\b(?:runner|aside)\.cjs\b/.test(command)),
    'no client is left',
  )
