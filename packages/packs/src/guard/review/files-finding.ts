import { shown, type FileEffect, risky, unclassified, type Objection } from '@holdpoint/shell'
import { isSecretPath } from '../secrets.ts'

const ACTIONS = { write: 'writes', delete: 'deletes', mode: 'changes' } as const

/** Writes are approved only as work, reads only of files without credentials. */
export function fileFinding(
  { op, path, real, maybe, run }: FileEffect,
  home: string | undefined,
  isWork = false,
): Objection | undefined {
  if (maybe || op === 'list') return undefined
  if (op === 'read') {
    // Single variables are judged by their names.
    const isOwnEnvironment = path === '/proc/self/environ' && run?.program === 'printenv'
    const isSecret = [path, real].some((one) => isSecretPath(one, home) || KEY_NAME.test(one))
    return isSecret && !isOwnEnvironment ? risky(`\`${shown(path)}\` holds credentials.`) : undefined
  }
  return isWork ? undefined : unclassified(`It ${ACTIONS[op]} \`${shown(path)}\`.`)
}

/** Names without an extension that describe the content: `deploy-key`. */
const KEY_NAME = /[/_-](?:key|secret|token|password|credential)s?$/i
