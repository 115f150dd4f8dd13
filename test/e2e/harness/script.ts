// What the scripted model says, and how one of its turns looks on the wire (Messages API, streaming).

export type ToolCall = { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }
export type Part = string | ToolCall

/** One answer of the model: text, a tool call, or several of both in order. */
export type Turn = Part | readonly Part[]

/** Answers for a conversation whose first user message contains `match`, such as a sub-agent's. */
export type Route = { readonly match: string; readonly turns: readonly Turn[] }

export type Script = { readonly turns: readonly Turn[]; readonly routes?: readonly Route[] }

/** Said when a conversation outlives its script, so that the CLI ends instead of failing. */
export const endOfScript = 'End of script.'

type Frame = { readonly type: string } & Readonly<Record<string, unknown>>

/** The complete event stream of one turn. `id` makes message and tool-call ids unique in a run. */
export function streamOf(turn: Turn, id: number, model: string): string {
  const parts: readonly Part[] = isList(turn) ? turn : [turn]
  const callsTool = parts.some((part) => typeof part !== 'string')
  const frames: Frame[] = [
    { type: 'message_start', message: emptyMessage(id, model) },
    ...parts.flatMap((part, index) => blockFrames(part, index, `toolu_${id}_${index}`)),
    {
      type: 'message_delta',
      delta: { stop_reason: callsTool ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: 10 },
    },
    { type: 'message_stop' },
  ]
  return frames.map((frame) => `event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`).join('')
}

/** A whole message without streaming. The CLI asks for one only to find out whether a model exists. */
export function plainMessage(text: string, model: string): object {
  const content = [{ type: 'text', text }]
  return { ...emptyMessage(0, model), content, stop_reason: 'end_turn' }
}

function blockFrames(part: Part, index: number, toolUseId: string): readonly Frame[] {
  const isText = typeof part === 'string'
  const block = isText ? { type: 'text', text: '' } : { type: 'tool_use', id: toolUseId, name: part.tool, input: {} }
  const delta = isText
    ? { type: 'text_delta', text: part }
    : { type: 'input_json_delta', partial_json: JSON.stringify(part.input) }
  return [
    { type: 'content_block_start', index, content_block: block },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index },
  ]
}

function emptyMessage(id: number, model: string) {
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 1 },
  }
}

function isList(turn: Turn): turn is readonly Part[] {
  return Array.isArray(turn)
}
