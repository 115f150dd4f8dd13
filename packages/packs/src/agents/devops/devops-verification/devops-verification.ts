import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { changeOf, isForeign } from '../../change.ts'
import { configProblem } from '../../checks/config-files.ts'
import { newSecrets } from '../../checks/secrets.ts'
import { readCode } from '../../code/read-code.ts'
import { listed } from '../../findings.ts'
import { keepInLedger } from '../../ledger.ts'
import { afterChange } from '../../meta.ts'

export default defineHook({
  meta: {
    ...afterChange('devops-verification'),
    summary: 'Report YAML, JSON, TOML and Dockerfiles that do not parse, and files that contain a secret.',
    options: v.strictObject({}),
    messages: {
      unreadable: {
        what: '{path} does not parse:\n{list}',
        why: '\nThe program that reads it will fail.',
        fix: 'Fix it now.',
      },
      secret: {
        what: '{path} contains a secret:\n{list}',
        why: '\nEvery reader of the file can use it, and a commit keeps it in the history.',
        fix: 'Remove it and use the platform’s secret store, such as `${{ secrets.API_KEY }}`.',
      },
    },
  },
  async run({ event, services, feedback, pass }) {
    const change = changeOf(event, services)
    if (change === undefined || isForeign(change)) return pass
    keepInLedger(event, services.state.session, change.path)
    const secrets = newSecrets(change, readCode(change.after, change.relative))
    if (secrets.length > 0) return feedback('secret', { path: change.relative, list: listed(secrets) })
    const problem = await configProblem(change, services)
    return problem === undefined ? pass : feedback('unreadable', { path: change.relative, list: listed([problem]) })
  },
})
