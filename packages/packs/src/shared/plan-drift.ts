import type { MasterPlan } from './master-plan.ts'
import type { Annotation } from './plan-annotations.ts'

/** Differences between plan and code. */

export interface Drift {
  /** Decisions in the code that are not in the plan. */
  readonly unplanned: readonly string[]
  /** Decisions of the plan that no code names. */
  readonly unimplemented: readonly string[]
  /** Of those: decisions of phases that are not completed yet. */
  readonly open: readonly string[]
}

export function driftOf(plan: MasterPlan, code: readonly Annotation[], alsoPlanned: readonly string[] = []): Drift {
  const planned = new Set([...plan.mentioned, ...alsoPlanned])
  const stated = new Set(code.flatMap(({ ids }) => ids))
  const living = new Set(code.filter(({ retired }) => !retired).flatMap(({ ids }) => ids))
  const unimplemented = plan.decisions.filter(({ id, retired }) => !retired && !stated.has(id)).map(({ id }) => id)
  const due = dueDecisions(plan)
  return {
    unplanned: [...living].filter((id) => !planned.has(id)),
    unimplemented,
    open: unimplemented.filter((id) => !due.has(id)),
  }
}

/** Decisions that should be in the code by now: those of completed phases, and of no phase once all are completed. */
function dueDecisions({ phases, decisions }: MasterPlan): ReadonlySet<string> {
  const due = new Set(phases.filter(({ status }) => status === 'completed').flatMap((phase) => phase.decisions))
  const later = new Set(phases.filter(({ status }) => status !== 'completed').flatMap((phase) => phase.decisions))
  const isOver = phases.every(({ status }) => status === 'completed')
  return new Set(decisions.map(({ id }) => id).filter((id) => due.has(id) || (isOver && !later.has(id))))
}

/** What `.plan-drift` holds, as `key=value` lines. */
export interface DriftRecord {
  readonly audit_epoch: number
  readonly unplanned_count: number
  readonly unimplemented_count: number
  readonly missing_decisions: number
  readonly total_decisions: number
  readonly source_files_changed: number
  readonly unaddressed_p0s: number
  readonly nogo_count: number
  /** How many of `unimplemented_count` belong to phases that are not completed. */
  readonly open_count: number
}

export const PLAN_DRIFT = '.plan-drift'

const KEYS = [
  'audit_epoch',
  'unplanned_count',
  'unimplemented_count',
  'missing_decisions',
  'total_decisions',
  'source_files_changed',
  'unaddressed_p0s',
  'nogo_count',
  'open_count',
] as const satisfies readonly (keyof DriftRecord)[]

export const driftText = (record: DriftRecord): string => KEYS.map((key) => `${key}=${record[key]}\n`).join('')

/** A malformed value counts as 0: a damaged file must not block the user. */
export function parseDrift(text: string): DriftRecord {
  const values = new Map<string, number>()
  for (const line of text.split('\n')) {
    const [, key = '', value = ''] = /^\s*(\w{1,40})\s*=\s*(\d{1,12})\s*$/.exec(line) ?? []
    if (key !== '') values.set(key, Number(value))
  }
  return Object.fromEntries(KEYS.map((key) => [key, values.get(key) ?? 0])) as unknown as DriftRecord
}

/** Number of misplaced decisions: not in the plan, or overdue. */
export const driftCount = ({ unplanned_count, unimplemented_count, open_count }: DriftRecord): number =>
  unplanned_count + Math.max(0, unimplemented_count - open_count)
