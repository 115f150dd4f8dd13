import { relative } from 'node:path'
import { plain } from '../audit/plain.ts'
import { openMemo } from '../app/memo.ts'
import { auditPlan, type PlanAudit } from '../core/plan-audit.ts'
import { planFindings, type PlanFinding } from '../core/plan-rules.ts'
import { readPlanStatus, type PlanStatus } from '../core/plan-status.ts'
import type { Services, StateArea } from '../core/services.ts'
import { files } from '../files/files.ts'
import { openGit } from '../git/git.ts'
import { run } from '../process/run.ts'
import { print, printJson, wrap } from './output.ts'
import { showAudit, showStatus } from './plan-text.ts'
import { projectRoot } from './project.ts'

interface PlanOptions {
  readonly project?: string
  readonly json?: boolean
}

/** A decision, and where it stands: a line of the plan, or of a file. */
export interface Placed {
  readonly id: string
  readonly at: string
}

/** Everything that the plan and the code say of each other. */
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

/** The plan at a glance. */
export async function planStatus({ project, json }: PlanOptions): Promise<void> {
  const root = projectRoot(project)
  const report = await readReport(root)
  if (report === undefined) return json === true ? printJson({ plan: null }) : print(noPlan(root))
  if (json === true) printJson(statusData(report))
  else showStatus(report, new Date())
}

/** Everything that is wrong with it. Exit code 1 when anything is. */
export async function planAudit({ project, json }: PlanOptions): Promise<void> {
  const root = projectRoot(project)
  const report = await readReport(root)
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
    wrap('A plan says what is wanted, in which phases it is built, and what was decided. The least of it:'),
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
      'The guide docs/guides/plan.md of holdpoint has a whole one. With the hook plan/plan-check on, larger source files wait for it.',
    ),
  ].join('\n')

async function readReport(root: string): Promise<PlanReport | undefined> {
  const world = worldOf()
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

/** As hooks have it, but nothing is kept. */
function worldOf(): Pick<Services, 'files' | 'git' | 'memo' | 'state'> {
  const nothing: StateArea = { get: () => undefined, update: (_, change) => change(undefined) }
  return {
    files,
    git: openGit((program, args, cwd) => run(program, args, { cwd, signal: AbortSignal.timeout(LIMIT_MS) })),
    memo: openMemo(),
    state: { session: nothing, project: nothing },
  }
}

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
