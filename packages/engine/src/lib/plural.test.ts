import { counted, failingTests } from './plural.ts'

describe('plurals', () => {
  it.each([
    [counted(0, 'test'), '0 tests'],
    [counted(1, 'test'), '1 test'],
    [counted(2, 'test'), '2 tests'],
    [counted(1, 'entry', 'entries'), '1 entry'],
    [counted(3, 'entry', 'entries'), '3 entries'],
    [counted(1, 'change is', 'changes are'), '1 change is'],
    [failingTests(1), '1 test fails'],
    [failingTests(2), '2 tests fail'],
  ])('%s', (text, expected) => expect(text).toBe(expected))
})
