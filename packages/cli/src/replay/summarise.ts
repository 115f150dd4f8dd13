import { builtIn } from '@holdpoint/packs'
import { projectFolders } from '@holdpoint/runtime'
import { transcriptsBelow } from './find.ts'
import { openPolicy } from './policy.ts'
import { replay } from './replay.ts'
import type { Counts } from './tally.ts'
import type { Env } from '@holdpoint/engine'

export interface Summary {
  readonly calls: number
  readonly counts: Counts
  /** Whether the time limit cut the history. */
  readonly partial: boolean
}

const DAY_MS = 24 * 3600 * 1000
const MAX_MS = 1_500
const MAX_CALLS = 5_000

/** Whether there is anything to summarise. */
export const hasTranscripts = (root: string, env: Env): boolean =>
  projectFolders(root, env).some((folder) => transcriptsBelow(folder).length > 0)

/**
 * What presets would have decided in the last days of a project, the latest first, within a short time limit.
 * Undefined when there is nothing to judge.
 */
export async function summarise(
  root: string,
  presets: readonly string[],
  days: number,
  env: Env,
): Promise<Summary | undefined> {
  const now = Date.now()
  const since = now - days * DAY_MS
  const transcripts = projectFolders(root, env)
    .flatMap((folder) => transcriptsBelow(folder, since))
    .toSorted((a, b) => b.changedAt - a.changedAt)
  if (transcripts.length === 0 || presets.length === 0) return undefined
  const policy = await openPolicy({ kind: 'presets', names: presets }, env, builtIn)
  const isOver = (): boolean => Date.now() - now > MAX_MS
  const { calls, counts, partial } = await replay({
    transcripts,
    policy,
    registry: builtIn,
    env,
    since,
    root,
    keep: 0,
    maxCalls: MAX_CALLS,
    isOver,
  })
  return calls === 0 ? undefined : { calls, counts, partial }
}
