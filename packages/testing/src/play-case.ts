import { replacementsIn } from '@holdpoint/hosts'
import { isAbsolute, join } from 'node:path'
import { type AgentEvent, type EventBody, type Hook, matches, pass, type Verdict, runHook } from '@holdpoint/engine'
import { openEnvironment, openServices } from '@holdpoint/runtime'
import { isAlive, files, run, watch, openArea, openTemp } from '@holdpoint/runtime/system'
import { doneLater, finishWork, type Waiting } from './play-background.ts'
import { temporaryDirectory, temporaryRepository, type TemporaryProject } from './repository.ts'
import type { Case } from './case-table.ts'

/** Noon, so that no time zone moves it to another day. */
const DEFAULT_ENV = { HOME: '/home/dev', USER: 'dev' }
const DEFAULT_NOW = '2026-03-01T12:00:00'
/** As in an install for all projects. */
const PROGRAM = '/usr/local/lib/node_modules/holdpoint/dist/bin/holdpoint.cjs'

/** Runs a hook on one case in a project of its own, with real files, real git and real state. */
export async function playCase(hook: Hook, given: Case): Promise<Verdict> {
  const project = given.git === undefined ? temporaryDirectory() : temporaryRepository(given.git)
  const state = temporaryDirectory('holdpoint-state-')
  try {
    project.write(given.files ?? {})
    given.prepare?.(project)
    const now = new Date(given.now ?? DEFAULT_NOW)
    const waiting: Waiting = new Map()
    const play = async (body: EventBody): Promise<Verdict> => {
      await finishWork(waiting)
      const named = replaceDeep(body, '{project}', project.path)
      return playEvent(hook, eventIn(project.path, named, now), given, state, waiting)
    }
    for (const body of given.before ?? []) await play(body)
    return replaceDeep(await play(given.event), project.path, '{project}')
  } finally {
    project.dispose()
    state.dispose()
  }
}

/** The project has another path each time; cases and messages call it `{project}`. */
function replaceDeep<T>(value: T, from: string, to: string): T {
  const text = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll(from, to) : inner,
  )
  return text === undefined ? value : (JSON.parse(text) as T)
}

async function playEvent(
  hook: Hook,
  event: AgentEvent,
  given: Case,
  state: TemporaryProject,
  waiting: Waiting,
): Promise<Verdict> {
  const { meta } = hook
  if (!meta.on.includes(event.kind)) throw new Error(`${meta.id} does not listen to ${event.kind}`)
  if (meta.tools !== undefined && 'tool' in event && !meta.tools.includes(event.tool.kind)) return pass
  if (!matches(meta.matcher, event.subjects)) return pass
  const selection = {
    entry: meta,
    setting: { level: 'on', options: await optionsOf(hook, given), timeoutMs: 60_000 },
  } as const
  const env: Readonly<Record<string, string | undefined>> = { ...DEFAULT_ENV, ...given.env }
  const areas = { session: openArea(join(state.path, 'session')), project: openArea(join(state.path, 'project')) }
  const environment = openEnvironment(event, env, areas.session, true)
  const background = doneLater(
    waiting,
    {
      now: () => event.at,
      env: (name) => env[name],
      files,
      isAlive,
      project: areas.project,
      session: () => areas.session,
      watch: (program, args, options) =>
        watch(program, args, { ...options, env: { PATH: process.env['PATH'], ...env, ...options.env } }),
    },
    event.session,
  )
  const { refusedCalls = [] } = given
  const grants = {
    give: (id: string) => Promise.resolve(refusedCalls.includes(id) ? undefined : `no refused call \`${id}\` waits.`),
  }
  const temp = openTemp({ XDG_STATE_HOME: state.path, TMPDIR: state.path, ...given.env })
  const services = openServices(
    { env, program: PROGRAM, state: areas, environment, run, gitEnv: process.env, mayAsk: () => true },
    { now: () => event.at, background, temp, grants },
  ).for
  const result = await runHook(selection, event, 60_000, { load: () => Promise.resolve(hook), services })
  environment.commit()
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

/** Adds the directory and the time of the event. */
export function eventIn(root: string, body: EventBody, at: Date): AgentEvent {
  const base = { id: 'test', at, host: 'test', name: body.kind, session: 'test', cwd: root, root, raw: {} }
  const event = { ...base, ...body } as AgentEvent
  if (!('tool' in event)) return event
  const touched = event.tool.files.map((file) => ({
    ...(file.op === 'edit' && replacementsIn(event.tool.input)),
    ...file,
    path: isAbsolute(file.path) ? file.path : join(root, file.path),
  }))
  return { ...event, tool: { ...event.tool, files: touched } }
}
