import type { Effects } from '../core/effects.ts'
import type { AgentEvent } from '../core/event.ts'
import { ALL_RULES } from '../core/own.ts'
import { packOf } from '../core/packs.ts'
import type { Services, StateArea } from '../core/services.ts'
import { handle, type Engine, type Outcome } from '../engine/handle.ts'
import { DEFAULT_HOST, hosts } from '../hosts/hosts.ts'
import { detectProjectRoot } from '../git/root.ts'
import { compose, type World } from './compose.ts'

export interface Rehearsal {
  readonly event: AgentEvent
  readonly effects: Effects
  readonly outcome: Outcome
}

const LIMIT_MS = 10_000

/** What the hooks in force would say to a shell command. Nothing is run, asked, counted or written down. */
export async function rehearse(command: string, cwd: string, world: World): Promise<Rehearsal> {
  const host = hosts[DEFAULT_HOST]
  if (host === undefined) throw new Error(`there is no host ${DEFAULT_HOST}`)
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: 'check',
    cwd,
    tool_name: 'Bash',
    tool_input: { command },
  }
  const event = host.decode(payload, {
    eventName: 'PreToolUse',
    // The agent's own variables would make this a part of its session.
    env: {},
    cwd,
    now: world.now(),
    id: 'check',
    lastAssistantText: () => undefined,
    findRoot: (hints, from) => detectProjectRoot(hints, from, world.env['HOME']),
  })
  const { engine } = await compose(event, host, world)
  const silent: Engine['services'] = async (...given) => quiet(await engine.services(...given))
  const hooks = engine.catalogue.filter(({ id, asksOthers }) => asksOthers !== true && !isProgram(id))
  const outcome = await handle(event, { ...engine, catalogue: hooks, services: silent, announcements: [] })
  const { effects } = await engine.services(
    () => AbortSignal.timeout(LIMIT_MS),
    () => LIMIT_MS,
  )
  return { event, outcome, effects: await effects(event) }
}

/** Somebody's program, address or question; rules are only words. */
const isProgram = (id: string): boolean => packOf(id) === 'own' && id !== ALL_RULES

const quiet = (services: Services): Services => ({
  ...services,
  exportVariables: () => undefined,
  process: { ...services.process, run: () => Promise.resolve({ exitCode: undefined, stdout: '', stderr: '' }) },
  files: { ...services.files, write: () => undefined, remove: () => undefined, append: () => undefined },
  state: { session: unchanged(services.state.session), project: unchanged(services.state.project) },
  temp: unchanged(services.temp),
})

const unchanged = (area: StateArea): StateArea => ({
  get: (name) => area.get(name),
  update: (name, change) => change(area.get(name)),
})
