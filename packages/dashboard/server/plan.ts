import { readPlanReport, type PlanReport } from '@holdpoint/runtime/inspect'
import type { PlanState } from '../api.ts'
import { command } from './remedies.ts'
import type { Source } from './source.ts'

/** Undefined when there is no plan. */
export type PlanReader = () => Promise<PlanState | undefined>

/** Comparing plan and code starts git and reads sources, so it is not repeated for every decision. */
const KEPT_MS = 10_000

export function openPlan({ root, suffix, now }: Source): PlanReader {
  let last: { readonly at: number; readonly found: ReturnType<PlanReader> } | undefined
  return () => {
    if (last === undefined || now().getTime() - last.at > KEPT_MS)
      last = { at: now().getTime(), found: readPlanReport(root).then((report) => report && planState(report, suffix)) }
    return last.found
  }
}

function planState(report: PlanReport, suffix: string): PlanState {
  const { file, status, findings, audit, unplanned, overdue, unaddressed } = report
  const { plan, age, current } = status
  const countOf = (level: string): number => findings.filter((finding) => finding.level === level).length
  return {
    file,
    ...(plan?.title !== undefined && { title: plan.title }),
    updatedAt: (age?.updatedAt ?? status.file.modifiedAt).toISOString(),
    phases: (plan?.phases ?? []).map(({ title, line, status: state }) => ({
      title,
      line,
      ...(state !== undefined && { status: state }),
    })),
    ...(current !== undefined && { current: current.title }),
    completed: status.completed,
    inProgress: status.inProgress,
    requirements: status.requirements,
    decisions: {
      planned: audit.plan.decisions.length,
      inCode: audit.code.length,
      open: audit.drift.open.length,
    },
    unplanned,
    overdue,
    unaddressed,
    ...(age !== undefined && { churnPercent: age.churn }),
    errors: countOf('error'),
    warnings: countOf('warning'),
    remedies: [
      command('List all problems and differences from the code', ['plan', 'audit'], suffix),
      command('Show the plan in a terminal', ['plan', 'status'], suffix),
    ],
  }
}
