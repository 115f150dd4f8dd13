import { counted } from '@holdpoint/engine'
import { fit, plain, ago } from '@holdpoint/runtime/audit'
import { type PhaseStatus, percent } from '@holdpoint/packs'
import { colours, facts, print, wrap } from './output.ts'
import type { Placed, PlanReport } from '@holdpoint/runtime/inspect'

/** Plans as people read them in a terminal. */

const WIDTH = 78
const MARKS: Readonly<Record<PhaseStatus, string>> = { completed: '✓', 'in-progress': '▸', planned: '·' }

export function showStatus(report: PlanReport, now: Date): void {
  const { status, audit, findings, unaddressed } = report
  const { plan, requirements, p0, nogo } = status
  const errors = findings.filter(({ level }) => level === 'error').length
  const open = audit.drift.open.length
  print(
    facts([
      [
        'plan',
        [report.file, plan?.title]
          .filter((text) => text !== undefined)
          .map(plain)
          .join(', '),
      ],
      ['updated', updated(report, now)],
      ['phases', `${status.completed} of ${plan?.phases.length ?? 0} completed, ${status.inProgress} in progress`],
      ['requirements', `${requirements} (${p0} P0, ${nogo} no-go), ${unaddressed.length} P0 without a decision`],
      ['decisions', `${audit.plan.decisions.length} planned, ${audit.code.length} in the code, ${open} open`],
      ['drift', drift(report)],
      ['form', errors === 0 ? 'valid' : `${counted(errors, 'error')} (\`holdpoint plan audit\` lists them)`],
    ]),
  )
  if (plan === undefined || plan.phases.length === 0) return
  print(`\n${colours.bold('Phases')}`)
  for (const { title, status: state } of plan.phases) {
    print(`  ${state === undefined ? colours.red('?') : MARKS[state]} ${fit(plain(title), WIDTH)}`)
  }
}

function updated({ status }: PlanReport, now: Date): string {
  const { age, file } = status
  const when = ago((age?.updatedAt ?? file.modifiedAt).getTime(), now)
  return age === undefined ? `${when} (file time, without git)` : `${when}, ${age.commits} commits since`
}

function drift({ unplanned, overdue, status: { age } }: PlanReport): string {
  const churn = age === undefined ? '' : `, ${percent(age.churn)} % of the source files changed since`
  return `${unplanned.length} not in the plan, ${overdue.length} overdue${churn}`
}

export function showAudit(report: PlanReport, isInOrder: boolean): void {
  const { file, findings, unplanned, overdue, unaddressed, audit } = report
  for (const { level, line, text } of findings) {
    print(
      `${level === 'error' ? colours.red('✗') : colours.yellow('!')} ${plain(file)}:${line}\n${wrap(plain(text), 2)}`,
    )
  }
  section('In the code, not in the plan', unplanned)
  section('Overdue: in the plan, not in the code', overdue)
  section('P0 requirements without a decision', unaddressed)
  const { open } = audit.drift
  if (open.length > 0)
    print(
      `\n${counted(open.length, 'decision is open', 'decisions are open')}: ${fit(open.map(plain).join(', '), WIDTH)}`,
    )
  if (isInOrder) print(`${colours.green('✓')} ${plain(file)} is valid and agrees with the code.`)
}

function section(title: string, placed: readonly Placed[]): void {
  if (placed.length === 0) return
  print(`\n${colours.bold(title)}`)
  for (const { id, at } of placed) print(`  ${colours.red('✗')} ${plain(id)}  ${plain(at)}`)
}
