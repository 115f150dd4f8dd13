import { resolve } from 'node:path'
import { isObject, type FileTouch, type ToolCall, type ToolKind } from '@holdpoint/engine'
import { trimPath, type Shell } from '@holdpoint/shell'
import { filled, object, optional, text, type Payload } from '../payload.ts'

const KINDS: Readonly<Record<string, ToolKind>> = {
  Bash: 'shell',
  PowerShell: 'shell',
  Monitor: 'shell',
  Write: 'write',
  Edit: 'edit',
  MultiEdit: 'edit',
  NotebookEdit: 'edit',
  Read: 'read',
  NotebookRead: 'read',
  Grep: 'read',
  Agent: 'agent',
  Task: 'agent',
  AskUserQuestion: 'ask',
}

/** Texts for the user, the model or another agent. */
const TEXT_ONLY: readonly string[] = [
  'AskUserQuestion',
  'EnterPlanMode',
  'ExitPlanMode',
  'SendMessage',
  'Skill',
  'StructuredOutput',
  'TaskCreate',
  'TaskGet',
  'TaskList',
  'TaskOutput',
  'TaskStop',
  'TaskUpdate',
  'TodoWrite',
  'ToolSearch',
  'WebFetch',
  'WebSearch',
]

/** Matchers written for an older name of a tool still match it. */
const OLD_NAMES: ReadonlyMap<string, string> = new Map([['Agent', 'Task']])

/** `shell`: the one that runs the commands of the CLI's own tool. */
export function decodeTool(payload: Payload, cwd: string, shell?: () => Shell | undefined): ToolCall {
  const name = filled(payload, 'tool_name', 'toolName') ?? ''
  const input = object(payload, 'tool_input', 'toolInput')
  const kind = kindOf(name, input)
  return {
    name,
    kind,
    input,
    files: filesOf(kind, input, cwd),
    ...(TEXT_ONLY.includes(name) && { textOnly: true }),
    ...optional('callId', filled(payload, 'tool_use_id', 'toolUseId')),
    ...optional('command', text(input, 'command')),
    ...optional('shell', name === 'Bash' ? shell?.() : undefined),
  }
}

export function toolMatcher(kind: ToolKind): string | undefined {
  if (kind === 'mcp') return 'mcp__.*'
  const names = Object.keys(KINDS).filter((name) => KINDS[name] === kind)
  return names.length === 0 ? undefined : names.join('|')
}

export function toolSubjects(name: string): readonly string[] {
  const old = OLD_NAMES.get(name)
  return old === undefined ? [name] : [name, old]
}

function kindOf(name: string, input: Payload): ToolKind {
  if (name.startsWith('mcp__')) return 'mcp'
  // A tool we have never heard of that takes a command line runs one.
  return Object.hasOwn(KINDS, name)
    ? (KINDS[name] ?? 'other')
    : typeof input['command'] === 'string'
      ? 'shell'
      : 'other'
}

function filesOf(kind: ToolKind, input: Payload, cwd: string): readonly FileTouch[] {
  if (kind !== 'write' && kind !== 'edit' && kind !== 'read') return []
  // The host trims a path before it writes there.
  const path = trimPath(filled(input, 'file_path', 'notebook_path', 'path') ?? '')
  if (path === '') return []
  const touch = { path: resolve(cwd, path), op: kind }
  if (kind === 'read') return [touch]
  return [{ ...touch, ...optional('content', newText(input)), ...(kind === 'edit' && replacementsIn(input)) }]
}

/** None when an edit has another form, such as that of a notebook. */
export function replacementsIn(input: Payload): Pick<FileTouch, 'replacements'> {
  const edits: readonly unknown[] = Array.isArray(input['edits']) ? input['edits'] : [input]
  const known = edits.filter(isObject).flatMap((edit) => {
    const [from, to] = [text(edit, 'old_string'), text(edit, 'new_string')]
    return from === undefined || to === undefined ? [] : [{ from, to, all: edit['replace_all'] === true }]
  })
  return known.length === 0 || known.length < edits.length ? {} : { replacements: known }
}

function newText(input: Payload): string | undefined {
  const edits = Array.isArray(input['edits']) ? input['edits'].filter(isObject) : []
  const texts = [input, ...edits].map((part) => text(part, 'content', 'new_string', 'new_source'))
  const present = texts.filter((part) => part !== undefined)
  return present.length === 0 ? undefined : present.join('\n')
}

/** Fields that decide what a call does. A value of another type counts as absent elsewhere, and must not pass for that. */
const TEXTS: Readonly<Partial<Record<ToolKind, readonly string[]>>> = {
  shell: ['command'],
  write: ['file_path', 'notebook_path', 'path', 'content'],
  edit: ['file_path', 'notebook_path', 'path', 'content', 'old_string', 'new_string', 'new_source'],
}

/** What is wrong with a call, in a few words. */
export function unreadableCall(payload: Payload, { name, kind, input }: ToolCall): string | undefined {
  if (Object.keys(payload).length === 0) return 'nothing was sent'
  if (name === '' && !isTextOrAbsent(payload['tool_name'] ?? payload['toolName'])) return 'its name is not a text'
  // What runs a command is judged by the command.
  if (name === '' && kind !== 'shell') return 'it names no tool'
  const given = payload['tool_input'] ?? payload['toolInput']
  if (given !== undefined && !isObject(given)) return 'its input is not an object'
  const wrong = (TEXTS[kind] ?? []).find((field) => !isTextOrAbsent(input[field]))
  if (wrong !== undefined) return `its \`${wrong}\` is not a text`
  const { edits } = input
  return kind === 'edit' && edits !== undefined && !(Array.isArray(edits) && edits.every(isObject))
    ? 'its `edits` are not a list of edits'
    : undefined
}

const isTextOrAbsent = (value: unknown): boolean => value === undefined || value === null || typeof value === 'string'
