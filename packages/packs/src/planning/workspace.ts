import type { AgentEvent, Services } from '@holdpoint/engine'
import { absolutePath } from '@holdpoint/shell'

/** The directory of a feature's plan, and the file names in it that the document fixes. */

export const STATE_FILE = '.planning-state.local.md'
export const LOCK_FILE = '.planning.lock'
export const AUDIT_FILE = '.planning-audit.log'
export const SPEC_FILE = 'spec.md'
/** Paths in a command with unknown parts most likely mean the plan when they end like this. */
export const PLAN_FILES: readonly string[] = [
  STATE_FILE,
  LOCK_FILE,
  AUDIT_FILE,
  SPEC_FILE,
  'research.md',
  'design.md',
  'plan.md',
  'tasks.md',
  'test-plan.md',
]

type Needs = Pick<Services, 'env' | 'files' | 'git'>
type Where = Pick<AgentEvent, 'cwd' | 'root'>

/** The feature directory: named by the environment, else found by the branch; undefined without a plan. */
export function featureDirectory({ cwd, root }: Where, services: Needs): string | undefined {
  const named = services.env('PLANNING_FEATURE_DIR') ?? ''
  if (named !== '') return best([cwd, root], named, services)
  return featureOfBranch([cwd, services.git.state(cwd)?.root ?? cwd, root], services)
}

/**
 * Every feature directory that a change may belong to: the session's, that of the current branch, and those
 * of the work trees that contain the paths, so that neither a branch nor a work tree bypasses the lock.
 */
export function featureDirectories(
  event: Where,
  paths: readonly string[],
  services: Needs & Pick<Services, 'memo'>,
): readonly string[] {
  const { memo, git } = services
  // One command may name thousands of files, in a few directories.
  const treeOf = (path: string): string | undefined =>
    memo(`planning tree ${parentOf(path)}`, () => git.state(parentOf(path))?.root)
  const own = memo(`planning features ${event.cwd}`, () => [
    featureDirectory(event, services),
    featureOfBranch([event.cwd], services),
  ])
  const trees = paths.filter((path) => path.startsWith('/')).map(treeOf)
  const others = [...new Set(trees)].map((tree) =>
    tree === undefined ? undefined : memo(`planning feature ${tree}`, () => featureOfBranch([tree], services)),
  )
  return [...new Set([...own, ...others].filter((feature) => feature !== undefined))]
}

/** The branch of the first place decides; the directory may be below any of them. */
function featureOfBranch(places: readonly string[], services: Needs): string | undefined {
  const name = /^feature\/(.+)$/.exec(services.git.state(places[0] ?? '/')?.branch ?? '')?.[1]
  if (name === undefined || name.split('/').includes('..')) return undefined
  return best(places, `specs/${name}`, services)
}

/** Of several places to look in, the first where it is, or where at least its parent is. */
function best(places: readonly string[], relative: string, { files }: Needs): string | undefined {
  const candidates = [...new Set(places.map((place) => absolutePath(relative, place)))]
  const there = candidates.find((path) => files.isDirectory(path))
  return there ?? candidates.find((path) => files.isDirectory(parentOf(path))) ?? candidates[0]
}

export const branchOf = (cwd: string, { git }: Needs): string => {
  const state = git.state(cwd)
  return state === undefined ? 'unknown' : (state.branch ?? 'HEAD')
}

export const parentOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/')))
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
