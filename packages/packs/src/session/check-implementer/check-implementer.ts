import * as v from 'valibot'
import { type AgentStop, defineHook, type Services, failingTests } from '@holdpoint/engine'
import { parseProof, PROOF_STATUS, readHarnessLine, readTestStatus } from '../../shared/harness-state.ts'
import { changedSources } from '../../shared/plan-audit.ts'
import { readSessionChanges } from '../../shared/session-readers.ts'
import { isSourceFile } from '../../shared/source-files.ts'
import { APPROVAL_LOOP, isApprovalLoop } from '../approval.ts'
import { isMain, testState } from '../describe.ts'
import { keepFindings } from '../findings.ts'

export default defineHook({
  meta: {
    id: 'session/check-implementer',
    summary:
      'Check branch, decisions, tests and proof when an implementer finishes, and report problems at the next prompt.',
    on: ['agent.stop'],
    matcher: 'implementer',
    role: 'observe',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 20,
    aliases: ['check-implementer.sh', 'harness/check-implementer'],
    options: v.strictObject({
      min_lines: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(1),
          v.description('Source files with at least this many lines need an @decision.'),
        ),
        50,
      ),
    }),
    stricter: { min_lines: 'less' },
    messages: {
      issues: {
        what: 'The implementer finished with open issues: {issues}.',
        why: 'The model sees them with the next prompt.',
        fix: 'You do not need to do anything now.',
      },
    },
  },
  run({ event, options, services, notice, pass }) {
    const { root, session } = event
    const changed = readSessionChanges(services.files, root, session)
    const undecided = changedSources(root, changed, options.min_lines, services).filter(
      ({ lacks }) => lacks === 'decision',
    )
    const issues = [
      ...branchIssues(event, changed, services),
      ...undecided.slice(0, MAX_LISTED).map(({ path, lines }) => `${path} has ${lines} lines and no @decision`),
      ...(isApprovalLoop(event.text, 'implementer') ? [APPROVAL_LOOP] : []),
      ...testIssues(root, services),
      ...proofIssues(root, services),
    ]
    keepFindings(root, event.agent?.type ?? 'implementer', issues, services)
    return issues.length === 0 ? pass : notice('issues', { issues: issues.join('; ') })
  },
})

const MAX_LISTED = 5

/** The branch of the changed files counts: the session may be on main while all work is in a worktree. */
function branchIssues({ cwd }: AgentStop, changed: readonly string[], { git }: Services): readonly string[] {
  const sources = changed.filter(isSourceFile)
  const places =
    sources.length === 0 ? [cwd] : [...new Set(sources.map((path) => path.slice(0, path.lastIndexOf('/'))))]
  const branch = places.map((place) => git.state(place)?.branch).find(isMain)
  return branch === undefined ? [] : [`the work is on ${branch} and not in a worktree`]
}

function testIssues(root: string, { files, now }: Services): readonly string[] {
  const status = readTestStatus(files, root)
  return testState(status, now()) === 'fail'
    ? [`${failingTests(status?.failures ?? 0)}: implementation not complete`]
    : []
}

function proofIssues(root: string, { files }: Services): readonly string[] {
  const proof = parseProof(readHarnessLine(files, root, PROOF_STATUS) ?? '')?.status
  if (proof === 'verified') return []
  return proof === 'pending'
    ? ['proof of work is pending: the user has not verified the latest state']
    : ['proof of work is missing: the user has not verified it']
}
