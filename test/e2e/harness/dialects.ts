// The scripted model in the dialects of other agents: Responses, Chat Completions and Gemini.

import type { Part, Turn } from './script.ts'

/** What a dialect makes of a request and of a turn. */
export interface Dialect {
  /** Whether a request of this path begins a turn of the script. */
  matches(path: string): boolean
  /** The texts of everything that has the role of the user. */
  saidByUser(body: Body): readonly string[]
  stream(turn: Turn, id: number): string
}

export type Body = Readonly<Record<string, unknown>>

const partsOf = (turn: Turn): readonly Part[] => (Array.isArray(turn) ? (turn as readonly Part[]) : [turn as Part])
const sse = (frames: readonly object[]): string => frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('')

/** Every text inside a message, however it is nested. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const ofUser = (messages: unknown): readonly string[] =>
  (Array.isArray(messages) ? (messages as Body[]) : []).filter(({ role }) => role === 'user').flatMap(textsIn)

const responses: Dialect = {
  matches: (path) => path === '/v1/responses',
  saidByUser: ({ input }) => ofUser(input),
  stream(turn, id) {
    const items = partsOf(turn).map((part, index) => responseItem(part, `call_${id}_${index}`))
    const usage = { input_tokens: 100, output_tokens: 10, total_tokens: 110 }
    return [
      { type: 'response.created', response: { id: `resp_${id}` } },
      ...items.map((item) => ({ type: 'response.output_item.done', item })),
      { type: 'response.completed', response: { id: `resp_${id}`, usage } },
    ]
      .map((frame) => `event: ${frame.type}\n${sse([frame])}`)
      .join('')
  },
}

function responseItem(part: Part, callId: string): object {
  if (typeof part === 'string') {
    return { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: part }] }
  }
  // The tool for patches takes free text.
  if (part.tool === 'apply_patch') {
    return { type: 'custom_tool_call', name: part.tool, call_id: callId, input: part.input['input'] }
  }
  // Codex keeps the tools for sub-agents in a namespace.
  const space = part.tool === 'spawn_agent' ? { namespace: 'multi_agent_v1' } : {}
  return { type: 'function_call', ...space, name: part.tool, call_id: callId, arguments: JSON.stringify(part.input) }
}

const chat: Dialect = {
  matches: (path) => path === '/v1/chat/completions',
  saidByUser: ({ messages }) => ofUser(messages),
  stream(turn, id) {
    const parts = partsOf(turn)
    const delta = parts.reduce<Record<string, unknown>>(
      (sum, part, index) =>
        typeof part === 'string'
          ? { ...sum, content: part }
          : { ...sum, tool_calls: [...((sum['tool_calls'] as object[]) ?? []), chatCall(part, id, index)] },
      { role: 'assistant' },
    )
    const base = { id: `chatcmpl_${id}`, object: 'chat.completion.chunk', created: 0, model: 'mock-model' }
    const finish = parts.some((part) => typeof part !== 'string') ? 'tool_calls' : 'stop'
    const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }
    return `${sse([
      { ...base, choices: [{ index: 0, delta, finish_reason: null }] },
      { ...base, choices: [{ index: 0, delta: {}, finish_reason: finish }], usage },
    ])}data: [DONE]\n\n`
  },
}

const chatCall = ({ tool, input }: Exclude<Part, string>, id: number, index: number): object => ({
  index,
  id: `call_${id}_${index}`,
  type: 'function',
  function: { name: tool, arguments: JSON.stringify(input) },
})

const gemini: Dialect = {
  matches: (path) => path.endsWith(':streamGenerateContent'),
  saidByUser: ({ contents }) => ofUser(contents),
  stream(turn) {
    const parts = partsOf(turn).map((part) =>
      typeof part === 'string' ? { text: part } : { functionCall: { name: part.tool, args: part.input } },
    )
    const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 }
    return sse([{ candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }], usageMetadata }])
  },
}

export const DIALECTS: readonly Dialect[] = [responses, chat, gemini]

/** Everything that a request tells the model. */
export const toldIn = (body: Body): string => textsIn([body['input'], body['messages'], body['contents']]).join('\n')
