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
    summary: 'Refuse secrets in the code of a server, and SQL that is built from texts and variables.',
    options: v.strictObject({}),
    messages: {
      secret: SECRET,
      sql: {
        what: 'This would build SQL from texts and variables in {path}:\n{list}',
        why: '\nA value with a quote in it becomes part of the statement (SQL injection).',
        fix: 'Use placeholders and pass the values separately, such as `query("… WHERE id = $1", [id])`.',
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
