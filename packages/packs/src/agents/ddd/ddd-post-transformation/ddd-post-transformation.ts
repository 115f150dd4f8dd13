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
    ...afterChange('ddd-post-transformation'),
    summary: 'Run the tests of a file that was transformed, and give back what no longer holds.',
    options: v.strictObject({ time_limit_seconds: timeLimit }),
    messages: {
      failed: {
        what: 'After the change of {path} tests fail (`{command}`):\n{output}',
        why: '\nA transformation keeps the behaviour as it was.',
        fix: 'Mend the code or take the change back; do not adapt the tests to it.',
      },
    },
  },
  async run({ event, options, services, feedback, inject, pass }) {
    const change = changeOf(event, services)
    if (change === undefined || !(isImplementation(change) || isTest(change))) return pass
    const { result, command, output } = await runRelatedTests(change, options.time_limit_seconds * 1000, services)
    keepInLedger(event, services.state.session, change.path, result)
    if (result === 'fail') return feedback('failed', { path: change.relative, command, output })
    return result === 'unknown' ? inject(unfinished(command)) : pass
  },
})
