import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { aHarness } from '../../../../../test/process/support/harness.ts'
import { sessionStart } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './session-init.ts'

const start = sessionStart()
const plan = {
  'MASTER_PLAN.md': '# Plan\n## Phase 1: One\n**Status:** completed\n## Phase 2: Two\n**Status:** in-progress\n',
}

testHook(hook, {
  pass: [
    { name: 'nothing is there', event: start },
    {
      name: 'state files that say nothing',
      event: start,
      files: { '.claude/.agent-findings': ' \n', '.claude/.preserved-context': '\n', '.claude/.update-status': '' },
    },
    {
      name: 'an update status that is up to date',
      event: start,
      files: { '.claude/.update-status': 'up-to-date|1.0.0|1.0.0|0|1|x\n' },
    },
  ],
  context: [
    {
      name: 'a branch, changes and no plan',
      covers: ['HAR-INIT-01', 'HAR-LIB-06'],
      event: start,
      git: {},
      files: { 'a.ts': '', 'b.ts': '', '.claude/.test-status': '' },
      tells: ['Git: branch=feature/demo | 2 uncommitted | 0 worktrees', 'Plan: none.'],
      hides: ['main branch'],
    },
    {
      name: 'on main',
      event: start,
      git: { branch: 'main' },
      tells: ['branch=main', 'Create a worktree before you change source'],
    },
    {
      name: 'on a detached HEAD',
      event: start,
      git: {},
      prepare: ({ git }) => void git('checkout', '--quiet', '--detach'),
      tells: ['branch=(detached)'],
    },
    {
      name: 'before the first commit',
      event: start,
      git: { commits: [] },
      tells: ['branch=feature/demo | 0 uncommitted'],
    },
    {
      name: 'in a repository that git cannot read',
      event: start,
      git: {},
      prepare: ({ write }) => write({ '.git/index': 'broken' }),
      tells: ['changes unknown'],
    },
    {
      name: 'worktrees',
      event: start,
      git: {},
      prepare: ({ git }) => void git('worktree', 'add', '--quiet', '.worktrees/one'),
      tells: ['0 uncommitted | 1 worktree', 'Worktrees: {project}/.worktrees/one'],
    },
    {
      name: 'a plan',
      covers: 'HAR-LIB-07',
      event: start,
      git: {},
      prepare: (project) => {
        project.write(plan)
        project.git('add', '.')
        project.git('commit', '--quiet', '-m', 'plan')
      },
      tells: ['Plan: 1/2 phases | active: Phase 2: Two | age: 59d'],
    },
    { name: 'a plan without git', event: start, files: plan, tells: ['Plan: 1/2 phases'], hides: ['Git:'] },
    {
      name: 'a plan without phases',
      event: start,
      files: { 'MASTER_PLAN.md': 'Soon.' },
      tells: ['Plan: 0/0 phases | no phases'],
    },
    {
      name: 'a plan that is getting old',
      event: start,
      git: {},
      prepare: (project) => {
        project.write({ ...plan, 'a.ts': '1', 'b.ts': '1' })
        project.git('add', '.')
        project.git('commit', '--quiet', '-m', 'plan')
        project.write({ 'a.ts': '2' })
      },
      tells: ['may be out of date: 50 %'],
    },
    {
      name: 'research',
      covers: ['HAR-LIB-08', 'HAR-LIB-09'],
      event: start,
      files: { '.claude/research-log.md': '# Log\n### [2026-01-01] One\n### Two\n## Three\n### Four\n' },
      tells: ['Research: 4 entries in .claude/research-log.md | last: Two; Three; Four'],
      hides: ['One'],
    },
    {
      name: 'research elsewhere',
      event: start,
      files: { 'RESEARCH_LOG.md': '## A', 'docs/log.md': '## B\n## C' },
      options: { research_log: 'docs/log.md' },
      tells: ['Research: 2 entries in docs/log.md'],
    },
    {
      name: 'what was left for it',
      covers: ['T-HAR-87', 'HAR-INIT-01', 'HAR-ST-08', 'HAR-ST-13', 'HAR-ST-14'],
      event: start,
      files: {
        '.claude/.agent-findings': 'planner|no plan;no tasks\r\nguardian|dirty\n',
        '.claude/.preserved-context': '# As it was\nWe agreed on X.\n',
        '.claude/.update-status': 'updated|1.2.0|1.3.0|4|1|Faster\n',
      },
      tells: [
        '- planner: no plan\n- planner: no tasks\n- guardian: dirty',
        'We agreed on X.',
        'Harness updated: 1.2.0 → 1.3.0 (4 commits: Faster).',
      ],
    },
    {
      name: 'a major version',
      event: start,
      files: { '.claude/.update-status': 'breaking|1.2.0|2.0.0|9|1|' },
      tells: ['new major version', '1.2.0 → 2.0.0 (9 commits)'],
    },
    {
      name: 'an update that waits',
      event: start,
      files: { '.claude/.update-status': 'available|1|2|9|1|' },
      tells: ['was not applied, because'],
    },
    {
      name: 'an update that failed',
      event: start,
      files: { '.claude/.update-status': 'conflict|1|2|9|1|' },
      tells: ['changed nothing'],
    },
    {
      name: 'tests that failed',
      event: start,
      files: { '.claude/.test-status': 'fail|3|1' },
      tells: ['The last test run failed (3).'],
    },
    {
      name: 'claims',
      event: start,
      files: { '.claude/.todo-claims': '42|test|1\n7|other|1\n' },
      tells: ['Claimed issues: #42, #7 (another session)'],
    },
    {
      name: 'findings of nobody’s form',
      event: start,
      files: { '.claude/.agent-findings': 'just text\n' },
      tells: ['- agent: just text'],
    },
  ],
})

