import { type Services, safeName } from '@holdpoint/engine'
import { artifactsIn, isFilled } from './block.ts'
import { budgetName, budgetOf, type Budget, type Limits } from './budget.ts'
import { FLAGS, readConfig, type PlanningConfig } from './config.ts'
import { readLock, type Lock } from './lock.ts'
import { readState, redGates, type PlanningState } from './state.ts'
import { branchOf, featureDirectory } from './workspace.ts'

type Needs = Pick<Services, 'env' | 'files' | 'git' | 'yaml' | 'temp'>

export interface Where {
  readonly cwd: string
  readonly root: string
  /** Named on the command line. */
  readonly feature?: string | undefined
  readonly session?: string | undefined
}

/** Everything known about the plan of a feature. */
export interface Overview {
  readonly branch: string
  readonly feature: string | undefined
  readonly config: PlanningConfig
  readonly flagsOff: readonly string[]
  /** Undefined: there is no plan yet. */
  readonly state: PlanningState | undefined
  /** Place of the phase among all, from 1; 0 when it is none of them. */
  readonly step: number
  readonly redGates: readonly string[]
  readonly lock: Lock
  readonly budget: { readonly of: string; readonly used: Budget; readonly limits: Limits } | undefined
  readonly artifacts: { readonly present: readonly string[]; readonly missing: readonly string[] }
}

export async function overview(where: Where, services: Needs): Promise<Overview> {
  const { files } = services
  const config = await readConfig(where.root, services)
  const feature = where.feature ?? featureDirectory(where, services)
  const state = feature === undefined ? undefined : await readState(feature, services)
  const lock: Lock = feature === undefined ? { is: 'free' } : readLock(feature, files)
  const session = where.session ?? (lock.is === 'held' ? lock.session : undefined)
  return {
    branch: branchOf(where.cwd, services),
    feature,
    config,
    flagsOff: FLAGS.filter((flag) => !config.isOn(flag)),
    state,
    step: config.phases.indexOf(state?.phase ?? '') + 1,
    redGates: redGates(state?.gates ?? []).map(({ phase }) => phase),
    lock,
    budget: session === undefined ? undefined : budgetFor(session, config.budget, services),
    artifacts: {
      present: feature === undefined ? [] : artifactsIn(feature, files).map(({ name }) => name),
      missing: feature === undefined ? [] : config.artifacts.filter((name) => !isFilled(`${feature}/${name}`, files)),
    },
  }
}

function budgetFor(session: string, limits: Limits, { temp }: Needs): Overview['budget'] {
  try {
    return { of: session, used: budgetOf(temp.get(budgetName(safeName(session)))), limits }
  } catch {
    return undefined
  }
}
