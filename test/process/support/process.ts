import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { codeOf } from '../../../packages/engine/src/errors.ts'

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

type Child = ChildProcess & { readonly stdout: Readable; readonly stderr: Readable }

export interface Started {
  readonly child: Child
  readonly ended: Promise<Ended>
  /** Resolves to what is on stdout once the text has appeared there. */
  printed(text: string): Promise<string>
}

export interface StartOptions {
  readonly cwd?: string | undefined
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  readonly input?: string | Uint8Array | undefined
  /** Leaves stdin open after the input. */
  readonly keepOpen?: boolean | undefined
  /** An open file to be stdin, instead of a pipe with the input. */
  readonly stdin?: number | undefined
  /** An open file to be descriptor 3. */
  readonly third?: number | undefined
}

/** A time limit: only a hang reaches it. */
const HANG_MS = 25_000

export const startNode = (file: string, args: readonly string[], options?: StartOptions): Started =>
  start(process.execPath, [file, ...args], options)

/** Starts a program with nothing of the test's own environment but PATH. */
export function start(program: string, args: readonly string[], options: StartOptions = {}): Started {
  const env = { PATH: process.env['PATH'], ...options.env }
  const third = options.third === undefined ? [] : [options.third]
  const child = spawn(program, args, {
    cwd: options.cwd,
    env,
    stdio: [options.stdin ?? 'pipe', 'pipe', 'pipe', ...third],
  }) as Child
  const output = { stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
      for (const listen of listeners) listen()
    })
  }
  // A program may exit without reading its input.
  child.stdin?.on('error', () => undefined)
  if (options.input !== undefined) child.stdin?.write(options.input)
  if (options.keepOpen !== true) child.stdin?.end()

  const ended = new Promise<Ended>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`hung: ${args.join(' ')}\nstdout: ${output.stdout}\nstderr: ${output.stderr}`))
    }, HANG_MS)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      resolve({ code, signal, ...output })
    })
  })
  const printed = (text: string): Promise<string> =>
    Promise.race([
      new Promise<string>((resolve) => {
        const listen = (): void => {
          if (output.stdout.includes(text)) resolve(output.stdout)
        }
        listeners.add(listen)
        listen()
      }),
      ended.then((end) => {
        if (!end.stdout.includes(text)) throw new Error(`ended without printing ${text}: ${end.stderr}`)
        return end.stdout
      }),
    ])
  return { child, ended, printed }
}

/** Waits, within a limit, until a condition holds. */
export async function until(isSo: () => boolean, what: string): Promise<void> {
  const giveUpAt = Date.now() + HANG_MS
  while (!isSo()) {
    if (Date.now() > giveUpAt) throw new Error(`waited in vain until ${what}`)
    await new Promise((resolve) => {
      setTimeout(resolve, 10)
    })
  }
}

/** Whether a process is still running; a zombie stays in the table until its parent reaps it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch (error) {
    // Without /proc the result of the signal is used.
    return codeOf(error) === 'ENOENT' && !existsSync('/proc/self')
  }
}
