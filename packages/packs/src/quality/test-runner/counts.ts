import { withoutColours } from '../../shared/plain-output.ts'

/** How many tests failed, as the runners sum it up. The exit code says whether; this only says how many. */

type Counter = (output: string) => number

const COUNTERS: Readonly<Record<string, Counter>> = {
  pytest: inPytest,
  vitest: inVitest,
  jest: inJest,
  'cargo test': inCargo,
  'go test': inGo,
  'node --test': inNodeTest,
  mocha: inMocha,
  other: inOthers,
}

/** At least one: the exit code says that something failed. */
export const failureCount = (framework: string, output: string): number =>
  Math.max(1, countedFailures(framework, output))

/** Zero when no summary of failures was found. */
export function countedFailures(framework: string, output: string): number {
  const text = withoutColours(output)
  const own = Object.hasOwn(COUNTERS, framework) ? COUNTERS[framework] : undefined
  // A script of the project may run anything.
  const counters = own === undefined ? Object.values(COUNTERS) : [own]
  return Math.max(0, ...counters.map((count) => count(text)))
}

/** `== 2 failed, 3 passed, 1 error in 0.12s ==`, and the same without its frame. */
function inPytest(text: string): number {
  const summary =
    lines(text).findLast((line) => /\bin \d[\d.]*s\b/.test(line) && /\d+ (?:failed|errors?)\b/.test(line)) ?? ''
  return sum(summary, /(\d{1,9}) (?:failed|errors?)\b/g)
}

/** `Tests  2 failed | 3 passed (5)`; a file that cannot be loaded has no tests to count. */
function inVitest(text: string): number {
  const all = lines(text)
  const failedIn = (label: RegExp): number => sum(all.findLast((line) => label.test(line)) ?? '', /(\d{1,9}) failed\b/g)
  const errors = sum(all.findLast((line) => /^\s*Errors\s+\d/.test(line)) ?? '', /(\d{1,9}) errors?\b/g)
  const tests = failedIn(/^\s*Tests\s+\d/)
  return (tests > 0 ? tests : failedIn(/^\s*Test Files\s+\d/)) + errors
}

/** `Tests:       2 failed, 3 passed, 5 total` */
function inJest(text: string): number {
  const all = lines(text)
  const failedIn = (label: RegExp): number => sum(all.findLast((line) => label.test(line)) ?? '', /(\d{1,9}) failed\b/g)
  const tests = failedIn(/^\s*Tests:\s+\d/)
  return tests > 0 ? tests : failedIn(/^\s*Test Suites:\s+\d/)
}

/** `# fail 2` as TAP, `ℹ fail 2` for people. */
function inNodeTest(text: string): number {
  const all = lines(text)
  return ['fail', 'cancelled']
    .map((word) => all.findLast((line) => new RegExp(`^(?:#|ℹ) ${word} \\d`).test(line)) ?? '')
    .reduce((total, line) => total + sum(line, /(\d{1,9})/g), 0)
}

/** `2 failing` */
function inMocha(text: string): number {
  return sum(lines(text).findLast((line) => /^\s*\d{1,9} failing\b/.test(line)) ?? '', /(\d{1,9}) failing/g)
}

/** One line for each test program: `test result: FAILED. 3 passed; 2 failed; 0 ignored; …` */
function inCargo(text: string): number {
  const results = lines(text).filter((line) => line.startsWith('test result: '))
  return results.reduce((total, line) => total + sum(line, /(\d{1,9}) failed\b/g), 0)
}

/** `--- FAIL: TestName`, without its sub-tests; a package that does not build has none. */
function inGo(text: string): number {
  const all = lines(text)
  const tests = all.filter((line) => line.startsWith('--- FAIL: ')).length
  return tests > 0 ? tests : all.filter((line) => /^FAIL\t\S/.test(line)).length
}

/** Summaries of one line; the last one of each form counts. Maven, Gradle and dotnet print one for each module. */
const SUMMARIES: readonly RegExp[] = [
  // unittest: FAILED (failures=1, errors=2)
  /^FAILED \((.*)\)$/,
  // rspec, mix, minitest: 5 examples, 1 failure; 3 tests, 1 failure; 2 runs, 2 assertions, 1 failures, 0 errors, 0 skips
  /^\d+ (?:examples?|tests?|runs|doctests?), (.*)$/,
  // phpunit: Tests: 3, Assertions: 3, Failures: 1, Errors: 1.
  /^Tests: \d+, (.*)$/,
  // ctest: 50% tests passed, 1 tests failed out of 2
  /^\d+% tests passed, (.*)$/,
  // swift: Executed 3 tests, with 1 failure (0 unexpected) in 0.1 seconds
  /^\s*Executed \d+ tests?, with (\d+ failures?)/,
  // deno: FAILED | 1 passed | 2 failed (3ms)
  /^FAILED \| (.*)$/,
  // gradle: 3 tests completed, 1 failed
  /^\d+ tests? completed, (.*)$/,
  // maven: Tests run: 3, Failures: 1, Errors: 0, Skipped: 0
  /^(?:\[\w+\] )?Tests run: \d+, (.*)$/,
  // dotnet: Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3
  /^Failed!\s+- (.*)$/,
  // bun:  1 fail
  /^\s*(\d+ fail)$/,
]
const FAILED_PARTS =
  /\b(?:failures|errors|failed|Failures|Errors|Failed)[:=]\s*(\d{1,9})|(\d{1,9}) (?:tests? )?(?:failures?|failed|errors?|fail)\b/g

function inOthers(text: string): number {
  const all = lines(text)
  return Math.max(
    ...SUMMARIES.map((form) => {
      const summary = all.findLast((line) => form.test(line))
      const [, parts = ''] = form.exec(summary ?? '') ?? []
      return [...parts.matchAll(FAILED_PARTS)].reduce((total, [, a, b]) => total + Number(a ?? b), 0)
    }),
  )
}

const lines = (text: string): readonly string[] => text.split(/\r?\n/)

const sum = (text: string, pattern: RegExp): number =>
  [...text.matchAll(pattern)].reduce((total, [, digits = '0']) => total + Number(digits), 0)
