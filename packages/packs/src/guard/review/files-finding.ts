import { shown, type FileEffect, risky, unclassified, type Objection } from '@holdpoint/shell'
import { isSecretPath } from '../secrets.ts'

const DEEDS = { write: 'writes', delete: 'deletes', mode: 'changes' } as const

/** Writing is never waved through unless it is approved as work, reading only where there are no credentials. */
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
  return isWork ? undefined : unclassified(`It ${DEEDS[op]} \`${shown(path)}\`.`)
}

/** Names without an ending that speak of what is inside: `deploy-key`. */
const KEY_NAME = /[/_-](?:key|secret|token|password|credential)s?$/i
