import * as v from 'valibot'
import { epochOf, readHarnessLine } from '../../shared/harness-state.ts'
import { counted, defineHook, type GitState, type Services } from '@holdpoint/engine'
import { readPlanAge } from '../../shared/plan-age.ts'
import { readAnnotations } from '../../shared/plan-annotations.ts'
import { driftCount, driftOf, parseDrift, PLAN_DRIFT } from '../../shared/plan-drift.ts'
import { findPlanFor, isFilled, readPlan, type PlanFile } from '../../shared/plan-place.ts'
import { linesOf } from '../../shared/plan-lines.ts'
import { percent } from '../../shared/plan-status.ts'
import { isMetaRepository, isSkippablePath, isSourceFile, relativeTo } from '../../shared/source-files.ts'

const limit = (value: number, what: string) => v.optional(v.pipe(v.number(), v.minValue(0), v.description(what)), value)

export default defineHook({
  meta: {
    id: 'plan/plan-check',
    summary: 'Block new source files without a MASTER_PLAN.md, or while the plan is out of date.',
    on: ['tool.before'],
    tools: ['write'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 250,
    aliases: ['plan-check.sh', 'harness/plan-check'],
    options: v.strictObject({
      min_lines: limit(20, 'Writes of fewer lines pass.'),
      churn_warn: limit(15, 'Percentage of source files changed since the plan at which it warns.'),
      churn_deny: limit(35, 'The same, at which it blocks.'),
      drift_warn: limit(2, 'Number of decisions that differ between plan and code at which it warns.'),
      drift_deny: limit(5, 'The same, at which it blocks.'),
    }),
    stricter: { min_lines: 'less', churn_warn: 'less', churn_deny: 'less', drift_warn: 'less', drift_deny: 'less' },
    messages: {
      missing: {
        what: 'there is no MASTER_PLAN.md for {file}.',
        why: 'Larger source files need a plan first.',
        fix: 'Write {plan} with the intent, the requirements and at least one `## Phase 1: …` with `**Status:** planned`. Edits and files under {lines} lines need no plan.',
      },
      stale: {
        what: 'the plan is out of date for {file}: {churn} % of the source files changed since its last update (limit {churn_deny} %), {drift} (limit {drift_deny}).',
        why: 'The code cannot be checked against an outdated plan.',
        fix: 'Update phases, decisions and their status in {plan}. `holdpoint plan audit` lists the differences.',
      },
    },
  },
  async run({ event, options, services, deny, inject, pass }) {
    const [touched] = event.tool.files
    if (touched === undefined || lineCount(touched.content ?? '') < options.min_lines) return pass
    const file = services.files.real(touched.path)
    const repository = services.git.state(directoryOf(file))
    if (repository === undefined || !isJudged(file, repository, services)) return pass

    const plan = findPlanFor(file, repository, event.root, services)
    const name = relativeTo(file, repository.root) ?? file
    if (plan === undefined || !isFilled(plan, services.files)) {
      const wanted = plan?.path ?? `${repository.root}/MASTER_PLAN.md`
      return deny('missing', { file: name, plan: wanted, lines: options.min_lines })
    }
    const churn = (await readPlanAge(plan, services))?.churn ?? 0
    const isOurs = services.git.state(event.root)?.main === repository.main
    const drift = await currentDrift(isOurs ? event.root : repository.root, plan, options.drift_warn, services)
    if (churn >= options.churn_deny || drift >= options.drift_deny) {
      const { churn_deny, drift_deny } = options
      const differing = drifted(drift)
      return deny('stale', {
        file: name,
        plan: plan.path,
        churn: percent(churn),
        drift: differing,
        churn_deny,
        drift_deny,
      })
    }
    if (churn < options.churn_warn && drift < options.drift_warn) return pass
    return inject(
      `The plan is getting out of date: ${percent(churn)} % of the source files changed since its last update ` +
        `(limit ${options.churn_deny} %), ${drifted(drift)} (limit ${options.drift_deny}). ` +
        `Update ${plan.path} before new source files are blocked.`,
    )
  },
})

const drifted = (count: number): string =>
  `${counted(count, 'decision')} ${count === 1 ? 'differs' : 'differ'} from the code`

function isJudged(file: string, repository: GitState, services: Services): boolean {
  const relative = relativeTo(file, repository.root)
  if (relative === undefined || !isSourceFile(relative) || isSkippablePath(relative)) return false
  return !isMetaRepository(repository, services)
}

/** Counts of the last audit. Recounted when the plan has changed since, because changing the plan lifts the denial. */
async function currentDrift(root: string, plan: PlanFile, warn: number, services: Services): Promise<number> {
  const text = readHarnessLine(services.files, root, PLAN_DRIFT)
  const record = parseDrift(text ?? '')
  const known = driftCount(record)
  if (known < warn || epochOf(plan.modifiedAt) <= auditedAt(record.audit_epoch, root, services)) return known
  const parsed = readPlan(plan, services)
  if (parsed === undefined) return known
  const { unplanned, unimplemented, open } = driftOf(parsed, await readAnnotations(plan.root, services))
  return unplanned.length + unimplemented.length - open.length
}

/** A file without a timestamp counts from its modification time. */
function auditedAt(epoch: number, root: string, { files }: Services): number {
  const stat = epoch === 0 ? files.stat(`${root}/.claude/${PLAN_DRIFT}`) : undefined
  return stat === undefined ? epoch : epochOf(stat.modifiedAt)
}

const directoryOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/'

function lineCount(text: string): number {
  if (text === '') return 0
  const lines = linesOf(text)
  return lines.at(-1) === '' ? lines.length - 1 : lines.length
}
