import * as v from 'valibot'
import { epochOf, harnessFile } from '../../shared/harness-state.ts'
import { defineHook, type Services, counted } from '@holdpoint/engine'
import { auditPlan, driftRecord, type PlanAudit } from '../../shared/plan-audit.ts'
import { driftText, PLAN_DRIFT } from '../../shared/plan-drift.ts'
import { appendAudit, isNews, readSessionChanges } from '../../shared/session-readers.ts'

export default defineHook({
  meta: {
    id: 'plan/surface',
    summary: 'Compare the decisions in the code with the plan when a turn ends, and record the differences.',
    on: ['turn.stop'],
    role: 'observe',
    onError: 'open',
    timeoutMs: 30_000,
    enabledBy: 'preset',
    order: 410,
    aliases: ['surface.sh', 'harness/surface'],
    options: v.strictObject({
      min_lines: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(1),
          v.description('Changed files with at least this many lines need an @decision.'),
        ),
        50,
      ),
    }),
    stricter: { min_lines: 'less' },
    messages: {
      differs: {
        what: 'Decision audit ({files} changed): {report}.',
        why: 'The plan and the code should agree.',
        fix: '`holdpoint plan audit` lists the differences.',
      },
      agrees: {
        what: 'Decision audit: {files} changed, {decisions} in the code. The plan and the code agree.',
        why: '',
        fix: '',
      },
    },
  },
  async run({ event, options, services, notice, pass }) {
    if (event.alreadyBlocked) return pass
    const { root, session } = event
    const audit = await auditPlan(root, readSessionChanges(services.files, root, session), options.min_lines, services)
    record(audit, root, services)
    const files = audit.changed.length
    if (files === 0) return pass
    const changed = counted(files, 'source file')
    const report = reportOf(audit)
    // Repeating the same text after every turn adds nothing.
    if (!isNews(services.state.session, 'decision-audit', `${files} ${report}`)) return pass
    appendAudit(services, root, 'decision_audit', report === '' ? 'plan and code agree' : report)
    return report === ''
      ? notice('agrees', { files: changed, decisions: counted(audit.code.length, 'decision') })
      : notice('differs', { files: changed, report })
  },
})

/** A project that has no plan and no decisions gets no file. */
function record(audit: PlanAudit, root: string, { files, now }: Services): void {
  const path = harnessFile(root, PLAN_DRIFT)
  if (audit.file === undefined && audit.code.length === 0 && files.stat(path) === undefined) return
  files.write(path, driftText(driftRecord(audit, epochOf(now()))))
}

function reportOf({ file, drift, unaddressed, changed }: PlanAudit): string {
  const lacking = (what: 'decision' | 'rationale'): readonly string[] =>
    changed.filter(({ lacks }) => lacks === what).map(({ path, lines }) => `${path} (${lines} lines)`)
  const due = drift.unimplemented.filter((id) => !drift.open.includes(id))
  const parts = [
    file === undefined ? 'there is no MASTER_PLAN.md' : '',
    list('in the code but not in the plan', file === undefined ? [] : drift.unplanned),
    list('in the plan but not in the code', due),
    list('P0 requirements that no decision addresses', unaddressed),
    list('without @decision', lacking('decision')),
    list('@decision without a rationale', lacking('rationale')),
  ]
  return parts.filter((part) => part !== '').join('; ')
}

const MAX_LISTED = 5

function list(what: string, names: readonly string[]): string {
  if (names.length === 0) return ''
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : ''
  return `${what}: ${names.slice(0, MAX_LISTED).join(', ')}${more}`
}
