import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { agentStop } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './check-guardian.ts'

const stop = (text?: string) => agentStop('guardian', 'a1', text)
const now = '2026-03-01T12:00:00Z'
const NOW = 1_772_366_400
const status = (result: string): Record<string, string> => ({ '.claude/.test-status': `${result}|${NOW}` })
const MERGED = 'Merged feature/demo into main. Phase 2 is complete.'

testHook(hook, {
  pass: [
    {
      name: 'all is well',
      covers: ['T-HAR-109', 'HAR-CGU-01'],
      event: stop('Committed as abc123.'),
      now,
      git: {},
      files: status('pass|0'),
    },
    { name: 'no git, no text', event: stop(), now },
    {
      name: 'a phase was completed, and the plan is fresh',
      covers: 'HAR-CGU-01',
      event: stop(MERGED),
      now: '2026-01-01T00:04:59Z',
      git: {},
      prepare: (project) => {
        project.write({ 'MASTER_PLAN.md': 'x' })
        project.git('add', '.')
        project.git('commit', '--quiet', '-m', 'plan')
      },
    },
    {
      name: 'a commit inside of a phase needs no change of the plan',
      event: stop('Committed. Phase 2 goes on.'),
      now,
      git: {},
      prepare: (project) => {
        project.write({ 'MASTER_PLAN.md': 'x' })
        project.git('add', '.')
        project.git('commit', '--quiet', '-m', 'plan')
      },
    },
    {
      name: 'a failure of yesterday',
      event: stop('Merged.'),
      now,
      git: {},
      files: { '.claude/.test-status': `fail|2|${NOW - 90_000}` },
    },
  ],
  notice: [
    {
      name: 'merged while tests fail',
      covers: ['T-HAR-108', 'HAR-CGU-01'],
      event: stop('I merged feature/demo.'),
      now,
      git: {},
      files: status('fail|2'),
      id: 'issues',
      says: /CRITICAL: 2 tests fail, but work was committed or merged; branch: feature\/demo/,
    },
    {
      name: 'tests fail, and nothing was committed',
      event: stop('I looked around.'),
      now,
      git: {},
      files: status('fail|2'),
      id: 'issues',
      says: /open issues: 2 tests fail; branch/,
    },
    {
      name: 'changes that are not committed',
      covers: 'HAR-CGU-01',
      event: stop('Committed.'),
      now,
      git: {},
      files: { 'a.ts': '' },
      id: 'issues',
      says: /1 change is not committed/,
    },
    {
      name: 'a phase was completed, and the plan is old, whatever time its file has',
      covers: 'HAR-CGU-01',
      event: stop(MERGED),
      now,
      git: {},
      prepare: (project) => {
        project.write({ 'MASTER_PLAN.md': 'x' })
        project.git('add', '.')
        project.git('commit', '--quiet', '-m', 'plan')
        utimesSync(join(project.path, 'MASTER_PLAN.md'), NOW, NOW)
      },
      id: 'issues',
      says: /MASTER_PLAN\.md was last updated 5140800 seconds ago/,
    },
    {
      name: 'a phase was completed without a plan',
      event: stop(MERGED),
      now,
      git: {},
      id: 'issues',
      says: /there is no MASTER_PLAN/,
    },
    {
      name: 'a question nobody can answer',
      event: stop('Everything is staged. Do you approve?'),
      now,
      git: {},
      id: 'issues',
      says: /ended with a question/,
    },
  ],
})
