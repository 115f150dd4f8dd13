import { agentStart } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './subagent-start.ts'

const plan = { 'MASTER_PLAN.md': '## Phase 1: One\n**Status:** planned\n' }
const now = '2026-03-01T12:00:00Z'
const passing = { '.claude/.test-status': 'pass|0|1772366400' }

testHook(hook, {
  pass: [
    { name: 'a light agent without git', event: agentStart('Explore') },
    { name: 'any agent where nothing is', event: agentStart('writer') },
  ],
  context: [
    {
      name: 'any agent',
      covers: ['HAR-SS-01', 'HAR-LIB-06'],
      event: agentStart('writer'),
      git: {},
      files: plan,
      tells: [
        /^Git: branch=feature\/demo \| 1 uncommitted \| 0 worktrees\nPlan: 0\/1 phases \| active: Phase 1: One \| age: \d+d$/,
      ],
    },
    { name: 'no type', event: agentStart(undefined), git: {}, tells: ['Git:', 'Plan: none'] },
    {
      name: 'an implementer without a worktree',
      covers: ['T-HAR-105', 'HAR-SS-02'],
      event: agentStart('implementer'),
      now,
      git: {},
      files: { ...plan, ...passing },
      tells: ['There is no worktree yet', 'Tests: passing', 'run the tests', 'Do not commit.'],
    },
    {
      name: 'an implementer with one',
      event: agentStart('implementer'),
      git: {},
      prepare: ({ git }) => void git('worktree', 'add', '--quiet', '.worktrees/w'),
      tells: ['1 worktree'],
      hides: ['no worktree yet'],
    },
    {
      name: 'a guardian',
      covers: ['T-HAR-105', 'HAR-SS-02'],
      event: agentStart('guardian'),
      now,
      git: {},
      files: { '.claude/.test-status': 'fail|3|1772366400' },
      tells: ['Update MASTER_PLAN.md only at the end of a phase', 'Tests: failing (3)'],
      hides: ['worktree yet'],
    },
    {
      name: 'a planner',
      covers: ['T-HAR-105', 'HAR-SS-02'],
      event: agentStart('planner'),
      git: {},
      files: { 'RESEARCH_LOG.md': '## One\n## Two\n' },
      tells: ['Research: 2 entries in RESEARCH_LOG.md | last: One; Two'],
    },
    { name: 'a planner without research', event: agentStart('Plan'), git: {}, tells: ['Research: no log yet'] },
    {
      name: 'an explorer',
      covers: ['T-HAR-105', 'HAR-SS-02'],
      event: agentStart('Explore'),
      git: {},
      files: plan,
      tells: [/^Git: [^\n]*$/],
    },
    { name: 'Bash', event: agentStart('Bash'), git: {}, tells: [/^Git: [^\n]*$/] },
    {
      name: 'an agent of a plugin',
      event: agentStart('harness:guardian'),
      git: {},
      tells: ['only at the end of a phase'],
    },
  ],
})
