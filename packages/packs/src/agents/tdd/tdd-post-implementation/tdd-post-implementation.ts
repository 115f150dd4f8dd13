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
    summary: 'Run the tests of a written file, and report those that fail.',
    options: v.strictObject({ time_limit_seconds: timeLimit }),
    messages: {
      failed: {
        what: 'Tests fail after the change to {path} (`{command}`):\n{output}',
        why: '\nThe code does not satisfy its tests yet (GREEN).',
        fix: 'Make them pass first. Change a test only if the test is wrong.',
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
