import type { TemporaryProject } from '../../../../testing/src/repository.ts'
import { agentStop } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './check-implementer.ts'

const stop = (text?: string) => agentStop('implementer', 'a1', text)
const now = '2026-03-01T12:00:00Z'
const NOW = 1_772_366_400
const verified = { '.claude/.proof-status': 'verified|1' }
const good = { ...verified, '.claude/.test-status': `pass|0|${NOW}` }
const long = 'x()\n'.repeat(50)
const changed =
  (...names: readonly string[]) =>
  ({ path, write }: TemporaryProject): void =>
    write({ '.claude/.session-changes-test': names.map((name) => `${path}/${name}\n`).join('') })

testHook(hook, {
  pass: [
    {
      name: 'all is well',
      covers: ['T-HAR-109', 'HAR-CIM-01'],
      event: stop('Implementation complete.'),
      now,
      git: {},
      files: good,
    },
    {
      name: 'a failure of yesterday',
      event: stop(),
      now,
      git: {},
      files: { ...verified, '.claude/.test-status': `fail|2|${NOW - 90_000}` },
    },
    { name: 'no git', event: stop(), now, files: good },
    {
      name: 'a large file with a decision, a short one without',
      event: stop(),
      now,
      git: {},
      files: { ...good, 'a.ts': `// @decision DEC-A-001\n${long}`, 'b.ts': 'x' },
      prepare: changed('a.ts', 'b.ts'),
    },
    {
      name: 'the session stands on main, the work is in a worktree',
      event: stop(),
      now,
      git: { branch: 'main' },
      files: good,
      prepare: (project) => {
        project.git('worktree', 'add', '--quiet', '.worktrees/w')
        project.write({ '.worktrees/w/a.ts': '' })
        changed('.worktrees/w/a.ts')(project)
      },
    },
    {
      name: 'a question after the work is done',
      event: stop('All tests pass. Should I continue with the next one?'),
      now,
      git: {},
      files: good,
    },
  ],
  notice: [
    {
      name: 'on main, tests failing',
      covers: ['T-HAR-107', 'HAR-CIM-01'],
      event: stop(),
      now,
      git: { branch: 'main' },
      files: { ...verified, '.claude/.test-status': `fail|2|${NOW}` },
      id: 'issues',
      says: /the work is on main and not in a worktree; 2 tests fail: implementation not complete\./,
    },
    {
      name: 'a large file without a decision',
      covers: 'HAR-CIM-01',
      event: stop(),
      now,
      git: {},
      files: { ...good, 'a.ts': long },
      prepare: changed('a.ts'),
      id: 'issues',
      says: /a\.ts has 50 lines and no @decision/,
    },
    {
      name: 'no proof',
      covers: 'HAR-CIM-01',
      event: stop(),
      now,
      git: {},
      id: 'issues',
      says: /proof of work is missing/,
    },
    {
      name: 'a pending proof',
      covers: ['HAR-CIM-01', 'HAR-ST-11'],
      event: stop(),
      now,
      git: {},
      files: { '.claude/.proof-status': 'pending|1' },
      id: 'issues',
      says: /proof of work is pending/,
    },
    {
      name: 'a forged proof',
      event: stop(),
      now,
      git: {},
      files: { '.claude/.proof-status': 'verified' },
      id: 'issues',
      says: /missing/,
    },
    {
      name: 'a question nobody can answer',
      event: stop('I could do it like this. Shall I proceed?'),
      now,
      git: {},
      files: good,
      id: 'issues',
      says: /ended with a question/,
    },
  ],
})
