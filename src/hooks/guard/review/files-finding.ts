import { shown, type FileEffect } from '../../../core/effects.ts'
import { isSecretPath } from '../secrets.ts'
import { risky, unclassified, type Finding } from './judgement.ts'

const DEEDS = { write: 'writes', delete: 'deletes', mode: 'changes' } as const

/** Writing is never waved through, reading only where there are no credentials. */
export function fileFinding({ op, path, real, maybe, run }: FileEffect, home: string | undefined): Finding | undefined {
  if (maybe || op === 'list') return undefined
  if (op === 'read') {
    // What the environment holds was given to the agent with it.
    const isOwnEnvironment = path === '/proc/self/environ' && /^(?:env|printenv)$/.test(run?.program ?? '')
    const isSecret = [path, real].some((one) => isSecretPath(one, home) || KEY_NAME.test(one))
    return isSecret && !isOwnEnvironment ? risky(`\`${shown(path)}\` holds credentials.`) : undefined
  }
  // The patches that git writes are its own, and can be made again.
  if (op === 'write' && run?.program === 'git' && path.endsWith('.patch')) return undefined
  return unclassified(`It ${DEEDS[op]} \`${shown(path)}\`.`)
}

/** Names without an ending that speak of what is inside: `deploy-key`. */
const KEY_NAME = /[/_-](?:key|secret|token|password|credential)s?$/i
