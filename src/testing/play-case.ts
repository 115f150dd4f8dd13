import { isAbsolute, join } from 'node:path'
import type { AgentEvent, EventBody } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { matches } from '../core/matcher.ts'
import type { Services } from '../core/services.ts'
import { pass, type Verdict } from '../core/verdict.ts'
import { runHook } from '../engine/run.ts'
import { openEffects } from '../app/effects.ts'
import { files } from '../files/files.ts'
import { openGit } from '../git/git.ts'
import { run } from '../process/run.ts'
import { openArea } from '../state/area.ts'
import { temporaryDirectory, temporaryRepository, type TemporaryProject } from './repository.ts'
import type { Case } from './case-table.ts'

/** Noon, so that no time zone moves it to another day. */
const DEFAULT_ENV = { HOME: '/home/dev', USER: 'dev' }
const DEFAULT_NOW = '2026-03-01T12:00:00'

/** Runs a hook on one case in a project of its own, with real files, real git and real state. */
export async function playCase(hook: Hook, given: Case): Promise<Verdict> {
  const project = given.git === undefined ? temporaryDirectory() : temporaryRepository(given.git)
  const state = temporaryDirectory('holdpoint-state-')
  try {
    project.write(given.files ?? {})
    given.prepare?.(project)
    const now = new Date(given.now ?? DEFAULT_NOW)
    const play = (body: EventBody): Promise<Verdict> => playEvent(hook, eventIn(project.path, body, now), given, state)
    for (const body of given.before ?? []) await play(body)
    return await play(given.event)
  } finally {
    project.dispose()
    state.dispose()
  }
}

async function playEvent(hook: Hook, event: AgentEvent, given: Case, state: TemporaryProject): Promise<Verdict> {
  const { meta } = hook
  if (!meta.on.includes(event.kind)) throw new Error(`${meta.id} does not listen to ${event.kind}`)
  if (meta.tools !== undefined && 'tool' in event && !meta.tools.includes(event.tool.kind)) return pass
  if (!matches(meta.matcher, event.subjects)) return pass
  const selection = {
    entry: meta,
    setting: { level: 'on', options: await optionsOf(hook, given), timeoutMs: 60_000 },
  } as const
  const env: Readonly<Record<string, string | undefined>> = { ...DEFAULT_ENV, ...given.env }
  const services = (signal: () => AbortSignal): Services => ({
    now: () => event.at,
    env: (name) => env[name],
    effects: openEffects(env),
    files,
    git: openGit((program, args, cwd) => run(program, args, { cwd, signal: signal() })),
    state: { session: openArea(join(state.path, 'session')), project: openArea(join(state.path, 'project')) },
  })
  const result = await runHook(selection, event, 60_000, { load: () => Promise.resolve(hook), services })
  if (result.failure !== undefined) throw new Error(`${meta.id} failed: ${result.failure.message}`)
  return result.verdict
}

async function optionsOf(hook: Hook, given: Case): Promise<unknown> {
  const result = await hook.meta.options['~standard'].validate(given.options ?? {})
  if (result.issues !== undefined) {
    throw new Error(`options: ${result.issues.map(({ message }) => message).join('; ')}`)
  }
  return result.value
}

/** Fills in where and when the event happened. */
export function eventIn(root: string, body: EventBody, at: Date): AgentEvent {
  const base = { id: 'test', at, host: 'test', name: body.kind, session: 'test', cwd: root, root, raw: {} }
  const event = { ...base, ...body } as AgentEvent
  if (!('tool' in event)) return event
  const touched = event.tool.files.map((file) => ({
    ...file,
    path: isAbsolute(file.path) ? file.path : join(root, file.path),
  }))
  return { ...event, tool: { ...event.tool, files: touched } }
}
