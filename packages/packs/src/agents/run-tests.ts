import { PLAIN, tailOf, withoutColours } from '../shared/plain-output.ts'
import { findProgram } from '../shared/programs.ts'
import type { RunResult, Services } from '@holdpoint/engine'
import { frameworkFor, frameworksIn, type Framework } from '../shared/test-frameworks.ts'
import { isTest, type Change } from './change.ts'
import { relatedTests } from './related-tests.ts'

/** The test result for a changed file. */
export interface TestRun {
  /** `none`: there is nothing to run. `unknown`: it timed out, or could not be started. */
  readonly result: 'pass' | 'fail' | 'none' | 'unknown'
  /** Ready to be pasted. */
  readonly command: string
  /** The end of what was printed, without secrets. */
  readonly output: string
}

const NOTHING: TestRun = { result: 'none', command: '', output: '' }

export async function runRelatedTests(change: Change, limitMs: number, services: Services): Promise<TestRun> {
  const place = testedAt(change, services)
  if (place === undefined) return NOTHING
  const { directory, framework } = place
  const program = findProgram(framework.program, directory, change.tree, services)
  const args = argumentsFor(framework, directory, change, services)
  if (program === undefined || args === undefined) return NOTHING
  const ran = await services.process.run(program, args, { cwd: directory, env: PLAIN, timeoutMs: limitMs })
  return {
    result: resultOf(framework, ran),
    command: [framework.program, ...args].join(' '),
    output: maskedOutput(ran, services),
  }
}

const MAX_LINES = 40
const MAX_CHARS = 3_000

/** The end of a program's output, limited to what is readable. */
export function maskedOutput({ stdout, stderr }: RunResult, { llm }: Pick<Services, 'llm'>): string {
  const text = tailOf(
    [stdout, stderr]
      .map((part) => withoutColours(part).trim())
      .join('\n')
      .trim(),
    MAX_LINES,
    MAX_CHARS,
  )
  return llm?.mask(text) ?? text
}

interface TestDirectory {
  readonly directory: string
  readonly framework: Framework
}

/** Packages of a monorepo may be tested separately: the nearest folder that has tests counts. */
function testedAt({ path, tree }: Change, { files }: Services): TestDirectory | undefined {
  for (let at = path.slice(0, path.lastIndexOf('/')); at.length >= tree.length; at = at.slice(0, at.lastIndexOf('/'))) {
    const framework = frameworkFor(path, frameworksIn(at, { files }))
    if (framework !== undefined) return { directory: at, framework }
    if (at === tree) break
  }
  return undefined
}

/** Undefined: no test is related to it. */
function argumentsFor(
  { name, args }: Framework,
  directory: string,
  change: Change,
  { files }: Services,
): readonly string[] | undefined {
  // A name that begins with a dash must not be read as an option.
  const own = `./${change.path.slice(directory.length + 1)}`
  switch (name) {
    case 'vitest':
      return isTest(change) ? ['run', own] : ['related', '--run', '--passWithNoTests', own]
    case 'jest':
      return isTest(change) ? ['--runTestsByPath', own] : ['--findRelatedTests', '--passWithNoTests', own]
    case 'pytest': {
      const tests = isTest(change)
        ? [own]
        : relatedTests(change, change.after, files).map((test) => `${change.tree}/${test}`)
      return tests.length === 0 ? undefined : [...args, ...tests]
    }
    case 'go test':
      return ['test', own.slice(0, own.lastIndexOf('/'))]
    default:
      return args
  }
}

/** Exit codes: no tests were collected, or the shell of a project script did not find the program. */
const NO_TESTS = 5
const NOT_FOUND = [126, 127]

function resultOf({ name }: Framework, { exitCode }: RunResult): TestRun['result'] {
  if (exitCode === 0) return 'pass'
  if (exitCode === undefined || NOT_FOUND.includes(exitCode)) return 'unknown'
  return (name === 'pytest' || name === 'unittest') && exitCode === NO_TESTS ? 'none' : 'fail'
}
