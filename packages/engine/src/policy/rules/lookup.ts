import { isKnown, type Effects, isWithin, mayBeWithin } from '@holdpoint/shell'
import type { AgentEvent, ToolCall } from '../../event.ts'
import { wordFor } from '../../event-words.ts'
import type { Facts } from './facts.ts'
import { ruleMatcher, type RuleMatcher } from './match.ts'
import { firstLevel } from './places.ts'
import { programOf } from './programs.ts'
import { DEFAULT_EVENT, TOOL_KINDS, type Conditions, type RuleInForce } from './rule.ts'
import { canHoldFor } from './tools.ts'

/** Which rules can concern an event, without holding each of them against it. A rule is named by its place among all. */

export interface Lookup {
  readonly rules: readonly RuleInForce[]
  readonly matcherOf: (place: number) => RuleMatcher
  /** Of one event and kind of tool. */
  readonly candidates: (event: AgentEvent) => Candidates
}

interface Candidates {
  /** To be held against every such event. */
  readonly plain: readonly number[]
  /** Only if a tool of that name is called. */
  readonly byTool: Keyed
  /** Only if one of a few things happens. All of them need the effects. */
  readonly byEffect: Keyed
  /** First path levels of the project that any of these rules names. */
  readonly levels: ReadonlySet<string>
}

type Keyed = ReadonlyMap<string, readonly number[]>

export function lookupOf(rules: readonly RuleInForce[]): Lookup {
  const known = new Map<string, Candidates>()
  const matchers: RuleMatcher[] = []
  return {
    rules,
    // Most rules of an event are never asked.
    matcherOf: (place) => (matchers[place] ??= ruleMatcher(rules[place]?.rule ?? NEVER)),
    candidates(event) {
      const word = wordFor(event)
      const kind = 'tool' in event ? event.tool.kind : undefined
      const key = `${word} ${kind}`
      const found = known.get(key) ?? sorted(rules, word, kind)
      known.set(key, found)
      return found
    },
  }
}

const NEVER = { when: { event: [] }, then: 'warn' } as const

function sorted(rules: readonly RuleInForce[], word: string, kind: ToolCall['kind'] | undefined): Candidates {
  const plain: number[] = []
  const byTool = new Map<string, number[]>()
  const byEffect = new Map<string, number[]>()
  const levels = new Set<string>()
  for (let place = 0; place < rules.length; place++) {
    const when = rules[place]?.rule.when ?? {}
    if (when.event === undefined ? word !== DEFAULT_EVENT : !when.event.includes(word)) continue
    if (kind !== undefined && !canHoldFor(when, kind)) continue
    const byName = toolKeys(when)
    const keys = byName ?? effectKeys(when, levels)
    if (keys === undefined) plain.push(place)
    else for (const key of keys) add(byName === undefined ? byEffect : byTool, key, place)
  }
  return { plain, byTool, byEffect, levels }
}

function add(map: Map<string, number[]>, key: string, place: number): void {
  const others = map.get(key)
  if (others === undefined) map.set(key, [place])
  else others.push(place)
}

/** `mcp__github__*` and `Bash`, but no kind of tool, and nothing that begins with a `*`. */
function toolKeys({ tool }: Conditions): readonly string[] | undefined {
  if (tool === undefined) return undefined
  const keys = tool.map((name) => ((TOOL_KINDS as readonly string[]).includes(name) ? '' : toolKey(name)))
  return keys.includes('') ? undefined : keys
}

/** The name of a tool, or of the server it belongs to; empty where a pattern leaves that open. */
function toolKey(name: string): string {
  const server = /^mcp__[^*]+?__/.exec(name)?.[0]
  return server ?? (name.includes('*') ? '' : name)
}

/** Of which one must happen, or the rule cannot match. Undefined when that is unknown. */
function effectKeys(when: Conditions, levels: Set<string>): readonly string[] | undefined {
  const { runs, git, does, fetches } = when
  if (runs !== undefined) {
    const programs = runs.map(programOf)
    return programs.includes(undefined) ? undefined : programs.map((name) => `run ${name}`)
  }
  if (git !== undefined) return git.some((name) => name.includes('*')) ? ['git'] : git.map((name) => `git ${name}`)
  if (does !== undefined) return does.map((what) => `does ${what}`)
  if (fetches !== undefined) return ['net']
  const globs = when.writes ?? when.deletes ?? when.reads ?? when.touches
  const firsts = globs?.filter((glob) => !glob.startsWith('!')).map(firstLevel)
  if (firsts === undefined || firsts.includes(undefined)) return undefined
  return firsts.map((level = '') => {
    levels.add(level)
    return `at ${level}`
  })
}

/** By the name of its tool. */
export function placesForTool({ byTool }: Candidates, { tool, toolNames }: Facts): readonly number[] {
  if (tool === undefined || byTool.size === 0) return []
  return toolNames.flatMap((name) => [...(byTool.get(name) ?? []), ...(byTool.get(toolKey(name)) ?? [])])
}

/** By what the call does. */
export function placesForEffects({ byEffect, levels }: Candidates, facts: Facts): readonly number[] {
  const { effects } = facts
  if (byEffect.size === 0 || effects === undefined) return []
  const vague = effects.git.some(({ command }) => command === '')
  const git = vague ? [...byEffect.keys()].filter((key) => key.startsWith('git ')) : []
  const keys = new Set([...keysOf(effects, facts), ...git, ...(levels.size === 0 ? [] : levelKeys(levels, facts))])
  return [...keys].flatMap((key) => byEffect.get(key) ?? [])
}

function keysOf({ runs, git, system, net }: Effects, facts: Facts): readonly string[] {
  return [
    ...runs.map(({ program }) => `run ${program}`),
    ...(git.length > 0 ? ['git'] : []),
    ...git.map(({ command }) => `git ${command}`),
    ...system.map(({ what }) => `does ${what}`),
    ...(net.length + facts.addresses().length > 0 ? ['net'] : []),
  ]
}

/** The first path levels that are touched, and those that are links: they may lead to a touched path. */
function levelKeys(levels: ReadonlySet<string>, { ground, touches }: Facts): readonly string[] {
  const touched = new Set<string>()
  for (const { paths, recursive } of touches()) {
    for (const path of paths) {
      const inside = ground.relatives(path)
      const isAbove = inside.length === 0 && recursive && ground.roots.some((root) => isWithin(root, path))
      const isVague = inside.length === 0 && !isKnown(path) && ground.roots.some((root) => mayBeWithin(path, root))
      const firsts = inside.map((relative) => relative.split('/', 1)[0] ?? '')
      if (isAbove || isVague || firsts.some((first) => first === '' || !isKnown(first))) return allOf(levels)
      for (const first of firsts) touched.add(first)
    }
  }
  if (touches().length > 0) for (const level of levels) if (ground.linkAt(level)) touched.add(level)
  return [...touched].map((level) => `at ${level}`)
}

const allOf = (levels: ReadonlySet<string>): readonly string[] => [...levels].map((level) => `at ${level}`)
