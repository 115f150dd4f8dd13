import { messageOf } from '../../errors.ts'
import type { AgentEvent } from '../../event.ts'
import type { Hook, HookMeta, Schema } from '../../hook.ts'
import type { Services } from '../../services.ts'
import { pass, strictest, type Verdict, type VerdictPart } from '../../verdict.ts'
import { act, failed, type Match } from './act.ts'
import { beginTurn } from './counting.ts'
import { rulesEntry } from './entry.ts'
import { factsOf, type Facts } from './facts.ts'
import { lookupOf, placesForEffects, placesForTool, type Lookup } from './lookup.ts'
import type { Evidence } from './happenings.ts'
import type { RuleInForce } from './rule.ts'

/** All rules as one hook. Its verdict has a part for each rule that matches. */
export function rulesHook(rules: readonly RuleInForce[]): Hook {
  return {
    // The engine knows it already; only those ask who run this hook alone.
    get meta() {
      return metaOf(rules)
    },
    run: ({ event, services }) => judge(event, services, indexOf(rules)),
  }
}

interface Index {
  readonly rules: readonly RuleInForce[]
  readonly lookup: Lookup
  /** Those that count the calls of a turn. */
  readonly perTurn: readonly string[]
}

const kept = new WeakMap<RuleInForce, Index>()

/** In a process that answers many events the same rules come again, in another list. */
function indexOf(rules: readonly RuleInForce[]): Index {
  const [first] = rules
  const known = first && kept.get(first)
  if (
    known !== undefined &&
    known.rules.length === rules.length &&
    known.rules.every((rule, at) => rule === rules[at])
  ) {
    return known
  }
  const perTurn = rules.filter(({ rule }) => rule.limit?.per === 'turn').map(({ id }) => id)
  const index: Index = { rules, lookup: lookupOf(rules), perTurn }
  if (first !== undefined) kept.set(first, index)
  return index
}

async function judge(event: AgentEvent, services: Services, { lookup, perTurn }: Index): Promise<Verdict> {
  if (event.kind === 'prompt.submit' && event.fromUser) beginTurn(perTurn, services.state)
  const facts = factsOf(event, services)
  const parts: VerdictPart[] = []
  const input = { ...('tool' in event ? event.tool.input : {}) }
  for (const found of await matchesOf(facts, lookup, services)) {
    const part = 'verdict' in found ? found : await act(found, facts, input, services)
    if (part === undefined) continue
    parts.push(part)
    Object.assign(input, part.verdict.rewrite)
  }
  return parts.length === 0 ? pass : together(parts)
}

/** In the order in which the rules are written. What any of them needs is loaded first, so that each is matched once. */
async function matchesOf(facts: Facts, lookup: Lookup, services: Services): Promise<readonly (Match | VerdictPart)[]> {
  const candidates = lookup.candidates(facts.event)
  const named = [...candidates.plain, ...placesForTool(candidates, facts)]
  const needsEffects = candidates.byEffect.size > 0 || named.some((place) => lookup.matcherOf(place).needsEffects)
  if (facts.tool !== undefined && needsEffects) facts.effects = await services.effects(facts.event)
  const places = [...new Set([...named, ...placesForEffects(candidates, facts)])].toSorted((one, other) => one - other)
  if (places.some((place) => lookup.matcherOf(place).needsEngine)) facts.engine = (await import('./engine.ts')).engine
  return places.flatMap((place) => tried(place, lookup, facts) ?? [])
}

function tried(place: number, lookup: Lookup, facts: Facts): Match | VerdictPart | undefined {
  const rule = lookup.rules[place]
  if (rule === undefined) return undefined
  const found: Evidence = {}
  try {
    const truth = lookup.matcherOf(place).matches(facts, found)
    return truth === 'no' ? undefined : { rule, truth, found }
  } catch (error) {
    return failed(rule, facts, messageOf(error))
  }
}

/** The engine takes the parts for what they are; the whole says how strict they are and what they change. */
function together(parts: readonly VerdictPart[]): Verdict {
  const rewrites = parts.flatMap(({ verdict: { rewrite } }) => (rewrite === undefined ? [] : [rewrite]))
  return {
    decision: strictest(parts.map(({ verdict }) => verdict.decision)),
    parts,
    ...(rewrites.length > 0 && { rewrite: Object.assign({}, ...rewrites) as Record<string, unknown> }),
  }
}

const NO_OPTIONS: Schema<unknown> = {
  '~standard': { version: 1, vendor: 'holdpoint', validate: (value) => ({ value }) },
}

const metaOf = (rules: readonly RuleInForce[]): HookMeta => ({
  ...rulesEntry(rules.map(({ rule }) => rule)),
  summary: 'Hold what happens against the rules of the configuration.',
  options: NO_OPTIONS,
  messages: {},
})