describe('session/session-init and its files', () => {
  const left = {
    '.claude/.agent-findings': 'planner|x\n',
    '.claude/.preserved-context': 'kept\n',
    '.claude/.update-status': 'updated|1|2|3|4|5\n',
  }

  it('T-HAR-87, HAR-INIT-03, ENG-101: reports them once and deletes them', async () => {
    const harness = aHarness([hook])
    harness.write(left)
    expect(await harness.context('SessionStart', { source: 'startup' })).toMatch(/kept[\s\S]*planner: x/)
    expect(Object.keys(left).map((name) => harness.read(name))).toEqual([undefined, undefined, undefined])
    expect(await harness.context('SessionStart', { source: 'resume' })).not.toMatch(/kept|planner/)
  })

  it.each([
    ['startup', undefined],
    ['resume', undefined],
    ['clear', undefined],
    ['compact', 'pass|0|1\n'],
  ])('T-HAR-88, HAR-INIT-02, HAR-INIT-04: a result of tests after %s is %j', async (source, status) => {
    const harness = aHarness([hook])
    harness.write({
      '.claude/.test-status': 'pass|0|1\n',
      '.claude/.llm-review-cache': 'x',
      '.claude/.prompt-count-s1': '4\n',
    })
    await harness.ask('SessionStart', { source })
    expect(harness.state('.test-status')).toBe(status)
    expect(harness.state('.llm-review-cache') === undefined).toBe(status === undefined)
    expect(harness.state('.prompt-count-s1')).toBeUndefined()
  })

  it.each([
    [599, 'resume', true],
    [600, 'resume', false],
    [-60, 'resume', false],
    [10, 'startup', false],
    [10, 'clear', false],
  ])('HAR-INIT-02: a result of %i seconds ago is still there after %s: %s', async (age, source, isKept) => {
    const now = new Date('2026-03-01T12:00:00Z')
    const harness = aHarness([hook], { now: () => now })
    harness.write({ '.claude/.test-status': `pass|0|${now.getTime() / 1000 - age}\n` })
    await harness.ask('SessionStart', { source })
    expect(harness.state('.test-status') !== undefined).toBe(isKept)
  })

  it('D19: a second session leaves result, cache and preserved context to the first', async () => {
    const harness = aHarness([hook], { env: { CLAUDE_PID: String(process.pid) } })
    await harness.ask('SessionStart', { session_id: 's1', source: 'startup' })
    harness.env['CLAUDE_PID'] = String(process.ppid)
    const preserved = '<!-- preserved for session s1 at 2026-03-01T00:00:00.000Z -->\nof the first\n'
    harness.write({ '.claude/.test-status': 'pass|0|1\n', '.claude/.preserved-context': preserved })
    expect(await harness.context('SessionStart', { session_id: 's2', source: 'startup' })).not.toContain('of the first')
    expect([harness.state('.test-status'), harness.state('.preserved-context')]).toEqual(['pass|0|1\n', preserved])
    expect(await harness.context('SessionStart', { session_id: 's1', source: 'compact' })).toContain('of the first')
  })

  it('D19: a session whose agent has exited keeps no files', async () => {
    const harness = aHarness([hook], { env: { CLAUDE_PID: '4194300' } })
    await harness.ask('SessionStart', { session_id: 's1', source: 'startup' })
    harness.write({ '.claude/.test-status': 'pass|0|1\n' })
    await harness.ask('SessionStart', { session_id: 's2', source: 'startup' })
    expect(harness.state('.test-status')).toBeUndefined()
  })

  it('D19: a session that the same agent has left is over', async () => {
    const harness = aHarness([hook], { env: { CLAUDE_PID: String(process.pid) } })
    await harness.ask('SessionStart', { session_id: 's1', source: 'startup' })
    harness.write({ '.claude/.test-status': 'pass|0|1\n' })
    await harness.ask('SessionStart', { session_id: 's2', source: 'clear' })
    expect(harness.state('.test-status')).toBeUndefined()
  })

  it('a link in the place of a state file is neither read nor followed', async () => {
    const harness = aHarness([hook])
    harness.write({ secret: 'planner|secret\n', '.claude/x': '' })
    symlinkSync(join(harness.project, 'secret'), join(harness.project, '.claude/.agent-findings'))
    expect(await harness.context('SessionStart', { source: 'startup' })).not.toContain('secret')
    expect(harness.read('secret')).toBe('planner|secret\n')
  })

  it('D18: asks the user’s own list, and not one of the project', async () => {
    const harness = aHarness([hook])
    const script = '#!/bin/sh\necho "3 things to $1"\n'
    harness.write({ '.claude/scripts/todo.sh': script })
    expect(await harness.context('SessionStart', { source: 'startup' })).not.toContain('things')
    const { chmodSync, mkdirSync, writeFileSync } = await import('node:fs')
    mkdirSync(join(harness.home, '.claude/scripts'), { recursive: true })
    writeFileSync(join(harness.home, '.claude/scripts/todo.sh'), script)
    chmodSync(join(harness.home, '.claude/scripts/todo.sh'), 0o755)
    expect(await harness.context('SessionStart', { source: 'startup' })).toContain('3 things to hud')
  })
})
