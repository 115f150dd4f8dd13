import { relative } from 'node:path'
import { totalOf, overview, type Overview } from '@holdpoint/packs'
import { isWithin } from '@holdpoint/shell'
import { redact } from '@holdpoint/runtime/audit'
import type { Compiled } from '@holdpoint/engine/policy'
import { orchestratorOverview, PLAN_PROBLEMS } from '@holdpoint/runtime/inspect'
import { lockedSince, planningServices } from '@holdpoint/runtime'
import type { Budget, OrchestratorState, PlanningState } from '../api.ts'
import { command } from './remedies.ts'
import type { Source } from './source.ts'

/** The plan of a feature; undefined when the branch has none and no feature is being planned. */
export async function planningState({ root, env, suffix }: Source): Promise<PlanningState | undefined> {
  const found = await overview({ root, cwd: root }, planningServices(root, env))
  const { feature, state, config, lock } = found
  if (feature === undefined) return undefined
  const since = lockedSince(feature, lock)
  const budget = budgetOf(found)
  return {
    branch: found.branch,
    feature: isWithin(feature, root) ? relative(root, feature) || '.' : feature,
    ...(state !== undefined && { phase: state.phase, mode: state.mode }),
    phases: config.phases,
    step: found.step,
    lock: {
      is: lock.is,
      ...(lock.is === 'held' && lock.session !== undefined && { session: lock.session }),
      ...(lock.is === 'corrupt' && { why: lock.why }),
      ...(lock.is !== 'free' && since !== undefined && { since: since.toISOString() }),
    },
    ...(budget !== undefined && { budget }),
    artifacts: found.artifacts,
    gates: (state?.gates ?? []).map(({ phase, verdict, score }) => ({ phase, verdict, score })),
    redGates: found.redGates,
    flagsOff: found.flagsOff,
    decided: (state?.decisions ?? []).map(({ question, answer }) => ({
      question: redact(question),
      answer: redact(answer),
    })),
    problems: [
      ...(state?.problem === undefined ? [] : [`.planning-state.local.md: ${state.problem}`]),
      ...(config.problem === undefined ? [] : [config.problem]),
    ],
    remedies: [
      command('Show it in a terminal', ['planning', 'status'], suffix),
      ...(lock.is === 'free' ? [] : [command('Show the lock', ['planning', 'lock', 'status'], suffix)]),
    ],
  }
}

function budgetOf({ budget }: Overview): Budget | undefined {
  if (budget === undefined) return undefined
  const { of, used, limits } = budget
  return {
    session: of,
    usedInSession: used.session_total,
    perSession: limits.session,
    usedInPhase: used.phase_total,
    perPhase: limits.phase,
    byServer: used.per_server,
  }
}

/** The plan that a team executes; undefined when there is none. */
export async function orchestratorState(
  { root, env, suffix }: Source,
  { settings }: Compiled,
): Promise<OrchestratorState | undefined> {
  const { plan, isBroken, hooks } = await orchestratorOverview(root, settings, env)
  if (plan === undefined && !isBroken) return undefined
  const { state, document, problem } = plan ?? {}
  const wrong = isBroken ? 'The state file cannot be read and is ignored.' : undefined
  const shownProblem = problem === undefined ? wrong : `${state?.active_plan ?? ''} ${PLAN_PROBLEMS[problem]}`
  return {
    title: plan?.title ?? '',
    plan: state?.active_plan ?? '',
    team: state?.team ?? '',
    slug: state?.slug ?? '',
    started: state?.started ?? '',
    worktrees: state?.worktrees ?? {},
    ...(document !== undefined && { tasks: { total: totalOf(document.counts), counts: document.counts } }),
    ...(shownProblem !== undefined && { problem: shownProblem }),
    hooks: hooks.map(({ name, value, level }) => ({ name, value, level })),
    remedies: [
      command('Show it in a terminal', ['orchestrator', 'status'], suffix),
      command('Finish the plan', ['orchestrator', 'finish'], suffix),
      command('Abort the plan', ['orchestrator', 'abort'], suffix),
    ],
  }
}
