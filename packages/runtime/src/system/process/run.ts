import { spawn, type ChildProcess } from 'node:child_process'
import { codeOf, messageOf } from '@holdpoint/engine'
import { endGroup } from './group.ts'

export interface RunOptions {
  readonly cwd: string
  readonly signal: AbortSignal
  readonly input?: string
  /** Discards stderr. */
  readonly dropsErrors?: boolean
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Output beyond this is dropped. */
  readonly maxBytes?: number
  /** A program that prints more than this is ended; less output is kept completely by default. */
  readonly endBeyond?: number
  /** Processes that the program leaves running may continue, without its pipes. */
  readonly leavesRest?: boolean
}

export interface RunResult {
  /** Undefined when the program could not be started or was ended by a signal. */
  readonly exitCode: number | undefined
  readonly stdout: string
  readonly stderr: string
  /** Why there is no exit code. */
  readonly problem?: string
}

const MAX_BYTES = 1 << 20
const GRACE_MS = 200

/**
 * Starts a program in its own process group and ends the whole group when the signal fires, or when the program itself
 * has ended. The result does not wait for the pipes after that: a grandchild that keeps them open must not block.
 */
export function run(program: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const child = options.signal.aborted ? TIME_IS_UP : start(program, args, options)
  if (typeof child === 'string') return Promise.resolve({ exitCode: undefined, stdout: '', stderr: '', problem: child })
  return new Promise((resolve) => {
    const kept = options.maxBytes ?? options.endBeyond
    const output = { stdout: collector(kept), stderr: collector(kept) }
    const finish = (exitCode: number | undefined, problem?: string): void => {
      options.signal.removeEventListener('abort', giveUp)
      const why = exitCode === undefined && problem !== undefined ? { problem } : {}
      resolve({ exitCode, stdout: output.stdout.text(), stderr: output.stderr.text(), ...why })
    }
    const end = (problem: string): void => {
      if (child.pid !== undefined) endGroup(child.pid)
      child.stdout?.destroy()
      child.stderr?.destroy()
      finish(undefined, problem)
    }
    const giveUp = (): void => end(TIME_IS_UP)
    const take = (name: 'stdout' | 'stderr') => (chunk: Buffer) => {
      const size = output[name].add(chunk)
      if (size > (options.endBeyond ?? Infinity)) end(`it printed more than ${inMegabytes(options.endBeyond ?? 0)}`)
    }
    child.on('error', (error) => finish(undefined, `it could not be started (${codeOf(error) ?? error.message})`))
    child.on('exit', () => (options.leavesRest === true ? leaveRest(child) : endRest(child)))
    child.on('close', (code, signal) => finish(code ?? undefined, `it was ended by ${signal ?? 'nobody knows whom'}`))
    child.stdout?.on('data', take('stdout'))
    child.stderr?.on('data', take('stderr'))
    // A program that does not read its input closes the pipe, which is not an error.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(options.input)
    options.signal.addEventListener('abort', giveUp, { once: true })
  })
}

export const TIME_IS_UP = 'its time was up'

const inMegabytes = (bytes: number): string => `${Math.round(bytes / (1 << 20))} MB`

/** Most start failures are reported by an event; a zero byte in a path, or too many arguments, throw. */
function start(program: string, args: readonly string[], options: RunOptions): ChildProcess | string {
  try {
    return spawn(program, [...args], {
      cwd: options.cwd,
      env: options.env ?? process.env,
      detached: true,
      // Creating a pipe is a noticeable part of the cost of an event.
      stdio: [
        options.input === undefined ? 'ignore' : 'pipe',
        'pipe',
        options.dropsErrors === true ? 'ignore' : 'pipe',
      ],
    })
  } catch (error) {
    return `it could not be started (${codeOf(error) ?? messageOf(error)})`
  }
}

/** Processes that a program leaves behind may finish their output, but must not keep the pipes open. */
function endRest(child: ChildProcess): void {
  const end = (): void => {
    if (child.pid !== undefined) endGroup(child.pid)
  }
  const late = setTimeout(() => {
    end()
    letGo(child)
  }, GRACE_MS)
  child.on('close', () => {
    clearTimeout(late)
    end()
  })
}

function leaveRest(child: ChildProcess): void {
  const late = setTimeout(() => letGo(child), GRACE_MS)
  child.on('close', () => clearTimeout(late))
}

/** A process outside the group can still hold the pipes. */
function letGo({ stdin, stdout, stderr }: ChildProcess): void {
  for (const pipe of [stdin, stdout, stderr]) pipe?.destroy()
}

/** `add` returns the total size so far. */
function collector(maxBytes = MAX_BYTES): { add: (chunk: Buffer) => number; text: () => string } {
  const chunks: Buffer[] = []
  let size = 0
  return {
    add(chunk) {
      if (size < maxBytes) chunks.push(chunk)
      size += chunk.length
      return size
    },
    text: () => Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8'),
  }
}
