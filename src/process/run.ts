import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'

export interface RunOptions {
  readonly cwd: string
  readonly signal: AbortSignal
  readonly input?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Output beyond this is dropped. */
  readonly maxBytes?: number
}

export interface RunResult {
  /** Undefined when the program could not be started or was ended by a signal. */
  readonly exitCode: number | undefined
  readonly stdout: string
  readonly stderr: string
}

const MAX_BYTES = 1 << 20
const GRACE_MS = 200

/**
 * Starts a program in its own process group and ends the whole group when the signal fires, or when the program itself
 * has ended. The result does not wait for the pipes after that: a grandchild that keeps them open must not keep us.
 */
export function run(program: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const child = options.signal.aborted ? undefined : start(program, args, options)
  if (child === undefined) return Promise.resolve({ exitCode: undefined, stdout: '', stderr: '' })
  return new Promise((resolve) => {
    const output = { stdout: collector(options.maxBytes), stderr: collector(options.maxBytes) }
    const finish = (exitCode: number | undefined): void => {
      options.signal.removeEventListener('abort', endGroup)
      resolve({ exitCode, stdout: output.stdout.text(), stderr: output.stderr.text() })
    }
    const endGroup = (): void => {
      if (child.pid !== undefined) killGroup(child.pid)
      child.stdout.destroy()
      child.stderr.destroy()
      finish(undefined)
    }
    child.on('error', () => finish(undefined))
    child.on('exit', () => endRest(child))
    child.on('close', (code) => finish(code ?? undefined))
    child.stdout.on('data', output.stdout.add)
    child.stderr.on('data', output.stderr.add)
    // A program that does not read its input closes the pipe; that is its right.
    child.stdin.on('error', () => undefined)
    child.stdin.end(options.input ?? '')
    options.signal.addEventListener('abort', endGroup, { once: true })
  })
}

/** Most reasons for not starting are told by an event; but a zero byte in a path, or too many arguments, throw. */
function start(
  program: string,
  args: readonly string[],
  options: RunOptions,
): ChildProcessWithoutNullStreams | undefined {
  try {
    return spawn(program, [...args], {
      cwd: options.cwd,
      env: options.env ?? process.env,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  } catch {
    return undefined
  }
}

/** What a program leaves behind is nobody's any more. It may finish what it is saying, but not hold us by our pipes. */
function endRest(child: ChildProcessWithoutNullStreams): void {
  const end = (): void => {
    if (child.pid !== undefined) killGroup(child.pid)
  }
  const late = setTimeout(end, GRACE_MS)
  child.on('close', () => {
    clearTimeout(late)
    end()
  })
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Already gone.
  }
}

function collector(maxBytes = MAX_BYTES): { add: (chunk: Buffer) => void; text: () => string } {
  const chunks: Buffer[] = []
  let size = 0
  return {
    add(chunk) {
      if (size < maxBytes) chunks.push(chunk)
      size += chunk.length
    },
    text: () => Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8'),
  }
}
