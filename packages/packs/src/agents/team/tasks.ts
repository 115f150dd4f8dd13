import type { TeammateIdle, Services } from '@holdpoint/engine'

/** A teammate's open tasks, as its agent stores them: one file per task, one folder per team. */

interface Task {
  readonly id: string
  readonly subject: string
  readonly status: string
  readonly owner: string
  readonly blockedBy: readonly string[]
}

const MAX_TASKS = 500

type TaskServices = Pick<Services, 'files' | 'env'>

/** For display; empty when nothing is open. */
export function openTasks(event: TeammateIdle, world: TaskServices): readonly string[] {
  if (event.tasksSummary !== undefined) return isOpen(event.tasksSummary) ? [firstLines(event.tasksSummary)] : []
  const tasks = tasksOf(event, world)
  const done = new Set(tasks.filter(({ status }) => isDone(status)).map(({ id }) => id))
  const present = new Set(tasks.map(({ id }) => id))
  const isFree = ({ blockedBy }: Task): boolean => blockedBy.every((id) => done.has(id) || !present.has(id))
  return tasks
    .filter((task) => task.owner === event.teammate && !isDone(task.status) && isFree(task))
    .map(({ id, subject, status }) => `#${id} ${firstLines(subject)} (${status.replace('_', ' ')})`)
}

const isDone = (status: string): boolean => /^(?:completed|done|deleted|cancelled)$/i.test(status)

const OPEN_WORDS = String.raw`(?:open|pending|remaining|incomplete|unfinished|todo|in[ _-]?progress|not started|left)`
const COUNTED = new RegExp(
  String.raw`\b(\d{1,6})\s+(?:tasks?\s+)?${OPEN_WORDS}\b|\b${OPEN_WORDS}\b\s*(?:tasks?\s*)?[:=]\s*(\d{1,6})\b`,
  'gi',
)
const NONE = new RegExp(
  String.raw`\b(?:no|none)\b[^.\n]{0,20}\b${OPEN_WORDS}\b|\ball\b[^.\n]{0,40}\b(?:completed?|done|finished)\b`,
  'i',
)

/** A summary is prose: numbers count first, then checkboxes, then words. */
export function isOpen(summary: string): boolean {
  const text = summary.slice(0, 10_000)
  const numbers = [...text.matchAll(COUNTED)].map(([, before, behind]) => Number(before ?? behind))
  if (numbers.length > 0) return numbers.some((count) => count > 0)
  if (/^\s*[-*]\s*\[[ xX]\]/m.test(text)) return /^\s*[-*]\s*\[ \]/m.test(text)
  return !NONE.test(text) && new RegExp(String.raw`\b${OPEN_WORDS}\b`, 'i').test(text)
}

const firstLines = (text: string): string => text.trim().split('\n').slice(0, 5).join('; ').slice(0, 300)

function tasksOf({ team, session }: TeammateIdle, { files, env }: TaskServices): readonly Task[] {
  const home = env('HOME') ?? ''
  const base = env('CLAUDE_CONFIG_DIR') ?? (home === '' ? undefined : `${home}/.claude`)
  const list = env('CLAUDE_CODE_TASK_LIST_ID') ?? team ?? session
  if (base === undefined || !base.startsWith('/')) return []
  const folder = `${base}/tasks/${list.replace(/[^a-zA-Z0-9_-]/g, '-').slice(0, 200)}`
  return namesIn(folder, files)
    .filter((name) => name.endsWith('.json'))
    .slice(0, MAX_TASKS)
    .flatMap((name) => taskIn(`${folder}/${name}`, files) ?? [])
}

function namesIn(folder: string, files: TaskServices['files']): readonly string[] {
  try {
    return files.list(folder)
  } catch {
    return []
  }
}

/** A file that is being written, or has another format, counts as no task. */
function taskIn(path: string, files: TaskServices['files']): Task | undefined {
  try {
    const value = JSON.parse(files.read(path) ?? 'null') as unknown
    if (typeof value !== 'object' || value === null) return undefined
    const { id, subject, status, owner, blockedBy } = value as Readonly<Record<string, unknown>>
    if (typeof status !== 'string' || typeof owner !== 'string') return undefined
    const blocks = Array.isArray(blockedBy) ? blockedBy.filter((one) => typeof one === 'string') : []
    return { id: textOf(id), subject: textOf(subject), status, owner, blockedBy: blocks }
  } catch {
    return undefined
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
