import { isKnown, type Run } from '@holdpoint/shell'
import { RUNNERS, RUNS_NOTHING, type Runner } from './runners.ts'

/** A program that runs tests, judged by its arguments. */
export interface TestCall {
  /** Which framework, as in shared/test-rules.ts. */
  readonly name: string
  /** It runs all tests of the project, and its exit code says whether they passed. */
  readonly isWhole: boolean
}

/** Undefined: it runs no tests. */
export function testCall({ program, args, maybe }: Run): TestCall | undefined {
  if (maybe || (isMake(program) && args.some((arg) => /^-\w*[nqt]/.test(arg)))) return undefined
  if (args.some((arg) => RUNS_NOTHING.test(arg) && !(arg === '-V' && program === 'ctest'))) return undefined
  const called = RUNNERS.filter((runner) => runner.programs.test(program) && isCalled(runner, args))
  const whole = called.find((runner) => isWhole(runner, args))
  const found = whole ?? called[0]
  return found === undefined ? undefined : { name: found.name, isWhole: whole !== undefined }
}

const isMake = (program: string): boolean => /^g?make$/.test(program)

/** Its words come in this order; options may be between them. */
function isCalled({ calls = [] }: Runner, args: readonly string[]): boolean {
  let from = 0
  return calls.every((word) => {
    const at = args.indexOf(word, from)
    from = at + 1
    return at >= 0 && (word.startsWith('-') || args.slice(0, at).every(isOptionOrCall(calls)))
  })
}

/** `npm install test` starts with another subcommand. A goal such as `clean` may come first. */
const isOptionOrCall =
  (calls: readonly string[]) =>
  (arg: string): boolean =>
    arg.startsWith('-') || calls.includes(arg) || /^(?:clean|cleanTest)$/.test(arg)

function isWhole({ calls = [], words = [], options, isPart }: Runner, args: readonly string[]): boolean {
  if (isPart === true) return false
  const left = [...args]
  for (const word of calls) left.splice(left.indexOf(word), 1)
  for (let index = 0; index < left.length; index++) {
    const arg = left[index] ?? ''
    if (arg === '--') continue
    if (!isKnown(arg)) return false
    if (!arg.startsWith('-')) {
      if (words.includes(arg) || isTestFolder(arg)) continue
      return false
    }
    if (options.includes(arg) || (/^-j\d+$/.test(arg) && options.includes('-j='))) continue
    const isAssigned = arg.includes('=')
    if (!options.includes(`${arg.split('=', 1)[0]}=`)) return false
    // Otherwise the value is the next word.
    if (!isAssigned) index++
  }
  return true
}

/** Most projects keep all tests in one top-level folder. */
const isTestFolder = (word: string): boolean => /^(?:\.\/)?(?:tests?|spec|__tests__)\/?$/.test(word)
