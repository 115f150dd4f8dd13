/**
 * The actions that the hooks of an agent's file call with `holdpoint hook agent <action>`: which agent has which,
 * at which event, and with which matcher the host calls them. This is the only list of them.
 */

export const AGENT_HANDLERS = [
  'ddd',
  'tdd',
  'backend',
  'frontend',
  'testing',
  'debug',
  'devops',
  'quality',
  'spec',
  'docs',
] as const
export type AgentHandler = (typeof AGENT_HANDLERS)[number]

export type AgentActionKind = 'tool.before' | 'tool.after' | 'agent.stop'
export type AgentActionEvent = 'PreToolUse' | 'PostToolUse' | 'SubagentStop'

export interface AgentAction {
  readonly action: string
  /** The `name` in the agent's file, which is also the name of that file. */
  readonly agent: string
  readonly handler: AgentHandler
  readonly kind: AgentActionKind
  /** The host's name for the event. */
  readonly event: AgentActionEvent
  /** Which tools the host calls it for; none where the event is not about a tool. */
  readonly matcher?: string
  readonly timeoutS: number
}

const CHANGES = 'Write|Edit|MultiEdit'

const before = (agent: string, action: string, handler: AgentHandler): AgentAction => ({
  action,
  agent,
  handler,
  kind: 'tool.before',
  event: 'PreToolUse',
  matcher: CHANGES,
  timeoutS: 5,
})
const after = (agent: string, action: string, handler: AgentHandler): AgentAction => ({
  action,
  agent,
  handler,
  kind: 'tool.after',
  event: 'PostToolUse',
  matcher: CHANGES,
  timeoutS: 10,
})
const atEnd = (agent: string, action: string, handler: AgentHandler): AgentAction => ({
  action,
  agent,
  handler,
  kind: 'agent.stop',
  event: 'SubagentStop',
  timeoutS: 10,
})

export const AGENT_ACTIONS: readonly AgentAction[] = [
  before('manager-ddd', 'ddd-pre-transformation', 'ddd'),
  after('manager-ddd', 'ddd-post-transformation', 'ddd'),
  atEnd('manager-ddd', 'ddd-completion', 'ddd'),
  before('manager-tdd', 'tdd-pre-implementation', 'tdd'),
  after('manager-tdd', 'tdd-post-implementation', 'tdd'),
  atEnd('manager-tdd', 'tdd-completion', 'tdd'),
  before('expert-backend', 'backend-validation', 'backend'),
  after('expert-backend', 'backend-verification', 'backend'),
  before('expert-frontend', 'frontend-validation', 'frontend'),
  after('expert-frontend', 'frontend-verification', 'frontend'),
  after('expert-testing', 'testing-verification', 'testing'),
  atEnd('expert-testing', 'testing-completion', 'testing'),
  after('expert-debug', 'debug-verification', 'debug'),
  atEnd('expert-debug', 'debug-completion', 'debug'),
  after('expert-devops', 'devops-verification', 'devops'),
  atEnd('expert-devops', 'devops-completion', 'devops'),
  atEnd('manager-quality', 'quality-completion', 'quality'),
  atEnd('manager-spec', 'spec-completion', 'spec'),
  after('manager-docs', 'docs-verification', 'docs'),
  atEnd('manager-docs', 'docs-completion', 'docs'),
]

/** The audit's name for an unknown action. */
export const NO_ACTION = 'agents/default'

export const agentAction = (name: string): AgentAction | undefined =>
  AGENT_ACTIONS.find(({ action }) => action === name)

export const actionsOf = (agent: string): readonly AgentAction[] =>
  AGENT_ACTIONS.filter((entry) => entry.agent === agent)

/** The ten agents whose files can have these hooks. */
export const KNOWN_AGENTS: readonly string[] = [...new Set(AGENT_ACTIONS.map(({ agent }) => agent))]
