import { after, edit, write } from '../../packages/testing/src/events.ts'
import type { CaseTable } from '../../packages/testing/src/case-table.ts'
import { answers, programs, withPath as env } from './agents.ts'

/** Cases that several actions share: each of their tables is this one, plus their own cases. */

export const SAYS = 'called with ARGS\n\u001b[31mfailed\u001b[0m, key=hunter2hunter2'
export const VITEST = { 'vitest.config.ts': '', 'src/a.ts': 'x', 'src/a.test.ts': 'x' }
export const wrote = (path: string) => after(write(path, 'x'), {})

/** Tests of a file that was changed are run. */
export const testedAfterChange = {
  pass: [
    {
      name: 'they pass',
      covers: 'T-AGT-09',
      event: wrote('src/a.ts'),
      files: { ...VITEST, ...answers(0, SAYS) },
      prepare: programs('vitest'),
      env,
    },
    { name: 'no framework', event: wrote('src/a.ts'), files: { 'src/a.ts': 'x' } },
    { name: 'no program for it', event: wrote('src/a.ts'), files: VITEST, env: { PATH: '/nowhere' } },
    {
      name: 'no source',
      event: wrote('a.md'),
      files: { ...VITEST, 'a.md': 'x', ...answers(1, SAYS) },
      prepare: programs('vitest'),
      env,
    },
    {
      name: 'the tool failed',
      event: after(edit('src/a.ts', 'x'), {}, true),
      files: { ...VITEST, ...answers(1, SAYS) },
      prepare: programs('vitest'),
      env,
    },
    {
      name: 'the file is gone',
      event: wrote('src/gone.ts'),
      files: { ...VITEST, ...answers(1, SAYS) },
      prepare: programs('vitest'),
      env,
    },
    {
      name: 'pytest, and no test has to do with it',
      event: wrote('a.py'),
      files: { 'pytest.ini': '', 'a.py': 'x', ...answers(1, SAYS) },
      prepare: programs('pytest'),
      env,
    },
    {
      name: 'pytest finds none',
      event: wrote('a.py'),
      files: { 'pytest.ini': '', 'a.py': 'x', 'tests/test_a.py': 'x', ...answers(5, SAYS) },
      prepare: programs('pytest'),
      env,
    },
  ],
  context: [
    {
      name: 'no result',
      event: wrote('src/a.ts'),
      files: { 'package.json': '{"scripts":{"test":"no-such-program-anywhere"}}', 'src/a.ts': 'x' },
      env,
      tells: ['The tests did not finish', 'npm test'],
    },
  ],
  feedback: [
    {
      name: 'they fail',
      covers: 'T-AGT-09',
      event: wrote('src/a.ts'),
      files: { ...VITEST, ...answers(1, SAYS) },
      prepare: programs('vitest'),
      env,
      id: 'failed',
      says: /^Tests fail after the change to src\/a\.ts \(`vitest related --run --passWithNoTests \.\/src\/a\.ts`\):\ncalled with related --run --passWithNoTests \.\/src\/a\.ts\nfailed, key=\[masked\] \n/,
    },
    {
      name: 'with jest',
      event: wrote('src/a.ts'),
      files: { 'jest.config.js': '', 'src/a.ts': 'x', ...answers(1, SAYS) },
      prepare: programs('jest'),
      env,
      id: 'failed',
      says: /--findRelatedTests --passWithNoTests \.\/src\/a\.ts/,
    },
    {
      name: 'with pytest, only the tests of the file',
      event: wrote('a.py'),
      files: {
        'pytest.ini': '',
        'a.py': 'x',
        'tests/test_a.py': 'x',
        'tests/test_b.py': 'x',
        ...answers(1, SAYS),
      },
      prepare: programs('pytest'),
      env,
      id: 'failed',
      says: /-q \{project\}\/tests\/test_a\.py`/,
    },
    {
      name: 'with a script of the project',
      event: wrote('src/a.ts'),
      files: { 'package.json': '{"scripts":{"test":"echo broken; exit 1"}}', 'src/a.ts': 'x' },
      env,
      id: 'failed',
      says: /broken/,
    },
    {
      name: 'in a package of a monorepo',
      event: wrote('packages/p/src/a.ts'),
      files: { 'packages/p/vitest.config.ts': '', 'packages/p/src/a.ts': 'x', ...answers(1, SAYS) },
      prepare: programs('vitest'),
      env,
      id: 'failed',
      says: / \.\/src\/a\.ts`/,
    },
  ],
} satisfies CaseTable

const ESLINT = { 'src/a.ts': 'x', 'eslint.config.js': '' }
const TYPES = { 'src/a.ts': 'x', 'tsconfig.json': '{}' }
const TSC = 'src/a.ts(1,1): error TS1: no\nb.ts(1,1): error TS2: other'

/** A file that was written is checked by the project's own tools. */
export const checkedAfterChange = {
  pass: [
    { name: 'sound JavaScript', event: wrote('a.js'), files: { 'a.js': 'const a = 1\n' }, env },
    { name: 'nobody to ask', event: wrote('a.ts'), files: { 'a.ts': 'const = ' }, env: { PATH: '/nowhere' } },
    { name: 'other people’s code', event: wrote('node_modules/a.js'), files: { 'node_modules/a.js': 'const = ' }, env },
    {
      name: 'a linter that is content',
      event: wrote('src/a.ts'),
      files: { ...ESLINT, ...answers(0) },
      prepare: programs('eslint'),
      env,
    },
    {
      name: 'a linter that fails itself',
      event: wrote('src/a.ts'),
      files: { ...ESLINT, ...answers(2, 'oops') },
      prepare: programs('eslint'),
      env,
    },
    {
      name: 'types that are wrong elsewhere',
      event: wrote('src/a.ts'),
      files: { ...TYPES, ...answers(2, 'b.ts(1,1): error TS1: no') },
      prepare: programs('tsc'),
      env,
    },
    { name: 'the tool failed', event: after(write('a.js', 'x'), {}, true), files: { 'a.js': 'const = ' }, env },
  ],
  feedback: [
    {
      name: 'JavaScript that does not parse',
      event: wrote('src/a.js'),
      files: { 'src/a.js': 'const = 1\n' },
      env,
      id: 'unsound',
      says: /^node --check reports problems in src\/a\.js:\n[\s\S]*SyntaxError/,
    },
    {
      name: 'a linter that is not content',
      event: wrote('src/a.ts'),
      files: { ...ESLINT, ...answers(1, 'ARGS: bad') },
      prepare: programs('eslint'),
      env,
      id: 'unsound',
      says: /^eslint reports problems in src\/a\.ts:\n\.\/src\/a\.ts: bad \n/,
    },
    {
      name: 'types that are wrong here',
      event: wrote('src/a.ts'),
      files: { ...TYPES, ...answers(2, TSC) },
      prepare: programs('tsc'),
      env,
      id: 'unsound',
      says: /^tsc reports problems in src\/a\.ts:\nsrc\/a\.ts\(1,1\): error TS1: no \nThe code/,
    },
    {
      name: 'a shell script',
      event: wrote('a.sh'),
      files: { 'a.sh': 'if true; then\n' },
      env,
      id: 'unsound',
      says: /^bash -n/,
    },
  ],
} satisfies CaseTable
