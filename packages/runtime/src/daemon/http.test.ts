import { request, type OutgoingHttpHeaders, type Server } from 'node:http'
import { createConnection, type AddressInfo } from 'node:net'
import { httpServer } from './http.ts'
import type { Asked, Judge, Judged } from './judge.ts'
import { listenOnLoopback } from './listen.ts'

const TOKEN = 'k'.repeat(48)
const own = { HOME: '/home/u' }
/** The daemon's own shell says nothing about the session's. */
const fallback = { ...own, CLAUDE_CODE_SHELL: '?' }
const asked: Asked[] = []
const notes: string[] = []
let judge: Judge
let server: Server
let port: number

beforeAll(async () => {
  server = httpServer({
    judge: (question) => {
      asked.push(question)
      return judge(question)
    },
    token: TOKEN,
    env: own,
    note: (text) => void notes.push(text),
  })
  await listenOnLoopback(server, 0, () => undefined)
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())

const answering = (stdout: string, exitCode = 0): Judged => ({
  stdout,
  stderr: '',
  exitCode,
  root: undefined,
  after: () => undefined,
})
beforeEach(() => {
  asked.length = 0
  notes.length = 0
  judge = () => Promise.resolve(answering('{"a":1}'))
})

interface Options {
  readonly method?: string
  readonly path?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string
}

/** A request of the host, with overrides. A header of `undefined` is omitted. */
function call(options: Options = {}): Promise<{ status: number; body: string; headers: object }> {
  const { method = 'POST', path = '/hook/PreToolUse?from=user', body = '{"x":1}' } = options
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...options.headers }
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers: given, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }))
    })
    sent.on('error', reject)
    sent.end(method === 'GET' ? undefined : Buffer.from(body))
  })
}

describe('a host that calls', () => {
  it('gets the answer', async () => {
    const { status, body, headers } = await call()
    expect({ status, body }).toEqual({ status: 200, body: '{"a":1}' })
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' })
    expect(asked).toEqual([{ event: 'PreToolUse', scope: 'user', body: '{"x":1}', fallbackEnv: fallback, parent: '' }])
  })

  it('gets an empty body for no opinion', async () => {
    judge = () => Promise.resolve(answering(''))
    expect(await call()).toMatchObject({ status: 200, body: '' })
  })

  it('may use the name localhost', async () => {
    expect(await call({ headers: { host: `localhost:${port}` } })).toMatchObject({ status: 200 })
  })

  it('names the project and the hook it is a child of', async () => {
    const project = '/home/ü/a b'
    await call({
      headers: {
        'x-holdpoint-project': Buffer.from(project).toString('latin1'),
        'x-holdpoint-parent': '12-abc',
      },
    })
    expect(asked[0]).toMatchObject({ fallbackEnv: { ...fallback, CLAUDE_PROJECT_DIR: project }, parent: '12-abc' })
  })

  it('does not choose anything else, and no project that is no place', async () => {
    await call({ headers: { 'x-holdpoint-project': '$CLAUDE_PROJECT_DIR', 'x-holdpoint-env': 'PATH=/evil' } })
    expect(asked[0]?.fallbackEnv).toEqual(fallback)
  })

  it('hears of an event that is not ours to answer that we cannot', async () => {
    judge = () => Promise.resolve({ declined: 'not known' })
    expect(await call()).toMatchObject({ status: 503, body: '' })
    expect(notes).toEqual(['http: PreToolUse: not known'])
  })

  it('never sees what went wrong inside', async () => {
    judge = () => Promise.reject(new Error('secret detail'))
    expect(await call()).toMatchObject({ status: 500, body: '' })
    expect(notes[0]).toContain('secret detail')
  })

  it('hears that we cannot answer when only an exit code would say it', async () => {
    judge = () => Promise.resolve(answering('', 2))
    expect(await call()).toMatchObject({ status: 503, body: '' })
  })

  it('is answered before what may wait', async () => {
    const order: string[] = []
    judge = () => Promise.resolve({ ...answering('{}'), after: () => void order.push('after') })
    await call().then(() => order.push('answered'))
    expect(order).toContain('after')
  })
})

describe('any other caller is refused, and nothing is judged', () => {
  const refused: readonly (readonly [string, Options, number])[] = [
    ['no token', { headers: { authorization: undefined } }, 401],
    ['an empty token', { headers: { authorization: '' } }, 401],
    ['a wrong token', { headers: { authorization: `Bearer ${'x'.repeat(48)}` } }, 401],
    ['a part of the token', { headers: { authorization: `Bearer ${TOKEN.slice(1)}` } }, 401],
    ['more than the token', { headers: { authorization: `Bearer ${TOKEN}k` } }, 401],
    ['the token without its kind', { headers: { authorization: TOKEN } }, 401],
    ['the token in the address', { path: `/hook/Stop?token=${TOKEN}`, headers: { authorization: undefined } }, 401],
    ['a page of another site', { headers: { origin: 'https://evil.example' } }, 403],
    ['a page without a site', { headers: { origin: 'null' } }, 403],
    ['a page on this machine', { headers: { origin: 'http://127.0.0.1' } }, 403],
    ['a form of a page', { headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' } }, 403],
    ['a request of the same site', { headers: { 'sec-fetch-site': 'same-origin' } }, 403],
    ['a name that was bound to loopback', { headers: { host: 'evil.example' } }, 403],
    ['such a name with our port', { headers: { host: 'evil.example:80' } }, 403],
    ['a name that begins like ours', { headers: { host: '127.0.0.1.evil.example' } }, 403],
    ['a name that ends like ours', { headers: { host: 'x.localhost' } }, 403],
    ['another address of this machine', { headers: { host: '0.0.0.0' } }, 403],
    [
      'the question of a browser before it asks',
      { method: 'OPTIONS', headers: { origin: 'https://evil.example' } },
      403,
    ],
    ['the same without a site', { method: 'OPTIONS' }, 405],
    ['GET', { method: 'GET' }, 405],
    ['PUT', { method: 'PUT' }, 405],
    ['another address', { path: '/' }, 404],
    ['an event with other letters', { path: '/hook/../../x' }, 404],
    ['an address with markup', { path: '/hook/<script>alert(1)</script>' }, 404],
    ['an event that is none', { path: '/hook/' }, 404],
    ['a deeper address', { path: '/hook/Stop/x' }, 404],
  ]

  it.each(refused)('%s', async (_, options, status) => {
    const reply = await call(options)
    expect(reply).toMatchObject({ status, body: '' })
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(asked).toEqual([])
  })

  it('a body without end', async () => {
    const reply = await call({ body: 'x'.repeat(17 << 20) }).catch(() => ({ status: 0 }))
    expect([0, 413]).toContain(reply.status)
    expect(asked).toEqual([])
  })

  it.each([
    'GET\n\n',
    '\0\0\0\0',
    'POST //\\ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  ])('what is no request: %j', async (text) => {
    await new Promise<void>((resolve) => {
      const socket = createConnection(port, '127.0.0.1')
      socket.on('error', () => undefined).on('close', () => resolve())
      socket.resume().end(text)
    })
    expect(asked).toEqual([])
    expect(await call()).toMatchObject({ status: 200 })
  })

  it('it is not there for other machines', () => {
    expect((server.address() as AddressInfo).address).toBe('127.0.0.1')
  })
})
