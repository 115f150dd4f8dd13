import * as v from 'valibot'
import { readTestStatus } from '../../shared/harness-state.ts'
import { readWorkTree, type WorkTree } from '../../shared/git-status.ts'
import { defineHook, type Services, counted, failingTests } from '@holdpoint/engine'
import { readPlanAge } from '../../shared/plan-age.ts'
import { findPlan } from '../../shared/plan-place.ts'
import { APPROVAL_LOOP, isApprovalLoop } from '../approval.ts'
import { testState } from '../describe.ts'
import { keepFindings } from '../findings.ts'

export default defineHook({
  meta: {
    id: 'session/check-guardian',
    summary: 'Check plan, work tree and tests when a guardian finishes, and report problems at the next prompt.',
    on: ['agent.stop'],
    matcher: 'guardian',
    role: 'observe',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 20,
    aliases: ['check-guardian.sh', 'harness/check-guardian'],
    options: v.strictObject({
      plan_age_seconds: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(1),
          v.description('Maximum age of the plan in seconds after a merge that completes a phase.'),
        ),
        300,
      ),
    }),
    stricter: { plan_age_seconds: 'less' },
    messages: {
      issues: {
        what: 'The guardian finished with open issues: {issues}.',
        why: 'The model sees them with the next prompt.',
        fix: 'You do not need to do anything now.',
      },
    },
  },
  async run({ event, options, services, notice, pass }) {
    const { root } = event
    const text = event.text ?? ''
    const tree = await readWorkTree(root, services)
    const found = [
      ...(completesPhase(text) ? await planIssues(root, options.plan_age_seconds, services) : []),
      ...treeIssues(tree),
      ...(isApprovalLoop(text, 'guardian') ? [APPROVAL_LOOP] : []),
      ...testIssues(root, text, services),
    ]
    const issues =
      found.length === 0 || tree === undefined ? found : [...found, `branch: ${tree.branch ?? '(detached)'}`]
    keepFindings(root, event.agent?.type ?? 'guardian', issues, services)
    return issues.length === 0 ? pass : notice('issues', { issues: issues.join('; ') })
  },
})

const MERGE = /\bmerg(?:e|ed|es|ing)\b/i
const HISTORY = /\bmerg(?:e|ed|es|ing)\b|\bcommit(?:ted|s|ting)?\b/i
const PHASE_DONE =
  /\bphase\b.{0,80}\b(?:complete[ds]?|done|finished|completion)\b|\b(?:complete[ds]?|finish(?:ed|es)?|completing)\b.{0,80}\bphase\b|\bstatus\b.{0,40}\bcompleted\b/i

const completesPhase = (text: string): boolean => MERGE.test(text) && PHASE_DONE.test(text)

async function planIssues(root: string, limit: number, services: Services): Promise<readonly string[]> {
  const file = findPlan(root, services)
  if (file === undefined) return ['a phase is complete, but there is no MASTER_PLAN.md']
  const updatedAt = (await readPlanAge(file, services))?.updatedAt ?? file.modifiedAt
  const age = Math.floor((services.now().getTime() - updatedAt.getTime()) / 1000)
  return age <= limit ? [] : [`a phase is complete, but MASTER_PLAN.md was last updated ${counted(age, 'second')} ago`]
}

function treeIssues(tree: WorkTree | undefined): readonly string[] {
  if (tree === undefined) return []
  if (!tree.isRead) return ['uncommitted changes are unknown, because git failed']
  const { changes, unsure } = tree
  return [
    ...(changes.length === 0 ? [] : [`${counted(changes.length, 'change is', 'changes are')} not committed`]),
    ...(unsure.length === 0 ? [] : [`the state of ${counted(unsure.length, 'file')} with a git filter is unknown`]),
  ]
}

function testIssues(root: string, text: string, { files, now }: Services): readonly string[] {
  const status = readTestStatus(files, root)
  if (testState(status, now()) !== 'fail') return []
  const failing = failingTests(status?.failures ?? 0)
  return [HISTORY.test(text) ? `CRITICAL: ${failing}, but work was committed or merged` : failing]
}
