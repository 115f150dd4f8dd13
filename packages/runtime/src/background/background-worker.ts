import { safeName, type JobWorld, type Env } from '@holdpoint/engine'
import { isAlive } from '../system/files/alive.ts'
import { files } from '../system/files/files.ts'
import { work } from '../system/process/background-work.ts'
import { childToken, REENTRY_VARIABLE } from '../system/process/reentry.ts'
import { gitForOwnCheckout } from '../system/git/own-checkout.ts'
import { watch } from '../system/process/watch.ts'
import { openState, placeOf, stateHome } from '../system/state/place.ts'
import { findJob } from './background-jobs.ts'

/**
 * `holdpoint hook background <root> <name> <token>`: runs a worker. A hook starts it, and a token
 * that no hook has recorded ends it at once.
 */
export async function backgroundWorker(args: readonly string[], env: Env = process.env): Promise<never> {
  const [root = '', name = '', token = ''] = args
  const stop = new AbortController()
  process.once('SIGTERM', () => stop.abort()).once('SIGINT', () => stop.abort())
  try {
    const world = worldOf(root, env)
    await work({ name, token, area: world.project, find: findJob, stop: stop.signal, world })
    process.exit(0)
  } catch {
    // A worker's output is discarded, and the next request starts another worker.
    process.exit(1)
  }
}

function worldOf(root: string, env: Env): JobWorld {
  const place = placeOf(root, env)
  return {
    now: () => new Date(),
    env: (name) => env[name],
    files,
    isAlive,
    project: openState(place, env, 'unknown').project,
    session: (id) => openState(place, env, safeName(id)).session,
    watch(program, args, options) {
      const guard = { [REENTRY_VARIABLE]: childToken(stateHome(env)) }
      const { file, env: own } = program === 'git' ? gitForOwnCheckout(env, root) : { file: program, env }
      return watch(file, args, { ...options, env: { ...own, ...options.env, ...guard } })
    },
  }
}
