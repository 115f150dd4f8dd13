import { relative } from 'node:path'
import { openServices, startProgram, within } from '../services.ts'
import {
  auditPlan,
  type PlanAudit,
  planFindings,
  type PlanFinding,
  readPlanStatus,
  type PlanStatus,
} from '@holdpoint/packs'

/** A decision and its location: a line of the plan, or of a file. */
export interface Placed {
  readonly id: string
  readonly at: string
}

/** How the plan and the code refer to each other. */
export interface PlanReport {
  readonly root: string
  /** Relative to the root. */
  readonly file: string
  readonly status: PlanStatus
  readonly findings: readonly PlanFinding[]
  readonly audit: PlanAudit
  readonly unplanned: readonly Placed[]
  /** Of completed phases. */
  readonly overdue: readonly Placed[]
  readonly unaddressed: readonly Placed[]
}

/** Undefined when the project has no plan. */
export async function readPlanReport(root: string): Promise<PlanReport | undefined> {
  const world = openServices({ env: process.env, run: startProgram }).for(within(LIMIT_MS))
  const [status, audit] = [await readPlanStatus(root, world), await auditPlan(root, [], 1, world)]
  if (status === undefined) return undefined
  const { plan, code, drift } = audit
  const file = relative(root, status.file.path) || status.file.path
  const inPlan = (ids: readonly string[]): readonly Placed[] =>
    [...plan.decisions, ...plan.requirements]
      .filter(({ id }) => ids.includes(id))
      .map(({ id, line }) => ({ id, at: `${file}:${line}` }))
  return {
    root,
    file,
    status,
    findings: planFindings(plan),
    audit,
    unplanned: drift.unplanned.map((id) => {
      const { path, line } = code.find(({ ids }) => ids.includes(id)) ?? { path: '?', line: 0 }
      return { id, at: `${path}:${line}` }
    }),
    overdue: inPlan(drift.unimplemented.filter((id) => !drift.open.includes(id))),
    unaddressed: inPlan(audit.unaddressed),
  }
}

const LIMIT_MS = 60_000
