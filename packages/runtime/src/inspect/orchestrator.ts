import { join } from 'node:path'
import {
  activePlan,
  STATE_FILE,
  type ActivePlan,
  HOOK_OF,
  readSetting,
  SWITCHES,
  type Setting,
  type Switch,
} from '@holdpoint/packs'
import { openYaml } from '../yaml.ts'
import type { Settings } from '@holdpoint/engine/policy'
import { files } from '../system/files/files.ts'
import { gitState } from '../system/git/state.ts'
import { openState, placeOf } from '../system/state/place.ts'
import type { Env } from '@holdpoint/engine'

const services = { files, git: { state: gitState } }

export interface Overview {
  readonly root: string
  readonly plan: ActivePlan | undefined
  /** There is a state file, but the plan that it names is unknown. */
  readonly isBroken: boolean
  readonly hooks: readonly (Setting & { readonly name: Switch; readonly level: string })[]
}

/** Possible problems of the design document. */
export const PLAN_PROBLEMS = {
  missing: 'does not exist; put it back, or run `holdpoint orchestrator abort`',
  outside: 'is outside of the project, so it is not read',
  unreadable: 'cannot be read. Fix its permissions',
} as const

export async function orchestratorOverview(
  root: string,
  settings: Pick<Settings, 'hooks'>,
  env: Env,
): Promise<Overview> {
  const plan = activePlan(root, services)
  const hooks = (await switchesOf(root, env)).map((found) => ({
    ...found,
    level: settings.hooks[HOOK_OF[found.name]]?.level ?? 'off',
  }))
  return { root, plan, hooks, isBroken: plan === undefined && files.stat(join(root, STATE_FILE)) !== undefined }
}

/** The settings of each hook in `.claude/project.yml`. */
export async function switchesOf(root: string, env: Env): Promise<readonly (Setting & { readonly name: Switch })[]> {
  const yaml = openYaml(openState(placeOf(root, env), env, 'cli').project)
  return Promise.all(
    SWITCHES.map(async (name) => ({ name, ...(await readSetting(root, name, { ...services, yaml })) })),
  )
}
