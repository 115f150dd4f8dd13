import { resolve } from 'node:path'
import { isObject, type FileTouch, type Replacement, type ToolCall, type ToolKind } from '@holdpoint/engine'
import { trimPath } from '@holdpoint/shell'
import { filled, object, optional, text, type Payload } from '../payload.ts'
import { patchedFiles } from './patch.ts'

/** The tools of an agent and the names of their fields, best name first. */
export interface ToolTable {
  readonly kinds: Readonly<Record<string, ToolKind>>
  /** Nothing in their input is run, and no file is touched. */
  readonly textOnly: readonly string[]
  readonly path: readonly string[]
  readonly content: readonly string[]
  readonly from: readonly string[]
  readonly to: readonly string[]
  /** Tools whose input is an `apply_patch` text, and the field that holds it. */
  readonly patches?: Readonly<Record<string, readonly string[]>>
  /** Names of tools that belong to MCP servers. */
  readonly mcp: RegExp
  /** The directory in which a command runs. */
  readonly directory?: readonly string[]
  /** Fields of a reading tool that hold several paths, or objects with one. */
  readonly paths?: readonly string[]
  /** The command line of a shell tool that has more than the field `command`. Undefined: it cannot be read. */
  command?(input: Payload): string | undefined
}

export function decodeTool(payload: Payload, cwd: string, table: ToolTable): ToolCall {
  const name = filled(payload, 'tool_name', 'toolName') ?? ''
  const input = object(payload, 'tool_input', 'toolArgs', 'toolInput')
  const kind = kindOf(name, input, payload, table)
  return {
    name,
    kind,
    input,
    files: filesOf(name, kind, input, cwd, table),
    ...(table.textOnly.includes(name) && { textOnly: true }),
    ...optional('callId', filled(payload, 'tool_use_id', 'tool_call_id', 'toolUseId')),
    ...(kind === 'shell' && optional('command', text(input, 'command') ?? table.command?.(input))),
  }
}

/** Where a command runs, if the tool says so. */
export const directoryOf = ({ kind, input }: ToolCall, cwd: string, { directory = [] }: ToolTable): string =>
  kind === 'shell' ? resolve(cwd, filled(input, ...directory) ?? '.') : cwd

export function toolMatcher(kind: ToolKind, { kinds }: ToolTable): string | undefined {
  const names = Object.keys(kinds).filter((name) => kinds[name] === kind)
  return kind === 'mcp' || kind === 'other' || names.length === 0 ? undefined : names.join('|')
}

function kindOf(name: string, input: Payload, payload: Payload, { kinds, patches, mcp }: ToolTable): ToolKind {
  if (mcp.test(name) || isObject(payload['mcp_context'])) return 'mcp'
  if (patches !== undefined && Object.hasOwn(patches, name)) return 'edit'
  if (Object.hasOwn(kinds, name)) return kinds[name] ?? 'other'
  // A tool that nobody here knows and that takes a command line runs one.
  return typeof input['command'] === 'string' ? 'shell' : 'other'
}

function filesOf(name: string, kind: ToolKind, input: Payload, cwd: string, table: ToolTable): readonly FileTouch[] {
  const patch = table.patches?.[name]
  if (patch !== undefined) return patchedFiles(text(input, ...patch) ?? '', cwd) ?? []
  if (kind !== 'write' && kind !== 'edit' && kind !== 'read') return []
  const path = trimPath(filled(input, ...table.path) ?? '')
  if (kind === 'read')
    return [path, ...listed(input, table)]
      .filter((one) => one !== '')
      .map((one) => ({ path: resolve(cwd, one), op: kind }))
  if (path === '') return []
  const touch = { path: resolve(cwd, path), op: kind }
  const content = text(input, ...table.content, ...table.to)
  return [{ ...touch, ...optional('content', content), ...(kind === 'edit' && replacements(input, table)) }]
}

function listed(input: Payload, table: ToolTable): readonly string[] {
  const given = (table.paths ?? []).flatMap((field) => input[field] ?? [])
  return given.map((one) =>
    trimPath(typeof one === 'string' ? one : isObject(one) ? (filled(one, ...table.path) ?? '') : ''),
  )
}

function replacements(input: Payload, table: ToolTable): { readonly replacements?: readonly Replacement[] } {
  const [from, to] = [text(input, ...table.from), text(input, ...table.to)]
  if (from === undefined || to === undefined) return {}
  return { replacements: [{ from, to, all: ALL.some((field) => input[field] === true) }] }
}

/** The flags by which agents replace every occurrence. */
const ALL = ['replace_all', 'allow_multiple', 'replaceAll']

/** What is wrong with a call, in a few words. */
export function unreadableCall(
  payload: Payload,
  { name, kind, input, files, command }: ToolCall,
  table: ToolTable,
): string | undefined {
  if (Object.keys(payload).length === 0) return 'nothing was sent'
  if (name === '') return 'it names no tool'
  const given = payload['tool_input'] ?? payload['toolArgs'] ?? payload['toolInput']
  if (given !== undefined && !isObject(given)) return 'its input is not an object'
  if (table.patches !== undefined && Object.hasOwn(table.patches, name)) {
    return files.length === 0 ? 'its patch cannot be read' : undefined
  }
  if (kind === 'shell' && table.command !== undefined && command === undefined) return 'its commands cannot be read'
  const fields =
    kind === 'shell'
      ? ['command']
      : kind === 'write' || kind === 'edit'
        ? [...table.path, ...table.content, ...table.from, ...table.to]
        : []
  const wrong = fields.find((field) => !['string', 'undefined'].includes(typeof (input[field] ?? undefined)))
  return wrong === undefined ? undefined : `its \`${wrong}\` is not a text`
}
