import { readTestStatus, type TestStatus } from '../shared/harness-state.ts'
import { type AgentEvent, type Services, counted } from '@holdpoint/engine'
import { readWorkTree, type WorkTree } from '../shared/git-status.ts'
import { percent, planLine, readPlanStatus } from '../shared/plan-status.ts'
import { readResearch } from '../shared/session-readers.ts'

/** The state of the project in a few lines, with the same words for every reader. */

export const isMain = (branch: string | undefined): boolean => branch === 'main' || branch === 'master'

export const gitLine = (tree: WorkTree): string =>
  [`Git: branch=${tree.branch ?? '(detached)'}`, changesLine(tree), counted(tree.linked.length, 'worktree')].join(' | ')

/** Git may not know this for files with a filter. */
export function changesLine({ changes, unsure, isRead }: WorkTree): string {
  if (!isRead) return 'changes unknown'
  return `${changes.length} uncommitted${unsure.length === 0 ? '' : `, ${unsure.length} unknown`}`
}

const WORKTREE_ADVICE =
  'You are on the main branch. Create a worktree before you change source: `git worktree add .worktrees/<name> -b <name>`.'

/** Older results say nothing about the current code. */
const STALE_S = 1_800

/** `unknown` also when the result is too old, or source has changed since. */
export function testState(status: TestStatus | undefined, now: Date): 'pass' | 'fail' | 'unknown' {
  if (status === undefined || now.getTime() / 1000 - status.at > STALE_S) return 'unknown'
  return status.result === 'pass' || status.result === 'fail' ? status.result : 'unknown'
}

export function testLine(root: string, { files, now }: Pick<Services, 'files' | 'now'>): string {
  const status = readTestStatus(files, root)
  const state = testState(status, now())
  if (state === 'fail') return `Tests: failing (${status?.failures ?? 0})`
  return state === 'pass' ? 'Tests: passing' : 'Tests: no recent result'
}

const STALE_CHURN = 10
const MAX_TREES = 5
const MAX_TOPICS = 3

async function gitLines(root: string, services: Services): Promise<readonly string[]> {
  const tree = await readWorkTree(root, services)
  if (tree === undefined) return []
  const more = tree.linked.length > MAX_TREES ? ` and ${tree.linked.length - MAX_TREES} more` : ''
  return [
    gitLine(tree),
    ...(isMain(tree.branch) ? [WORKTREE_ADVICE] : []),
    ...(tree.merging ? ['A merge is in progress. Finish it, or run `git merge --abort`.'] : []),
    ...(tree.linked.length === 0 ? [] : [`Worktrees: ${tree.linked.slice(0, MAX_TREES).join(', ')}${more}`]),
  ]
}

export async function planLines(root: string, services: Services): Promise<readonly string[]> {
  const status = await readPlanStatus(root, services)
  if (status === undefined) {
    return services.git.state(root) === undefined ? [] : ['Plan: none. Write MASTER_PLAN.md before you write source.']
  }
  const churn = status.age?.churn ?? 0
  return [
    planLine(status, services.now()),
    ...(churn >= STALE_CHURN
      ? [`The plan may be out of date: ${percent(churn)} % of the source files changed since its last update.`]
      : []),
  ]
}

export function researchLines(root: string, path: string, { files }: Pick<Services, 'files'>): readonly string[] {
  const research = readResearch(files, root, path)
  if (research === undefined) return []
  const last = research.entries.slice(-MAX_TOPICS).map((topic) => topic.slice(0, 100))
  return [
    `Research: ${counted(research.entries.length, 'entry', 'entries')} in ${research.path}${last.length === 0 ? '' : ` | last: ${last.join('; ')}`}`,
  ]
}

/** The text for the start of a session, repeated with its first prompt. */
export async function sessionLines(
  event: AgentEvent,
  researchLog: string,
  services: Services,
): Promise<readonly string[]> {
  const { root } = event
  // The plan is read while git answers.
  const [git, plan] = await Promise.all([gitLines(root, services), planLines(root, services)])
  return [...git, ...plan, ...researchLines(root, researchLog, services)]
}
