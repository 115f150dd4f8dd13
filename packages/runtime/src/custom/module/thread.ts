import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { messageOf } from '@holdpoint/engine'
import type { FromWorker, Task, ToWorker } from './channel.ts'

/** Room for a large project's data; a hook that needs more has lost its way. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

export interface Link {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  /** Answers what the hook asks for. */
  call?(message: Extract<FromWorker, { readonly type: 'call' }>): Promise<unknown>
  export?(variables: Readonly<Record<string, string>>): void
}

/**
 * Does a task in a thread of its own, which is ended when it has answered or its time is up, whatever it is doing.
 * Gives what it answered, as JSON.
 */
export function inWorker(task: Task, link: Link): Promise<string> {
  return new Promise((resolve, reject) => {
    if (link.signal.aborted) return reject(new Error('no time was left for it'))
    const worker = new Worker(workerFile(), {
      workerData: task,
      env: { ...link.env },
      argv: [],
      execArgv: [],
      // Whatever it prints must not reach the host, which would take it for our answer.
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

/** What cannot be sent to another thread is a failure of the call, and not of everything. */
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

/** Built as a program of its own, which lies beside whatever this was built into. */
function workerFile(): string {
  const here = fileURLToPath(import.meta.url)
  let at = dirname(here)
  // From the sources, as in tests: the program is built below the package of the command line.
  if (here.endsWith('.ts')) return join(at, '../../../../cli/dist/bin/worker.cjs')
  for (let step = 0; step < 4; step++, at = dirname(at)) {
    const found = ['worker.cjs', 'bin/worker.cjs', 'dist/bin/worker.cjs']
      .map((path) => join(at, path))
      .find((path) => existsSync(path))
    if (found !== undefined) return found
  }
  throw new Error('dist/bin/worker.cjs is missing from this install')
}
