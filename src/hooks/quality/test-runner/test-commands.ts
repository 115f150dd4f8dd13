import type { Run } from '../../../core/effects.ts'

const RUNNERS = /^(?:vitest|jest|pytest|py\.test|mocha|ava|tap|nextest)$/
const MANAGERS = /^(?:npm|pnpm|yarn|bun)$/
const STARTERS = /^(?:npx|bunx|pnpx|uv|poetry|pipenv|pdm|hatch)$/
const TEST_WORD = /^(?:test|tst|t)$/

/** Whether a command runs the project's tests, however it is spelt. What it says about them is not asked. */
export function runsTests({ program, args, maybe }: Run): boolean {
  if (maybe || args.some((arg) => arg === '--version' || arg === '--help' || arg === '-h')) return false
  const words = args.filter((arg) => !arg.startsWith('-'))
  const [first = '', second = ''] = words
  if (RUNNERS.test(program)) return true
  if (MANAGERS.test(program)) {
    if (TEST_WORD.test(first)) return true
    return /^(?:run|run-script|exec|x|dlx)$/.test(first)
      ? /^test(?:$|:)/.test(second) || RUNNERS.test(second)
      : RUNNERS.test(first)
  }
  if (STARTERS.test(program)) return words.some((word) => RUNNERS.test(word))
  if (program === 'cargo') return /^(?:test|t|nextest)$/.test(first)
  if (program === 'go') return first === 'test'
  if (program === 'node') return args.includes('--test')
  return /^python[\d.]*$/.test(program) && args[args.indexOf('-m') + 1] === 'pytest' && args.includes('-m')
}
