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
    summary: 'Give back YAML, JSON, TOML and Dockerfiles that cannot be read, and files with a secret in them.',
    options: v.strictObject({}),
    messages: {
      unreadable: {
        what: '{path} cannot be read:\n{list}',
        why: '\nThe program it is for will refuse it.',
        fix: 'Mend it now.',
      },
      secret: {
        what: 'There is a secret in {path} now:\n{list}',
        why: '\nWhoever can read the file can use it, and git keeps it for ever once it is committed.',
        fix: 'Take it out and refer to the secret store of the platform, such as `${{ secrets.API_KEY }}`.',
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
