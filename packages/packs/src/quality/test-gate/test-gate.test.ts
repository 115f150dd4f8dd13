import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { edit, write } from '../../../../testing/src/events.ts'
import type { TemporaryProject } from '../../../../testing/src/repository.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './test-gate.ts'

const now = '2026-03-01T12:00:00Z'
const NOW = Date.parse(now) / 1000
const STATUS = '.claude/.test-status'
const STRIKES = '.claude/.test-gate-strikes'
const given = (status: string, strikes?: string) => ({
  git: {},
  now,
  files: { [STATUS]: status, ...(strikes !== undefined && { [STRIKES]: strikes }) },
})
const failing = given(`fail|1|${NOW}`)
const struck = given(`fail|1|${NOW}`, `1|${NOW - 10}|1`)
const change = write('src/a.ts', 'x')

const linkedTree = ({ git }: TemporaryProject): void => void git('worktree', 'add', '-q', '.worktrees/x')
const sources = ({ write: put }: TemporaryProject): void => put({ 'src/a.ts': '', 'src/b.ts': '', 'docs/a.md': '' })
const built = ({ write: put }: TemporaryProject): void => put({ 'node_modules/a/b.js': '', 'coverage/index.html': '' })

testHook(hook, {
  pass: [
    { name: 'the bare input of the document', covers: 'T-HAR-111', event: write('/test.ts'), git: {} },
    { name: 'no status', covers: 'HAR-TG-01', event: change, git: {} },
    { name: 'no status and no repository', event: change },
    { name: 'tests pass', covers: 'HAR-TG-01', event: change, ...given(`pass|0|${NOW}`) },
    { name: 'source has changed since they passed', event: change, ...given(`pending|0|${NOW}`) },
    { name: 'a test file', covers: 'T-HAR-57', event: write('src/a.test.ts', 'x'), ...struck },
    { name: 'no source', covers: 'T-HAR-57', event: write('README.md', 'x'), ...struck },
    { name: 'a generated file', event: write('dist/a.js', 'x'), ...struck },
    { name: 'configuration', event: write('vite.config.ts', 'x'), ...struck },
    { name: 'a file outside of the project', event: write('/elsewhere/a.ts', 'x'), ...struck },
    { name: 'a failure that is old', event: change, ...given(`fail|1|${NOW - 601}`, `5|${NOW}|1`) },
    { name: 'old strikes, when tests pass', event: change, ...given(`pass|0|${NOW}`, `5|${NOW}|1`) },
    { name: 'half a status', covers: 'D12', event: change, ...given('fail', `5|${NOW}|1`) },
    { name: 'an empty status', covers: 'D12', event: change, ...given('', `5|${NOW}|1`) },
    { name: 'a huge status', event: change, ...given(`fail|1|${'1'.repeat(100_000)}`, `5|${NOW}|1`) },
    {
      name: 'a status that is a link',
      event: change,
      git: {},
      now,
      prepare: ({ path, write: put }) => {
        put({ status: `fail|1|${NOW}`, [STRIKES]: `5|${NOW}|1` })
        symlinkSync(join(path, 'status'), join(path, STATUS))
      },
    },
    { run: 'cat src/a.ts', ...struck },
    { run: 'echo x > notes.txt', ...struck },
    { run: 'rm -rf node_modules coverage', ...struck, prepare: built },
    { run: 'rm -rf docs', ...struck, prepare: sources },
    { run: 'echo x > "$WHERE"', ...struck },
    { run: 'npm test', ...struck },
    { name: 'a tool without a path', event: write('', ''), ...struck },
  ],
  context: [
    {
      name: 'the first change while tests fail',
      covers: 'T-HAR-56',
      event: change,
      ...failing,
      tells: ['1 test fails.', 'src/a.ts'],
    },
    { name: 'an edit', event: edit('src/a.ts', 'x'), ...failing, tells: ['1 test fails'] },
    { name: 'a command', run: 'echo x > src/a.ts', ...failing, tells: ['src/a.ts'] },
    {
      name: 'in a project below a folder called test',
      covers: 'HAR-LIB-02',
      event: write('{project}/test/p/src/a.ts', 'x'),
      ...failing,
      prepare: ({ git }) => void git('worktree', 'add', '-q', 'test/p'),
      tells: ['src/a.ts'],
    },
    {
      name: 'in a linked work tree',
      event: write('.worktrees/x/src/a.ts', 'x'),
      ...failing,
      prepare: linkedTree,
      tells: ['This change to src/a.ts'],
    },
    {
      name: 'fewer failures than at the last strike',
      covers: 'HAR-TG-04',
      event: change,
      ...given(`fail|2|${NOW}`, `4|${NOW - 10}|3`),
      tells: ['2 tests fail.'],
    },
    { name: 'strikes that say nothing', event: change, ...given(`fail|1|${NOW}`, 'garbage'), tells: ['1 test fails'] },
    { name: 'a failure from the future', event: change, ...given(`fail|1|${NOW + 999}`), tells: ['1 test fails'] },
    {
      name: 'no repository',
      event: change,
      now,
      files: { [STATUS]: `fail|3|${NOW}` },
      tells: ['3 tests fail.'],
    },
  ],
  deny: [
    {
      name: 'the second change while tests fail',
      covers: 'T-HAR-56',
      event: change,
      before: [change],
      ...failing,
      id: 'failing',
      says: /^Blocked: 1 test fails, .* If src\/a\.ts must change .*`holdpoint strikes reset`\.$/,
    },
    { name: 'a change after a strike', event: change, ...struck, id: 'failing' },
    { name: 'with another file', event: edit('lib/b.py', 'x'), before: [change], ...failing, id: 'failing' },
    { name: 'more failures than before', event: change, ...given(`fail|5|${NOW}`, `1|${NOW}|3`), id: 'failing' },
    { name: 'strikes of the older form', event: change, ...given(`fail|1|${NOW}`, `1|${NOW}`), id: 'failing' },
    { run: 'sed -i s/a/b/ src/*.ts', ...struck, prepare: sources, id: 'failing' },
    { run: 'cd src && rm b.ts', ...struck, prepare: sources, id: 'failing' },
    { run: 'rm -rf src', ...struck, prepare: sources, id: 'failing' },
    { run: 'echo x > "src/$NAME.ts"', ...struck, id: 'failing' },
    { run: 'bash -c "echo x | tee src/a.ts"', ...struck, id: 'failing' },
    {
      name: 'a file that is reached through a link',
      run: 'echo x > link.txt',
      ...struck,
      prepare: ({ path, write: put }) => {
        put({ 'src/a.ts': '' })
        symlinkSync(join(path, 'src/a.ts'), join(path, 'link.txt'))
      },
      id: 'failing',
    },
    {
      name: 'a limit of its own for old failures',
      event: change,
      ...given(`fail|1|${NOW - 601}`, `1|${NOW}|1`),
      options: { stale_after_seconds: 3600 },
      id: 'failing',
    },
  ],
})
