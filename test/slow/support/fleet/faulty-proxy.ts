import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to a request on its way. */
export const FAULTS = ['cut before', 'cut after', 'twice', 'late'] as const
export type Fault = (typeof FAULTS)[number]

export interface FaultyProxy {
  readonly url: string
  readonly counts: Record<Fault | 'sent' | 'unreachable', number>
  /** From now on, everything goes through. */
  heal(): void
  close(): Promise<void>
}

interface Reply {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/**
 * Stands between machines and copies of the server. Of `share` requests, each fault takes an equal part: the connection
 * is cut before the server sees the request, or after it has answered; the request arrives twice; it arrives after the
 * machine has given up and sent again.
 */
export async function faultyProxy(
  targets: () => readonly string[],
  { share, random }: { readonly share: number; readonly random: () => number },
): Promise<FaultyProxy> {
  const counts = { sent: 0, unreachable: 0, 'cut before': 0, 'cut after': 0, twice: 0, late: 0 }
  let isHealthy = false
  const pick = (): string => targets()[Math.floor(random() * targets().length)] ?? ''

  const server = createServer((incoming, answer) => {
    void bodyOf(incoming).then((body) => pass(incoming, body, answer))
  })
  async function pass(incoming: IncomingMessage, body: Buffer, answer: ServerResponse): Promise<void> {
    counts.sent += 1
    const fault = !isHealthy && random() < share ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined
    if (fault !== undefined) counts[fault] += 1
    const send = (): Promise<Reply> => forward(pick(), incoming, body)
    try {
      if (fault === 'cut before') return void answer.destroy()
      if (fault === 'late') {
        answer.destroy()
        await new Promise((resolve) => setTimeout(resolve, 10 + random() * 200))
        return void (await send())
      }
      const replies = await Promise.all(fault === 'twice' ? [send(), send()] : [send()])
      if (fault === 'cut after') return void answer.destroy()
      const reply = replies[Math.floor(random() * replies.length)] as Reply
      answer.writeHead(reply.status, { 'content-type': 'application/json', ...retryAfter(reply) }).end(reply.body)
    } catch {
      counts.unreachable += 1
      answer.destroy()
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    heal: () => (isHealthy = true),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const retryAfter = ({ headers }: Reply): Record<string, string> =>
  headers['retry-after'] === undefined ? {} : { 'retry-after': headers['retry-after'] }

async function bodyOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function forward(target: string, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { host } = new URL(target)
    const { connection: _, ...kept } = headers
    const outgoing = request(new URL(url ?? '/', target), { method, headers: { ...kept, host } }, (response) => {
      bodyOf(response).then(
        (content) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: content }),
        reject,
      )
    })
    outgoing.on('error', reject).end(body)
  })
}
