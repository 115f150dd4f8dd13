import { plain } from '@holdpoint/runtime/audit'
import { readPlanReport, type PlanReport } from '@holdpoint/runtime/inspect'
import { print, printJson, wrap } from './output.ts'
import { showAudit, showStatus } from './plan-text.ts'
import { projectRoot } from './project.ts'

interface PlanOptions {
  readonly project?: string
  readonly json?: boolean
}

/** The plan at a glance. */
export async function planStatus({ project, json }: PlanOptions): Promise<void> {
  const root = projectRoot(project)
  const report = await readPlanReport(root)
  if (report === undefined) return json === true ? printJson({ plan: null }) : print(noPlan(root))
  if (json === true) printJson(statusData(report))
  else showStatus(report, new Date())
}

/** Everything that is wrong with it. Exit code 1 when anything is. */
export async function planAudit({ project, json }: PlanOptions): Promise<void> {
  const root = projectRoot(project)
  const report = await readPlanReport(root)
  if (report === undefined || !isInOrder(report)) process.exitCode = 1
  if (report === undefined) return json === true ? printJson({ ok: false, plan: null }) : print(noPlan(root))
  if (json === true) printJson(auditData(report))
  else showAudit(report, isInOrder(report))
}

const isInOrder = ({ findings, unplanned, overdue, unaddressed }: PlanReport): boolean =>
  unplanned.length + overdue.length + unaddressed.length === 0 && findings.every(({ level }) => level === 'warning')

const noPlan = (root: string): string =>
  [
    `There is no MASTER_PLAN.md in ${plain(root)}.`,
    wrap('A plan states the intent, the phases and the decisions. The minimum:'),
    '',
    '  # MASTER_PLAN: <name>',
    '',
    '  ## Original Intent',
    '  <the request, word for word>',
    '',
    '  ## Phase 1: <name>',
    '  **Status:** planned',
    '',
    wrap(
      'The guide docs/guides/quality-and-plan.md has a complete example. The hook plan/plan-check requires it for larger source files.',
    ),
  ].join('\n')

function statusData({ root, file, status, findings, audit, unplanned, overdue, unaddressed }: PlanReport): unknown {
  const { plan, age, current, completed, inProgress, requirements, p0, nogo } = status
  return {
    project: root,
    plan: file,
    title: plan?.title,
    updatedAt: (age?.updatedAt ?? status.file.modifiedAt).toISOString(),
    phases: plan?.phases.map(({ title, line, status: state }) => ({ title, line, status: state ?? null })),
    current: current?.title,
    completed,
    inProgress,
    requirements: { all: requirements, p0, nogo, unaddressed: unaddressed.map(({ id }) => id) },
    decisions: { planned: audit.plan.decisions.length, inCode: audit.code.length, open: audit.drift.open },
    drift: { unplanned: unplanned.map(({ id }) => id), overdue: overdue.map(({ id }) => id) },
    churn:
      age === undefined ? null : { percent: age.churn, changed: age.changed, total: age.total, commits: age.commits },
    errors: findings.filter(({ level }) => level === 'error').length,
    warnings: findings.filter(({ level }) => level === 'warning').length,
  }
}

const auditData = (report: PlanReport): unknown => ({
  ok: isInOrder(report),
  project: report.root,
  plan: report.file,
  findings: report.findings,
  unplanned: report.unplanned,
  overdue: report.overdue,
  unaddressed: report.unaddressed,
  open: report.audit.drift.open,
})
