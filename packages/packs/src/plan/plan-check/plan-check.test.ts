import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { edit, write } from '../../../../testing/src/events.ts'
import type { TemporaryProject } from '../../../../testing/src/repository.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './plan-check.ts'

const lines = (count: number): string => Array.from({ length: count }, (_, n) => `const x${n} = ${n}\n`).join('')
const large = write('src/a.ts', lines(20))
const plan = { 'MASTER_PLAN.md': '# Plan\n\n## Original Intent\n\nMake it so.\n' }
const drift = (text: string): Record<string, string> => ({ ...plan, '.claude/.plan-drift': text })
const counts = (unplanned: number, unimplemented: number): string =>
  `audit_epoch=4000000000\nunplanned_count=${unplanned}\nunimplemented_count=${unimplemented}\n`
const nested = (project: TemporaryProject): void => void project.git('init', '--quiet', 'other')

const git = {}

testHook(hook, {
  pass: [
    { name: 'Edit', covers: ['T-HAR-67', 'HAR-PC-02'], event: edit('src/a.ts', lines(40)), git },
    { name: 'a small write', covers: 'T-HAR-67', event: write('src/a.ts', lines(10)), git },
    { name: 'nineteen lines and no line break at the end', event: write('src/a.ts', lines(19).trimEnd()), git },
    { name: 'Markdown', covers: 'T-HAR-67', event: write('notes.md', lines(40)), git },
    { name: 'a test', covers: 'T-HAR-67', event: write('src/a.test.ts', lines(40)), git },
    { name: 'no git', covers: 'T-HAR-67', event: large },
    { name: 'vendored code', event: write('vendor/lib/a.go', lines(40)), git },
    { name: 'a write without content', covers: 'T-HAR-111', event: write('/test.ts'), git },
    { name: 'a plan', event: large, git, files: plan },
    {
      name: 'a plan as a link inside of the project',
      event: large,
      git,
      files: { 'docs/plan.md': plan['MASTER_PLAN.md'] },
      prepare: ({ path }) => symlinkSync('docs/plan.md', join(path, 'MASTER_PLAN.md')),
    },
    {
      name: 'a plan with Windows line ends and a mark at its beginning',
      event: large,
      git,
      files: { 'MASTER_PLAN.md': '\uFEFF# Plan\r\n' },
    },
    {
      name: 'a plan that may not be read',
      event: large,
      git,
      files: plan,
      prepare: ({ path }) => chmodSync(join(path, 'MASTER_PLAN.md'), 0),
    },
    {
      name: 'the first commit is not made yet',
      event: large,
      git: { commits: [] },
      files: plan,
      prepare: (project) => {
        project.write({ 'src/b.ts': 'x' })
        project.git('add', '.')
      },
    },
    {
      name: 'a file of another repository that has a plan',
      event: write('{project}/other/src/a.ts', lines(20)),
      git,
      prepare: (project) => {
        nested(project)
        writeFileSync(join(project.path, 'other/MASTER_PLAN.md'), 'Plan')
      },
    },
    {
      name: 'a linked work tree whose main one has the plan',
      event: write('.worktrees/w/src/a.ts', lines(20)),
      git,
      prepare: (project) => {
        project.git('worktree', 'add', '--quiet', '.worktrees/w')
        project.write(plan)
      },
    },
  ],
  deny: [
    {
      name: 'no plan',
      covers: 'HAR-PC-01',
      event: large,
      git,
      id: 'missing',
      says: /^Blocked: there is no MASTER_PLAN\.md for src\/a\.ts\..*Write \{project\}\/MASTER_PLAN\.md with/,
    },
    { name: 'no plan, before the first commit', event: large, git: { commits: [] }, id: 'missing' },
    { name: 'an empty plan', event: large, git, files: { 'MASTER_PLAN.md': ' \n---\n' }, id: 'missing' },
    { name: 'a directory called like the plan', event: large, git, files: { 'MASTER_PLAN.md/x': '' }, id: 'missing' },
    {
      name: 'a plan that is a link out of the project',
      event: large,
      git,
      prepare: ({ path }) => symlinkSync('/etc/passwd', join(path, 'MASTER_PLAN.md')),
      id: 'missing',
    },
    { name: 'a new directory', event: write('src/not/there/yet/a.ts', lines(20)), git, id: 'missing' },
    {
      name: 'a linked work tree, where `.git` is a file',
      event: write('.worktrees/w/src/a.ts', lines(20)),
      git,
      prepare: (project) => void project.git('worktree', 'add', '--quiet', '.worktrees/w'),
      id: 'missing',
    },
    {
      name: 'a file behind a link',
      event: write('link/a.ts', lines(20)),
      git,
      prepare: ({ path }) => {
        mkdirSync(join(path, 'src'))
        symlinkSync(join(path, 'src'), join(path, 'link'))
      },
      id: 'missing',
    },
    {
      name: 'another repository has a plan of its own to want',
      event: write('{project}/other/src/a.ts', lines(20)),
      git,
      files: plan,
      prepare: (project) => nested(project),
      id: 'missing',
    },
    {
      name: 'plan and code have come apart',
      covers: ['T-HAR-70', 'HAR-ST-12', 'HAR-LIB-08'],
      event: large,
      git,
      files: drift(counts(3, 2)),
      id: 'stale',
      says: /0 % of the source files.*5 decisions differ/,
    },
  ],
})
