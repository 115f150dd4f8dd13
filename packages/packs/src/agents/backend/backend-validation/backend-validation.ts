import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { changeOf, isForeign } from '../../change.ts'
import { newSecrets } from '../../checks/secrets.ts'
import { builtSql } from '../../checks/sql.ts'
import { readCode } from '../../code/read-code.ts'
import { fresh, listed } from '../../findings.ts'
import { beforeChange } from '../../meta.ts'
import { SECRET } from '../../words.ts'

export default defineHook({
  meta: {
    ...beforeChange('backend-validation'),
    summary: 'Block secrets in server code, and SQL that is concatenated from strings and variables.',
    options: v.strictObject({}),
    messages: {
      secret: SECRET,
      sql: {
        what: '{path} would concatenate SQL from strings and variables:\n{list}',
        why: '\nA value that contains a quote becomes part of the statement (SQL injection).',
        fix: 'Use placeholders and pass the values separately: `query("… WHERE id = $1", [id])`.',
      },
    },
  },
  run({ event, services, deny, pass }) {
    const change = changeOf(event, services)
    if (change === undefined || isForeign(change)) return pass
    const { before, after, relative } = change
    const code = readCode(after, relative)
    const secrets = newSecrets(change, code)
    if (secrets.length > 0) return deny('secret', { path: relative, list: listed(secrets) })
    const sql = code === undefined ? [] : fresh(builtSql(after, code), before, after)
    return sql.length > 0 ? deny('sql', { path: relative, list: listed(sql) }) : pass
  },
})
