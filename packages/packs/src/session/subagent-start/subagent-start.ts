import * as v from 'valibot'
import { readWorkTree, type WorkTree } from '../../shared/git-status.ts'
import { defineHook, type Services } from '@holdpoint/engine'
import { gitLine, planLines, researchLines, testLine } from '../describe.ts'
import { researchLog } from '../options.ts'
import { roleOf, type Role } from '../roles.ts'

export default defineHook({
  meta: {
    id: 'session/subagent-start',
    summary: 'Give every sub-agent the state of git and plan, and guidance for its role.',
    on: ['agent.start'],
    role: 'context',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 20,
    aliases: ['subagent-start.sh', 'harness/subagent-start'],
    options: v.strictObject({ research_log: researchLog }),
    messages: {},
  },
  async run({ event, options, services, inject }) {
    const { root } = event
    const role = roleOf(event)
    const tree = await readWorkTree(root, services)
    const git = tree === undefined ? [] : [gitLine(tree)]
    if (role === 'light') return inject(git.join('\n'))
    const lines = [
      ...git,
      ...(await planLines(root, services)),
      ...guidance(role, tree, root, options.research_log, services),
    ]
    return inject(lines.join('\n'))
  },
})

function guidance(
  role: Role,
  tree: WorkTree | undefined,
  root: string,
  log: string,
  services: Services,
): readonly string[] {
  switch (role) {
    case 'implementer':
      return [
        ...(tree !== undefined && tree.linked.length === 0 ? [NO_WORKTREE] : []),
        testLine(root, services),
        ...VERIFICATION,
      ]
    case 'guardian':
      return [testLine(root, services), PLAN_RULE]
    case 'planner': {
      const research = researchLines(root, log, services)
      return research.length > 0 ? research : ['Research: no log yet. Record your findings in RESEARCH_LOG.md.']
    }
    case 'light':
    case 'other':
      return []
  }
}

const NO_WORKTREE =
  'There is no worktree yet. Create one before you change source: `git worktree add .worktrees/<name> -b <name>`, and work there.'
const VERIFICATION = [
  'Before you finish: run the tests and read the result, add an @decision with a rationale to files of 50 lines or more, and show how to see the feature working.',
  'Do not commit. The user verifies the work, then the guardian commits.',
]
const PLAN_RULE =
  'Update MASTER_PLAN.md only at the end of a phase: set its Status to completed and fill its Decision Log, together with the merge. Do not change it otherwise.'
