import { spawn, type ChildProcess } from 'node:child_process'
import type { Watched, WatchOptions } from '@holdpoint/engine'

/** Keeps the end of the output, where test runners print the summary. */
const KEPT_BYTES = 256 << 10
/** The delay between SIGTERM and SIGKILL for a process group. */
const GRACE_MS = 1_000

type Spawned = ChildProcess & { readonly pid: number }

type Options = Omit<WatchOptions, 'env'> & { readonly env: Readonly<Record<string, string | undefined>> }

/** Runs a program as the leader of its own process group, and ends the whole group afterwards. */
export function watch(program: string, args: readonly string[], options: Options): Promise<Watched> {
  if (options.signal.aborted) return Promise.resolve({ how: 'aborted', output: '' })
  const child = start(program, args, options)
  return child === undefined ? Promise.resolve({ how: 'not started', output: '' }) : follow(child, options)
}

function start(program: string, args: readonly string[], { cwd, env, input }: Options): ChildProcess | undefined {
  try {
    const stdin = input === undefined ? 'ignore' : 'pipe'
    const child = spawn(program, [...args], { cwd, env, detached: true, stdio: [stdin, 'pipe', 'pipe'] })
    // A program that does not read its input closes the pipe, which is not an error.
    child.stdin?.on('error', () => undefined).end(input)
    return child
  } catch {
    return undefined
  }
}

function follow(child: ChildProcess, { signal, limitMs, started, input }: Options): Promise<Watched> {
  return new Promise((resolve) => {
    const tail = tailCollector()
    const each = { stdout: tailCollector(), stderr: tailCollector() }
    for (const name of ['stdout', 'stderr'] as const) child[name]?.on('data', tail.add).on('data', each[name].add)
    let ended: 'too slow' | 'aborted' | undefined
    let hard: NodeJS.Timeout | undefined
    const end = (why: 'too slow' | 'aborted'): void => {
      if (ended !== undefined || !isSpawned(child)) return
      ended = why
      signalGroup(child, 'SIGTERM')
      hard = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS)
    }
    const abort = (): void => end('aborted')
    const limit = setTimeout(() => end('too slow'), limitMs)
    signal.addEventListener('abort', abort, { once: true })
    const finish = (how: Watched['how'], exitCode?: number): void => {
      clearTimeout(limit)
      clearTimeout(hard)
      signal.removeEventListener('abort', abort)
      child.stdout?.destroy()
      child.stderr?.destroy()
      const apart = input === undefined ? {} : { stdout: each.stdout.text(), stderr: each.stderr.text() }
      resolve({ how, output: tail.text(), ...apart, ...(exitCode !== undefined && { exitCode }) })
    }
    child.on('error', () => finish('not started'))
    child.on('exit', (code) => {
      // Leftover processes hold the pipes, and would keep changing files that the result describes.
      if (isSpawned(child)) signalGroup(child, 'SIGKILL')
      const how = ended ?? (code === null ? 'killed' : 'exited')
      const done = (): void => finish(how, how === 'exited' ? (code ?? undefined) : undefined)
      const late = setTimeout(done, GRACE_MS)
      child.on('close', () => {
        clearTimeout(late)
        done()
      })
    })
    if (isSpawned(child)) started?.(child.pid)
  })
}

const isSpawned = (child: ChildProcess): child is Spawned => child.pid !== undefined

function signalGroup({ pid }: Spawned, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The whole group has ended.
  }
}

function tailCollector(): { add: (chunk: Buffer) => void; text: () => string } {
  let kept: Buffer[] = []
  let size = 0
  return {
    add(chunk) {
      kept.push(chunk)
      size += chunk.length
      if (size < 2 * KEPT_BYTES) return
      kept = [Buffer.concat(kept).subarray(-KEPT_BYTES)]
      size = KEPT_BYTES
    },
    text: () => Buffer.concat(kept).subarray(-KEPT_BYTES).toString('utf8'),
  }
}
