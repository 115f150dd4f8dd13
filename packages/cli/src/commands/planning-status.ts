import { relative } from 'node:path'
import { fit, plain, ago } from '@holdpoint/runtime/audit'
import { isOwner, type Overview, type Where } from '@holdpoint/packs'
import { colours, facts, print } from './output.ts'

const WIDTH = 78

/** The plan at a glance. */
export function showOverview(found: Overview, where: Where, since: Date | undefined, now: Date): void {
  const { feature, state, config, artifacts } = found
  const shown = (path: string): string => plain(relative(where.cwd, path) || '.')
  if (feature === undefined) {
    print(`No plan here: branch ${plain(found.branch)} is not feature/<name>.`)
    print('Name a feature directory with --feature <dir>, or set PLANNING_FEATURE_DIR.')
    return
  }
  print(
    facts([
      ['feature', `${shown(feature)} (branch ${plain(found.branch)})`],
      ['phase', phaseOf(found)],
      ['lock', lockOf(found, where, since, now)],
      ['research', budgetOf(found)],
      ['artifacts', artifacts.present.map(plain).join(', ') || 'none yet'],
      ['missing', artifacts.missing.map(plain).join(', ') || 'nothing'],
      ['gates', gatesOf(found)],
      ['config', configOf(found, shown)],
    ]),
  )
  const problems = [
    state?.problem === undefined ? '' : `.planning-state.local.md: ${state.problem}`,
    config.problem ?? '',
  ]
  for (const problem of problems.filter((text) => text !== '')) print(`${colours.red('✗')} ${plain(problem)}`)
  const decisions = state?.decisions ?? []
  if (decisions.length === 0) return
  print(`\n${colours.bold(`Decided (${decisions.length})`)}`)
  for (const { question, answer } of decisions.slice(0, MAX_SHOWN))
    print(`  ${fit(plain(`${question} -> ${answer}`), WIDTH)}`)
  if (decisions.length > MAX_SHOWN) print(`  … and ${decisions.length - MAX_SHOWN} more`)
}

const MAX_SHOWN = 20

function phaseOf({ state, step, config }: Overview): string {
  if (state === undefined) return 'not started'
  const place = step === 0 ? `none of the ${config.phases.length} phases` : `${step} of ${config.phases.length}`
  return `${plain(state.phase) || 'unknown'} (${place}), mode ${plain(state.mode) || 'unknown'}`
}

function lockOf({ lock }: Overview, { session }: Where, since: Date | undefined, now: Date): string {
  if (lock.is === 'free') return 'free'
  const age = since === undefined ? '' : `, taken ${ago(since.getTime(), now)}`
  if (lock.is === 'corrupt') return `cannot be read: ${plain(lock.why)}${age}`
  if (lock.session === undefined) return `held without a session${age}`
  const isOurs = session !== undefined && isOwner(lock.session, session)
  return `${isOurs ? 'held by this session' : `held by session ${plain(lock.session)}`}${age}`
}

function budgetOf({ budget }: Overview): string {
  if (budget === undefined) return 'unknown (give --session <id>)'
  const { used, limits } = budget
  const servers = Object.entries(used.per_server).filter(([, count]) => count > 0)
  const by = servers.length === 0 ? '' : ` (${servers.map(([name, count]) => `${plain(name)} ${count}`).join(', ')})`
  return `${used.session_total} of ${limits.session} calls in the session, ${used.phase_total} of ${limits.phase} in the phase${by}`
}

function gatesOf({ state, redGates }: Overview): string {
  const gates = state?.gates ?? []
  const texts = gates.map(({ phase, verdict, score }) =>
    plain(`${phase} ${verdict}${score === '' ? '' : ` (${score})`}`),
  )
  const red = redGates.length === 0 ? '' : `; RED: ${redGates.map(plain).join(', ')}`
  return (texts.join(', ') || 'none yet') + red
}

function configOf({ config, flagsOff }: Overview, shown: (path: string) => string): string {
  const file = config.file === undefined ? 'defaults (no config/planning-config.yaml)' : shown(config.file)
  return flagsOff.length === 0 ? file : `${file}; switched off: ${flagsOff.join(', ')}`
}
