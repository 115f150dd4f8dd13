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
    summary: 'Run the tests of a transformed file, and report those that fail.',
    options: v.strictObject({ time_limit_seconds: timeLimit }),
    messages: {
      failed: {
        what: 'Tests fail after the change to {path} (`{command}`):\n{output}',
        why: '\nA transformation must not change behaviour.',
        fix: 'Fix the code or undo the change. Do not change the tests.',
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
