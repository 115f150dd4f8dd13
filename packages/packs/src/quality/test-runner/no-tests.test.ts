import { ranNoTests } from './no-tests.ts'

describe('a run without a test', () => {
  it.each([
    'TAP version 13\n# tests 0\n# suites 0\n# pass 0\n# fail 0\n',
    'ℹ tests 0\nℹ pass 0',
    '\nRan 0 tests in 0.000s\n\nOK\n',
    'NO TESTS RAN\nRan 0 tests in 0.000s',
    '=================== no tests ran in 0.01s ===================',
    'collected 0 items\n\n',
    'running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored',
    '?   \texample.com/a\t[no test files]\n',
    'ok  \texample.com/a\t0.001s [no tests to run]\n',
    'No test files found, exiting with code 0\n',
    'No tests found, exiting with code 0',
    '0 examples, 0 failures',
    'There are no tests to run',
    '0 runs, 0 assertions, 0 failures, 0 errors, 0 skips',
    'No tests executed!',
    'No tests were found!!!',
    '> Task :test NO-SOURCE\nBUILD SUCCESSFUL in 1s',
    '[INFO] No tests to run.',
    'No test is available in /p/bin/a.dll.',
    '\t Executed 0 tests, with 0 failures',
    '  0 passing (1ms)',
    'ok | 0 passed | 0 failed (1ms)',
    "make: Nothing to be done for 'test'.",
    "make: 'test' is up to date.",
    '\u001B[32mℹ tests 0\u001B[39m',
  ])('%j', (output) => expect(ranNoTests(output)).toBe(true))

  it.each([
    '',
    'all good',
    '# tests 3\n# pass 3',
    'running 0 tests\n\nrunning 2 tests\ntest result: ok. 2 passed; 0 failed',
    '?   \ta\t[no test files]\nok  \tb\t0.1s\n',
    'Ran 3 tests in 0.1s',
    '[INFO] No tests to run.\n[INFO] Tests run: 4, Failures: 0',
    '10 passing',
    '10 examples, 0 failures',
    'Ran 10 tests',
  ])('not %j', (output) => expect(ranNoTests(output)).toBe(false))

  it('reads a megabyte', () => {
    for (const piece of ['0 ', '# tests 0', '\n', 'ok ', '[no test files]'])
      expect(typeof ranNoTests(piece.repeat((1 << 20) / piece.length))).toBe('boolean')
  })
})
