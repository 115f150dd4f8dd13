import type { AgentEvent, Services, Message } from '@holdpoint/engine'
import { activePlan, type ActivePlan } from './orchestrator-state.ts'
import { readSetting, type Setting, type Switch } from './project-config.ts'

/** What every hook of this pack asks first: is it switched on, and which plan is being carried out? */
export interface Switched {
  readonly setting: Setting
  /** Looked for only when the hook is on. */
  readonly plan: ActivePlan | undefined
}

export async function switched({ root }: AgentEvent, name: Switch, services: Services): Promise<Switched> {
  const setting = await readSetting(root, name, services)
  return { setting, plan: setting.value === 'off' ? undefined : activePlan(root, services) }
}

/** Said whenever the hook would have acted: until it is mended the hook does nothing. */
export const CONFIG: Message = {
  exact: '.claude/project.yml: {problem}',
}
