import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import {
  type HttpDefinition,
  type OwnHook,
  type OwnLayer,
  type Verdict,
  type HookResult,
  runHook,
  type Services,
} from '@holdpoint/engine'
import { claudeCode } from '@holdpoint/hosts'
import { shell } from '../../../../testing/src/events.ts'
import { eventIn, playCase } from '../../../../testing/src/play-case.ts'
import type { OwnWorld } from '../world.ts'
import { addressOf, headersOf } from './address.ts'
import { httpHook } from './hook.ts'

interface SeenRequest {
  readonly method: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

interface Server {
  readonly url: string
  readonly calls: readonly SeenRequest[]
}

async function aServer(answer: (response: ServerResponse, call: SeenRequest) => void): Promise<Server> {
  const calls: SeenRequest[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const call = { method: request.method ?? '', headers: request.headers, body }
      calls.push(call)
      answer(response, call)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, calls }
}

const world: OwnWorld = {
  root: '/',
  env: {},
  directory: '/nowhere',
  program: undefined,
  host: claudeCode,
  now: () => new Date(),
}

const own = (definition: Omit<HttpDefinition, 'type'>, layer: OwnLayer = 'project'): OwnHook => ({
  entry: {
    id: 'own/it',
    on: ['tool.before'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 10_000,
    enabledBy: 'preset',
    aliases: [],
  },
  summary: 'It.',
  layer,
  definition: { type: 'http', ...definition },
})

const event = { ...shell('ls'), name: 'PreToolUse', raw: { session_id: 's1', tool_input: { command: 'é' } } }
const play = (definition: Omit<HttpDefinition, 'type'>, env = {}): Promise<Verdict> =>
  playCase(httpHook(own(definition), world), { event, env })
const says =
  (text: string, status = 200) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)

const DENY = '{"decision":"block","reason":"no"}'

describe('an http hook', () => {
  it('is sent the event as it is, and its answer counts like that of a command', async () => {
    const { url, calls } = await aServer(says(DENY))
    expect(await play({ url })).toEqual({ decision: 'deny', reason: 'no' })
    expect(calls).toHaveLength(1)
    const [{ method, headers, body } = {} as SeenRequest] = calls
    expect(method).toBe('POST')
    expect(headers['content-type']).toBe('application/json')
    expect(JSON.parse(body)).toEqual({ hook_event_name: 'PreToolUse', ...event.raw })
  })

  it.each([
    ['an empty body', says('')],
    ['204', says('', 204)],
    ['an empty object', says('{}')],
  ])('%s is no opinion', async (_, answer) => {
    const { url } = await aServer(answer)
    expect(await play({ url })).toEqual({ decision: 'pass' })
  })

  it('headers take only variables that are listed', async () => {
    const { url, calls } = await aServer(says('{}'))
    const headers = {
      Authorization: 'Bearer $TOKEN',
      other: '${TOKEN}/${SECRET}$SECRET',
      Host: 'evil',
      'content-length': '1',
    }
    await play({ url, headers, allowed_env: ['TOKEN'] }, { TOKEN: 't', SECRET: 's' })
    expect(calls[0]?.headers).toMatchObject({ authorization: 'Bearer t', other: 't/' })
    expect(calls[0]?.headers.host).toMatch(/^127/)
  })

  it.each([
    ['429', says(DENY, 429), /^own\/it failed: it answered with HTTP 429$/],
    ['500', says(DENY, 500), /HTTP 500/],
    ['404', says('', 404), /HTTP 404/],
    ['text', says('It works!'), /not JSON/],
    ['a page', says('<html></html>'), /not JSON/],
    ['half an answer', says('{"decision":"blo'), /not valid JSON/],
    ['an answer of the wrong kind', says('{"decision":"maybe"}'), /`decision`/],
    ['an answer without end', says(`{"a":"${'x'.repeat(2 << 20)}"}`), /larger than 1 MB/],
    [
      'an answer that breaks off',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '5000' })
        response.write('{"decision":', () => response.destroy())
      },
      /broke off/,
    ],
    ['a connection that is closed', (response: ServerResponse) => void response.destroy(), /could not be asked/],
  ])('fails: %s', async (_, answer, message) => {
    const { url } = await aServer(answer)
    await expect(play({ url })).rejects.toThrow(message)
  })

  it('fails: a redirect, which is not followed', async () => {
    const other = await aServer(says(DENY))
    const { url } = await aServer((response) => response.writeHead(307, { location: other.url }).end())
    await expect(play({ url })).rejects.toThrow(/redirect \(HTTP 307\)/)
    expect(other.calls).toEqual([])
  })

  it('fails: no server', async () => {
    await expect(play({ url: 'http://127.0.0.1:1/' })).rejects.toThrow('it could not be asked (ECONNREFUSED)')
  })

  it('fails: a header that would be two', async () => {
    const { url, calls } = await aServer(says('{}'))
    await expect(play({ url, headers: { a: '$B' }, allowed_env: ['B'] }, { B: 'x\r\nevil: 1' })).rejects.toThrow(/./)
    expect(calls).toEqual([])
  })

  it.each(['silence', 'half an answer'])('is given up at its time: %s', async (what) => {
    const { url } = await aServer((response) => {
      if (what !== 'silence') response.writeHead(200).write('{')
    })
    const result = await within(300, own({ url }))
    expect(result.failure?.kind).toBe('timeout')
    expect(result.verdict.decision).toBe('pass')
  })
})

function within(timeoutMs: number, hook: OwnHook): Promise<HookResult> {
  const setting = { level: 'on' as const, options: {}, timeoutMs }
  return runHook({ entry: hook.entry, setting }, eventIn('/', event, new Date(0)), 60_000, {
    load: () => Promise.resolve(httpHook(hook, world)),
    services: () => ({ env: () => undefined }) as unknown as Services,
  })
}

describe('where an event may be sent', () => {
  it.each([
    ['https://policy.example/x', 'project', true],
    ['http://127.0.0.1:8080/x', 'project', true],
    ['http://127.9.9.9/x', 'local', true],
    ['http://localhost/x', 'project', true],
    ['http://[::1]:80/x', 'project', true],
    ['http://policy.example/x', 'project', false],
    ['http://127.0.0.1.evil.example/x', 'project', false],
    ['http://localhost.evil.example/x', 'local', false],
    ['http://127.0.0.1@evil.example/x', 'project', false],
    ['http://0.0.0.0/x', 'project', false],
    ['http://policy.example/x', 'user', true],
    ['http://policy.example/x', 'managed', true],
    ['file:///etc/passwd', 'user', false],
    ['unix:/tmp/x', 'project', false],
    ['policy', 'user', false],
    ['', 'user', false],
  ] as const)('%s, written in the %s layer: %s', (url, layer, isAllowed) => {
    const address = (): URL => addressOf({ type: 'http', url }, layer)
    if (isAllowed) expect(address().href).toBe(new URL(url).href)
    else expect(address).toThrow('its `url`')
  })

  it('a variable that is not set is empty', () => {
    const definition = { type: 'http', url: '', headers: { a: '[$X]' }, allowed_env: ['X'] } as const
    expect(headersOf(definition, () => undefined)).toEqual({ a: '[]' })
  })
})
