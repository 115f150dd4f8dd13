import type { Effects } from '../core/effects.ts'
import type { Answer } from '../core/host.ts'
import type { Decision } from '../core/verdict.ts'
import type { AuditRecord } from '../audit/decode.ts'
import type { Compiled } from '../config/compile.ts'
import { degrade } from '../engine/degrade.ts'
import { merge } from '../engine/merge.ts'
import { detectProjectRoot } from '../git/root.ts'
import { hosts } from '../hosts/hosts.ts'
import { eventOf } from '../replay/judge.ts'
import { openReplayMemory, openReplayWorld } from '../replay/services.ts'

const DECISIONS: readonly string[] = ['pass', 'feedback', 'allow', 'ask', 'deny', 'block']

/**
 * What the host was told, put together again from what was kept. Context, notices and rewritten input are not kept.
 * Undefined when nothing was said that is kept.
 */
export function toldTo(record: AuditRecord, root: string): Answer | undefined {
  const host = hosts[record.host ?? '']
  const { event: name, hooks, decision = '' } = record
  if (host === undefined || name === undefined || decision === 'pass' || !DECISIONS.includes(decision)) return undefined
  const event = host.decode(
    { hook_event_name: name, tool_name: record.tool ?? '', session_id: record.session ?? '' },
    {
      eventName: name,
      env: {},
      cwd: root,
      now: new Date(record.at ?? 0),
      id: record.id,
      findRoot: (hints, from) => detectProjectRoot(hints, from, undefined),
      lastAssistantText: () => undefined,
    },
  )
  const judged = hooks
    .filter((hook) => DECISIONS.includes(hook.decision))
    .map(({ id, decision: own, reason, ms }) => ({
      onFinalInput: true,
      result: { id, ms, verdict: { decision: own as Decision, ...(reason !== undefined && { reason }) } },
    }))
  const { verdict } = degrade(merge(judged, undefined), host.powers(name))
  return host.encode(event, { ...verdict, decision: decision as Decision })
}

/** A command that was cut or masked is not the one that was judged, and says little about it. */
const isWhole = (subject: string): boolean => !subject.includes('[masked]') && !subject.endsWith('[cut by holdpoint]')

/** What the command does, read again as it would be today. Undefined when it is no command, or not all of it is known. */
export async function effectsOf(record: AuditRecord, root: string): Promise<Effects | undefined> {
  const { subject, tool } = record
  if (subject === undefined || tool === undefined || subject.startsWith('/') || !isWhole(subject)) return undefined
  const call = {
    id: record.call ?? '',
    tool,
    input: { command: subject },
    session: record.session ?? 'unknown',
    cwd: root,
    project: root,
  }
  const event = eventOf(call, process.env, new Date(record.at ?? 0))
  if (!('tool' in event) || event.tool.kind !== 'shell') return undefined
  return openReplayWorld(process.env, process.argv[1]).services(event, openReplayMemory()).effects(event)
}

export interface HookSettings {
  readonly hook: string
  readonly level: string
  readonly levelFrom: string
  readonly options: readonly { readonly option: string; readonly value: unknown; readonly origin: string }[]
}

/** How a hook is set today, and where each value comes from. */
export function settingsOf(hook: string, { resolved, settings }: Compiled): HookSettings | undefined {
  const found = resolved.find(({ id }) => id === hook)
  if (found === undefined) return undefined
  const options = Object.entries((settings.hooks[hook]?.options ?? {}) as Record<string, unknown>)
  return {
    hook,
    level: found.level.value,
    levelFrom: found.level.origin,
    options: options.map(([option, value]) => ({
      option,
      value,
      origin: found.options[option]?.origin ?? 'default',
    })),
  }
}
