import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { turnStop } from '../../../../testing/src/events.ts'
import type { TemporaryProject } from '../../../../testing/src/repository.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './surface.ts'

const stop = turnStop('Done.')
const git = {}
const plan = (...lines: readonly string[]): Record<string, string> => ({
  'MASTER_PLAN.md': `# Plan\n${lines.join('\n')}\n`,
})
const code = (...ids: readonly string[]): string =>
  ids.map((id) => `/** @decision ${id}\n * @rationale so it is */\n`).join('')
const long = (text: string): string => text + 'x()\n'.repeat(60)

/** The session has written these files. */
const changed =
  (...paths: readonly string[]) =>
  ({ path }: TemporaryProject): void => {
    mkdirSync(join(path, '.claude'), { recursive: true })
    writeFileSync(join(path, '.claude/.session-changes-test'), paths.map((name) => `${join(path, name)}\n`).join(''))
  }

testHook(hook, {
  pass: [
    { name: 'nothing is there', event: stop },
    { name: 'no source was changed', covers: 'HAR-SURF-07', event: stop, git, files: plan('DEC-A-001') },
    {
      name: 'the stop goes on because of a hook',
      covers: 'HAR-06',
      event: turnStop('x', true),
      git,
      files: { ...plan(), 'src/a.ts': code('DEC-A-001') },
      prepare: changed('src/a.ts'),
    },
    {
      name: 'the same as last time',
      event: stop,
      before: [stop],
      git,
      files: { ...plan(), 'src/a.ts': code('DEC-A-001') },
      prepare: changed('src/a.ts'),
    },
    {
      name: 'only files that are gone, no source, or somebody else’s',
      event: stop,
      git,
      files: { ...plan(), 'a.md': '', 'node_modules/x.ts': '' },
      prepare: changed('gone.ts', 'a.md', 'node_modules/x.ts', '../../etc/x.sh'),
    },
    {
      name: 'a list of changes that is a link',
      event: stop,
      git,
      files: { 'src/a.ts': 'x', list: '{project}/src/a.ts\n' },
      prepare: ({ path }) => {
        mkdirSync(join(path, '.claude'))
        symlinkSync(join(path, 'list'), join(path, '.claude/.session-changes-test'))
      },
    },
  ],
  notice: [
    {
      name: 'plan and code agree',
      covers: 'HAR-SURF-06',
      event: stop,
      git,
      files: { ...plan('DEC-A-001'), 'src/a.ts': code('DEC-A-001') },
      prepare: changed('src/a.ts'),
      id: 'agrees',
      says: 'Decision audit: 1 source file changed, 1 decision in the code. The plan and the code agree.',
    },
    {
      name: 'one decision nobody planned, one nobody built',
      covers: ['T-HAR-97', 'HAR-SURF-03'],
      event: stop,
      git,
      files: { ...plan('DEC-A-001', 'DEC-B-001'), 'src/a.ts': code('DEC-A-001', 'DEC-C-001') },
      prepare: changed('src/a.ts'),
      id: 'differs',
      says: /in the code but not in the plan: DEC-C-001; in the plan but not in the code: DEC-B-001\. /,
    },
    {
      name: 'a planned decision in ten files is planned in all of them',
      event: stop,
      git,
      files: {
        ...plan('DEC-A-001'),
        ...Object.fromEntries('abcdefghij'.split('').map((name) => [`lib/${name}.py`, '# @decision DEC-A-001\n'])),
      },
      prepare: changed('lib/a.py', 'lib/b.py'),
      id: 'agrees',
    },
    {
      name: 'a superseded decision is nobody’s',
      covers: ['T-HAR-98', 'HAR-SURF-03'],
      event: stop,
      git,
      files: {
        ...plan('DEC-A-001', '- DEC-B-001: x (superseded)'),
        'src/a.ts': `${code('DEC-A-001')}/**\n * @decision DEC-C-001\n * @status deprecated\n */\n`,
      },
      prepare: changed('src/a.ts'),
      id: 'agrees',
    },
    {
      name: 'a requirement that no decision addresses',
      covers: ['T-HAR-99', 'HAR-SURF-04'],
      event: stop,
      git,
      files: {
        ...plan('REQ-P0-001', 'REQ-P0-002', '- DEC-A-001 — Addresses: REQ-P0-002'),
        'src/a.ts': code('DEC-A-001'),
      },
      prepare: changed('src/a.ts'),
      id: 'differs',
      says: /P0 requirements that no decision addresses: REQ-P0-001\. /,
    },
    {
      name: 'large files without a decision, or without a reason for it',
      covers: 'HAR-SURF-02',
      event: stop,
      git,
      files: {
        ...plan('DEC-A-001'),
        'src/a.ts': long(''),
        'src/b.ts': long('// @decision DEC-A-001\n'),
        'src/c.ts': 'short',
        'src/d.ts': long(code('DEC-A-001')),
      },
      prepare: changed('src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts'),
      id: 'differs',
      says: /\(4 source files changed\): without @decision: src\/a\.ts \(60 lines\); @decision without a rationale: src\/b\.ts \(61 lines\)\. /,
    },
    {
      name: 'no plan',
      event: stop,
      git,
      files: { 'src/a.ts': code('DEC-A-001') },
      prepare: changed('src/a.ts'),
      id: 'differs',
      says: /there is no MASTER_PLAN\.md/,
    },
    {
      name: 'without git',
      covers: 'HAR-SURF-01',
      event: stop,
      files: {
        ...plan('DEC-A-001'),
        'src/deep/a.ts': code('DEC-A-001', 'DEC-B-001'),
        'node_modules/x/a.ts': code('DEC-Z-001'),
        '.hidden/a.ts': code('DEC-Y-001'),
      },
      prepare: changed('src/deep/a.ts'),
      id: 'differs',
      says: /: in the code but not in the plan: DEC-B-001\. The plan/,
    },
    {
      name: 'what was written in a linked work tree counts as built',
      event: stop,
      git,
      files: plan('DEC-A-001'),
      prepare: (project) => {
        project.git('worktree', 'add', '--quiet', '.worktrees/w')
        project.write({
          '.worktrees/w/src/a.ts': code('DEC-A-001', 'DEC-B-001'),
          '.worktrees/w/MASTER_PLAN.md': 'DEC-B-001',
        })
        changed('.worktrees/w/src/a.ts')(project)
      },
      id: 'agrees',
    },
    {
      name: 'decisions of phases that are not completed are still to come',
      event: stop,
      git,
      files: {
        ...plan('## Phase 1', '**Status:** completed', 'DEC-A-001', '## Phase 2', '**Status:** planned', 'DEC-B-001'),
        'src/a.ts': '',
      },
      prepare: changed('src/a.ts'),
      id: 'differs',
      says: /in the plan but not in the code: DEC-A-001\. /,
    },
  ],
})
