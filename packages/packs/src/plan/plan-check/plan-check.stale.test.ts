import { mkdirSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { write } from '../../../../testing/src/events.ts'
import type { TemporaryProject } from '../../../../testing/src/repository.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './plan-check.ts'

const lines = (count: number): string => Array.from({ length: count }, (_, n) => `const x${n} = ${n}\n`).join('')
const large = write('src/a.ts', lines(20))
const plan = { 'MASTER_PLAN.md': '# Plan\n\n## Original Intent\n\nMake it so.\n' }
const names = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => `src/f${n}.ts`)
const drift = (text: string): Record<string, string> => ({ ...plan, '.claude/.plan-drift': text })
const counts = (unplanned: number, unimplemented: number, more = ''): string =>
  `audit_epoch=4000000000\nunplanned_count=${unplanned}\nunimplemented_count=${unimplemented}\n${more}`

/** A plan and 20 source files in one commit. */
function twenty(project: TemporaryProject): void {
  project.write({ ...plan, ...Object.fromEntries(names(20).map((name) => [name, 'one\n'])) })
  project.git('add', '.')
  project.git('commit', '--quiet', '-m', 'plan')
}

const change = (project: TemporaryProject, count: number): void =>
  project.write(Object.fromEntries(names(count).map((name) => [name, 'two\n'])))

const commit = (project: TemporaryProject, count: number): void => {
  change(project, count)
  project.git('commit', '--quiet', '-am', 'work')
}

const git = {}

