import {
  refuses,
  type Withheld,
  type AgentEvent,
  handle,
  type Engine,
  type Outcome,
  openMemory,
  type HookResult,
  type Services,
  type Env,
} from '@holdpoint/engine'
import {
  openPacks,
  type OpenPacks,
  remembering,
  openReplayMemory,
  type ReplayWorld,
  type Seen,
} from '@holdpoint/runtime'
import type { Own } from '@holdpoint/engine/policy'
import { claudeCode } from '@holdpoint/hosts'
import type { Registry } from '@holdpoint/packs'
import { rulesHook, wordOf as actionOf } from '@holdpoint/engine/rules'
import type { Policy } from './policy.ts'

/** `rewrite`: the call goes on, in another form. `warn`: a hook at level warn would have objected. */
export type Word = 'deny' | 'ask' | 'rewrite' | 'warn' | 'allow' | 'pass'

export interface Voice {
  readonly hook: string
  readonly decision: Withheld
  readonly message?: string
}

export interface Judgement {
  readonly word: Word
  readonly reason?: string
  /** The hooks that did not simply pass. */
  readonly voices: readonly Voice[]
  /** The shell command it would have become. */
  readonly rewritten?: string
  /** Whether the verdict depends on files or the repository in their present state. */
  readonly dependsOnNow: boolean
  /** Hooks that were skipped because they would have started a program. */
  readonly leftOut: readonly string[]
}

const MAX_KEY = 8_192
const MAX_KEPT = 20_000

/**
 * Rules are declarative, so the replay evaluates them as they are, trusted or not: the user is trying them out. Hooks
 * that start a program, ask a model or load a file are skipped, because a replay does none of that.
 */
function withRules(registry: Registry, own: Own | undefined): Registry {
  const all = own?.hooks.find(({ definition }) => definition.type === 'rules')
  if (own === undefined || all === undefined) return registry
  const rules = own.rules.filter(({ rule }) => actionOf(rule.then) !== 'run')
  return {
    catalogue: [...registry.catalogue, all.entry],
    load: async (id) => (id === all.entry.id ? rulesHook(rules) : registry.load(id)),
  }
}

export type Judge = (event: AgentEvent) => Promise<Judgement>

/** Judges tool calls by a policy. Nothing is run, written, counted or sent. */
export function openJudge(policy: Policy, world: ReplayWorld, registry: Registry, env: Env): Judge {
  // Only transcripts of Claude Code can be replayed.
  const host = claudeCode
  const { settings } = policy
  const memory = openReplayMemory()
  const { catalogue: known, load: loadHook } = withRules(registry, settings.own)
  const catalogue = known.filter(
    // A replay sends no data.
    ({ id, on, asksOthers }) =>
      on.includes('tool.before') && settings.hooks[id]?.level !== 'off' && asksOthers !== true,
  )
  const load = remembering(1_000, loadHook)
  const packsOf = remembering(100, (_root: string, event: AgentEvent): Promise<OpenPacks> => {
    const services = (): Promise<Services> => Promise.resolve(world.services(event, memory))
    const devModeFile = settings.devMode.file
    return openPacks(catalogue, { event, env, services, devModeFile, catalogue, pluginRoot: () => '/' })
  })

  async function outcomeOf(
    event: AgentEvent,
    without: ReadonlySet<string>,
  ): Promise<{ readonly outcome: Outcome; readonly seen: ReadonlyMap<string, ReadonlySet<Seen>> }> {
    const seen = new Map<string, Set<Seen>>()
    let current = new Set<Seen>()
    const services = world.services(event, memory, (what) => current.add(what))
    const packs = await packsOf(event.root, event)
    const engine: Engine = {
      host,
      catalogue: without.size === 0 ? catalogue : catalogue.filter(({ id }) => !without.has(id)),
      settings,
      // Hooks run one after the other, and each is loaded right before it runs.
      load(id) {
        current = seen.get(id) ?? new Set()
        seen.set(id, current)
        return load(id)
      },
      services: () => services,
      memory: openMemory(FORGETFUL),
      announcements: [],
      isDevMode: () => false,
      rules(pack) {
        const rules = packs.rules(pack)
        return rules && { ...rules, isDevMode: () => false }
      },
    }
    return { outcome: await handle(event, engine), seen }
  }

  const kept = new Map<string, Judgement>()
  return async (event) => {
    const key = keyOf(event)
    const known = key === undefined ? undefined : kept.get(key)
    if (known !== undefined) return known
    const first = await outcomeOf(event, new Set())
    const leftOut = first.outcome.results.filter(speaks).filter(({ id }) => first.seen.get(id)?.has('process') === true)
    const { outcome, seen } =
      leftOut.length === 0 ? first : await outcomeOf(event, new Set(leftOut.map(({ id }) => id)))
    const judgement = judgementOf(outcome, seen, leftOut)
    const remembers = [...seen.values()].some((what) => what.has('kept'))
    if (key !== undefined && !remembers) {
      if (kept.size >= MAX_KEPT) kept.clear()
      kept.set(key, judgement)
    }
    return judgement
  }
}

/** All fields that hooks can read of a call, as a cache key. Long calls rarely repeat and would only fill the cache. */
function keyOf(event: AgentEvent): string | undefined {
  if (!('tool' in event)) return undefined
  const key = JSON.stringify([event.tool.name, event.cwd, event.root, event.agent, event.tool.input])
  return key.length > MAX_KEY ? undefined : key
}

const FORGETFUL = { get: () => undefined, update: () => undefined }

const speaks = ({ verdict, withheld }: HookResult): boolean =>
  verdict.decision !== 'pass' || verdict.rewrite !== undefined || withheld !== undefined

function judgementOf(
  { verdict, results }: Outcome,
  seen: ReadonlyMap<string, ReadonlySet<Seen>>,
  leftOut: readonly HookResult[],
): Judgement {
  const speaking = results.filter(speaks)
  const command = verdict.rewrite?.['command']
  return {
    word: wordOf(verdict, speaking),
    ...(verdict.reason !== undefined && { reason: verdict.reason }),
    voices: speaking.map(({ id, verdict: own, withheld }) => ({
      hook: id,
      decision: withheld ?? own.decision,
      ...(own.messageId !== undefined && { message: own.messageId }),
    })),
    ...(typeof command === 'string' && !refuses(verdict.decision) && { rewritten: command }),
    dependsOnNow: speaking.some(({ id }) => seen.get(id)?.has('now') === true),
    leftOut: leftOut.map(({ id }) => id),
  }
}

function wordOf({ decision, rewrite }: Outcome['verdict'], speaking: readonly HookResult[]): Word {
  if (refuses(decision)) return 'deny'
  if (decision === 'ask') return 'ask'
  if (rewrite !== undefined) return 'rewrite'
  if (speaking.some(({ withheld, observed }) => withheld !== undefined && observed !== true)) return 'warn'
  return decision === 'allow' ? 'allow' : 'pass'
}
