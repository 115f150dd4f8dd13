// A model on loopback: answers every conversation from a script and keeps what it was asked.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { messageText, type ModelRequest } from './conversation.ts'
import { endOfScript, plainMessage, streamOf, type Script, type Turn } from './script.ts'

export type Model = {
  readonly url: string
  /** Every request so far, oldest first. */
  readonly requests: readonly ModelRequest[]
  readonly close: () => Promise<void>
}

type Body = Omit<ModelRequest, 'route'> & { readonly stream?: boolean }
type Answers = (body: Body) => { readonly turn: Turn; readonly route: string | undefined }

export async function startModel(script: Script): Promise<Model> {
  const requests: ModelRequest[] = []
  const answer = scriptedAnswers(script)

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await readText(request)
    if (request.method !== 'POST' || !isMessages(request.url)) {
      response.writeHead(404).end()
      return
    }
    const body = JSON.parse(raw) as Body
    if (!body.stream) {
      // Not part of a conversation: `set_model` asks like this whether the model exists.
      const probe = JSON.stringify(plainMessage('Hello.', body.model))
      response.writeHead(200, { 'content-type': 'application/json' }).end(probe)
      return
    }
    const { turn, route } = answer(body)
    requests.push({ ...body, route })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(streamOf(turn, requests.length, body.model))
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Each route is read once, front to back; conversations without a route share the main script. */
function scriptedAnswers(script: Script): Answers {
  const main = { match: undefined, next: script.turns.values() }
  const routes = (script.routes ?? []).map(({ match, turns }) => ({ match, next: turns.values() }))
  return (body) => {
    const first = body.messages.find((message) => message.role === 'user')
    const opening = first ? messageText(first) : ''
    const source = routes.find((route) => opening.includes(route.match)) ?? main
    const { value } = source.next.next()
    return { turn: value ?? endOfScript, route: source.match }
  }
}

function isMessages(url: string | undefined): boolean {
  return url?.split('?')[0] === '/v1/messages'
}
