// The part of a Messages API request that tests ask about, and questions over a list of requests.

export type Block = {
  readonly type: string
  readonly text?: string
  readonly tool_use_id?: string
  readonly is_error?: boolean
  readonly content?: string | readonly Block[]
}

export type Message = {
  readonly role: 'user' | 'assistant' | 'system'
  readonly content: string | readonly Block[]
}

export type ModelRequest = {
  readonly model: string
  readonly messages: readonly Message[]
  readonly tools?: readonly { readonly name: string }[]
  /** `match` of the script route that answered; undefined for the main script. */
  readonly route: string | undefined
}

export type ToolResult = { readonly id: string; readonly text: string; readonly isError: boolean }

export function messageText(message: Message): string {
  return contentText(message.content)
}

/** Everything said to the model, each message once, in order: prompts, reminders, tool results. */
export function toldText(requests: readonly ModelRequest[]): string {
  const lines = requests.flatMap((request) =>
    request.messages
      .filter((message) => message.role !== 'assistant')
      .map((message) => `[${message.role}] ${messageText(message)}`),
  )
  return [...new Set(lines)].join('\n')
}

/** The results of all tool calls, in the order in which the model first saw them. */
export function toolResultsOf(requests: readonly ModelRequest[]): readonly ToolResult[] {
  const results = new Map<string, ToolResult>()
  for (const block of requests.flatMap(({ messages }) => messages).flatMap(blocksOf)) {
    if (block.type !== 'tool_result' || !block.tool_use_id) continue
    if (results.has(block.tool_use_id)) continue
    results.set(block.tool_use_id, {
      id: block.tool_use_id,
      text: contentText(block.content ?? ''),
      isError: block.is_error ?? false,
    })
  }
  return [...results.values()]
}

function blocksOf(message: Message): readonly Block[] {
  return typeof message.content === 'string' ? [] : message.content
}

function contentText(content: string | readonly Block[]): string {
  if (typeof content === 'string') return content
  return content.map((block) => block.text ?? contentText(block.content ?? '')).join('\n')
}
