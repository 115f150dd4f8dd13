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
    summary: 'Give back a test file that keeps other tests from running, leaves tests out, or claims nothing.',
    options: v.strictObject({}),
    messages: {
      only: {
        what: 'In {path} only some of the tests would run:\n{list}',
        why: '\nAll others of the file are left out, and nobody notices.',
        fix: 'Take `.only` out again.',
      },
      skipped: {
        what: 'In {path} tests are left out:\n{list}',
        why: '\nA test that does not run proves nothing.',
        fix: 'Make them pass, or delete them and say why.',
      },
      empty: {
        what: 'The tests in {path} claim nothing.',
        why: 'They pass whatever the code does.',
        fix: 'Assert what the code must do, such as `expect(result).toEqual(…)` or `assert result == …`.',
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