testHook(hook, {
  pass: [
    {
      name: 'HEAD is detached',
      event: large,
      git,
      prepare: (project) => {
        twenty(project)
        project.git('checkout', '--quiet', '--detach')
      },
    },
    {
      name: '10 % changed',
      event: large,
      git,
      prepare: (project) => {
        twenty(project)
        commit(project, 2)
      },
    },
    {
      name: 'new files are the plan being carried out',
      event: large,
      git,
      prepare: (project) => {
        twenty(project)
        project.write(Object.fromEntries(names(20).map((name) => [`${name}.new.ts`, 'x'])))
        project.git('add', '.')
        project.git('commit', '--quiet', '-m', 'new')
      },
    },
    {
      name: 'changes in files that are no source',
      event: large,
      git,
      prepare: (project) => {
        twenty(project)
        project.write(Object.fromEntries(names(20).map((name) => [`${name}.md`, 'x'])))
        project.git('add', '.')
        project.git('commit', '--quiet', '-m', 'docs')
        project.write(Object.fromEntries(names(20).map((name) => [`${name}.md`, 'y'])))
      },
    },
    {
      name: 'the plan was committed again',
      covers: 'HAR-PC-06',
      event: large,
      git,
      prepare: (project) => {
        twenty(project)
        commit(project, 20)
        project.write({ 'MASTER_PLAN.md': 'newer plan' })
        project.git('commit', '--quiet', '-am', 'update')
      },
    },
    {
      name: 'the way out: the plan was changed and not committed',
      covers: ['HAR-PC-05', 'HAR-PC-06'],
      event: large,
      git,
      prepare: (project) => {
        twenty(project)
        commit(project, 20)
        change(project, 3)
        project.write({ 'MASTER_PLAN.md': 'newer plan' })
        utimesSync(join(project.path, 'MASTER_PLAN.md'), 2_000_000_000, 2_000_000_000)
      },
    },
    { name: 'no drift was ever counted', covers: 'HAR-PC-06', event: large, git, files: drift('') },
    {
      name: 'a damaged drift file',
      event: large,
      git,
      files: drift('unplanned_count=lots\n\0\nunimplemented_count=-5\n'),
    },
    { name: 'one decision differs', event: large, git, files: drift(counts(1, 0)) },
    {
      name: 'decisions of phases that are still to come',
      event: large,
      git,
      files: drift(counts(0, 9, 'open_count=9\n')),
    },
    {
      name: 'a drift file that is a link',
      event: large,
      git,
      files: { ...plan, elsewhere: counts(9, 9) },
      prepare: ({ path }) => {
        mkdirSync(join(path, '.claude'))
        symlinkSync(join(path, 'elsewhere'), join(path, '.claude/.plan-drift'))
      },
    },
    {
      name: 'the way out: the plan knows the decisions now',
      covers: 'HAR-PC-05',
      event: large,
      git,
      files: {
        'MASTER_PLAN.md': '# Plan\nDEC-A-001 DEC-B-001\n',
        'src/x.ts': '// @decision DEC-A-001\n// @decision DEC-B-001\n',
        '.claude/.plan-drift': 'audit_epoch=1\nunplanned_count=9\nunimplemented_count=0\n',
      },
    },
  ],
  context: [
    {
      name: '15 % changed',
      covers: ['T-HAR-68', 'HAR-PC-03', 'HAR-PC-06'],
      event: large,
      git,
      prepare: (project) => {
        twenty(project)
        commit(project, 3)
      },
      tells: ['15 % of the source files', '0 decisions differ', '{project}/MASTER_PLAN.md'],
    },
    {
      name: '15 % changed and not committed',
      event: large,
      git,
      prepare: (project) => {
        twenty(project)
        change(project, 3)
      },
      tells: ['15 %'],
    },
    {
      name: 'touching the plan is no update',
      event: large,
      git,
      prepare: (project) => {
        twenty(project)
        commit(project, 3)
        utimesSync(join(project.path, 'MASTER_PLAN.md'), 2_000_000_000, 2_000_000_000)
      },
      tells: ['15 %'],
    },
    {
      name: 'a clone does not make the plan young',
      event: write('copy/src/a.ts', lines(20)),
      git,
      prepare: (project) => {
        twenty(project)
        commit(project, 3)
        project.git('clone', '--quiet', '.', 'copy')
      },
      tells: ['15 %', '{project}/copy/MASTER_PLAN.md'],
    },
    {
      name: 'a linked work tree is judged by its own history',
      event: write('.worktrees/w/src/a.ts', lines(20)),
      git,
      prepare: (project) => {
        twenty(project)
        project.git('worktree', 'add', '--quiet', '.worktrees/w')
        project.write(Object.fromEntries(names(4).map((name) => [`.worktrees/w/${name}`, 'two'])))
      },
      tells: ['20 %', '{project}/.worktrees/w/MASTER_PLAN.md'],
    },
    {
      name: 'two decisions differ',
      covers: ['T-HAR-70', 'HAR-PC-04'],
      event: large,
      git,
      files: drift(counts(1, 1)),
      tells: ['2 decisions differ', '0 %'],
    },
    {
      name: 'other limits',
      event: large,
      git,
      files: drift(counts(1, 0)),
      options: { drift_warn: 1 },
      tells: ['1 decision differs'],
    },
    {
      name: 'an audit that does not say when, and a plan that is older',
      event: large,
      git,
      files: drift('unplanned_count=3\n'),
      tells: ['3 decisions differ'],
    },
  ],
  deny: [
    {
      name: '35 % changed',
      covers: ['T-HAR-69', 'HAR-PC-03', 'HAR-LIB-07'],
      event: large,
      git,
      prepare: (project) => {
        twenty(project)
        commit(project, 7)
      },
      id: 'stale',
      says: /35 % of the source files.*0 decisions differ.*holdpoint plan audit/,
    },
    {
      name: 'changed in many commits, some of it and some of it not yet committed',
      event: large,
      git,
      prepare: (project) => {
        twenty(project)
        for (const count of [2, 4]) {
          project.write(Object.fromEntries(names(count).map((name) => [name, `${count}\n`])))
          project.git('commit', '--quiet', '-am', 'more')
        }
        change(project, 8)
      },
      id: 'stale',
      says: /40 %/,
    },
    {
      name: 'what is committed after a change of the plan that is not',
      event: large,
      git,
      prepare: (project) => {
        twenty(project)
        project.write({ 'MASTER_PLAN.md': 'newer' })
        utimesSync(join(project.path, 'MASTER_PLAN.md'), 1_700_000_000, 1_700_000_000)
        change(project, 10)
        project.git('commit', '--quiet', '-m', 'all but the plan', ...names(10))
      },
      id: 'stale',
      says: /50 %/,
    },
    {
      name: 'five decisions differ',
      covers: ['T-HAR-70', 'HAR-ST-12', 'HAR-LIB-08'],
      event: large,
      git,
      files: drift(counts(3, 2)),
      id: 'stale',
      says: /0 % of the source files.*5 decisions differ/,
    },
    {
      name: 'a changed plan that still does not know them',
      event: large,
      git,
      files: {
        ...plan,
        'src/x.ts': [1, 2, 3, 4, 5].map((n) => `// @decision DEC-A-00${n}\n`).join(''),
        '.claude/.plan-drift': 'audit_epoch=1\nunplanned_count=9\n',
      },
      id: 'stale',
      says: /5 decisions differ/,
    },
    { name: 'no plan at all', event: large, git, id: 'missing' },
  ],
})
