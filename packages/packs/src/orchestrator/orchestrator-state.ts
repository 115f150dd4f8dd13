import { parseDesign, type DesignDocument } from './design-document.ts'
import { absolutePath, isWithin } from '@holdpoint/shell'
import type { Files, Git } from '@holdpoint/engine'

/** The active plan: the state file that names it, and the design document it points to. */

export const STATE_FILE = '.claude/orchestrator-state.json'

/** The keys are those of the file. */
export interface OrchestratorState {
  /** Relative to the project. */
  readonly active_plan: string
  readonly slug: string
  readonly team: string
  /** ISO 8601, UTC. */
  readonly started: string
  /** Absolute paths by service, or one as `_all`. */
  readonly worktrees: Readonly<Record<string, string>>
}

export interface ActivePlan {
  readonly state: OrchestratorState
  /** Where the state file was found. */
  readonly root: string
  /** The design document, links resolved. */
  readonly path: string
  readonly title: string
  /** Undefined when it cannot be read; then `problem` says why. */
  readonly document: DesignDocument | undefined
  readonly problem?: 'missing' | 'outside' | 'unreadable'
}

/** What the functions here need to know about the project; none of them starts a process. */
export interface Surroundings {
  readonly files: Files
  readonly git: Pick<Git, 'state'>
}

/** Undefined when no plan is active, or it is unknown which. */
export function activePlan(root: string, services: Surroundings): ActivePlan | undefined {
  const { files } = services
  const own = `${root}/${STATE_FILE}`
  const main = files.stat(own) === undefined ? mainTree(root, services) : undefined
  const place = main ?? root
  const state = parseState(readable(`${place}/${STATE_FILE}`, files))
  return state && openPlan(state, place, [root, place], files)
}

/** The repository's main work tree, when `root` is another one of it. */
export function mainTree(root: string, { files, git }: Surroundings): string | undefined {
  if (files.stat(`${root}/.git`)?.kind !== 'file') return undefined
  const main = git.state(root)?.main
  return main === undefined || main === files.real(root) ? undefined : main
}

/** Undefined for an invalid state: no JSON, no object, no plan named. Wrong values count as absent. */
export function parseState(text: string | undefined): OrchestratorState | undefined {
  let value: unknown
  try {
    value = JSON.parse((text ?? '').replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
  const fields = fieldsOf(value)
  const textAt = (name: string): string => (typeof fields[name] === 'string' ? fields[name].trim() : '')
  const plan = textAt('active_plan')
  if (plan === '') return undefined
  const worktrees = Object.entries(fieldsOf(fields['worktrees'])).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  )
  return {
    active_plan: plan,
    slug: textAt('slug'),
    team: textAt('team'),
    started: textAt('started'),
    worktrees: Object.fromEntries(worktrees),
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** Read limit of a design document. */
const MAX_BYTES = 2 << 20

function openPlan(state: OrchestratorState, root: string, roots: readonly string[], files: Files): ActivePlan {
  const path = files.real(absolutePath(state.active_plan, root))
  const found = { state, root, path, title: nameOf(path), document: undefined }
  // The title of a file reaches the model; a state file from a repository must not select arbitrary files.
  if (!roots.some((place) => isWithin(path, files.real(place)))) return { ...found, problem: 'outside' }
  if (files.stat(path)?.kind !== 'file') return { ...found, problem: 'missing' }
  const text = readable(path, files, MAX_BYTES)
  if (text === undefined) return { ...found, problem: 'unreadable' }
  const document = parseDesign(text)
  return { ...found, document, title: document.title ?? found.title }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')

function readable(path: string, files: Files, maxBytes?: number): string | undefined {
  try {
    return files.read(path, maxBytes === undefined ? {} : { maxBytes })
  } catch {
    return undefined
  }
}
