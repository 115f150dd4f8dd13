import { askGit, readWorkTree, type WorkTree } from './git-status.ts'
import { PLAN_FILE } from './master-plan.ts'
import { isOwnSource, type PlanServices } from './plan-annotations.ts'
import type { PlanFile } from './plan-place.ts'
import type { ChangedPath, Services } from '@holdpoint/engine'
import { relativeTo } from './source-files.ts'

/**
 * How much has changed since the plan was last changed. The commit gives that time, because a clone or checkout sets
 * new file times; only a plan with uncommitted changes uses its own modification time.
 */
export interface PlanAge {
  readonly updatedAt: Date
  readonly commits: number
  /** Existing source files that were changed since. New files implement the plan, so they do not count. */
  readonly changed: number
  /** All tracked source files; undefined when there are too many to count. */
  readonly total: number | undefined
  /** 0 when it is unknown. */
  readonly churn: number
}

/** Undefined outside a repository, or when git gives no answer. */
export function readPlanAge(plan: PlanFile, world: PlanServices): Promise<PlanAge | undefined> {
  return world.memo(`plan age ${plan.path}`, () => ageOf(plan, world))
}

async function ageOf(plan: PlanFile, world: PlanServices): Promise<PlanAge | undefined> {
  const tree = await readWorkTree(plan.root, world)
  if (tree === undefined || !tree.isRead) return undefined
  const history = await readHistory(plan, tree, world)
  const { total } = history
  const modified = tree.changes.filter((change) => counts(change, plan, history.isCommitted, tree, world))
  const changed = new Set([...history.modified, ...modified.map(({ path }) => path)])
  return {
    updatedAt: new Date(history.updatedAt),
    commits: history.commits,
    changed: changed.size,
    total,
    churn: total === undefined || total === 0 ? 0 : Math.min(100, (changed.size * 100) / total),
  }
}

/** Uncommitted changes older than the plan do not count. */
function counts(
  { path, kind }: ChangedPath,
  plan: PlanFile,
  isCommitted: boolean,
  tree: WorkTree,
  world: PlanServices,
): boolean {
  if (kind === 'untracked' || kind === 'added' || kind === 'deleted' || !isOwnSource(path)) return false
  if (isCommitted) return true
  const at = world.files.stat(`${tree.root}/${path}`)?.modifiedAt.getTime() ?? 0
  return at > plan.modifiedAt.getTime()
}

/** Values that change only with a new commit or another change of the plan. */
interface History {
  /** Names the commit and the plan it was made for. */
  readonly key: string
  readonly isCommitted: boolean
  readonly updatedAt: number
  readonly commits: number
  readonly modified: readonly string[]
  readonly total?: number
}

async function readHistory(plan: PlanFile, tree: WorkTree, { git, state, files }: PlanServices): Promise<History> {
  const path = relativeTo(files.real(plan.path), tree.root) ?? PLAN_FILE
  const isChanged = tree.changes.some((change) => change.path === path)
  const key = [tree.head, plan.path, plan.modifiedAt.getTime(), plan.size, isChanged].join(' ')
  const kept = keptHistory(state.project, tree.root)
  if (kept?.key === key) return kept

  const commit = isChanged || tree.head === undefined ? undefined : await lastCommitOf(path, tree.root, git)
  const updatedAt = commit?.at ?? plan.modifiedAt.getTime()
  const range = commit === undefined ? [`--since=@${Math.floor(updatedAt / 1000)}`] : [`${commit.id}..HEAD`]
  const log = tree.head === undefined ? '' : await askGit(git, tree.root, [...LOG, ...range])
  const listed = await askGit(git, tree.root, ['ls-files', '-z'])
  const tracked = listed === undefined || listed.length >= CUT ? undefined : listed.split('\0').filter(isOwnSource)
  const isTracked = new Set(tracked)
  const { commits, modified } = parseLog(log ?? '')
  const history: History = {
    key,
    isCommitted: commit !== undefined,
    updatedAt,
    commits,
    modified: modified.filter((name) => isTracked.has(name)),
    ...(tracked !== undefined && { total: tracked.length }),
  }
  saveCache(state.project, tree.root, history)
  return history
}

/** Output beyond a megabyte is dropped; truncated output cannot be counted. */
const CUT = (1 << 20) - 8
const MAX_COMMITS = 2_000
const LOG = ['log', '--format=%x01', '--name-status', '--no-renames', '-z', `--max-count=${MAX_COMMITS}`]

async function lastCommitOf(
  path: string,
  root: string,
  git: Services['git'],
): Promise<{ readonly id: string; readonly at: number } | undefined> {
  const text = await askGit(git, root, ['log', '-1', '--format=%H %ct', '--', path])
  const [, id = '', at = ''] = /^([0-9a-f]{40,64}) (\d{1,12})\s*$/.exec(text ?? '') ?? []
  return id === '' ? undefined : { id, at: Number(at) * 1000 }
}

/** A mark for each commit, then pairs of a letter and a path. */
export function parseLog(text: string): { readonly commits: number; readonly modified: readonly string[] } {
  const modified = new Set<string>()
  let commits = 0
  let letter: string | undefined
  for (const field of text.split('\0')) {
    const word = field.replace(/^\n/, '')
    if (letter !== undefined) {
      if (letter !== 'A') modified.add(field)
      letter = undefined
    } else if (word === '\u0001') commits += 1
    else if (/^[A-Z]\d*$/.test(word)) letter = word
  }
  return { commits, modified: [...modified] }
}

const nameFor = (root: string): string => `plan-history-${root.replace(/[^A-Za-z0-9]/g, '-').slice(-80)}`

function keptHistory(area: Services['state']['project'], root: string): History | undefined {
  try {
    const kept = area.get<Partial<History>>(nameFor(root))
    const isWhole =
      typeof kept?.key === 'string' &&
      typeof kept.isCommitted === 'boolean' &&
      Number.isFinite(kept.updatedAt) &&
      Number.isSafeInteger(kept.commits) &&
      Array.isArray(kept.modified)
    return isWhole ? (kept as History) : undefined
  } catch {
    return undefined
  }
}

/** If the cache cannot be written, the next call reads the history again. */
function saveCache(area: Services['state']['project'], root: string, history: History): void {
  try {
    area.update<History>(nameFor(root), () => history)
  } catch {
    // See above.
  }
}
