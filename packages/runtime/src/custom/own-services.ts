import { parentPort } from 'node:worker_threads'
import { redact } from '../audit/redact.ts'
import { quietServices, type AgentEvent, type Services } from '@holdpoint/engine'
import { isAlive } from '../system/files/alive.ts'
import { gitState } from '../system/git/state.ts'
import type { FromWorker, Remote, RunTask, ToWorker } from './module/channel.ts'
import { openState, placeOf } from '../system/state/place.ts'
import { openEnvironment } from '../environment.ts'
import { openServices } from '../services.ts'

type Send = (message: FromWorker) => void

/**
 * The services of a hook in its own thread. Fast calls run here; slow calls run in the engine's thread, which caches
 * results for all hooks and ends whatever was started when the time is up.
 */
export function workerServices(task: RunTask, send: Send): { readonly event: AgentEvent; readonly services: Services } {
  const event = eventOf(task)
  const { env, program, clockMs } = task
  const state = openState(placeOf(event.root, env), env, event.session)
  const environment = openEnvironment(event, env, state.session, false)
  const exported: Record<string, string> = {}
  const ask = openCalls(send)
  const variables = {
    get: (name: string) => (Object.hasOwn(exported, name) ? exported[name] : environment.get(name)),
    export(given: Readonly<Record<string, string>>) {
      Object.assign(exported, given)
      send({ type: 'export', variables: { ...given } })
    },
    exported: () => exported,
  }
  const remote: Partial<Services> = {
    now: () => new Date(Date.now() + clockMs),
    carriedOver: () => task.carriedOver,
    yaml: (path, part) => ask('yaml', path, part),
    llm: {
      ask: (question) => ask('llm.ask', question),
      mayAsk: (provider) => task.sendsTo.includes(provider),
      mask: redact,
    },
    effects: (given) => ask('effects', given === event ? undefined : given),
    git: {
      state: gitState,
      output: (directory, args) => ask('git.output', directory, args),
      answers: (directory) => ask('git.answers', directory),
      status: (directory, options) => ask('git.status', directory, options),
      log: (directory, count) => ask('git.log', directory, count),
    },
    process: { run: (file, args, options) => ask('process.run', file, args, options), isAlive },
    background: {
      request: (job, name, data) => ask('background.request', job, name, data),
      isBusy: (name) => ask('background.isBusy', name),
      cancel: (name) => ask('background.cancel', name),
    },
  }
  // The thread that started this one ends it in time.
  const { signal } = new AbortController()
  const services = openServices({ env, program, state, environment: variables }, remote).for(() => signal)
  return { event, services: task.isRehearsal ? quietServices(services) : services }
}

function eventOf({ event, lastText }: RunTask): AgentEvent {
  return lastText === undefined ? event : ({ ...event, text: lastText } as AgentEvent)
}

function openCalls(send: Send): <T>(name: Remote, ...args: readonly unknown[]) => Promise<T> {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let count = 0
  parentPort?.on('message', (reply: ToWorker) => {
    const asked = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('error' in reply) asked?.reject(new Error(reply.error))
    else asked?.resolve(reply.value)
  })
  return <T>(name: Remote, ...args: readonly unknown[]) =>
    new Promise<T>((resolve, reject) => {
      count += 1
      waiting.set(count, { resolve: (value) => resolve(value as T), reject })
      send({ type: 'call', id: count, name, args })
    })
}
