import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import {
  messageOf,
  type Hook,
  type SchemaIssue,
  matches,
  safeName,
  pass,
  renderMessage,
  runHook,
} from '@holdpoint/engine'
import { readBuilt } from './module/built.ts'
import type { FromWorker, Task } from './module/channel.ts'
import { defineHook } from './module/define.ts'
import { keepQuiet } from './module/quiet.ts'
import { openRunner, type Outside } from './module/runner.ts'
import { workerServices } from './own-services.ts'

/** The worker thread that runs one custom hook for one event. It is built as a separate program. */

const task = workerData as Task
const send = (message: FromWorker): void => parentPort?.postMessage(message)

/** What most hooks import from Holdpoint; the rest is in the library, which is slow to load. */
const USUAL: Readonly<Record<string, unknown>> = { defineHook, pass, renderMessage, safeName, matchesSubject: matches }

const outside: Outside = (specifier, names) => {
  if (specifier !== 'holdpoint') return import(specifier) as Promise<object>
  if (names?.every((name) => Object.hasOwn(USUAL, name)) === true) return Promise.resolve(USUAL)
  return Promise.resolve(createRequire(import.meta.url)('./index.cjs') as object)
}

async function loadHook(): Promise<Hook> {
  const built = readBuilt(task.built)
  if (built === undefined) throw new Error('what was built of it is missing; run `holdpoint trust` again')
  const { default: given } = await openRunner(built, task.root, outside)(task.file)
  const { meta, run } = (given ?? {}) as { readonly meta?: unknown; readonly run?: unknown }
  if (typeof meta !== 'object' || meta === null || typeof run !== 'function') {
    throw new Error('its default export is no hook: write `export default defineHook({ meta: …, run() { … } })`')
  }
  return defineHook(given as Parameters<typeof defineHook>[0])
}

/** The hook's description, as plain data. */
async function describe(): Promise<unknown> {
  const { meta } = await loadHook()
  const { options, ...rest } = meta
  return {
    meta: rest,
    options: 'entries' in options && options['~standard'].vendor === 'holdpoint' ? options.entries : undefined,
  }
}

/** Longer than any event: the thread that started this one ends it in time. */
const NO_LIMIT = 2 ** 31 - 1

async function run(): Promise<unknown> {
  if (task.kind !== 'run') return undefined
  const { meta, ...hook } = await loadHook()
  const { event, services } = workerServices(task, send)
  const options = await meta.options['~standard'].validate(task.options)
  if (options.issues !== undefined) throw new Error(`its options are wrong: ${options.issues.map(wordsFor).join('; ')}`)
  const entry = { ...meta, id: `own/${task.name}` as const }
  const setting = { level: 'on', options: options.value, timeoutMs: NO_LIMIT } as const
  const { verdict, failure } = await runHook({ entry, setting }, event, NO_LIMIT, {
    load: () => Promise.resolve({ ...hook, meta: entry }),
    services: () => services,
  })
  if (failure !== undefined) throw new Error(failure.message)
  return verdict
}

function wordsFor({ path = [], message }: SchemaIssue): string {
  const names = path.map((step) => String(typeof step === 'object' ? step.key : step))
  return `\`${names.join('.')}\`, allowed: ${message}`
}

const MAX_JSON = 4 << 20

async function main(): Promise<void> {
  keepQuiet()
  try {
    const json = JSON.stringify(await (task.kind === 'run' ? run() : describe())) ?? 'null'
    if (json.length > MAX_JSON) throw new Error(`its answer is larger than ${MAX_JSON >> 20} MB`)
    send({ type: 'done', json })
  } catch (error) {
    send({ type: 'failed', message: messageOf(error).slice(0, 2_000) })
  }
}

void main()
