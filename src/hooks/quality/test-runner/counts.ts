import { withoutColours } from '../../../core/plain-output.ts'
import type { FrameworkName } from '../../../core/test-frameworks.ts'

/** How many tests failed, as the runners sum it up. The exit code says whether; this only says how many. */

type Counter = (output: string) => number

const COUNTERS: Readonly<Record<Exclude<FrameworkName, 'npm test'>, Counter>> = {
  pytest: inPytest,
  vitest: inVitest,
  jest: inJest,
  'cargo test': inCargo,
  'go test': inGo,
}

/** At least one: it was not counted for nothing. */
export function failureCount(framework: FrameworkName, output: string): number {
  const text = withoutColours(output)
  // Whatever a script of the project runs sums up in its own way.
  const counters = framework === 'npm test' ? [inNodeTest, ...Object.values(COUNTERS), inMocha] : [COUNTERS[framework]]
  return Math.max(1, ...counters.map((count) => count(text)))
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
const inMocha: Counter = (text) =>
  sum(lines(text).findLast((line) => /^\s*\d{1,9} failing\b/.test(line)) ?? '', /(\d{1,9}) failing/g)

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

const lines = (text: string): readonly string[] => text.split(/\r?\n/)

const sum = (text: string, pattern: RegExp): number =>
  [...text.matchAll(pattern)].reduce((total, [, digits = '0']) => total + Number(digits), 0)
