import type { MasterPlan, Phase } from './master-plan.ts'
import { readPlanAge, type PlanAge } from './plan-age.ts'
import { findPlan, readPlan, type PlanFile } from './plan-place.ts'
import type { PlanServices } from './plan-annotations.ts'

/** The plan at a glance. */
export interface PlanStatus {
  readonly file: PlanFile
  /** Undefined when the file cannot be read. */
  readonly plan: MasterPlan | undefined
  /** The phase that is being worked on, else the next one, else the last. */
  readonly current: Phase | undefined
  readonly completed: number
  readonly inProgress: number
  readonly requirements: number
  readonly p0: number
  readonly nogo: number
  /** Undefined without git. */
  readonly age: PlanAge | undefined
}

/** Undefined when the project has no plan. */
export async function readPlanStatus(root: string, world: PlanServices): Promise<PlanStatus | undefined> {
  const file = findPlan(root, world)
  if (file === undefined) return undefined
  const plan = readPlan(file, world)
  const phases = plan?.phases ?? []
  const having = (status: Phase['status']): readonly Phase[] => phases.filter((phase) => phase.status === status)
  const named = (category?: string): number =>
    (plan?.requirements ?? []).filter((one) => category === undefined || one.category === category).length
  return {
    file,
    plan,
    current: having('in-progress')[0] ?? having('planned')[0] ?? phases.at(-1),
    completed: having('completed').length,
    inProgress: having('in-progress').length,
    requirements: named(),
    p0: named('P0'),
    nogo: named('NOGO'),
    age: await readPlanAge(file, world),
  }
}

const DAY_MS = 24 * 3600 * 1000

const daysSince = (date: Date, now: Date): number => Math.max(0, Math.floor((now.getTime() - date.getTime()) / DAY_MS))

/** `Plan: 1/3 phases | active: Phase 2: Log in | age: 4d` */
export function planLine({ plan, current, completed, age, file }: PlanStatus, now: Date): string {
  if (plan === undefined) return `Plan: ${file.path} cannot be read`
  const days = daysSince(age?.updatedAt ?? file.modifiedAt, now)
  const active = current === undefined ? 'no phases' : `active: ${shortened(current.title)}`
  return `Plan: ${completed}/${plan.phases.length} phases | ${active} | age: ${days}d`
}

const MAX_TITLE = 100
const shortened = (text: string): string => (text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE)}…` : text)

/** One decimal at most: `15`, `33.3`. */
export const percent = (value: number): string => String(Math.round(value * 10) / 10)
