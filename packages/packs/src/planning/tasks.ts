/** The checked parts of `tasks.md`. */
export interface TaskList {
  readonly tasks: number
  /** Tasks that name a test, in their line or in the lines that belong to it. */
  readonly tested: number
  readonly phases: number
  readonly hasSelfCritique: boolean
}

const TASK = /^- \[[ xX]\] \[T\d{3}\]/
const HEADING = /^#{1,6}\s/
const TEST_ID = /\b(?:UT|INT|E2E|UAT)-\d+/

/** A task's text runs from its line to the next task or heading. */
export function readTasks(text: string): TaskList {
  let tasks = 0
  let tested = 0
  let phases = 0
  /** Whether the current lines belong to a task that names no test yet. */
  let isWaiting = false
  for (const line of text.split(/\r?\n/)) {
    if (/^##\s+Phase/.test(line)) phases += 1
    if (TASK.test(line)) {
      tasks += 1
      isWaiting = true
    } else if (HEADING.test(line)) isWaiting = false
    if (isWaiting && TEST_ID.test(line)) {
      tested += 1
      isWaiting = false
    }
  }
  return { tasks, tested, phases, hasSelfCritique: /self.critique/i.test(text) }
}
