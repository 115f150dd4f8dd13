import { after, write } from '../../../../../testing/src/events.ts'
import { testHook } from '../../../../../testing/src/test-hook.ts'
import hook from './testing-verification.ts'

const wrote = (path: string, output: unknown = {}) => after(write(path, 'x'), output)
/** A file as it is now, and the call that made it so. */
const now = (path: string, text: string) => ({ event: wrote(path), files: { [path]: text } })
const CLAIM = "it('a', () => {\n  expect(a()).toBe(1)\n})\n"

testHook(hook, {
  pass: [
    { name: 'a good test', ...now('a.test.ts', CLAIM) },
    {
      name: 'only in a text',
      ...now('b.test.ts', `${CLAIM}it('it.only is refused', () => expect(f("it.only('x')")).toBe(1))\n`),
    },
    { name: 'only in a comment', ...now('c.test.ts', `// it.only, xit(\n${CLAIM}`) },
    { name: 'only of something else', ...now('d.test.ts', `${CLAIM}query.only('x'); list.skip(2); suite.lonely()\n`) },
    {
      name: 'a function of that name',
      ...now('z.test.ts', "it('fits', () => {\n  expect(fit(text)).toBe(1)\n  fit(text)\n})\n"),
    },
    { name: 'no test file', ...now('src/e.ts', "it.only('x', () => {})") },
    {
      name: 'left out where it cannot run',
      ...now(
        'f_test.go',
        'func TestA(t *testing.T) {\n\tif testing.Short() {\n\t\tt.Skip("slow")\n\t}\n\tt.Error("x")\n}\n',
      ),
    },
    { name: 'on a condition', ...now('g.test.ts', `it.skipIf(isWindows)('x', () => expect(1).toBe(1))\n`) },
    {
      name: 'on a condition in Python',
      ...now('tests/test_h.py', '@pytest.mark.skipif(x, reason="y")\ndef test_a():\n    assert a()\n'),
    },
    { name: 'a helper that claims', ...now('i.test.ts', "it('a', () => checkAll(cases))\n") },
    { name: 'no tests of the usual kind', ...now('j.test.ts', 'testHook(hook, { pass: [] })\n') },
    { name: 'a fixture', ...now('tests/data.json', '{}') },
    {
      name: 'a test that was left out before',
      event: wrote('k.test.ts', { originalFile: `${CLAIM}it.skip('b', () => {})\n` }),
      files: { 'k.test.ts': `${CLAIM}it.skip('b', () => {})\n${CLAIM}` },
    },
    { name: 'Rust', ...now('tests/l.rs', '#[test]\nfn a() { assert_eq!(b(), 1); }\n') },
  ],
  feedback: [
    {
      name: 'it.only',
      covers: 'T-AGT-11',
      ...now('a.test.ts', `${CLAIM}it.only('b', () => expect(1).toBe(1))\n`),
      id: 'only',
      says: /^a\.test\.ts runs only some of its tests:\n- line 4: `it\.only`/,
    },
    {
      name: 'describe.concurrent.only',
      ...now('b.test.ts', `describe.concurrent.only('b', () => {${CLAIM}})\n`),
      id: 'only',
    },
    { name: 'fit', ...now('c.spec.js', "fit('b', () => expect(1).toBe(1))\n"), id: 'only' },
    { name: 'as an option', ...now('d.test.ts', "test('b', { only: true }, () => assert(x))\n"), id: 'only' },
    {
      name: 'it.skip',
      ...now('e.test.ts', `${CLAIM}it.skip('b', () => {})\n`),
      id: 'skipped',
      says: /- line 4: `it\.skip`/,
    },
    { name: 'xdescribe', ...now('f.test.ts', `xdescribe('b', () => {${CLAIM}})\n`), id: 'skipped' },
    {
      name: 'in Python',
      ...now('tests/test_g.py', '@pytest.mark.skip\ndef test_a():\n    assert a()\n'),
      id: 'skipped',
    },
    {
      name: 'with unittest',
      ...now('tests/test_h.py', '@unittest.skip("x")\ndef test_a(self):\n    self.assertTrue(a())\n'),
      id: 'skipped',
    },
    {
      name: 'in Go',
      ...now('i_test.go', 'func TestA(t *testing.T) {\n\tt.Skip("later")\n}\n'),
      id: 'skipped',
      says: /- line 2: `t\.Skip`/,
    },
    { name: 'in Rust', ...now('tests/j.rs', '#[test]\n#[ignore = "slow"]\nfn a() { assert!(b()); }\n'), id: 'skipped' },
    {
      name: 'in Java',
      ...now('test/KTest.java', 'class K { @Disabled @Test void a() { assertTrue(b()); } }\n'),
      id: 'skipped',
    },
    {
      name: 'claims nothing',
      ...now('l.test.ts', "it('a', () => {\n  a() // expect(\n})\n"),
      id: 'empty',
      says: /^The tests in l\.test\.ts assert nothing\./,
    },
    {
      name: 'claims nothing in Python',
      ...now('tests/test_m.py', 'def test_a():\n    """assert"""\n    a()\n'),
      id: 'empty',
    },
    { name: 'claims nothing in Go', ...now('n_test.go', 'func TestA(t *testing.T) {\n\ta()\n}\n'), id: 'empty' },
  ],
})
