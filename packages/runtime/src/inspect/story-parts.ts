import type { Effects } from '@holdpoint/shell'
import { type Answer, findHook, signatureOf, isDecision, degrade, merge } from '@holdpoint/engine'
import type { AuditRecord } from '../audit/decode.ts'
import { redact } from '../audit/redact.ts'
import type { Compiled } from '@holdpoint/engine/policy'
import { detectProjectRoot } from '../system/git/root.ts'
import { isHost, loadHost } from '@holdpoint/hosts'
import { builtIn } from '@holdpoint/packs'
import { eventOf } from '../replay/past-call.ts'
import { openReplayMemory, openReplayWorld } from '../replay/services.ts'

/** The context for parsing a command again. */
export interface Here {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly program: string | undefined
}

/**
 * The answer to the host, rebuilt from the audit. Context, notices and rewritten input are not recorded.
 * Undefined when the audit recorded no answer.
 */
export async function rebuildHostAnswer(record: AuditRecord, root: string): Promise<Answer | undefined> {
  const host = isHost(record.host ?? '') ? await loadHost(record.host ?? '') : undefined
  const { event: name, hooks, decision = '' } = record
  if (host === undefined || name === undefined || decision === 'pass' || !isDecision(decision)) return undefined
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
  const judged = await Promise.all(
    hooks.flatMap(({ id, decision: own, reason, messageId, ms }) => {
      if (!isDecision(own)) return []
      const said = { decision: own, ...(reason !== undefined && { reason }) }
      return [
        isExact(id, messageId).then((exact) => ({
          onFinalInput: true,
          result: { id, ms, verdict: exact ? { ...said, exact } : said },
        })),
      ]
    }),
  )
  const { verdict } = degrade(merge(judged, undefined, signatureOf(record.id)), host.powers(name))
  return host.encode(event, { ...verdict, decision })
}

/** Custom hooks have no texts that a document prescribes. */
async function isExact(hook: string, messageId: string | undefined): Promise<boolean> {
  const known = findHook(hook, builtIn.catalogue)
  if (messageId === undefined || known === undefined) return false
  return (await builtIn.load(known.id)).meta.messages[messageId]?.exact !== undefined
}

/** The audit writes at most 300 characters. Parsing a longer, forged line would take seconds. */
const MAX_WHOLE = 1_000

/** A truncated or masked command is not the command that was judged. */
const isWhole = (subject: string): boolean =>
  subject.length <= MAX_WHOLE && !subject.includes('[masked]') && !subject.endsWith('[cut by holdpoint]')

/**
 * The effects of the command, parsed again without the files that it names: they may have changed since, and
 * may contain unmasked secrets. Undefined when it is no command, or is not completely known.
 */
export async function effectsOf(record: AuditRecord, root: string, here: Here): Promise<Effects | undefined> {
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
  const env = ambient(here.env)
  const event = eventOf(call, env, new Date(record.at ?? 0))
  if (!('tool' in event) || event.tool.kind !== 'shell') return undefined
  return openReplayWorld(env, here.program, () => undefined)
    .services(event, openReplayMemory())
    .effects(event)
}

/**
 * The environment of the command is unknown, and this process has a different one. Only variables with the same
 * value everywhere that are no secret are used.
 */
const ambient = (env: Here['env']): Here['env'] =>
  Object.fromEntries(Object.entries(env).filter(([name]) => /^(?:HOME|USER|TMPDIR|XDG_[A-Z]+_HOME)$/.test(name)))

export interface HookSettings {
  readonly hook: string
  readonly level: string
  readonly levelFrom: string
  readonly options: readonly { readonly option: string; readonly value: unknown; readonly origin: string }[]
}

/** The current settings of a hook, and the source of each value. */
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
      value: maskedOption(option, value),
      origin: found.options[option]?.origin ?? 'default',
    })),
  }
}

/** A user may have written a secret into an option, and it must not appear in a terminal or a page. */
export function maskedOption(name: string, value: unknown): unknown {
  if (typeof value === 'string') return redact(`${name}=${value}`).slice(name.length + 1)
  if (Array.isArray(value)) return value.map((item) => maskedOption(name, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskedOption(key, item)]))
}
