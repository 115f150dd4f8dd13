import type { AgentEvent, Services, Message } from '@holdpoint/engine'
import { activePlan, type ActivePlan } from './orchestrator-state.ts'
import { readSetting, type Setting, type Switch } from './project-config.ts'

/** Every hook of this pack first checks: is it enabled, and which plan is active? */
export interface Switched {
  readonly setting: Setting
  /** Read only when the hook is enabled. */
  readonly plan: ActivePlan | undefined
}

export async function switched({ root }: AgentEvent, name: Switch, services: Services): Promise<Switched> {
  const setting = await readSetting(root, name, services)
  return { setting, plan: setting.value === 'off' ? undefined : activePlan(root, services) }
}

/** Shown whenever the hook would have acted: until the file is fixed the hook does nothing. */
export const CONFIG: Message = {
  exact: '.claude/project.yml: {problem}',
}
