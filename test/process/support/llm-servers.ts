import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LlmProvider } from '../../../packages/engine/src/services.ts'

/** What a provider does with a request. `hang` never ends its answer; `truncated` breaks off in the middle of it. */
export type Behaviour =
  | { readonly say: string }
  /** An answer of an evaluator, with the code that its instructions ask for. */
  | { readonly judge: Readonly<Record<string, unknown>> }
  /** Wants tools to be used, several at once if there are several. */
  | { readonly use: readonly ToolUse[] }
  | { readonly status: number }
  | { readonly redirect: string }
  | 'garbage'
  | 'empty'
  | 'hang'
  | 'silence'
  | 'truncated'
  | 'flood'

export interface ToolUse {
  readonly name: string
  readonly input: unknown
}

export interface ReceivedCall {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  /** The whole body as it was sent. */
  readonly body: string
}

export interface LlmServer {
  readonly baseUrl: string
  readonly calls: ReceivedCall[]
  close(): Promise<void>
}

/** A server on loopback that speaks a provider's own interface. */
export async function llmServer(provider: LlmProvider, behave: (call: ReceivedCall) => Behaviour): Promise<LlmServer> {
  const calls: ReceivedCall[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const call = { path: request.url ?? '', headers: request.headers, body }
      calls.push(call)
      answer(response, behave(call), provider, body)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}${PREFIX[provider]}`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const PREFIX: Readonly<Record<LlmProvider, string>> = { google: '/v1beta', openai: '/v1', anthropic: '/v1' }

function answer(response: ServerResponse, behaviour: Behaviour, provider: LlmProvider, asked: string): void {
  if (behaviour === 'silence') return
  if (behaviour === 'hang') {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"candidates": [')
    return
  }
  if (behaviour === 'truncated') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
    response.write('{"candidates": [', () => response.destroy())
    return
  }
  if (behaviour === 'flood') return flood(response)
  if (behaviour === 'garbage') return void response.end('<html>It works!</html>')
  if (behaviour === 'empty') return void response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  if ('redirect' in behaviour) return void response.writeHead(307, { location: behaviour.redirect }).end()
  if ('status' in behaviour) {
    response.writeHead(behaviour.status, { 'content-type': 'application/json' })
    return void response.end(JSON.stringify({ error: { code: behaviour.status, message: 'key dummy-key is wrong' } }))
  }
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify(finished(behaviour, provider, asked)))
}

function finished(
  behaviour: Extract<Behaviour, { say: string } | { judge: object } | { use: object }>,
  provider: LlmProvider,
  asked: string,
): object {
  if ('use' in behaviour) return USING[provider](behaviour.use)
  return SAYING[provider](
    'say' in behaviour ? behaviour.say : JSON.stringify({ code: codeIn(asked), ...behaviour.judge }),
  )
}

/** The code that an evaluator must put into its answer, from the body of a request. */
export const codeIn = (body: string): string | undefined => /\\?"code\\?": *\\?"([0-9a-f]{16,})\\?"/.exec(body)?.[1]

/** More than a client should read. */
function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"candidates": ["')
  const more = 'x'.repeat(1 << 16)
  const pour = (): void => {
    while (!response.destroyed && response.write(more));
  }
  response.on('drain', pour).on('error', () => undefined)
  pour()
}

/** The providers' own forms of a finished answer. */
const SAYING: Readonly<Record<LlmProvider, (text: string) => object>> = {
  google: (text) => ({
    candidates: [{ content: { parts: [{ text }], role: 'model' }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    modelVersion: 'gemini-2.0-flash',
  }),
  openai: (text) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'gpt-4o-mini',
    choices: [{ index: 0, message: { role: 'assistant', content: text, refusal: null }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }),
  anthropic: (text) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
}

/** The providers' own forms of an answer that wants tools to be used. */
const USING: Readonly<Record<LlmProvider, (uses: readonly ToolUse[]) => object>> = {
  google: (uses) => ({
    candidates: [
      {
        content: { parts: uses.map(({ name, input }) => ({ functionCall: { name, args: input } })), role: 'model' },
        finishReason: 'STOP',
        index: 0,
      },
    ],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    modelVersion: 'gemini-2.0-flash',
  }),
  openai: (uses) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'gpt-4o-mini',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: null,
          refusal: null,
          tool_calls: uses.map(({ name, input }, index) => ({
            id: `call_${index}`,
            type: 'function',
            function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
          })),
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }),
  anthropic: (uses) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude',
    content: uses.map(({ name, input }, index) => ({ type: 'tool_use', id: `toolu_${index}`, name, input })),
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
}
