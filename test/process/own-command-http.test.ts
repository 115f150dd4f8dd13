import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { aUserWith, BASH } from './support/own.ts'
import type { HookAnswer } from './support/sandbox.ts'

type Json = Readonly<Record<string, unknown>>

interface Server {
  readonly url: string
  readonly calls: readonly { readonly headers: IncomingMessage['headers']; readonly body: Json }[]
}

/** A server that gives one answer, or none at all. */
async function aServer(status: number | 'silence', answer = ''): Promise<Server> {
  const calls: Server['calls'][number][] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      calls.push({ headers: request.headers, body: JSON.parse(body) as Json })
      if (status !== 'silence') response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(answer)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/policy`, calls }
}

const decisionIn = ({ json }: HookAnswer): unknown =>
  (json['hookSpecificOutput'] as Json | undefined)?.['permissionDecision']

const DENY = '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"not here"}}'

describe('servers of users’ own, under the dispatcher', () => {
  it('are sent the event and decide', async () => {
    const { url, calls } = await aServer(200, DENY)
    const headers = { authorization: 'Bearer $POLICY_TOKEN', other: '$HOME' }
    const { hook } = aUserWith({
      policy: { on: 'PreToolUse', type: 'http', url, headers, allowed_env: ['POLICY_TOKEN'] },
    })
    const answer = await hook('PreToolUse', BASH, { env: { POLICY_TOKEN: 'dummy' } })
    expect(answer.json).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'not here',
      },
    })
    expect(calls).toEqual([
      {
        headers: expect.objectContaining({ authorization: 'Bearer dummy', other: '' }),
        body: expect.objectContaining({ hook_event_name: 'PreToolUse', session_id: 's1', ...BASH }),
      },
    ])
  })

  it.each([
    [429, '', 'HTTP 429'],
    [500, DENY, 'HTTP 500'],
    [302, '', 'a redirect'],
    [200, 'hello', 'not JSON'],
    [200, DENY.slice(0, 40), 'not valid JSON'],
    ['silence', '', 'it took longer than'],
  ] as const)('%s %s: open passes and says so, closed refuses', async (status, answer, message) => {
    const { url } = await aServer(status, answer)
    const policy = { on: 'PreToolUse', type: 'http', url, timeout: 1 }
    const open = await aUserWith({ policy }).hook('PreToolUse', BASH)
    expect([open.code, decisionIn(open)]).toEqual([0, undefined])
    expect(open.json['systemMessage']).toContain(message)
    const closed = await aUserWith({ policy: { ...policy, on_error: 'closed' } }).hook('PreToolUse', BASH)
    expect(decisionIn(closed)).toBe('deny')
  })
})
