import * as v from 'valibot'
import { globListMatcher, defineHook } from '@holdpoint/engine'
import { changeOf, isForeign, isImplementation, isTest, type Change } from '../../change.ts'
import { newDebugStatements } from '../../checks/debug-statements.ts'
import { readCode } from '../../code/read-code.ts'
import { listed } from '../../findings.ts'
import { keepInLedger } from '../../ledger.ts'
import { afterChange } from '../../meta.ts'
import { globs, timeLimit } from '../../options.ts'
import { runRelatedTests } from '../../run-tests.ts'
import { unfinished } from '../../unfinished.ts'

export default defineHook({
  meta: {
    ...afterChange('debug-verification'),
    summary: 'Tell of debug statements that were left in the code, and run the tests of the file that was mended.',
    options: v.strictObject({
      time_limit_seconds: timeLimit,
      may_print: globs('Files whose work is to print, as globs relative to the project.', [
        '{bin,cli,scripts,script,tools,examples}/**',
        '**/{bin,cli,scripts,commands}/**',
        '**/{cli,main,__main__}.*',
      ]),
    }),
    stricter: { may_print: 'less' },
    messages: {
      failed: {
        what: 'After the change of {path} tests fail (`{command}`):\n{output}',
        why: '\nWhat was mended here has broken something, or is not mended yet.',
        fix: 'Find out why before you change more.',
      },
    },
  },
  async run({ event, options, services, feedback, inject, pass }) {
    const change = changeOf(event, services)
    if (change === undefined || isForeign(change)) return pass
    const left = leftOver(change, options.may_print)
    if (!isImplementation(change) && !isTest(change)) return inject(left)
    const { result, command, output } = await runRelatedTests(change, options.time_limit_seconds * 1000, services)
    keepInLedger(event, services.state.session, change.path, result)
    const context = [left, result === 'unknown' ? unfinished(command) : ''].filter((part) => part !== '').join('\n\n')
    if (result !== 'fail') return inject(context)
    return { ...feedback('failed', { path: change.relative, command, output }), ...(context !== '' && { context }) }
  },
})

function leftOver({ before, after, relative }: Change, mayPrint: readonly string[]): string {
  const code = readCode(after, relative)
  if (code === undefined) return ''
  const old = before === undefined ? undefined : readCode(before, relative)
  const found = newDebugStatements(old, code, after, globListMatcher(mayPrint)(relative))
  return found.length === 0
    ? ''
    : `Debug statements came into ${relative} with this change; take them out before you are done:\n${listed(found)}`
}
