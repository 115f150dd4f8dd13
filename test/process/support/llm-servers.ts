import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LlmProvider } from '../../../src/core/services.ts'

/** What a provider does with a request. `hang` never ends its answer; `truncated` breaks off in the middle of it. */
export type Behaviour =
  | { readonly say: string }
  | { readonly status: number }
  | { readonly redirect: string }
  | 'garbage'
  | 'empty'
  | 'hang'
  | 'silence'
  | 'truncated'

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
      answer(response, behave(call), provider)
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

function answer(response: ServerResponse, behaviour: Behaviour, provider: LlmProvider): void {
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
  if (behaviour === 'garbage') return void response.end('<html>It works!</html>')
  if (behaviour === 'empty') return void response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  if ('redirect' in behaviour) return void response.writeHead(307, { location: behaviour.redirect }).end()
  if ('status' in behaviour) {
    response.writeHead(behaviour.status, { 'content-type': 'application/json' })
    return void response.end(JSON.stringify({ error: { code: behaviour.status, message: 'key dummy-key is wrong' } }))
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(SAYING[provider](behaviour.say)))
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
