import { edit, write } from '../../../../../testing/src/events.ts'
import { testHook } from '../../../../../testing/src/test-hook.ts'
import hook from './ddd-pre-transformation.ts'

const A = { 'src/a.ts': 'export const a = 1\n' }

testHook(hook, {
  pass: [
    {
      name: 'a file that a test describes',
      covers: 'T-AGT-07',
      event: edit('src/a.ts', 'x'),
      files: { ...A, 'src/a.test.ts': "test('a', () => {})" },
    },
    { name: 'a new file', event: write('src/a.ts', 'x') },
    { name: 'a test', event: edit('src/a.test.ts', 'x'), files: { ...A, 'src/a.test.ts': 'x' } },
    { name: 'no source', event: edit('README.md', 'x'), files: { 'README.md': 'x' } },
    { name: 'configuration', event: edit('vite.config.ts', 'x'), files: { 'vite.config.ts': 'x' } },
    { name: 'other people’s code', event: edit('node_modules/p/a.js', 'x'), files: { 'node_modules/p/a.js': 'x' } },
    { name: 'what is generated', event: edit('src/a.generated.ts', 'x'), files: { 'src/a.generated.ts': 'x' } },
    { name: 'a declaration', event: edit('src/a.d.ts', 'x'), files: { 'src/a.d.ts': 'x' } },
    { name: 'what is exempt', event: edit('src/a.ts', 'x'), files: A, options: { exempt: ['src/**'] } },
    { name: 'a file outside of the project', event: edit('/etc/a.ts', 'x') },
    {
      name: 'a file that a test imports',
      event: edit('src/a.ts', 'x'),
      files: { ...A, 'tests/all.test.ts': "import '../src/a'" },
    },
  ],
  deny: [
    {
      name: 'a file that no test describes',
      covers: 'T-AGT-07',
      event: edit('src/a.ts', 'x'),
      files: A,
      id: 'uncharacterized',
      says: /^Blocked: no test covers what src\/a\.ts does now\..*src\/a\.test\.ts/s,
    },
    { name: 'overwritten', event: write('src/a.ts', 'x'), files: A, id: 'uncharacterized' },
    {
      name: 'only a test with nothing in it',
      event: edit('src/a.ts', 'x'),
      files: { ...A, 'src/a.test.ts': '\n' },
      id: 'uncharacterized',
    },
    {
      name: 'Python',
      event: edit('app/a.py', 'x'),
      files: { 'app/a.py': 'x' },
      id: 'uncharacterized',
      says: /tests\/test_a\.py/,
    },
    {
      name: 'in a repository',
      event: edit('src/a.ts', 'x'),
      git: { commits: ['one'] },
      files: A,
      id: 'uncharacterized',
    },
  ],
})
