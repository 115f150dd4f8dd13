import fc from 'fast-check'
import { failureCount } from './counts.ts'

const PYTEST = `F.F                                                                      [100%]
=================================== FAILURES ===================================
___________________________________ test_a _____________________________________
tests/test_a.py:2: in test_a
    assert 1 == 2
E   assert 1 == 2
=========================== short test summary info ============================
FAILED tests/test_a.py::test_a - assert 1 == 2
FAILED tests/test_a.py::test_c - assert 1 == 2
2 failed, 1 passed in 0.03s
`
const PYTEST_ERROR = `==================================== ERRORS ====================================
ERROR tests/test_b.py
!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!
1 error in 0.05s
`
const VITEST = ` RUN  v4.1.12 /p

 ❯ a.test.ts (3 tests | 2 failed) 5ms
     × fails 3ms

 Test Files  1 failed | 1 passed (2)
      Tests  2 failed | 3 passed (5)
   Start at  10:00:00
   Duration  300ms
`
const VITEST_LOAD = ` FAIL  a.test.ts [ a.test.ts ]
Error: Cannot find module './nowhere'

 Test Files  1 failed (1)
      Tests  no tests
`
const VITEST_UNHANDLED = ` Test Files  1 passed (1)
      Tests  1 passed (1)
     Errors  2 errors
`
const JEST = `FAIL ./a.test.js
  ● adds

Test Suites: 1 failed, 1 passed, 2 total
Tests:       3 failed, 1 skipped, 4 passed, 8 total
Snapshots:   0 total
Time:        0.5 s
`
const JEST_LOAD = `Test Suites: 2 failed, 2 total
Tests:       0 total
`
const TAP = `not ok 1 - a
# tests 3
# suites 0
# pass 1
# fail 2
# cancelled 0
# skipped 0
`
const SPEC = `✖ a (1.2ms)
ℹ tests 3
ℹ pass 0
ℹ fail 2
ℹ cancelled 1
`
const CARGO = `running 2 tests
test tests::a ... FAILED

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

error: test failed, to rerun pass \`--lib\`
     Running tests/b.rs
test result: FAILED. 0 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
`
const GO = `--- FAIL: TestA (0.00s)
    --- FAIL: TestA/sub (0.00s)
        a_test.go:5: no
--- FAIL: TestB (0.00s)
FAIL
FAIL\texample.com/a\t0.002s
FAIL
`
const GO_BUILD = `# example.com/a
./a.go:3:1: syntax error
FAIL\texample.com/a [build failed]
FAIL
`
const MOCHA = `  3 passing (10ms)
  2 failing

  1) a
`

describe('HAR-TR-04: how many failed', () => {
  it.each<[string, string, number]>([
    ['pytest', PYTEST, 2],
    ['pytest', '= 1 failed, 2 passed, 3 errors in 0.12s =', 4],
    ['pytest', PYTEST_ERROR, 1],
    ['pytest', '12 passed in 1.02s\nTOTAL 3 failed', 1],
    ['vitest', VITEST, 2],
    ['vitest', VITEST_LOAD, 1],
    ['vitest', VITEST_UNHANDLED, 2],
    ['vitest', VITEST.replaceAll('2 failed', '\u001B[31m2 failed\u001B[39m'), 2],
    ['vitest', VITEST.replaceAll('\n', '\r\n'), 2],
    ['jest', JEST, 3],
    ['jest', JEST_LOAD, 2],
    ['cargo test', CARGO, 3],
    ['cargo test', 'error: could not compile `a` (lib test) due to 2 previous errors', 1],
    ['go test', GO, 2],
    ['go test', GO_BUILD, 1],
    ['npm test', TAP, 2],
    ['npm test', SPEC, 3],
    ['npm test', VITEST, 2],
    ['npm test', JEST, 3],
    ['npm test', PYTEST, 2],
    ['npm test', MOCHA, 2],
    ['npm test', '> a@1.0.0 test\n> exit 1\n', 1],
    ['jest', '', 1],
    ['unittest', 'Ran 3 tests in 0.001s\n\nFAILED (failures=2, errors=1, skipped=4)\n', 3],
    ['rspec', '5 examples, 2 failures, 1 pending\n', 2],
    ['mix test', '3 tests, 1 failure\n', 1],
    ['minitest', '2 runs, 2 assertions, 1 failures, 1 errors, 0 skips\n', 2],
    ['phpunit', 'FAILURES!\nTests: 9, Assertions: 9, Failures: 2, Errors: 3.\n', 5],
    ['ctest', '50% tests passed, 3 tests failed out of 6\n', 3],
    ['swift test', '\t Executed 3 tests, with 2 failures (0 unexpected) in 0.1 (0.1) seconds', 2],
    ['deno test', 'FAILED | 1 passed | 2 failed (3ms)', 2],
    ['gradle test', '7 tests completed, 4 failed', 4],
    ['mvn test', '[ERROR] Tests run: 5, Failures: 1, Errors: 2, Skipped: 0', 3],
    ['dotnet test', 'Failed!  - Failed:     2, Passed:     1, Skipped:     0, Total:     3', 2],
    ['bun test', ' 3 pass\n 2 fail\n', 2],
    ['make test', SPEC, 3],
    ['make lint && make test', 'nothing that is known', 1],
  ])('%s: %#', (framework, output, count) => expect(failureCount(framework, output)).toBe(count))

  it('a test that prints a summary of its own does not count', () => {
    expect(failureCount('vitest', ` Tests  99 failed (99)\n${VITEST}`)).toBe(2)
    expect(failureCount('jest', `Tests:       99 failed, 99 total\n${JEST}`)).toBe(3)
  })

  it('is always at least one, and a number', () => {
    const frameworks = fc.constantFrom('pytest', 'vitest', 'jest', 'npm test', 'cargo test', 'go test')
    const line = fc.constantFrom('2 failed', 'Tests', ' in 1s', '# fail 3', '--- FAIL: ', '\n', ':', ' ', '9999999999')
    fc.assert(
      fc.property(
        frameworks,
        fc.array(line).map((parts) => parts.join('')),
        (framework, text) => {
          const count = failureCount(framework, text)
          return Number.isSafeInteger(count) && count >= 1
        },
      ),
    )
  })

  it.each(['9', ' ', '\n', 'Tests 1 ', '1 failed ', '\u001B[', '\u001B[1;'])('a megabyte of %j is read', (piece) => {
    expect(failureCount('npm test', piece.repeat((1 << 20) / piece.length))).toBeGreaterThan(0)
  })
})
