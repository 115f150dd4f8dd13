import { edit, write } from '../../../../../testing/src/events.ts'
import { testHook } from '../../../../../testing/src/test-hook.ts'
import hook from './tdd-pre-implementation.ts'

const TEST = { 'src/b.test.ts': "it('b', () => expect(b()).toBe(1))" }

testHook(hook, {
  pass: [
    { name: 'with its test', covers: 'T-AGT-08', event: write('src/b.ts', 'x'), files: TEST },
    { name: 'the test itself', covers: 'T-AGT-08', event: write('src/b.test.ts', 'x') },
    { name: 'an edit, with its test', event: edit('src/b.ts', 'x'), files: { ...TEST, 'src/b.ts': 'y' } },
    { name: 'a test in another folder', event: write('src/b.ts', 'x'), files: { 'test/unit/b.test.ts': 'x' } },
    { name: 'Rust with tests inside', event: write('src/b.rs', 'fn b() {}\n#[cfg(test)]\nmod tests {}') },
    { name: 'a document', event: write('docs/b.md', 'x') },
    { name: 'a package marker', event: write('app/__init__.py', '') },
    { name: 'what is exempt', event: write('src/b.ts', 'x'), options: { exempt: ['src/b.*'] } },
    { name: 'elsewhere', event: write('/tmp/elsewhere/b.ts', 'x') },
  ],
  deny: [
    {
      name: 'without a test',
      covers: 'T-AGT-08',
      event: write('src/b.ts', 'x'),
      id: 'untested',
      says: /^Blocked: src\/b\.ts has no test yet\..*src\/b\.test\.ts/s,
    },
    { name: 'an edit without a test', event: edit('src/b.ts', 'x'), files: { 'src/b.ts': 'y' }, id: 'untested' },
    { name: 'an empty test', event: write('src/b.ts', 'x'), files: { 'src/b.test.ts': '' }, id: 'untested' },
    { name: 'a test of something else', event: write('src/c.ts', 'x'), files: TEST, id: 'untested' },
    { name: 'a name with spaces and quotes', event: write('src/my "b".ts', 'x'), id: 'untested' },
  ],
})
