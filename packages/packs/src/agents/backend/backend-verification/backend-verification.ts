import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { changeOf, isForeign } from '../../change.ts'
import { keepInLedger } from '../../ledger.ts'
import { afterChange } from '../../meta.ts'
import { timeLimit } from '../../options.ts'
import { verifyFile } from '../../verify-file.ts'
import { UNSOUND } from '../../words.ts'

export default defineHook({
  meta: {
    ...afterChange('backend-verification'),
    summary: 'Check syntax, style and types of written server code with the project’s own tools.',
    options: v.strictObject({ time_limit_seconds: timeLimit }),
    messages: { unsound: UNSOUND },
  },
  async run({ event, options, services, feedback, pass }) {
    const change = changeOf(event, services)
    if (change === undefined || isForeign(change)) return pass
    keepInLedger(event, services.state.session, change.path)
    const objection = await verifyFile(change, options.time_limit_seconds * 1000, services)
    return objection === undefined ? pass : feedback('unsound', { path: change.relative, ...objection })
  },
})
