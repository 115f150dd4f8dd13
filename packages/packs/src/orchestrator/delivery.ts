import type { EventKind, HostEntry, InstalledProject } from '@holdpoint/engine'
import { readSetting } from './project-config.ts'
import { hostEntry } from './host-entry.ts'

/** The verification of a completed task is delivered in several ways, and each needs other entries in the settings. */

export const TASK_HOOK = 'orchestrator/task-completed'

const deliveryOf = (options: unknown): unknown =>
  (options as { readonly task_verification_delivery?: unknown } | null | undefined)?.task_verification_delivery

/** After a tool it acts only where it delivers context. */
export const isUnused = (id: string, kind: EventKind, options: unknown): boolean =>
  id === TASK_HOOK && kind === 'tool.after' && deliveryOf(options) !== 'context'

/**
 * With the delivery `hook` the host asks a model or an agent itself, in an entry beside ours: the only one that does
 * not call Holdpoint. The current `.claude/project.yml` selects the delivery.
 */
export async function hostEntries({
  root,
  optionsOf,
  services,
}: InstalledProject): Promise<Readonly<Record<string, HostEntry>>> {
  if (deliveryOf(optionsOf(TASK_HOOK)) !== 'hook') return {}
  const { value } = await readSetting(root, 'task_verification', services)
  return value === 'agent' || value === 'prompt' ? { TaskCompleted: hostEntry(value) } : {}
}
