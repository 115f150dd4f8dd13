import type { AgentEvent, Files, Services } from '@holdpoint/engine'
import { readLock } from './lock.ts'
import { readState, type PlanningState } from './state.ts'
import { oneLine } from './values.ts'
import { featureDirectory } from './workspace.ts'

/** The plan of this session as text for the model, and a short form for the log; undefined without a plan. */
export async function describePlan(
  event: AgentEvent,
  services: Services,
): Promise<{ readonly block: string; readonly detail: string } | undefined> {
  const feature = featureDirectory(event, services)
  const state = feature === undefined ? undefined : await readState(feature, services)
  if (feature === undefined || state === undefined) return undefined
  const { phase, mode, decisions } = state
  return {
    block: planningBlock(feature, state, services.files),
    detail: `phase=${phase}, mode=${mode}, decisions=${decisions.length}`,
  }
}

/** The `<planning-state>` block: what a model must know of a plan after its context was lost. */
function planningBlock(directory: string, state: PlanningState, files: Files): string {
  const lock = readLock(directory, files)
  const session = lock.is === 'held' ? lock.session : undefined
  return [
    '<planning-state>',
    `phase: ${inBlock(state.phase) || 'unknown'}`,
    `mode: ${inBlock(state.mode) || 'unknown'}`,
    `decisions_count: ${state.decisions.length}`,
    'immutable_decisions:',
    ...listed(state.decisions.map(({ question }) => `"${inBlock(question, 50)}"`)),
    'artifacts_generated:',
    ...listed(artifactsIn(directory, files).map(({ name, phase }) => (phase === '' ? name : `${name} (${phase})`))),
    'gate_results:',
    ...listed(state.gates.map((gate) => `gate_${inBlock(gate.phase)}: ${inBlock(gate.verdict)}${score(gate.score)}`)),
    `lock_active: ${lock.is !== 'free'}`,
    ...(session === undefined ? [] : [`lock_session: ${inBlock(session)}`]),
    '</planning-state>',
  ].join('\n')
}

/** Hosts truncate long texts, and a block without its end is useless; the newest entries are dropped last. */
const MAX_LISTED = 60

function listed(items: readonly string[]): readonly string[] {
  const shown = items.slice(-MAX_LISTED).map((item) => `  - ${item}`)
  const hidden = items.length - shown.length
  return hidden === 0 ? shown : [`  - … and ${hidden} earlier`, ...shown]
}

const score = (text: string): string => (text === '' ? '' : ` (${inBlock(text)})`)

/** Text of the state file is data: it must not close the block that contains it. */
const inBlock = (text: string, max = 64): string => oneLine(text, max).replace(/<(?=\/?planning-state)/gi, '‹')

export interface Artifact {
  readonly name: string
  /** The phase that makes it, where the document says so. */
  readonly phase: string
}

/** What has been written so far, in the order of the workflow. */
export function artifactsIn(directory: string, files: Files): readonly Artifact[] {
  const designs = files.list(directory).filter((name) => /^design\..+\.md$/.test(name))
  const names = ['research.md', 'design.md', ...designs, 'plan.md', 'tasks.md', 'test-plan.md']
  return names
    .filter((name) => isFilled(`${directory}/${name}`, files))
    .map((name) => ({
      name,
      phase: name === 'research.md' ? 'RESEARCH' : name.startsWith('design') ? 'ARCHITECTURE' : '',
    }))
}

export const isFilled = (path: string, files: Files, minBytes = 1): boolean => {
  const stat = files.stat(files.real(path))
  return stat?.kind === 'file' && stat.size >= minBytes
}
