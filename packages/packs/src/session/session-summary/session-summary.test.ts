import type { TemporaryProject } from '../../../../testing/src/repository.ts'
import { turnStop } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './session-summary.ts'

const stop = turnStop('x')
const now = '2026-03-01T12:00:00Z'
const NOW = 1_772_366_400
const changed =
  (...names: readonly string[]) =>
  ({ path, write }: TemporaryProject): void =>
    write({ '.claude/.session-changes-test': names.map((name) => `${path}/${name}\n`).join('') })
const tests = (text: string): Record<string, string> => ({ '.claude/.test-status': text })
const clean =
  (...names: readonly string[]) =>
  (project: TemporaryProject): void => {
    project.write(Object.fromEntries(names.map((name) => [name, 'x'])))
    project.git('add', '.')
    project.git('commit', '--quiet', '-m', 'all')
    changed(...names)(project)
  }

testHook(hook, {
  pass: [
    { name: 'nothing was changed', covers: 'HAR-SUM-03', event: stop, git: {} },
    {
      name: 'the stop goes on because of a hook',
      covers: 'HAR-06',
      event: turnStop('x', true),
      git: {},
      prepare: changed('a.ts'),
    },
    { name: 'the same as last time', event: stop, before: [stop], git: {}, prepare: changed('a.ts') },
  ],
  notice: [
    {
      name: 'failing tests',
      covers: ['HAR-SUM-01', 'HAR-SUM-02'],
      event: stop,
      now,
      git: {},
      files: { 'a.ts': '// @decision DEC-A-001', 'b.ts': '', ...tests(`fail|2|${NOW}`) },
      prepare: changed('a.ts', 'b.ts', 'x.json', 'a.ts'),
      id: 'summary',
      says: 'Session: 3 files changed (2 source, 1 other), 1 with @decision. Git: feature/demo, 2 uncommitted. Tests: 2 failing. Next: fix tests.',
    },
    {
      name: 'no result',
      covers: 'HAR-SUM-03',
      event: stop,
      now,
      git: {},
      prepare: changed('a.ts'),
      id: 'summary',
      says: /Tests: no recent result\. Next: run tests\.$/,
    },
    {
      name: 'a result of an hour ago',
      event: stop,
      now,
      git: {},
      files: tests(`pass|0|${NOW - 3600}`),
      prepare: changed('a.ts'),
      id: 'summary',
      says: /Next: run tests/,
    },
    {
      name: 'a result of older code',
      event: stop,
      now,
      git: {},
      files: tests(`pending|0|${NOW}`),
      prepare: changed('a.ts'),
      id: 'summary',
      says: /Next: run tests/,
    },
    {
      name: 'a damaged result',
      event: stop,
      now,
      git: {},
      files: tests('pass'),
      prepare: changed('a.ts'),
      id: 'summary',
      says: /Next: run tests/,
    },
    {
      name: 'passing and not committed',
      covers: 'HAR-SUM-03',
      event: stop,
      now,
      git: {},
      files: { ...tests(`pass|0|${NOW}`), 'a.ts': '' },
      prepare: changed('a.ts'),
      id: 'summary',
      says: /Tests: passing\. Next: review the changes/,
    },
    {
      name: 'passing and committed',
      covers: 'HAR-SUM-03',
      event: stop,
      now,
      git: {},
      files: tests(`pass|0|${NOW}`),
      prepare: clean('a.ts'),
      id: 'summary',
      says: /Git: feature\/demo, clean\. .*merge to main/,
    },
    {
      name: 'on main without a plan',
      covers: 'HAR-SUM-03',
      event: stop,
      now,
      git: { branch: 'main' },
      prepare: changed('a.ts'),
      id: 'summary',
      says: /Next: create a plan/,
    },
    {
      name: 'on main with a plan',
      covers: 'HAR-SUM-03',
      event: stop,
      now,
      git: { branch: 'master' },
      files: { 'MASTER_PLAN.md': 'x' },
      prepare: changed('a.ts'),
      id: 'summary',
      says: /Next: create a worktree/,
    },
    {
      name: 'without git',
      event: stop,
      now,
      files: tests(`pass|0|${NOW}`),
      prepare: changed('a.ts'),
      id: 'summary',
      says: /decision\. Tests: passing\. Next: review the changes\./,
    },
    {
      name: 'files that are gone',
      event: stop,
      now,
      prepare: changed('gone.ts'),
      id: 'summary',
      says: /1 file changed \(1 source, 0 other\), 0 with/,
    },
  ],
})
