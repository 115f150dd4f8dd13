import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { edit, shell } from '../../../../testing/src/events.ts'
import type { TemporaryProject } from '../../../../testing/src/repository.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './test-evidence.ts'

const now = '2026-03-01T12:00:00Z'
const NOW = Date.parse(now) / 1000
const CARGO = { 'Cargo.toml': '' }
const FILE = '.claude/.test-status'
const status = (text: string) => ({ git: {}, now, files: { ...CARGO, [FILE]: text } })
const passed = status(`pass|0|${NOW}`)
const none = { git: {}, files: CARGO }
const unknown = { git: {} }

const stagedPlan = (project: TemporaryProject): void => {
  project.write({ 'MASTER_PLAN.md': 'x' })
  project.git('add', 'MASTER_PLAN.md')
}
/** Another repository beside the session's own work. */
const other =
  (text?: string) =>
  (project: TemporaryProject): void => {
    project.git('init', '-q', 'other')
    project.git('-C', 'other', 'commit', '-q', '--allow-empty', '-m', 'first')
    project.write({ 'other/Cargo.toml': '', ...(text !== undefined && { [`other/${FILE}`]: text }) })
  }

const staged =
  (...names: readonly string[]) =>
  (project: TemporaryProject): void => {
    project.write(Object.fromEntries(names.map((name) => [name, 'x'])))
    project.git('add', ...names)
  }
const written = (...names: readonly string[]) => ({
  ...none,
  prepare: (project: TemporaryProject): void => project.write(Object.fromEntries(names.map((name) => [name, 'x']))),
})
const docs = [
  { name: 'a document', run: 'git commit -m x', ...none, prepare: staged('README.md') },
  { name: 'documents', run: 'git commit -m x', ...none, prepare: staged('docs/a.md', 'docs/b/c.rst', 'LICENSE') },
  { name: 'a picture of the docs', run: 'git commit -m x', ...none, prepare: staged('docs/a.png') },
  { run: 'git add README.md && git commit -m x', ...written('README.md') },
  { run: 'git add docs && git commit -m x', ...written('docs/a.md', 'docs/b.md') },
  { run: 'git commit -m x README.md', ...written('README.md') },
  { name: 'the plan and a document', run: 'git commit -m x', ...none, prepare: staged('MASTER_PLAN.md', 'README.md') },
].map((entry, index) => ({ ...entry, run: entry.run.replace(/-m \w/, `-m docs${index}`), covers: 'D26' }))
const notDocs = [
  { name: 'a document and source', run: 'git commit -m x', ...none, prepare: staged('README.md', 'src/a.rs') },
  { name: 'code in docs', run: 'git commit -m x', ...none, prepare: staged('docs/conf.py') },
  {
    name: 'requirements are no document',
    run: 'git commit -m x',
    ...none,
    prepare: staged('docs.txt', 'requirements.txt'),
  },
  { name: 'data of a test', run: 'git commit -m x', ...none, prepare: staged('tests/expected.md') },
  { run: 'git add . && git commit -m x', ...written('README.md', 'a.rs') },
  { run: 'git add docs && git commit -m x', ...written('docs/a.md', 'docs/a.js') },
  { run: 'git add "$WHAT" && git commit -m x', ...written('README.md') },
  { run: "git commit -m x ':(exclude)README.md'", ...written('README.md', 'a.rs') },
  { run: "git add ':!README.md' && git commit -m x", ...written('README.md', 'a.rs') },
  { run: 'git add docs && echo x > docs/a.js && git add docs && git commit -m x', ...written('docs/a.md') },
  { name: 'by option', run: 'git commit -m x', ...none, prepare: staged('README.md'), options: { docs_exempt: false } },
].map((entry, index) => ({ ...entry, run: entry.run.replace('-m x', `-m other${index}`), id: 'missing' as const }))

