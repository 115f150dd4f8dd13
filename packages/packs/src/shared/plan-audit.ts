import { parsePlan, type MasterPlan } from './master-plan.ts'
import {
  annotationsIn,
  isOwnSource,
  readAnnotations,
  readSource,
  type Annotation,
  type PlanServices,
} from './plan-annotations.ts'
import { hasAnnotation, hasRationale } from './plan-annotations.ts'
import { driftOf, type Drift, type DriftRecord } from './plan-drift.ts'
import { findPlan, readPlan, type PlanFile } from './plan-place.ts'
import { relativeTo } from './source-files.ts'

/** Comparison of plan and code. */
export interface PlanAudit {
  /** Undefined when the project has none. */
  readonly file: PlanFile | undefined
  readonly plan: MasterPlan
  readonly code: readonly Annotation[]
  readonly drift: Drift
  /** P0 requirements that no decision addresses. */
  readonly unaddressed: readonly string[]
  readonly changed: readonly ChangedSource[]
}

/** A source file that this session has changed. */
interface ChangedSource {
  readonly path: string
  readonly lines: number
  readonly lacks: 'decision' | 'rationale' | undefined
}

/** `changes`: absolute paths of what the session has changed, in this work tree or a linked one. */
export async function auditPlan(
  root: string,
  changes: readonly string[],
  minLines: number,
  world: PlanServices,
): Promise<PlanAudit> {
  const file = findPlan(root, world)
  const plan = (file && readPlan(file, world)) ?? parsePlan('')
  const sources = changedSources(root, changes, minLines, world)
  const elsewhere = sources.filter(({ tree }) => tree !== undefined)
  const code = [
    ...(await readAnnotations(root, world)),
    ...elsewhere.flatMap(({ path, text }) => annotationsIn(path, text)),
  ]
  const plans = [...new Set(elsewhere.map(({ tree }) => tree ?? root))].map((tree) => findPlan(tree, world))
  const alsoPlanned = plans.flatMap((other) => (other && readPlan(other, world))?.mentioned ?? [])
  return {
    file,
    plan,
    code,
    drift: driftOf(plan, code, alsoPlanned),
    unaddressed: plan.requirements
      .filter(({ category, addressed }) => category === 'P0' && !addressed)
      .map(({ id }) => id),
    changed: sources.map(({ path, lines, lacks }) => ({ path, lines, lacks })),
  }
}

/** Limit, above what one session changes. */
const MAX_CHANGES = 500

interface Changed extends ChangedSource {
  readonly text: string
  /** Its linked work tree, when that is not the project's own. */
  readonly tree: string | undefined
}

/** Skips files that were deleted again, or belong to another project. */
export function changedSources(
  root: string,
  changes: readonly string[],
  minLines: number,
  { git, files }: PlanServices,
): readonly Changed[] {
  const own = git.state(root)
  return changes.slice(-MAX_CHANGES).flatMap((path) => {
    const state = git.state(path.slice(0, path.lastIndexOf('/')) || '/')
    const isLinked = own !== undefined && state !== undefined && state.root !== own.root && state.main === own.main
    const name = relativeTo(path, isLinked ? state.root : root)
    if (name === undefined || !isOwnSource(name) || files.stat(path)?.kind !== 'file') return []
    const text = readSource(path, files)
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
    const lacks =
      lines < minLines ? undefined : !hasAnnotation(text) ? 'decision' : hasRationale(text) ? undefined : 'rationale'
    return [{ path: isLinked ? path : name, lines, lacks, text, tree: isLinked ? state.root : undefined }]
  })
}

export const driftRecord = ({ plan, code, drift, unaddressed, changed }: PlanAudit, epoch: number): DriftRecord => ({
  audit_epoch: epoch,
  unplanned_count: drift.unplanned.length,
  unimplemented_count: drift.unimplemented.length,
  missing_decisions: changed.filter(({ lacks }) => lacks === 'decision').length,
  total_decisions: code.length,
  source_files_changed: changed.length,
  unaddressed_p0s: unaddressed.length,
  nogo_count: plan.requirements.filter(({ category }) => category === 'NOGO').length,
  open_count: drift.open.length,
})
