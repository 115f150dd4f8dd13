import fc from 'fast-check'
import { statSync } from 'node:fs'
import { createConnection, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { temporaryDirectory } from '../../../testing/src/repository.ts'
import { ask } from './client/ask.ts'
import { answerText, parseAnswer, requestText } from './client/wire.ts'
import { lineServer, type LineOptions, type Serve } from './lines.ts'
import { identify, isSameFile, listenOnLoopback, listenOnSocket } from './listen.ts'
import { tries } from '../../../../test/support/tries.ts'

const folder = temporaryDirectory()
const open: Server[] = []
let serial = 0
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})
afterAll(() => folder.dispose())

interface Line {
  readonly socket: string
  readonly server: Server
  readonly notes: string[]
}

/** A server on a socket of its own. */
async function aServer(serve: Serve, more: Partial<LineOptions> = {}): Promise<Line> {
  const notes: string[] = []
  const server = lineServer({ serve, note: (text) => void notes.push(text), ...more })
  const socket = join(folder.path, `${++serial}.sock`)
  await listenOnSocket(server, socket)
  open.push(server)
  return { socket, server, notes }
}

const echo: Serve = ({ words, body }) => Promise.resolve({ text: answerText(JSON.stringify({ words, body })) })

/** Sends pieces one after the other, and gives all that came back until the other end closed. */
function talk(to: string | number, pieces: readonly (string | Buffer)[], { half = false } = {}): Promise<string> {
  return new Promise((resolve) => {
    let said = ''
    const socket: Socket = typeof to === 'number' ? createConnection(to, '127.0.0.1') : createConnection(to)
    socket.setNoDelay(true)
    socket
      .setEncoding('utf8')
      .on('data', (text: string) => (said += text))
      .on('error', () => undefined)
      .on('close', () => resolve(said))
      .on('connect', () => void send())
    async function send(): Promise<void> {
      for (const piece of pieces) {
        await new Promise((sent) => socket.write(piece, sent))
        await new Promise(setImmediate)
      }
      if (half) socket.end()
    }
  })
}

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

