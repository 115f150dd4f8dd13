import type { AgentEvent, EventBody, SessionSource, Task, ToolCall } from '@holdpoint/engine'

/** Events for a table of cases: only the fields that matter. Paths are relative to the case's project. */

const before = (tool: Omit<ToolCall, 'files'> & Partial<Pick<ToolCall, 'files'>>): EventBody => ({
  kind: 'tool.before',
  tool: { files: [], ...tool },
  subjects: [tool.name],
})

export const shell = (command: string): EventBody =>
  before({ name: 'Bash', kind: 'shell', input: { command }, command })

export const write = (path: string, content = ''): EventBody =>
  before({
    name: 'Write',
    kind: 'write',
    input: { file_path: path, content },
    files: [{ path, op: 'write', content }],
  })

export const edit = (path: string, content = ''): EventBody =>
  before({
    name: 'Edit',
    kind: 'edit',
    input: { file_path: path, old_string: '', new_string: content },
    files: [{ path, op: 'edit', content }],
  })

export const read = (path: string): EventBody =>
  before({ name: 'Read', kind: 'read', input: { file_path: path }, files: [{ path, op: 'read' }] })

export const mcp = (name: string, input: Record<string, unknown> = {}): EventBody =>
  before({ name, kind: 'mcp', input })

/** The same call, after it has run. */
export function after(call: EventBody, output: unknown, failed = false): EventBody {
  if (call.kind !== 'tool.before') throw new Error('only a tool call has an after')
  return { ...call, kind: 'tool.after', output, failed, interrupted: false }
}

export const prompt = (text: string): EventBody => ({ kind: 'prompt.submit', prompt: text, fromUser: true })

export const sessionStart = (source: SessionSource = 'startup'): EventBody => ({
  kind: 'session.start',
  source,
  subjects: [source],
})

export const sessionEnd = (reason = 'other'): EventBody => ({ kind: 'session.end', reason, subjects: [reason] })

export const turnStop = (text?: string, alreadyBlocked = false): EventBody => ({
  kind: 'turn.stop',
  alreadyBlocked,
  ...(text !== undefined && { text }),
})

export const agentStart = (type: string | undefined, id = 'agent-1'): EventBody => ({
  kind: 'agent.start',
  ...agentOf(type, id),
})

export const agentStop = (type: string | undefined, id = 'agent-1', text?: string): EventBody => ({
  kind: 'agent.stop',
  alreadyBlocked: false,
  ...agentOf(type, id),
  ...(text !== undefined && { text }),
})

const agentOf = (type: string | undefined, id: string): Pick<AgentEvent, 'agent' | 'subjects'> & object => ({
  agent: { id, ...(type !== undefined && { type }) },
  subjects: [type ?? ''],
})

export const taskCompleted = (task: Task): EventBody => ({ kind: 'task.completed', task })

export const compactBefore = (trigger: 'manual' | 'auto' = 'manual'): EventBody => ({
  kind: 'compact.before',
  trigger,
  subjects: [trigger],
})
