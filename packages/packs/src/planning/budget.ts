import { sha256Hex } from '@holdpoint/engine'
import { at, fieldsOf, integer, textList } from './values.ts'

/** `planning-research-budget-<session>.json` in the temporary directory: research calls of one session. */
export interface Budget {
  readonly session_total: number
  readonly phase_total: number
  readonly current_phase: string
  /** Calls that have been counted; repeating a call costs nothing. */
  readonly call_hashes: readonly string[]
  readonly per_server: Readonly<Record<string, number>>
}

export interface Limits {
  readonly session: number
  readonly phase: number
  readonly warnPercent: number
}

export type Counted =
  | { readonly is: 'repeated' }
  | { readonly is: 'counted'; readonly budget: Budget }
  | { readonly is: 'session' | 'phase'; readonly count: number; readonly limit: number }

export const budgetName = (session: string): string => `planning-research-budget-${session}`

const SERVERS = ['context7', 'ref', 'tavily']

/** A damaged file starts again at 0. */
export function budgetOf(value: unknown, phase = ''): Budget {
  const servers = fieldsOf(at(value, 'per_server'))
  const counts = Object.entries(servers).map(([name, count]) => [name, integer(count) ?? 0] as const)
  return {
    session_total: integer(at(value, 'session_total')) ?? 0,
    phase_total: integer(at(value, 'phase_total')) ?? 0,
    current_phase: typeof at(value, 'current_phase') === 'string' ? String(at(value, 'current_phase')) : phase,
    call_hashes: textList(at(value, 'call_hashes')) ?? [],
    per_server: { ...Object.fromEntries(SERVERS.map((name) => [name, 0])), ...Object.fromEntries(counts) },
  }
}

/** One call: whether it is allowed, and the resulting budget. */
export function count(budget: Budget, tool: string, key: string, limits: Limits): Counted {
  if (budget.call_hashes.includes(key)) return { is: 'repeated' }
  const { session_total: session, phase_total: phase } = budget
  if (session >= limits.session) return { is: 'session', count: session, limit: limits.session }
  if (phase >= limits.phase) return { is: 'phase', count: phase, limit: limits.phase }
  const server = serverOf(tool)
  return {
    is: 'counted',
    budget: {
      ...budget,
      session_total: session + 1,
      phase_total: phase + 1,
      call_hashes: [...budget.call_hashes, key],
      per_server: { ...budget.per_server, [server]: (budget.per_server[server] ?? 0) + 1 },
    },
  }
}

/** The document's notice when little is left; empty while there is enough. */
export function warning({ session_total: session, phase_total: phase }: Budget, limits: Limits): string {
  const from = (limit: number): number => Math.floor((limit * limits.warnPercent) / 100)
  const warnings = [
    session >= from(limits.session)
      ? `WARNING: Session budget at ${session}/${limits.session} (${limits.warnPercent}% threshold). `
      : '',
    phase >= from(limits.phase) ? `WARNING: Phase budget at ${phase}/${limits.phase}. ` : '',
  ].join('')
  return warnings === '' ? '' : `${warnings}Consider consolidating research before making more calls.`
}

export const keyOfCall = (tool: string, input: unknown): string => `${tool}_${sha256Hex(ordered(input))}`

/** JSON with the names in order: the same call is the same text, however its fields were sorted. */
function ordered(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}

/** `mcp__Ref__search` and `mcp__plugin_docs_ref__search` are both the server `ref`. */
function serverOf(tool: string): string {
  const name = /^mcp__(?:plugin_.+_)?([^_]+)__/i.exec(tool)?.[1]?.toLowerCase() ?? ''
  return SERVERS.includes(name) ? name : 'unknown'
}
