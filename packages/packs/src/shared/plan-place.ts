import { parsePlan, PLAN_FILE, type MasterPlan } from './master-plan.ts'
import { isWithin } from '@holdpoint/shell'
import { hasLetters } from './plan-lines.ts'
import type { GitState, Services } from '@holdpoint/engine'

/** Where the plan of a project, or of one file in it, is. */

export interface PlanFile {
  /** Its directory. */
  readonly root: string
  readonly path: string
  readonly size: number
  readonly modifiedAt: Date
}

type PlanPlaceServices = Pick<Services, 'git' | 'files'>

/** The project's own plan: at its root, else at the root of its work tree, else in the main work tree. */
export function findPlan(root: string, world: PlanPlaceServices): PlanFile | undefined {
  const state = world.git.state(root)
  return firstPlan([root, ...(state === undefined ? [] : [state.root, state.main])], world.files)
}

/** The plan that a file belongs to: the nearest one in its own work tree, else that of the project. */
export function findPlanFor(
  file: string,
  repository: GitState,
  root: string,
  world: PlanPlaceServices,
): PlanFile | undefined {
  const real = world.files.real(root)
  const isInside = isWithin(real, repository.root) && isWithin(file, real)
  const isSameProject = world.git.state(root)?.main === repository.main
  return firstPlan(
    [...(isInside ? [real] : []), repository.root, ...(isSameProject ? [root] : []), repository.main],
    world.files,
  )
}

function firstPlan(roots: readonly string[], files: Services['files']): PlanFile | undefined {
  for (const root of new Set(roots)) {
    const found = planAt(root, files)
    if (found !== undefined) return found
  }
  return undefined
}

/** A link counts only when its target is in the project; otherwise it could expose any file on the machine. */
function planAt(root: string, files: Services['files']): PlanFile | undefined {
  const named = `${root}/${PLAN_FILE}`
  const own = files.stat(named)
  const path = own?.kind === 'link' ? files.real(named) : named
  const stat = path === named ? own : files.stat(path)
  if (stat?.kind !== 'file' || (path !== named && !isWithin(path, files.real(root)))) return undefined
  return { root, path, size: stat.size, modifiedAt: stat.modifiedAt }
}

/** Read limit, far above any handwritten plan. */
const MAX_BYTES = 8 << 20

/** Undefined when it cannot be read. Parsed once per event. */
export function readPlan(
  { path }: PlanFile,
  { files, memo }: Pick<Services, 'files' | 'memo'>,
): MasterPlan | undefined {
  return memo(`plan ${path}`, () => {
    try {
      const text = files.read(path, { maxBytes: MAX_BYTES })
      return text === undefined ? undefined : parsePlan(text)
    } catch {
      return undefined
    }
  })
}

/** An empty file is no plan. */
export function isFilled({ path }: PlanFile, files: Pick<Services['files'], 'read'>): boolean {
  try {
    return hasLetters(files.read(path, { maxBytes: MAX_HEAD }) ?? '')
  } catch {
    // It exists but cannot be read, so it counts as a plan.
    return true
  }
}

const MAX_HEAD = 64 << 10
