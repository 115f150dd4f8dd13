import type { HostEntry, Files, Services } from '@holdpoint/engine'

/**
 * The host's own task verification: an entry in its settings that asks a model, or starts an agent. Our installer
 * writes it when `task_verification_delivery` is `hook`; its first words mark it as ours.
 */

const OURS = 'holdpoint orchestrator/task-completed:'

const AGENT = `${OURS} verify this task completion: $ARGUMENTS

Read \`active_plan\` in .claude/orchestrator-state.json; in a linked git work tree without that file, look in the main work tree. If there is no such file, or the design doc that it names does not exist, nothing is being carried out, and the condition is met. Else check against that design doc: 1) Files mentioned exist and contain expected changes. 2) A commit was created. 3) Task spec requirements from the design doc are met. If one of them does not hold the condition is not met; give the reason.`

const PROMPT = `${OURS} lightweight verification of a task completion: $ARGUMENTS

Check that it includes a commit SHA, list of files changed, and test results. If one of them is missing the condition is not met; say which.`

export const hostEntry = (mode: 'agent' | 'prompt'): HostEntry =>
  mode === 'agent' ? { type: 'agent', prompt: AGENT, timeout: 120 } : { type: 'prompt', prompt: PROMPT, timeout: 30 }

export const isHostEntry = (entry: unknown): boolean =>
  typeof entry === 'object' &&
  entry !== null &&
  'prompt' in entry &&
  typeof entry.prompt === 'string' &&
  entry.prompt.startsWith(OURS)

/** Whether the host verifies tasks here. Without an entry it does not, so Holdpoint verifies them itself. */
export function hasHostEntry(root: string, { files, env }: Pick<Services, 'files' | 'env'>): boolean {
  const home = env('HOME') ?? ''
  const folders = [root, ...(home === '' ? [] : [home])]
  return folders
    .flatMap((folder) => ['settings.json', 'settings.local.json'].map((name) => `${folder}/.claude/${name}`))
    .some((path) => taskEntries(path, files).some(isHostEntry))
}

const MAX_BYTES = 8 << 20

function taskEntries(path: string, files: Files): readonly unknown[] {
  try {
    const settings = JSON.parse(files.read(files.real(path), { maxBytes: MAX_BYTES }) ?? '{}') as Settings | null
    const groups = settings?.hooks?.['TaskCompleted']
    return Array.isArray(groups) ? groups.flatMap((group) => (group as Group | null)?.hooks ?? []) : []
  } catch {
    // The host ignores a file that it cannot parse, and its entries with it.
    return []
  }
}

interface Settings {
  readonly hooks?: Readonly<Record<string, unknown>>
}
interface Group {
  readonly hooks?: readonly unknown[]
}
