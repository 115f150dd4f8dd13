import {
  TASK_STATUSES,
  totalOf,
  type ActivePlan,
  type OrchestratorState,
  STATE_FILE,
  PROJECT_CONFIG,
} from '@holdpoint/packs'
import { fit, plain, ago } from '@holdpoint/runtime/audit'
import { PLAN_PROBLEMS, type Overview } from '@holdpoint/runtime/inspect'
import { colours, facts, print } from './output.ts'

/** The plan at a glance. */
export function showPlan({ root, plan, isBroken, hooks }: Overview, now: Date): void {
  if (plan === undefined) print('No plan is active. To start one: `holdpoint orchestrator start --help`')
  const rows = plan === undefined ? [] : rowsOf(plan, root, now)
  print(facts([...rows, ['hooks', hooks.map(stateOf).join(', ')]]))
  const problems = [
    ...(isBroken ? [`${STATE_FILE} cannot be read and is ignored. Run \`holdpoint orchestrator abort\``] : []),
    ...(plan?.problem === undefined ? [] : [`${plan.state.active_plan} ${PLAN_PROBLEMS[plan.problem]}`]),
    ...new Set(hooks.flatMap(({ problem }) => (problem === undefined ? [] : [`${PROJECT_CONFIG}: ${problem}`]))),
  ]
  for (const problem of problems) print(`${colours.red('✗')} ${plain(problem)}`)
}

function rowsOf(plan: ActivePlan, root: string, now: Date): readonly (readonly [string, string])[] {
  const { state, title, document } = plan
  return [
    ['plan', `${fit(plain(title), 200)} (${plain(state.active_plan)})`],
    ...(document === undefined ? [] : [['tasks', tasksOf(document.counts)] as const]),
    ['team', plain(state.team) || 'none'],
    ['slug', plain(state.slug) || 'none'],
    ['started', startedOf(state, now)],
    ['worktrees', treesOf(state)],
    ...(plan.root === root ? [] : [['found in', `the main worktree ${plan.root}`] as const]),
  ]
}

function tasksOf(counts: Parameters<typeof totalOf>[0]): string {
  const each = TASK_STATUSES.map((status) => `${counts[status]} ${status}`)
  return `${counts.complete} of ${totalOf(counts)} complete (${each.join(', ')})`
}

function startedOf({ started }: OrchestratorState, now: Date): string {
  const moment = Date.parse(started)
  return Number.isNaN(moment) ? plain(started) || 'unknown' : `${plain(started)}, ${ago(moment, now)}`
}

function treesOf({ worktrees }: OrchestratorState): string {
  const trees = Object.entries(worktrees).map(([name, path]) => plain(`${name} = ${path}`))
  return trees.join(', ') || 'none'
}

/** On only when both files say so: holdpoint.yml enables the hook, the project's own file its key. */
function stateOf({ name, value, level }: Overview['hooks'][number]): string {
  return value === 'off' || level !== 'off' ? `${name} ${value}` : `${name} ${value} (but off in holdpoint.yml)`
}
