import type { Task, StateArea } from '@holdpoint/engine'
import type { OrchestratorState } from '../orchestrator-state.ts'
import { oneLine, sentences } from '../words.ts'

/** The tasks that a session has verified. */

const DELIVERED = 'orchestrator-verified'
const WAITING = 'orchestrator-waiting'
const MAX_KEPT = 500

/** The task list of a team starts at 1 again with every plan. */
const keyOf = (task: Task, { active_plan: plan, started }: OrchestratorState): string =>
  [plan, started, task.id === '' ? `subject ${task.subject}` : task.id].join('\n').slice(0, 2000)

/** Whether this is the first attempt to complete the task. Recorded before the agent is sent back. */
export function isFirstAttempt(task: Task, state: OrchestratorState, session: StateArea): boolean {
  const key = keyOf(task, state)
  let isFirst = false
  session.update<readonly string[]>(DELIVERED, (old) => {
    const delivered = list(old)
    isFirst = !delivered.includes(key)
    return isFirst ? [...delivered, key].slice(-MAX_KEPT) : delivered
  })
  return isFirst
}

const list = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((key): key is string => typeof key === 'string') : []

type Waiting = readonly (readonly [id: string, text: string])[]

/** Stores a text until the call that completes the task has returned. */
export function keepFor(task: Task, text: string, session: StateArea): void {
  session.update<Waiting>(WAITING, (old) => [...waiting(old, task.id), [task.id, text] as const].slice(-MAX_KEPT))
}

/** Returns the stored text of a task, once. */
export function takeFor(id: string, session: StateArea): string | undefined {
  const isFor = ([kept]: Waiting[number]): boolean => kept === id
  const found = waiting(session.get(WAITING)).find(isFor)
  if (found !== undefined) session.update<Waiting>(WAITING, (old) => waiting(old, id))
  return found?.[1]
}

const waiting = (value: unknown, without?: string): Waiting =>
  Array.isArray(value)
    ? value.filter(
        (entry): entry is readonly [string, string] =>
          Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string' && entry[0] !== without,
      )
    : []

/** Who did what, as far as the host reports it; empty, or a sentence after a space. */
export function aboutTask({ description = '', teammate = '', team = '' }: Task): string {
  const who = teammate === '' ? '' : `Teammate: ${oneLine(teammate)}${team === '' ? '' : ` (team ${oneLine(team)})`}.`
  const what = description.trim() === '' ? '' : `Description: ${oneLine(description, MAX_DESCRIPTION)}`
  const said = sentences(who, what)
  return said === '' ? '' : ` ${said}`
}

const MAX_DESCRIPTION = 2000
