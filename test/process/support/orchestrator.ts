/** A project with an active plan, for the tests of the orchestrator pack. */

export const PLAN = 'docs/plans/demo-design.md'
export const STATE = '.claude/orchestrator-state.json'
export const CONFIG = '.claude/project.yml'

/** The example of the document, verbatim: quotes, and comments with colons in them. */
export const EXAMPLE = `# .claude/project.yml
hooks:
  task_verification: "agent"    # "agent" (default when enabled) | "prompt" | "off"
  stop_guard: true              # default: false (opt-in)
  session_context: true         # default: false (opt-in)
  precompact_state: true        # default: false (opt-in)
`

export const stateText = (more: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    active_plan: PLAN,
    slug: 'demo',
    team: 't1',
    started: '2026-02-16T10:00:00Z',
    worktrees: {},
    ...more,
  })

/** A design document with one task for each of these statuses. */
export const design = (statuses: readonly string[], title = '# Demo plan\n'): string =>
  [
    title,
    '**Status:** implementing',
    '',
    '## Implementation Tasks',
    '',
    '| # | Task | Depends On | Status |',
    '|---|------|------------|--------|',
    ...statuses.map((status, index) => `| ${index + 1} | Do step ${index + 1} | — | ${status} | impl-task-${index} |`),
    '',
    '### Acceptance Criteria per Task',
    '',
    '- [ ] all of them',
    '',
  ].join('\n')

/** Everything a hook reads. */
export const carriedOut = (
  statuses: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => ({
  [CONFIG]: EXAMPLE,
  [STATE]: stateText(),
  [PLAN]: design(statuses),
  ...more,
})

export const times = (count: number, status: string): readonly string[] => Array.from({ length: count }, () => status)

/** Two complete, one in progress, three pending, and additional ones. */
export const MIXED = [...times(2, 'complete'), 'in-progress', ...times(3, 'pending')]
