import { builtIn } from '@holdpoint/packs'
import { openGroupedSpool } from '../audit/group.ts'
import { BUILD } from '../build.ts'
import type { Reply } from '../answer.ts'
import type { World } from '../compose.ts'
import { packageRoot } from '../hook-entry.ts'
import { hookCommand } from '../hook-command.ts'
import { ownPaths } from '../own-paths.ts'
import { openDriverCache } from '../system/git/driver-cache.ts'
import { cachedLookup } from '../system/files/places.ts'
import type { Given } from './aside/messages.ts'

/** What all events share in a process that answers many of them. */
export type SharedWorld = Omit<World, 'env' | 'cwd'>

export const worldOf = (program: string): SharedWorld & { readonly program: string } => ({
  now: () => new Date(),
  registry: builtIn,
  build: BUILD,
  kept: new Map(),
  notes: new Set(),
  ownPaths: () => cachedLookup('own', () => ownPaths(process.env, program)),
  pluginRoot: packageRoot,
  writeLine: openGroupedSpool(),
  gitDrivers: openDriverCache(),
  program,
})

/** As the command `holdpoint hook <event> --from <scope>` of that session would. `problem`: the input is not readable. */
export function replyTo(
  { event, scope, payload, env, cwd, ignored }: Given,
  world: SharedWorld,
  problem?: string,
): Promise<Reply> {
  const read = (): unknown => {
    if (problem !== undefined) throw new Error(problem)
    return payload
  }
  const own = { ...world, env, cwd, ...(ignored !== undefined && { ignored }) }
  return hookCommand([event, '--from', scope], read, own)
}
