import * as v from 'valibot'
import { defineHook, type Services } from '@holdpoint/engine'
import type { MasterPlan } from '../../shared/master-plan.ts'
import { findPlan, isFilled, readPlan } from '../../shared/plan-place.ts'
import { missingSections } from '../../shared/plan-rules.ts'
import { APPROVAL_LOOP, isApprovalLoop } from '../approval.ts'
import { keepFindings } from '../findings.ts'

export default defineHook({
  meta: {
    id: 'session/check-planner',
    summary: 'Check the plan when a planner finishes, and report problems at the next prompt.',
    on: ['agent.stop'],
    matcher: 'planner|Plan',
    role: 'observe',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 20,
    aliases: ['check-planner.sh', 'harness/check-planner'],
    options: v.strictObject({}),
    messages: {
      issues: {
        what: 'The planner finished with open issues: {issues}.',
        why: 'The model sees them with the next prompt.',
        fix: 'You do not need to do anything now.',
      },
    },
  },
  run({ event, services, notice, pass }) {
    const issues = [
      ...planIssues(event.root, services),
      ...(isApprovalLoop(event.text, 'planner') ? [APPROVAL_LOOP] : []),
    ]
    keepFindings(event.root, event.agent?.type ?? 'planner', issues, services)
    return issues.length === 0 ? pass : notice('issues', { issues: issues.join('; ') })
  },
})

function planIssues(root: string, services: Services): readonly string[] {
  const file = findPlan(root, services)
  if (file === undefined || !isFilled(file, services.files)) return ['there is no MASTER_PLAN.md']
  const plan = readPlan(file, services)
  return plan === undefined ? ['MASTER_PLAN.md cannot be read'] : contentIssues(plan)
}

function contentIssues(plan: MasterPlan): readonly string[] {
  // A plan of one phase is expected to be brief.
  const missing = plan.phases.length > 1 ? missingSections(plan) : []
  return [
    ...(plan.phases.length === 0 ? ['MASTER_PLAN.md has no `## Phase N` heading'] : []),
    ...(plan.intent === undefined ? ['MASTER_PLAN.md has no section with the original intent'] : []),
    ...(plan.hasTasks ? [] : ['MASTER_PLAN.md names no issues or tasks']),
    ...(missing.length === 0 ? [] : [`MASTER_PLAN.md lacks ${missing.join(', ')}`]),
  ]
}
