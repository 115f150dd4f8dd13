import type { EventKind, ToolKind } from '../../event.ts'
import { EVENT_WORDS } from '../../event-words.ts'
import type { HookEntry } from '../../hook.ts'
import { ALL_RULES } from '../../own.ts'
import { DEFAULT_EVENT, failureOf, TOOL_KINDS, wordOf, type Rule } from './rule.ts'
import { kindsOf } from './tools.ts'

/** What the engine must know of rules before it loads them. */

/** All rules together. */
export function rulesEntry(rules: readonly Rule[]): HookEntry {
  const counting = rules.some(({ limit }) => limit?.per === 'turn') ? ['UserPromptSubmit'] : []
  const events = [...new Set([...rules.flatMap(eventsOf), ...counting])]
  const tools = toolsOf(rules)
  return {
    id: ALL_RULES,
    ...listening(events),
    ...(tools.length < TOOL_KINDS.length && { tools }),
    role: rules.some((rule) => roleOf(rule) === 'gate') ? 'gate' : 'context',
    onError: rules.some((rule) => failureOf(rule) === 'closed') ? 'closed' : 'open',
    timeoutMs: rules.some(({ then }) => wordOf(then) === 'run') ? RUNNING_MS : TIMEOUT_MS,
    enabledBy: 'preset',
    aliases: [],
  }
}

const TIMEOUT_MS = 10_000
const RUNNING_MS = 60_000

/** One rule, as it is listed. */
export function entryOfRule(name: string, rule: Rule): HookEntry {
  const tools = toolsOf([rule])
  return {
    id: `rules/${name}`,
    ...listening(eventsOf(rule)),
    ...(tools.length < TOOL_KINDS.length && { tools }),
    role: roleOf(rule),
    onError: failureOf(rule),
    timeoutMs: wordOf(rule.then) === 'run' ? RUNNING_MS : TIMEOUT_MS,
    enabledBy: 'preset',
    aliases: [],
  }
}

const eventsOf = ({ when }: Rule): readonly string[] => when.event ?? [DEFAULT_EVENT]

function listening(events: readonly string[]): Pick<HookEntry, 'on' | 'events'> {
  const kinds = events.map((word) => EVENT_WORDS[word]).filter((kind): kind is EventKind => kind !== undefined)
  return { on: [...new Set(kinds)], events }
}

/** A rule that listens only to other events says nothing about tools. */
function toolsOf(rules: readonly Rule[]): readonly ToolKind[] {
  const wanted = new Set(rules.filter(isAboutTools).flatMap(({ when }) => kindsOf(when)))
  return wanted.size === 0 && !rules.some(isAboutTools) ? TOOL_KINDS : TOOL_KINDS.filter((kind) => wanted.has(kind))
}

const TOOL_EVENTS: readonly EventKind[] = ['tool.before', 'tool.after', 'permission']

const isAboutTools = (rule: Rule): boolean => listening(eventsOf(rule)).on.some((kind) => TOOL_EVENTS.includes(kind))

function roleOf({ then, escalate }: Rule): HookEntry['role'] {
  const word = wordOf(then)
  return ['context', 'warn'].includes(word) && escalate === undefined ? 'context' : 'gate'
}
