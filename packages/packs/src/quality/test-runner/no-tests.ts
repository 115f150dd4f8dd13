import { withoutColours } from '../../shared/plain-output.ts'

/** Runners that find no test may still exit with 0. Their output then says so. */

/** What a runner says when it ran nothing. */
const NOTHING: readonly RegExp[] = [
  /^(?:#|ℹ) tests 0$/,
  /^Ran 0 tests\b/,
  /^=*\s*no tests ran\b/,
  /^collected 0 items$/,
  /^running 0 tests$/,
  /\[no test files\]|\[no tests to run\]/,
  /^No tests? files? found/,
  /^\s*No tests found\b/,
  /^0 examples, 0 failures/,
  /^0 tests, 0 failures|^There are no tests to run/,
  /^0 runs, 0 assertions/,
  /^No tests executed!/,
  /^No tests were found!!!/,
  /^> Task \S*:test NO-SOURCE$/,
  /^(?:\[\w+\] )?No tests to run\.?$/,
  /^No test (?:is available in|matches the given testcase filter)/,
  /^\s*Executed 0 tests\b/,
  /^\s*0 passing\b/,
  /^ok \| 0 passed \| 0 failed/,
  /^error: No test modules found/,
  /^\s*0 pass$/,
  /^\s*Tests\s+no tests$/,
  /^make(?:\[\d+\])?: (?:Nothing to be done for|'[^']*' is up to date)/,
]

/** What a runner says when it ran at least one; a workspace prints one summary for each of its parts. */
const SOME: readonly RegExp[] = [
  /^(?:#|ℹ) tests [1-9]/,
  /^Ran [1-9]\d* tests?\b/,
  /\b[1-9]\d* passed\b/,
  /^ok\s+\S+\s+(?:[\d.]+s|\(cached\))(?!.*\[no tests to run\])/,
  /^running [1-9]\d* tests?$/,
  /^[1-9]\d* (?:examples?|tests?|runs), /,
  /^(?:\[\w+\] )?Tests run: [1-9]/,
  /^\s*Executed [1-9]/,
  /^\s*[1-9]\d* passing\b/,
  /^\s*[1-9]\d* pass$/,
  /^OK \([1-9]/,
  /^\d+% tests passed/,
  /Passed:\s+[1-9]/,
]

/** A summary is short. */
const MAX_LINE = 300

/** Line by line: a regex over the whole text would rescan long runs of blank lines. */
export function ranNoTests(output: string): boolean {
  const lines = withoutColours(output)
    .split(/\r?\n/)
    .filter((line) => line !== '' && line.length <= MAX_LINE)
  const isSaid = (forms: readonly RegExp[]): boolean => lines.some((line) => forms.some((form) => form.test(line)))
  return isSaid(NOTHING) && !isSaid(SOME)
}
