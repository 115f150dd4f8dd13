import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { changeOf, isTest } from '../../change.ts'
import { testFaults } from '../../checks/test-quality.ts'
import { readCode } from '../../code/read-code.ts'
import { fresh, listed } from '../../findings.ts'
import { keepInLedger } from '../../ledger.ts'
import { afterChange } from '../../meta.ts'

export default defineHook({
  meta: {
    ...afterChange('testing-verification'),
    summary: 'Report a test file that uses `.only`, skips tests, or asserts nothing.',
    options: v.strictObject({}),
    messages: {
      only: {
        what: '{path} runs only some of its tests:\n{list}',
        why: '\n`.only` silently skips all other tests in the file.',
        fix: 'Remove `.only`.',
      },
      skipped: {
        what: '{path} skips tests:\n{list}',
        why: '\nA skipped test proves nothing.',
        fix: 'Make them pass, or delete them and explain why.',
      },
      empty: {
        what: 'The tests in {path} assert nothing.',
        why: 'They pass no matter what the code does.',
        fix: 'Assert the result, such as `expect(result).toEqual(…)` or `assert result == …`.',
      },
    },
  },
  run({ event, services, feedback, pass }) {
    const change = changeOf(event, services)
    if (change === undefined || !isTest(change)) return pass
    keepInLedger(event, services.state.session, change.path)
    const { before, after, relative } = change
    const code = readCode(after, relative)
    if (code === undefined) return pass
    const { only, skipped, claimsNothing } = testFaults(after, code)
    if (only.length > 0) return feedback('only', { path: relative, list: listed(only) })
    const left = fresh(skipped, before, after)
    if (left.length > 0) return feedback('skipped', { path: relative, list: listed(left) })
    return claimsNothing ? feedback('empty', { path: relative }) : pass
  },
})
