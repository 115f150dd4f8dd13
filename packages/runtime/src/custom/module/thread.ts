import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { messageOf } from '@holdpoint/engine'
import type { FromWorker, Task, ToWorker } from './channel.ts'

/** Enough for a large project's data; a hook that needs more is probably broken. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

export interface Link {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  /** Answers the hook's service calls. */
  call?(message: Extract<FromWorker, { readonly type: 'call' }>): Promise<unknown>
  export?(variables: Readonly<Record<string, string>>): void
}

/**
 * Runs a task in its own thread, which is ended when it has answered or timed out.
 * Returns its answer, as JSON.
 */
export function inWorker(task: Task, link: Link): Promise<string> {
  return new Promise((resolve, reject) => {
    if (link.signal.aborted) return reject(new Error('no time was left for it'))
    const worker = new Worker(workerFile(), {
      workerData: task,
      env: { ...link.env },
      argv: [],
      execArgv: [],
      // The thread's output must not reach the host, which would read it as Holdpoint's answer.
      stdout: true,
      stderr: true,
      resourceLimits: LIMITS,
    })
    worker.stdout.resume()
    worker.stderr.resume()
    const end = (): void => {
      link.signal.removeEventListener('abort', end)
      void worker.terminate()
      reject(new Error('its time was up'))
    }
    const finish = (settle: () => void): void => {
      settle()
      end()
    }
    link.signal.addEventListener('abort', end)
    worker.on('error', (error) => finish(() => reject(new Error(reasonOf(error)))))
    worker.on('exit', (code) => finish(() => reject(new Error(`it ended itself with code ${code}, without an answer`))))
    const receive = (message: FromWorker): void => {
      if (message.type === 'done') finish(() => resolve(message.json))
      else if (message.type === 'failed') finish(() => reject(new Error(message.message)))
      else if (message.type === 'export') link.export?.(message.variables)
      else void answer(message, link, (reply) => worker.postMessage(reply))
    }
    worker.on('message', (message: FromWorker) => {
      try {
        receive(message)
      } catch (error) {
        finish(() => reject(new Error(messageOf(error))))
      }
    })
  })
}

/** A value that cannot be cloned fails only this call. */
async function answer(
  message: Extract<FromWorker, { type: 'call' }>,
  { call }: Link,
  send: (reply: ToWorker) => void,
): Promise<void> {
  const { id } = message
  try {
    send({ id, value: await call?.(message) })
  } catch (error) {
    send({ id, error: messageOf(error) })
  }
}

const reasonOf = (error: unknown): string =>
  messageOf(error).includes('memory limit') ? `it used more than ${LIMITS.maxOldGenerationSizeMb} MB` : messageOf(error)

/** Built as a separate program, beside the bundle that contains this file. */
function workerFile(): string {
  const here = fileURLToPath(import.meta.url)
  let at = dirname(here)
  // When run from source, as in tests, the program is in the build output of the CLI package.
  if (here.endsWith('.ts')) return join(at, '../../../../cli/dist/bin/worker.cjs')
  for (let step = 0; step < 4; step++, at = dirname(at)) {
    const found = ['worker.cjs', 'bin/worker.cjs', 'dist/bin/worker.cjs']
      .map((path) => join(at, path))
      .find((path) => existsSync(path))
    if (found !== undefined) return found
  }
  throw new Error('dist/bin/worker.cjs is missing from this install')
}
