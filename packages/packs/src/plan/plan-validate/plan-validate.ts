import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { parsePlan, PLAN_FILE } from '../../shared/master-plan.ts'
import { planFindings, shownFinding, type PlanFinding } from '../../shared/plan-rules.ts'

const MAX_BYTES = 8 << 20
const MAX_LISTED = 30

export default defineHook({
  meta: {
    id: 'plan/plan-validate',
    summary: 'Report a MASTER_PLAN.md whose phases, decision logs, intent or ids are invalid.',
    on: ['tool.after'],
    tools: ['write', 'edit'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 340,
    aliases: ['plan-validate.sh', 'harness/plan-validate'],
    options: v.strictObject({}),
    messages: {
      invalid: {
        what: '{file} is invalid.',
        why: 'Later checks parse this file and miss what is not in the expected form.',
        fix: 'Fix all of these in one edit:\n{errors}',
      },
    },
  },
  run({ event, services, feedback, inject, pass }) {
    const file = event.tool.files.find(({ path }) => path.endsWith(`/${PLAN_FILE}`))
    if (file === undefined || event.failed) return pass
    const text = services.files.read(services.files.real(file.path), { maxBytes: MAX_BYTES })
    if (text === undefined) return pass
    const findings = planFindings(parsePlan(text))
    const errors = findings.filter(({ level }) => level === 'error')
    const warnings = findings.filter(({ level }) => level === 'warning')
    const advice = warnings.length === 0 ? '' : `Suggestions for the plan:\n${listed(warnings)}`
    if (errors.length === 0) return inject(advice)
    const verdict = feedback('invalid', { file: PLAN_FILE, errors: listed(errors) })
    return advice === '' ? verdict : { ...verdict, context: advice }
  },
})

function listed(findings: readonly PlanFinding[]): string {
  const shown = findings.slice(0, MAX_LISTED).map((finding) => `- ${shownFinding(finding)}`)
  const more = findings.length - shown.length
  return [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')
}
