import { planLines, sectionsOf, type PlanLine } from '../shared/plan-lines.ts'

/** The parts of a design document that the orchestrator's hooks need: its title, and the state of its tasks. */

export const TASK_STATUSES = ['pending', 'in-progress', 'complete', 'blocked', 'escalated'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]
export type TaskCounts = Readonly<Record<TaskStatus, number>>

export interface DesignDocument {
  /** Undefined when there is no heading of the first level. */
  readonly title: string | undefined
  readonly counts: TaskCounts
  /** Whether it has a section on work trees. */
  readonly hasWorktrees: boolean
}

export function parseDesign(text: string): DesignDocument {
  const lines = planLines(text)
  return {
    title: titleIn(lines),
    counts: countTasks(lines),
    hasWorktrees: lines.some(({ text: words }) => words.startsWith('## Worktree')),
  }
}

export const totalOf = (counts: TaskCounts): number => TASK_STATUSES.reduce((sum, status) => sum + counts[status], 0)

/** Statuses that keep a plan open. Blocked and escalated tasks wait for people. */
export const incompleteIn = (counts: TaskCounts): number => counts['in-progress'] + counts.pending

function titleIn(lines: readonly PlanLine[]): string | undefined {
  for (const { text } of lines) {
    const title = text.startsWith('# ') ? text.slice(2).trim() : ''
    if (title !== '') return title
  }
  return undefined
}

interface Row {
  readonly line: number
  readonly cells: readonly string[]
  /** Index of the column `Status` in its table; -1 when it has none. */
  readonly column: number
}

function countTasks(lines: readonly PlanLine[]): TaskCounts {
  const rows = rowsUnder(taskLines(lines), rowsIn(lines))
  const withColumn = rows.filter(({ column }) => column !== -1)
  const counts: Record<TaskStatus, number> = { pending: 0, 'in-progress': 0, complete: 0, blocked: 0, escalated: 0 }
  for (const { cells, column } of withColumn.length > 0 ? withColumn : rows) {
    const status = column === -1 ? firstStatus(cells) : statusAt(cells, column)
    if (status !== undefined) counts[status] += 1
  }
  return counts
}

/** For each line whether it is below a heading about implementation tasks; undefined when there is none. */
function taskLines(lines: readonly PlanLine[]): Uint8Array | undefined {
  const sections = sectionsOf(lines).filter(({ text }) => /\bimplementation tasks\b/i.test(text))
  if (sections.length === 0) return undefined
  const marks = new Uint8Array(lines.length + 2)
  let done = 0
  for (const { line, end } of sections) {
    // Sections may be nested, and each line is marked once.
    if (end > done) marks.fill(1, Math.max(line, done), end)
    done = Math.max(done, end)
  }
  return marks
}

const rowsUnder = (marks: Uint8Array | undefined, rows: readonly Row[]): readonly Row[] =>
  marks === undefined ? rows : rows.filter(({ line }) => marks[line] === 1)

/** The rows of all tables, without their headers. A blank line or a comment does not end a table, other text does. */
function rowsIn(lines: readonly PlanLine[]): readonly Row[] {
  const rows: Row[] = []
  let column: number | undefined
  for (let index = 0; index < lines.length; index++) {
    const { text, number } = lines[index] as PlanLine
    if (text.trim() === '') continue
    if (!text.includes('|')) column = undefined
    else if (isRule(lines[index + 1]?.text)) {
      column = cellsOf(text).findIndex((cell) => wordOf(cell) === 'status')
      index += 1
    } else if (column !== undefined) rows.push({ line: number, cells: cellsOf(text), column })
  }
  return rows
}

/** `|---|:-:|`: the line between the header of a table and its rows. Nearly every other line has a letter in it. */
const isRule = (text: string | undefined): boolean =>
  text !== undefined &&
  text.includes('|') &&
  /^[\s|:-]+$/.test(text) &&
  cellsOf(text).every((cell) => /^:?-+:?$/.test(cell))

/** Limit of columns; a wider row is not read as a table. */
const MAX_CELLS = 200

/** An escaped bar is part of the text. */
function cellsOf(text: string): readonly string[] {
  const row = text.trim()
  const inner = row.startsWith('|') ? row.slice(1) : row
  const cells = inner.split(/(?<!\\)\|/, MAX_CELLS)
  if (cells.length > 1 && cells.at(-1)?.trim() === '') cells.pop()
  return cells.map((cell) => cell.trim())
}

/** A bar inside code shifts the cells after it, so a status may be further right than its header. */
function statusAt(cells: readonly string[], column: number): TaskStatus | undefined {
  const own = statusOf(cells[column] ?? '')
  return own ?? firstStatus(cells.slice(column + 1))
}

function firstStatus(cells: readonly string[]): TaskStatus | undefined {
  for (const cell of cells) {
    const status = statusOf(cell)
    if (status !== undefined) return status
  }
  return undefined
}

function statusOf(cell: string): TaskStatus | undefined {
  const word = wordOf(cell)
  return TASK_STATUSES.find((status) => status === word || (status === 'in-progress' && word === 'in_progress'))
}

/** A longer cell is no single word. */
const MAX_WORD = 64

/** Without emphasis and back quotes. */
function wordOf(cell: string): string {
  if (cell.length > MAX_WORD) return ''
  return cell
    .replace(/[*`~]/g, '')
    .trim()
    .replace(/^_+|_+$/g, '')
    .trim()
    .toLowerCase()
}
