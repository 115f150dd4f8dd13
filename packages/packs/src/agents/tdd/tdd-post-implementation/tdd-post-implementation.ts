import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { changeOf, isImplementation, isTest } from '../../change.ts'
import { keepInLedger } from '../../ledger.ts'
import { afterChange } from '../../meta.ts'
import { timeLimit } from '../../options.ts'
import { runRelatedTests } from '../../run-tests.ts'
import { unfinished } from '../../unfinished.ts'

export default defineHook({
  meta: {
    ...afterChange('tdd-post-implementation'),
    summary: 'Run the tests of a file that was written, and give back what is not green.',
    options: v.strictObject({ time_limit_seconds: timeLimit }),
    messages: {
      failed: {
        what: 'After the change of {path} tests fail (`{command}`):\n{output}',
        why: '\nThe code does not do yet what its tests ask for (GREEN).',
        fix: 'Make them pass before anything else; change a test only if it asks for the wrong thing.',
      },
    },
  },
  async run({ event, options, services, feedback, inject, pass }) {
    const change = changeOf(event, services)
    if (change === undefined) return pass
    if (!isImplementation(change)) {
      // A test that fails when it is written is how the work begins (RED).
      if (isTest(change)) keepInLedger(event, services.state.session, change.path)
      return pass
    }
    const { result, command, output } = await runRelatedTests(change, options.time_limit_seconds * 1000, services)
    keepInLedger(event, services.state.session, change.path, result)
    if (result === 'fail') return feedback('failed', { path: change.relative, command, output })
    return result === 'unknown' ? inject(unfinished(command)) : pass
  },
})
