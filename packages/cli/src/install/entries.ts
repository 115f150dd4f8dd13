import {
  EVENT_WORDS,
  type EventKind,
  type ToolKind,
  type HookEntry,
  type Host,
  isDisabledMatcher,
  isNameList,
  tellsLate,
  type HostEntry,
} from '@holdpoint/engine'
import { DEFAULT_HOST, factsOf } from '@holdpoint/hosts'
import type { Settings } from '@holdpoint/engine/policy'
import { commandFor, type Command, type Program } from './command-line.ts'
import { httpHook, isByHttp, type HttpHook } from './http.ts'
import { isUnused } from './host-entries.ts'

/** One dispatcher entry of a settings file. */
export interface Group {
  readonly matcher?: string
  readonly hooks: readonly [CommandHook | HttpHook, ...(readonly HostEntry[])]
}

interface CommandHook extends Command {
  readonly type: 'command'
  readonly timeout: number
  readonly onFailure?: 'block'
}

const MAX_TIMEOUT_S = 60
const ENGINE_TIMEOUT_S = 5

/** The entries that the enabled hooks need: one per event, with the union of their matchers. */
export function entriesFor(
  catalogue: readonly HookEntry[],
  settings: Settings,
  host: Host,
  program: Program,
): Readonly<Record<string, Group>> {
  const enabled = catalogue.filter(({ id, matcher }) => {
    const setting = settings.hooks[id]
    return setting !== undefined && setting.level !== 'off' && !isDisabledMatcher(setting.matcher ?? matcher)
  })
  const entries: Record<string, Group> = {}
  for (const name of host.events()) {
    const { kind } = host.event(name)
    const listening = enabled.filter(
      ({ id, on, events }) => on.includes(kind) && isNamed(events, name, kind, host) && !isUnused(id, kind, settings),
    )
    if (listening.length === 0 && !engineNeeds(kind, enabled, host) && !heals(name, program, enabled)) continue
    const seconds = listening.reduce((sum, { id }) => sum + (settings.hooks[id]?.timeoutMs ?? 0) / 1000, 0)
    const { timeoutUnit } = factsOf(host.id)
    const limit = Math.ceil(Math.min(Math.max(seconds, ENGINE_TIMEOUT_S), MAX_TIMEOUT_S))
    const timeout = timeoutUnit === 'ms' ? limit * 1000 : limit
    // Matchers name the tools of Claude Code; for other agents the engine compares them.
    const isMatched = host.id === DEFAULT_HOST && host.event(name).hasSubject
    const matcher = isMatched ? unionMatcher(listening, enabled, settings, host, kind) : undefined
    entries[name] = {
      ...(matcher !== undefined && { matcher }),
      hooks: [
        program.client === 'http' && program.http !== undefined && isByHttp(name)
          ? httpHook(name, program.scope, program.http, timeout)
          : {
              type: 'command',
              ...commandFor(name, program),
              timeout,
              // Without this field a host that kills a slow hook lets the tool run. Older hosts ignore the field.
              ...(kind === 'tool.before' && host.id === DEFAULT_HOST && { onFailure: 'block' as const }),
            },
      ],
    }
  }
  return entries
}

/** Hooks name events as Claude Code does. */
const isNamed = (events: HookEntry['events'], name: string, kind: EventKind, host: Host): boolean =>
  events === undefined ||
  events.includes(name) ||
  (host.id !== DEFAULT_HOST && kind !== 'other' && events.some((word) => EVENT_WORDS[word] === kind))

/** Where the host calls the daemon, one command per turn restarts it when it is gone. */
const heals = (event: string, { client }: Program, enabled: readonly HookEntry[]): boolean =>
  client === 'http' && event === 'UserPromptSubmit' && enabled.length > 0

/** Events that the engine itself needs on behalf of enabled hooks. */
function engineNeeds(kind: EventKind, enabled: readonly HookEntry[], host: Host): boolean {
  const listens = (...kinds: readonly EventKind[]): boolean =>
    enabled.some(({ on }) => kinds.some((wanted) => on.includes(wanted)))
  // A prompt of the user resets the count of blocked stops, and some agents hear of a session's start only then.
  if (kind === 'prompt.submit')
    return listens('turn.stop', 'agent.stop') || (tellsLate(host) && listens('session.start', 'compact.before'))
  // Context given before a compaction is given again after it.
  return kind === 'session.start' && listens('compact.before')
}

/** Undefined for all tools: an empty matcher makes another agent that reads the same file drop all of it. */
function unionMatcher(
  listening: readonly HookEntry[],
  enabled: readonly HookEntry[],
  settings: Settings,
  host: Host,
  kind: EventKind,
): string | undefined {
  const wanted = listening.map(({ id, matcher, tools }) => {
    const own = settings.hooks[id]?.matcher ?? matcher
    // Next to a regex, a comma would be literal.
    if (own !== undefined && own !== '' && own !== '*') return isNameList(own) ? own.replaceAll(/\s*,\s*/g, '|') : own
    // Only events of tool calls have a tool to match.
    return tools === undefined || !TOOL_KINDS.includes(kind) ? undefined : namesOf(tools, host)
  })
  if (wanted.length === 0 || wanted.some((matcher) => matcher === undefined)) return undefined
  const engine = kind === 'session.start' && engineNeeds(kind, enabled, host) ? ['compact'] : []
  return [...new Set([...wanted, ...engine].flatMap(namesIn))].join('|')
}

/** Splits a list of names, so that the union has no duplicates; a regex stays whole. */
const namesIn = (matcher: string | undefined): readonly (string | undefined)[] =>
  matcher !== undefined && isNameList(matcher) ? matcher.split('|').map((name) => name.trim()) : [matcher]

const TOOL_KINDS: readonly EventKind[] = ['tool.before', 'tool.after', 'permission']

function namesOf(tools: readonly ToolKind[], host: Host): string | undefined {
  const names = tools.map((kind) => host.toolMatcher(kind))
  return names.includes(undefined) ? undefined : names.join('|')
}
