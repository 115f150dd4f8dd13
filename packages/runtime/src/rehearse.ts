import type { Effects } from '@holdpoint/shell'
import {
  type AgentEvent,
  type Hook,
  type Processes,
  pass,
  handle,
  type Engine,
  type Outcome,
  quietServices,
} from '@holdpoint/engine'
import type { Settings } from '@holdpoint/engine/policy'
import { asIf, claudeCode, DEFAULT_HOST, loadHost } from '@holdpoint/hosts'
import { detectProjectRoot } from './system/git/root.ts'
import { compose, type World } from './compose.ts'
import { within } from './services.ts'
import { untrusted } from './trust.ts'

/** The event to rehearse: a tool call, or a prompt of the user. */
export type Rehearsed =
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly prompt: string }

export interface Rehearsal {
  readonly event: AgentEvent
  /** Only for a tool call. */
  readonly effects: Effects | undefined
  readonly outcome: Outcome
  /** Hooks that would take part, but were not run. */
  readonly untried: readonly Untried[]
  /** Hooks of the project that do not run, because the user has not trusted them. */
  readonly untrusted: readonly string[]
}

export interface Untried {
  readonly id: string
  readonly why: string
}

const LIMIT_MS = 10_000

/** The decision of the hooks in force in `root`, or around `cwd`, without effects. The result lists skipped hooks. */
export async function rehearse(
  call: Rehearsed,
  cwd: string,
  world: World,
  root?: string,
  agent: string = DEFAULT_HOST,
): Promise<Rehearsal> {
  const host = agent === DEFAULT_HOST ? claudeCode : asIf(await loadHost(agent), 'of the agent')
  const eventName = host.eventFor('prompt' in call ? 'prompt.submit' : 'tool.before')
  const about = 'prompt' in call ? { prompt: call.prompt } : { tool_name: call.tool, tool_input: call.input }
  const event = host.decode(
    { hook_event_name: eventName, session_id: 'check', cwd, ...about },
    {
      eventName,
      // The agent's own variables would make this a part of its session.
      env: {},
      cwd,
      now: world.now(),
      id: 'check',
      lastAssistantText: () => undefined,
      findRoot: (hints, from) => root ?? detectProjectRoot(hints, from, world.env['HOME']),
    },
  )
  const { engine } = await compose(event, host, { ...world, isRehearsal: true })
  const waiting = (await untrusted(event.root, world.env, world.registry)).map(({ id }) => id)
  const untried = new Map<string, string>()
  const outcome = await handle(
    event,
    quietEngine(engine, event, (id, why) => waiting.includes(id) || untried.set(id, why)),
  )
  return {
    event,
    outcome,
    effects: 'tool' in event ? await effectsOf(engine, event) : undefined,
    untried: [...untried].map(([id, why]) => ({ id, why })),
    untrusted: waiting,
  }
}

function quietEngine(engine: Engine, event: AgentEvent, leaveOut: (id: string, why: string) => unknown): Engine {
  // A rule that runs a program sets HOLDPOINT_RULE to its id.
  const run: Processes['run'] = (_program, _args, { env }) => {
    const rule = env?.['HOLDPOINT_RULE']
    if (rule !== undefined) leaveOut(rule, 'it starts a program')
    return Promise.resolve({ exitCode: rule === undefined ? undefined : 0, stdout: '', stderr: '' })
  }
  return {
    ...engine,
    announcements: [],
    async services(...given) {
      return quietServices(await engine.services(...given), run)
    },
    async load(id): Promise<Hook> {
      // Loading a hook only checks its trust; only running it has effects.
      const hook = await engine.load(id)
      const why = whyUntried(hook.meta, engine.settings, event)
      if (why === undefined) return hook
      return {
        ...hook,
        run() {
          if (why !== HARMLESS) leaveOut(id, why)
          return pass
        },
      }
    },
  }
}

/** It works after the answer, which it cannot change. */
const HARMLESS = ''

/** Why a hook is not run; undefined: it is. */
function whyUntried({ id, asksOthers }: Hook['meta'], { own }: Settings, event: AgentEvent): string | undefined {
  const definition = own?.hooks.find(({ entry }) => entry.id === id)?.definition
  if (definition === undefined) return asksOthers === true ? 'it asks a model' : undefined
  switch (definition.type) {
    case 'command':
      return definition.async === true ? HARMLESS : 'it starts a program'
    case 'http':
      return 'it sends the event to an address'
    case 'prompt':
    case 'agent':
      return 'it asks a model'
    case 'module':
      // Its code might take the text for the user's own message, and an agent may run a rehearsal.
      return event.kind === 'prompt.submit' ? 'it would take this for a word of the user' : undefined
    case 'rules':
      return undefined
  }
}

async function effectsOf(engine: Engine, event: AgentEvent): Promise<Effects> {
  const { effects } = await engine.services(within(LIMIT_MS))
  return effects(event)
}
