import { answers, programs, withPath as env } from '../../../../../test/support/agents.ts'
import { after, edit, write } from '../../../../testing/events.ts'
import { testHook } from '../../../../testing/test-hook.ts'
import hook from './ddd-post-transformation.ts'

const SAYS = 'called with ARGS\n\u001b[31mfailed\u001b[0m, key=hunter2hunter2'
const VITEST = { 'vitest.config.ts': '', 'src/a.ts': 'x', 'src/a.test.ts': 'x' }
const wrote = (path: string) => after(write(path, 'x'), {})

testHook(hook, {
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
      tells: ['The tests gave no result', 'npm test'],
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
      says: /^After the change of src\/a\.ts tests fail \(`vitest related --run --passWithNoTests \.\/src\/a\.ts`\):\ncalled with related --run --passWithNoTests \.\/src\/a\.ts\nfailed, key=\[masked\] \n/,
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
    {
      name: 'a test that no longer passes',
      event: wrote('src/a.test.ts'),
      files: { ...VITEST, ...answers(1, SAYS) },
      prepare: programs('vitest'),
      env,
      id: 'failed',
      says: /vitest run \.\/src\/a\.test\.ts/,
    },
  ],
})
