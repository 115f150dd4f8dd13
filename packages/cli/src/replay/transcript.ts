import { basename, dirname, join } from 'node:path'
import { readText } from '@holdpoint/runtime/system'
import { linesOf, type LineTally } from './lines.ts'
import type { PastCall } from '@holdpoint/runtime'
import type { JsonObject } from '@holdpoint/engine'

/** The outcome of a call, as far as the transcript records it. `failed` may also mean refused, in older transcripts. */
export type Fate = 'ran' | 'refused' | 'failed'

export type Item =
  | { readonly kind: 'call'; readonly call: PastCall }
  | { readonly kind: 'result'; readonly id: string; readonly fate: Fate }

export interface ReadTally extends LineTally {
  /** Lines about a call that could not be parsed. */
  damaged: number
}

/** Skips other lines unparsed: they are most of a transcript, and parsing them would take most of the time. */
const CALL = '"tool_use"'
const RESULT = '"tool_result"'
const PLACE = '"cwd"'

/** The calls and results in a transcript of Claude Code, in its order. Never throws for what is in the file. */
export function* itemsOf(path: string, tally: ReadTally): Generator<Item> {
  let project: string | undefined
  const type = agentTypeOf(path)
  for (const line of linesOf(path, tally)) {
    const hasCall = line.includes(CALL) || line.includes(RESULT)
    if (!hasCall && (project !== undefined || !line.includes(PLACE))) continue
    const record = parse(line)
    if (record === undefined) {
      if (hasCall) tally.damaged += 1
      continue
    }
    project ??= text(record['cwd'])
    yield* itemsIn(record, project ?? '/', type, path)
  }
}

function* itemsIn(record: JsonObject, project: string, agentType: string | undefined, path: string): Generator<Item> {
  const role = record['type']
  const content = isFields(record['message']) ? record['message']['content'] : undefined
  if ((role !== 'assistant' && role !== 'user') || !Array.isArray(content)) return
  for (const part of content) {
    if (!isFields(part)) continue
    if (role === 'assistant' && part['type'] === 'tool_use') {
      const call = callOf(record, part, project, agentType, path)
      if (call !== undefined) yield { kind: 'call', call }
    } else if (role === 'user' && part['type'] === 'tool_result') {
      const id = text(part['tool_use_id'])
      if (id !== undefined) yield { kind: 'result', id, fate: fateOf(record, part) }
    }
  }
}

function callOf(
  record: JsonObject,
  part: JsonObject,
  project: string,
  agentType: string | undefined,
  path: string,
): PastCall | undefined {
  const tool = text(part['name'])
  if (tool === undefined) return undefined
  const at = new Date(text(record['timestamp']) ?? Number.NaN)
  const agent = text(record['agentId']) ?? (record['isSidechain'] === true ? 'sidechain' : undefined)
  return {
    id: text(part['id']) ?? '',
    tool,
    input: isFields(part['input']) ? part['input'] : {},
    session: text(record['sessionId']) ?? basename(path, '.jsonl'),
    cwd: text(record['cwd']) ?? project,
    project,
    ...(!Number.isNaN(at.getTime()) && { at }),
    ...(agent !== undefined && { agent: { id: agent, ...(agentType !== undefined && { type: agentType }) } }),
  }
}

function fateOf(record: JsonObject, part: JsonObject): Fate {
  const permission = record['permissionDecision']
  if (isFields(permission) && permission['decision'] === 'reject') return 'refused'
  return part['is_error'] === true ? 'failed' : 'ran'
}

/** Next to the transcript of a sub-agent, a file names the type of the agent. */
function agentTypeOf(path: string): string | undefined {
  const name = basename(path, '.jsonl')
  if (!name.startsWith('agent-')) return undefined
  try {
    const text = readText(join(dirname(path), `${name}.meta.json`), 64 << 10)
    const meta: unknown = JSON.parse(text ?? 'null')
    return isFields(meta) && typeof meta['agentType'] === 'string' ? meta['agentType'] : undefined
  } catch {
    return undefined
  }
}

function parse(line: Buffer): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'))
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isFields = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
