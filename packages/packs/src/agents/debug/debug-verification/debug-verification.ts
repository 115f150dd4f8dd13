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
    summary: 'Report debug statements left in the code, and run the tests of the fixed file.',
    options: v.strictObject({
      time_limit_seconds: timeLimit,
      may_print: globs('Files that may print, as globs relative to the project.', [
        '{bin,cli,scripts,script,tools,examples}/**',
        '**/{bin,cli,scripts,commands}/**',
        '**/{cli,main,__main__}.*',
      ]),
    }),
    stricter: { may_print: 'less' },
    messages: {
      failed: {
        what: 'Tests fail after the change to {path} (`{command}`):\n{output}',
        why: '\nThe fix is incomplete or breaks something else.',
        fix: 'Find the cause before you change anything else.',
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
    : `This change adds debug statements to ${relative}. Remove them before you finish:\n${listed(found)}`
}