describe('a request over a socket', () => {
  it('is answered, and the connection ends', async () => {
    const { socket } = await aServer(echo)
    const text = await talk(socket, [requestText(['hook', 'Stop', 'user'], '{"a":"ü"}')])
    expect(JSON.parse(parseAnswer(text)?.stdout ?? '')).toEqual({ words: ['hook', 'Stop', 'user'], body: '{"a":"ü"}' })
  })

  it('may come in pieces of one byte', async () => {
    const { socket } = await aServer(echo)
    const bytes = Buffer.from(requestText(['hook', 'Stop', 'user'], '{"a":"ü€😀"}'))
    const text = await talk(
      socket,
      [...bytes].map((byte) => Buffer.from([byte])),
    )
    expect(JSON.parse(parseAnswer(text)?.stdout ?? '').body).toBe('{"a":"ü€😀"}')
  })

  it('may come in any pieces', async () => {
    const { socket } = await aServer(echo)
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.array(fc.nat(40), { maxLength: 8 }), async (body, sizes) => {
        const bytes = Buffer.from(requestText(['hook', 'Stop', 'user'], body))
        let at = 0
        const pieces = [...sizes.map((size) => bytes.subarray(at, (at += size))), bytes.subarray(at)]
        const text = await talk(
          socket,
          pieces.filter(({ length }) => length > 0),
        )
        expect(JSON.parse(parseAnswer(text)?.stdout ?? '').body).toBe(body)
      }),
      tries(50),
    )
  })

  it('may be large', async () => {
    const { socket } = await aServer(({ body }) => Promise.resolve({ text: answerText(String(body.length)) }))
    const body = JSON.stringify('x'.repeat(8 << 20))
    expect(await ask(socket, ['hook'], body, 10_000)).toBe(String(body.length))
  })

  it('that is too large is declined, not kept', async () => {
    const { socket } = await aServer(echo)
    const text = await talk(socket, [`holdpoint 1 hook Stop user\n${'x'.repeat(17 << 20)}`])
    expect(text).toContain('holdpoint-declined')
  })

  it.each([
    ['garbage', ['\0\xff garbage\nholdpoint-end\n']],
    ['HTTP', ['POST / HTTP/1.1\r\nHost: x\r\n\r\nholdpoint 1 stop\nholdpoint-end\n']],
    ['two at once', [requestText(['status'], '') + requestText(['stop'], '')]],
    ['an end inside', [requestText(['hook', 'Stop', 'user'], '{}\nholdpoint-end\n{}')]],
  ])('that is %s is declined', async (_, pieces) => {
    const served: string[] = []
    const { socket } = await aServer((request) => {
      served.push(request.words.join(' '))
      return echo(request)
    })
    expect(await talk(socket, pieces)).toContain('holdpoint-declined\nnot a request')
    expect(served).toEqual([])
  })

  it('that breaks off is declined', async () => {
    const { socket } = await aServer(echo)
    expect(await talk(socket, ['holdpoint 1 hook Stop user\n{"a":'], { half: true })).toContain('not a request')
    expect(await talk(socket, [], { half: true })).toContain('not a request')
  })

  it('of a client that says nothing is not waited for', async () => {
    const { socket } = await aServer(echo, { limits: { talkMs: 50 } })
    expect(await talk(socket, ['holdpoint 1 ho'])).toBe('')
  })

  it('of a client that says a little now and then is not waited for either', async () => {
    const { socket } = await aServer(echo, { limits: { talkMs: 100 } })
    const started = performance.now()
    const connection = createConnection(socket)
    connection.on('error', () => undefined)
    const trickle = setInterval(() => connection.write('x'), 10)
    await new Promise((resolve) => connection.on('close', resolve))
    clearInterval(trickle)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

describe('an answer over a socket', () => {
  it('that takes long is announced by heartbeats', async () => {
    const { socket } = await aServer(async (request) => {
      await later(700)
      return echo(request)
    })
    const text = await talk(socket, [requestText(['status'], '')])
    expect(text).toMatch(/^\n\n+holdpoint-answer/)
    expect(parseAnswer(text)).toBeDefined()
  })

  it('that never comes is declined after a while', async () => {
    const { socket } = await aServer(() => new Promise(() => undefined), { limits: { workMs: 300 } })
    expect(await talk(socket, [requestText(['status'], '')])).toMatch(/^\n*holdpoint-declined\nit takes too long/)
  })

  it('that comes after the request is ignored, and the follow-up work is done', async () => {
    let isDone = false
    const { socket, notes } = await aServer(
      async () => {
        await later(300)
        return { text: answerText('{}'), after: () => void (isDone = true) }
      },
      { limits: { workMs: 50 } },
    )
    expect(parseAnswer(await talk(socket, [requestText(['status'], '')]))).toBeUndefined()
    await later(400)
    expect(isDone).toBe(true)
    expect(notes).toEqual([])
  })

  it('that fails is declined, and noted', async () => {
    const { socket, notes } = await aServer(() => Promise.reject(new Error('on purpose')))
    expect(await talk(socket, [requestText(['status'], '')])).toContain('holdpoint-declined\nsomething went wrong')
    expect(notes).toEqual(['a request failed: on purpose'])
  })

  it('stays valid when later work fails', async () => {
    const { socket, notes } = await aServer(() =>
      Promise.resolve({
        text: answerText('{}'),
        after() {
          throw new Error('on purpose')
        },
      }),
    )
    expect(await ask(socket, ['status'], '', 1_000)).toBe('{}')
    await later(20)
    expect(notes).toEqual(['after an answer: on purpose'])
  })

  it('that no client waits for does no harm: the follow-up work is done', async () => {
    let isDone = false
    const { socket, server } = await aServer(async () => {
      await later(100)
      return { text: answerText('x'.repeat(1 << 20)), after: () => void (isDone = true) }
    })
    const connection = createConnection(socket)
    connection.write(requestText(['status'], ''))
    await later(20)
    connection.destroy()
    await later(300)
    expect(isDone).toBe(true)
    expect(await ask(socket, ['status'], '', 2_000)).toHaveLength(1 << 20)
    await new Promise((resolve) => server.close(resolve))
  })

  it('is not left open by a client that stays', async () => {
    const { socket, server } = await aServer(echo, { limits: { talkMs: 100 } })
    const connection = createConnection({ path: socket, allowHalfOpen: true })
    connection.on('error', () => undefined).resume()
    connection.write(requestText(['status'], ''))
    await later(400)
    const count = await new Promise((resolve) => server.getConnections((_, number) => resolve(number)))
    expect(count).toBe(0)
    connection.destroy()
  })
})

describe('where others can connect too', () => {
  const secret = { token: 't'.repeat(48), proof: 'p'.repeat(48) }
  const request = requestText(['status'], '')

  async function loopback(): Promise<{ port: number; served: string[] }> {
    const served: string[] = []
    const serve: Serve = (asked) => {
      served.push(asked.words.join(' '))
      return echo(asked)
    }
    const server = lineServer({ serve, secret, note: () => undefined, limits: { talkMs: 300 } })
    expect(await listenOnLoopback(server, 0, () => undefined)).toBe(true)
    open.push(server)
    return { port: (server.address() as AddressInfo).port, served }
  }

  it('the client shows the token, the daemon the proof', async () => {
    const { port } = await loopback()
    const text = await talk(port, [`${secret.token}\n`, request])
    expect(text.startsWith(`${secret.proof}\n`)).toBe(true)
    expect(parseAnswer(text.slice(secret.proof.length + 1))).toBeDefined()
  })

  it('in pieces of one byte as well', async () => {
    const { port } = await loopback()
    const text = await talk(port, `${secret.token}\n${request}`.split(''))
    expect(parseAnswer(text.slice(secret.proof.length + 1))).toBeDefined()
  })

  it.each([
    ['none', [request]],
    ['a wrong one', [`${'x'.repeat(48)}\n`, request]],
    ['one letter wrong', [`${'t'.repeat(47)}x\n`, request]],
    ['a short one', [`${'t'.repeat(47)}\n`, request]],
    ['a long one', [`${'t'.repeat(49)}\n`, request]],
    ['a part of it and no more', ['ttt']],
    ['nothing at all', []],
    ['the proof instead', [`${secret.proof}\n`, request]],
    ['one of many bytes', ['\0'.repeat(1 << 20)]],
  ])('%s: not a word is said, and nothing is done', async (_, pieces) => {
    const { port, served } = await loopback()
    expect(await talk(port, pieces)).toBe('')
    expect(served).toEqual([])
  })

  it('a client that ends in the middle of the token is gone', async () => {
    const { port } = await loopback()
    expect(await talk(port, ['tttt'], { half: true })).toBe('')
  })
})

describe('a socket', () => {
  it('is for our eyes only, and nothing else is made with other rights for it', async () => {
    const before = process.umask()
    const { socket } = await aServer(echo)
    expect(statSync(socket).mode & 0o777).toBe(0o600)
    expect(process.umask()).toBe(before)
  })

  it('takes the place of an old one at once', async () => {
    const { socket } = await aServer(echo)
    const old = identify(socket)
    expect(isSameFile(old, socket)).toBe(true)
    const next = lineServer({ serve: () => Promise.resolve({ text: answerText('next') }), note: () => undefined })
    const identity = await listenOnSocket(next, socket)
    open.push(next)
    expect(isSameFile(old, socket)).toBe(false)
    expect(isSameFile(identity, socket)).toBe(true)
    expect(await ask(socket, ['status'], '', 1_000)).toBe('next')
  })

  it('that cannot be made is an error', async () => {
    const server = lineServer({ serve: echo, note: () => undefined })
    await expect(listenOnSocket(server, '/proc/nowhere/x.sock')).rejects.toThrow(/E[A-Z]+/)
  })

  it('a port that is taken is noted', async () => {
    const notes: string[] = []
    const first = lineServer({ serve: echo, note: () => undefined })
    open.push(first)
    await listenOnLoopback(first, 0, () => undefined)
    const { port } = first.address() as AddressInfo
    const second = lineServer({ serve: echo, note: () => undefined })
    expect(await listenOnLoopback(second, port, (text) => void notes.push(text))).toBe(false)
    expect(notes[0]).toContain(`cannot listen on 127.0.0.1:${port}`)
  })
})

describe('asking', () => {
  it.each([
    ['no daemon', () => '/nowhere/x.sock'],
    ['a name too long', () => `/${'x'.repeat(300)}`],
    ['a file', () => import.meta.filename],
    ['a zero byte', () => '/tmp/\0x'],
  ])('%s: no answer', async (_, socket) => {
    expect(await ask(socket(), ['status'], '', 500)).toBeUndefined()
  })

  it('a server that never answers uses the timeout and no more', async () => {
    const { socket } = await aServer(() => new Promise(() => undefined))
    const started = performance.now()
    expect(await ask(socket, ['status'], '', 100)).toBeUndefined()
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