testHook(hook, {
  pass: [
    ...docs,
    { name: 'a tool that carries no command', covers: 'T-HAR-111', event: edit('/test.ts') },
    { run: 'git commit -m x', covers: 'T-HAR-34', ...passed },
    { run: 'git merge topic', ...passed },
    {
      run: 'cd src && git commit -m x',
      ...status(`pass|0|${NOW}\n`),
      prepare: ({ write }) => write({ 'src/a.ts': '' }),
    },
    {
      name: 'in a linked work tree',
      run: 'git -C wt commit -m x',
      ...passed,
      prepare: ({ git }) => void git('worktree', 'add', '-q', 'wt'),
    },
    { name: 'in a work tree made on the way', run: 'git worktree add .wt/y && cd .wt/y && git commit -m x', ...passed },
    {
      name: 'in another repository with its own result',
      run: 'git -C other commit -m x',
      ...none,
      prepare: other('pass|0|1'),
    },
    { run: 'git merge-base a b', covers: 'T-HAR-18', ...none },
    { run: 'git merge-file a b c', covers: 'T-HAR-18', ...none },
    { run: 'git merge --abort', ...none },
    { run: 'git merge --quit', ...none },
    { run: 'git merge --continue', ...none },
    { run: 'git commit --dry-run', ...none },
    { run: 'git commit --porcelain', ...none },
    { run: 'git help commit', ...none },
    { run: 'git merge -h', ...none },
    { run: 'git config merge.ff only', ...none },
    { run: 'git commit --short', ...none },
    { run: 'git commit --long --dry-run --no-short', ...none },
    { run: 'echo "git commit"', ...none },
    { name: 'not a repository', run: 'git commit -m x' },
    { name: 'the first commit', run: 'git commit -m x', git: { commits: [] } },
    { name: 'a new repository', run: 'git init new && git -C new commit -m x', ...none },
    { name: 'the plan alone', covers: 'T-HAR-20', run: 'git commit -m x', ...none, prepare: stagedPlan },
    {
      name: 'a merge that is not finished',
      run: 'git commit --no-edit',
      ...none,
      prepare: ({ path, git }) => writeFileSync(join(path, '.git/MERGE_HEAD'), git('rev-parse', 'HEAD')),
    },
  ],
  deny: [
    {
      run: 'git commit -m x',
      covers: 'T-HAR-29',
      id: 'missing',
      ...none,
      says: 'Blocked: no test result for this state, so git commit has to wait. Untested work does not go into the history. Run `cargo test --no-fail-fast`. Holdpoint records the result in {project}/.claude/.test-status.',
    },
    {
      run: 'git merge feature/y',
      covers: 'T-HAR-35',
      id: 'missing',
      ...none,
      says: /^Blocked: no test result .* git merge/,
    },
    { run: 'git commit --long --no-short -m x', id: 'missing', ...none },
    { run: 'git commit --dry-run --no-dry-run -m x', id: 'missing', ...none },
    { run: 'git commit-tree -m x HEAD^{tree}', id: 'missing', ...none },
    {
      name: 'making a repository where there is one',
      run: 'cd link && git init && git commit -m x',
      id: 'missing',
      ...none,
      prepare: ({ path }) => symlinkSync(path, join(path, 'link')),
    },
    { run: 'git status && git commit -m x', id: 'missing', ...none },
    { run: 'bash -c "git commit -m x"', id: 'missing', ...none },
    { run: 'cd "$SOMEWHERE" && git commit -m x', id: 'missing', ...none },
    {
      run: 'git commit -m x',
      covers: 'HAR-GUARD-27',
      id: 'failing',
      ...status(`fail|3|${NOW - 120}`),
      says: /^Blocked: 3 tests failed 2 minutes ago, so git commit has to wait\./,
    },
    { run: 'git commit -m x', covers: 'HAR-GUARD-27', id: 'failed', ...status(`fail|3|${NOW - 600}`) },
    {
      name: 'a failure from the future',
      run: 'git commit -m x',
      id: 'failing',
      ...status(`fail|1|${NOW + 60}`),
      says: /^Blocked: 1 test failed less than a minute ago,/,
    },
    { name: 'changed since they passed', run: 'git commit -m x', id: 'outdated', ...status(`pending|0|${NOW}`) },
    { name: 'another word', run: 'git commit -m x', id: 'failed', ...status(`unknown|0|${NOW}`) },
    { name: 'half a line', run: 'git commit -m x', id: 'failed', ...status('pass') },
    { name: 'an empty file', run: 'git commit -m x', id: 'failed', ...status('') },
    { name: 'two lines', run: 'git commit -m x', id: 'failed', ...status(`pass|0|${NOW}\nfail|1|${NOW}`) },
    { name: 'a huge file', run: 'git commit -m x', id: 'failed', ...status(`pass|0|${'1'.repeat(100_000)}`) },
    {
      name: 'a link',
      run: 'git commit -m x',
      id: 'missing',
      ...none,
      prepare: ({ path, write }) => {
        write({ [`${FILE}.real`]: `pass|0|${NOW}` })
        symlinkSync(join(path, `${FILE}.real`), join(path, FILE))
      },
    },
    {
      name: 'another repository, whose result counts',
      run: 'cd other && git commit -m x',
      id: 'missing',
      ...passed,
      prepare: other(),
    },
    {
      name: 'the second of two calls',
      run: 'git commit -m a && git -C other commit -m b',
      id: 'missing',
      ...passed,
      prepare: other(),
    },
    {
      name: 'the plan alone, when that is no exception',
      run: 'git commit -m x',
      id: 'missing',
      ...none,
      prepare: stagedPlan,
      options: { plan_exempt: false },
    },
    {
      name: 'the second commit of a new repository',
      run: 'git commit -m a; git commit -m b',
      id: 'missing',
      git: { commits: [] },
      files: CARGO,
    },
    ...notDocs,
  ],
  ask: [
    {
      name: 'nobody knows how it is tested',
      covers: 'D26',
      run: 'git commit -m x',
      id: 'unknown',
      ...unknown,
      says: /Set `command` for guard\/test-evidence in holdpoint\.yml/,
    },
    { run: 'git merge topic', id: 'unknown', ...unknown },
    {
      name: 'a script that is no test',
      run: 'git commit -m x',
      id: 'unknown',
      git: {},
      files: { 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' },
    },
    { name: 'a run without tests', run: 'git commit -m x', id: 'empty', ...status(`none|0|${NOW}`) },
    { name: 'a program that nobody knows may run it', event: shell('mytool git commit -m x'), id: 'missing', ...none },
  ],
})
