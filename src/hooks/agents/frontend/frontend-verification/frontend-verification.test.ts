import { answers, programs, withPath as env } from '../../../../../test/support/agents.ts'
import { after, write } from '../../../../testing/events.ts'
import { testHook } from '../../../../testing/test-hook.ts'
import hook from './frontend-verification.ts'

const wrote = (path: string) => after(write(path, 'x'), {})
const ESLINT = { 'src/a.ts': 'x', 'eslint.config.js': '' }
const TYPES = { 'src/a.ts': 'x', 'tsconfig.json': '{}' }
const TSC = 'src/a.ts(1,1): error TS1: no\nb.ts(1,1): error TS2: other'

testHook(hook, {
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
      says: /^node --check objects to src\/a\.js:\n[\s\S]*SyntaxError/,
    },
    {
      name: 'a linter that is not content',
      event: wrote('src/a.ts'),
      files: { ...ESLINT, ...answers(1, 'ARGS: bad') },
      prepare: programs('eslint'),
      env,
      id: 'unsound',
      says: /^eslint objects to src\/a\.ts:\n\.\/src\/a\.ts: bad \n/,
    },
    {
      name: 'types that are wrong here',
      event: wrote('src/a.ts'),
      files: { ...TYPES, ...answers(2, TSC) },
      prepare: programs('tsc'),
      env,
      id: 'unsound',
      says: /^tsc objects to src\/a\.ts:\nsrc\/a\.ts\(1,1\): error TS1: no \nWhat/,
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
})
