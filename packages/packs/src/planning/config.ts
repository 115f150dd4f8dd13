import { messageOf, type Services } from '@holdpoint/engine'
import { at, fieldsOf, filledText, fraction, integer, textList, truth } from './values.ts'

/** `config/planning-config.yaml`: everything the pack's document leaves to the project, each with its default. */
export interface PlanningConfig {
  /** The file it was read from; undefined when there is none. */
  readonly file: string | undefined
  readonly problem: string | undefined
  isOn(flag: Flag): boolean
  readonly devModeFile: string | undefined
  readonly breakerThreshold: number | undefined
  readonly logLocation: string | undefined
  readonly overlap: number
  readonly budget: { readonly session: number; readonly phase: number; readonly warnPercent: number }
  readonly agents: {
    readonly minTasks: number
    readonly minCoverage: number
    readonly minPhases: number
    readonly minWords: number
    readonly scope: 'planning' | 'all'
    readonly selfCritique: boolean
    readonly architect: 'llm' | 'heuristic' | 'off'
    readonly minElements: number
  }
  readonly artifacts: readonly string[]
  readonly phases: readonly string[]
  readonly userOverride: boolean
  readonly strictCheckpoints: boolean
  readonly staleHours: number
}

export const FLAGS = [
  'hooks_enforcement',
  'hooks_immutable_guard',
  'hooks_lock_enforcement',
  'hooks_budget_tracker',
  'hooks_spec_protection',
  'hooks_agent_validation',
  'hooks_stop_guard',
  'hooks_context_preservation',
] as const
export type Flag = (typeof FLAGS)[number]

/** Which flag controls which hook; the others follow the first. */
const FLAG_OF: Readonly<Record<string, Flag>> = {
  'planning/immutable-decisions': 'hooks_immutable_guard',
  'planning/planning-lock': 'hooks_lock_enforcement',
  'planning/research-budget': 'hooks_budget_tracker',
  'planning/spec-protection': 'hooks_spec_protection',
  'planning/inject-context': 'hooks_context_preservation',
  'planning/tech-lead-output': 'hooks_agent_validation',
  'planning/architect-output': 'hooks_agent_validation',
  'planning/qa-strategist-output': 'hooks_agent_validation',
  'planning/agent-output': 'hooks_agent_validation',
  'planning/required-artifacts': 'hooks_stop_guard',
  'planning/workflow-complete': 'hooks_stop_guard',
  'planning/preserve-context': 'hooks_context_preservation',
}

export const flagOf = (hook: string): Flag => FLAG_OF[hook] ?? 'hooks_enforcement'

const PLACE = 'config/planning-config.yaml'
const PHASES = [
  'SETUP',
  'RESEARCH',
  'CLARIFICATION',
  'ARCHITECTURE',
  'THINKDEEP',
  'VALIDATION',
  'TEST_STRATEGY',
  'TEST_COVERAGE',
  'COMPLETION',
]
const ARTIFACTS = ['design.md', 'plan.md', 'tasks.md', 'test-plan.md']

/** The plugin's file, else the project's. One that cannot be read disables nothing: every default applies. */
export async function readConfig(root: string, { env, yaml }: Pick<Services, 'env' | 'yaml'>): Promise<PlanningConfig> {
  const plugin = env('CLAUDE_PLUGIN_ROOT') ?? ''
  for (const folder of plugin === '' ? [root] : [plugin, root]) {
    const file = `${folder}/${PLACE}`
    try {
      const data = await yaml(file)
      if (data !== undefined) return configOf(data.value, file, data.problem)
    } catch (error) {
      return configOf(undefined, file, messageOf(error))
    }
  }
  return configOf(undefined, undefined, undefined)
}

export function configOf(value: unknown, file: string | undefined, problem: string | undefined): PlanningConfig {
  const flag = (name: Flag, key: string): unknown => at(value, `feature_flags.${name}.${key}`)
  const agents = (key: string): unknown => flag('hooks_agent_validation', key)
  const judge = filledText(at(value, 'planning.h08') ?? agents('architect'))
  return {
    file,
    problem,
    isOn: (name) => isOn(name, fieldsOf(at(value, 'feature_flags'))),
    devModeFile: filledText(flag('hooks_enforcement', 'dev_mode_file')),
    breakerThreshold: atLeastOne(integer(flag('hooks_enforcement', 'circuit_breaker_threshold'))),
    logLocation: filledText(flag('hooks_enforcement', 'log_location')),
    overlap: fraction(flag('hooks_immutable_guard', 'keyword_overlap_threshold')) ?? 0.6,
    budget: {
      session: integer(at(value, 'research_mcp.budget.total_calls_per_session')) ?? 25,
      phase: integer(at(value, 'research_mcp.budget.total_calls_per_phase')) ?? 10,
      warnPercent: integer(at(value, 'research_mcp.budget.warn_at_percentage')) ?? 80,
    },
    agents: {
      minTasks: integer(agents('min_tasks')) ?? 5,
      minCoverage: integer(agents('tdd_min_coverage')) ?? 80,
      minPhases: integer(agents('min_phases')) ?? 2,
      minWords: integer(agents('min_words')) ?? 100,
      scope: agents('scope') === 'all' ? 'all' : 'planning',
      selfCritique: truth(at(value, 'feature_flags.s1_self_critique.enabled')) ?? false,
      architect: judge === 'heuristic' || judge === 'off' ? judge : 'llm',
      minElements: integer(agents('min_blueprint_elements')) ?? 3,
    },
    artifacts: textList(flag('hooks_stop_guard', 'required_artifacts')) ?? ARTIFACTS,
    phases: (textList(at(value, 'planning.phases')) ?? PHASES).map((phase) => phase.toUpperCase()),
    userOverride: truth(at(value, 'stop_guard.user_override') ?? flag('hooks_stop_guard', 'user_override')) ?? true,
    strictCheckpoints: truth(at(value, 'planning.checkpoint.strict')) ?? false,
    staleHours: integer(at(value, 'planning.lock.stale_after_hours')) ?? 12,
  }
}

const atLeastOne = (value: number | undefined): number | undefined =>
  value === undefined || value === 0 ? undefined : value

/** A flag is off when it says so, or when a flag that it requires is off. All depend on the first. */
function isOn(name: string, flags: Readonly<Record<string, unknown>>): boolean {
  const wanted = new Set([name, 'hooks_enforcement'])
  // Iterating a set includes entries added meanwhile, and each only once, so flags may require each other.
  for (const flag of wanted) {
    const own = Object.hasOwn(flags, flag) ? flags[flag] : undefined
    if (truth(at(own, 'enabled') ?? own) === false) return false
    for (const required of textList(at(own, 'requires')) ?? []) wanted.add(required)
  }
  return true
}
