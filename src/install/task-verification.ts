import type { EventKind } from '../core/event.ts'
import { readSetting } from '../core/project-config.ts'
import { openYaml } from '../app/yaml.ts'
import type { Settings } from '../config/settings.ts'
import { files } from '../files/files.ts'
import { gitState } from '../git/state.ts'
import { hostEntry } from '../hooks/orchestrator/host-entry.ts'
import { openState, placeOf } from '../state/place.ts'
import type { Group } from './entries.ts'

/** One hook can be delivered in several ways, and each needs other entries. */

const HOOK = 'orchestrator/task-completed'

function deliveryOf({ hooks }: Settings): unknown {
  const setting = hooks[HOOK]
  if (setting === undefined || setting.level === 'off') return undefined
  return (setting.options as { readonly task_verification_delivery?: unknown } | null)?.task_verification_delivery
}

/** Whether a hook listens to an event only for a way of delivery that was not chosen. */
export const isIdle = (id: string, kind: EventKind, settings: Settings): boolean =>
  id === HOOK && kind === 'tool.after' && deliveryOf(settings) !== 'context'

/**
 * With the delivery `hook` the host asks a model or an agent itself, in an entry beside ours: the only one that does
 * not call us. What `.claude/project.yml` says now decides which.
 */
export async function withHostEntry(
  entries: Readonly<Record<string, Group>>,
  settings: Settings,
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Readonly<Record<string, Group>>> {
  const group = entries['TaskCompleted']
  if (group === undefined || deliveryOf(settings) !== 'hook') return entries
  const yaml = openYaml(openState(placeOf(root, env), env, 'install').project)
  const { value } = await readSetting(root, 'task_verification', { yaml, files, git: { state: gitState } })
  if (value !== 'agent' && value !== 'prompt') return entries
  return { ...entries, TaskCompleted: { ...group, hooks: [group.hooks[0], hostEntry(value)] } }
}
