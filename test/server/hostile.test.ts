import { connect } from 'node:net'
import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { call, MAX_BODY, newNonce, PATHS, type Caller } from '../../packages/runtime/src/fleet/index.ts'
import { aBatch } from './support/batch.ts'
import { signedHeaders } from './support/signed.ts'
import { aDatabase, aTeam, type Team } from './support/team.ts'

const HOUR_MS = 3_600_000

beforeAll(aDatabase, 120_000)

const GZIP = { 'content-type': 'application/vnd.holdpoint+gzip' }

async function post(team: Team, headers: Record<string, string>, body: Uint8Array, path: string = PATHS.ship) {
  const answer = await fetch(team.url + path, { method: 'POST', headers: { ...GZIP, ...headers }, body })
  return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> }
}

/** What a server holds of one machine. */
const lines = async ({ database }: Team, { machine }: Caller) => {
  const { rows } = await database.query('SELECT coalesce(sum(head_sequence), 0) AS n FROM chains WHERE machine = $1', [
    machine,
  ])
  return Number(rows[0]?.['n'])
}

describe('a signature covers', () => {
  it.each<
    readonly [
      string,
      (headers: Record<string, string>, body: Uint8Array) => readonly [Record<string, string>, Uint8Array, string],
    ]
  >([
    ['the body', (headers) => [headers, gzipSync(JSON.stringify(aBatch(1))), PATHS.ship]],
    ['the path', (headers, body) => [headers, body, PATHS.heartbeat]],
    ['the query', (headers, body) => [headers, body, `${PATHS.ship}?x=1`]],
    ['the time', (headers, body) => [{ ...headers, 'holdpoint-time': String(Date.now() + 1) }, body, PATHS.ship]],
    ['the nonce', (headers, body) => [{ ...headers, 'holdpoint-nonce': newNonce() }, body, PATHS.ship]],
    ['the machine', (headers, body) => [{ ...headers, 'holdpoint-machine': "x' OR '1'='1" }, body, PATHS.ship]],
    [
      'itself',
      (headers, body) => [{ ...headers, 'holdpoint-signature': Buffer.alloc(64).toString('base64') }, body, PATHS.ship],
    ],
    ['the form of the nonce', (headers, body) => [{ ...headers, 'holdpoint-nonce': '' }, body, PATHS.ship]],
  ])('%s', async (_, change) => {
    const team = await aTeam()
    const caller = await team.enrol()
    const body = gzipSync(JSON.stringify(aBatch(2)))
    const [headers, sent, path] = change(signedHeaders(caller, 'POST', PATHS.ship, body), body)
    expect(await post(team, headers, sent, path)).toMatchObject({ status: 401, body: { reason: 'signature' } })
    expect(await lines(team, caller)).toBe(0)
  })
})

describe('a signed request', () => {
  it('counts once, also when the copy is sent to another server of the team, and after the batch failed', async () => {
    const [team, copy] = [await aTeam(), await aTeam()]
    const caller = await team.enrol()
    const body = gzipSync(JSON.stringify(aBatch(2)))
    const headers = signedHeaders(caller, 'POST', PATHS.ship, body)
    expect((await post(team, headers, body)).status).toBe(200)
    for (const one of [team, copy])
      expect(await post(one, headers, body)).toMatchObject({ status: 401, body: { reason: 'replay' } })
    expect(await lines(team, caller)).toBe(2)
  })

  it.each([
    ['five hours late', -5 * HOUR_MS],
    ['five hours early', 5 * HOUR_MS],
    ['eleven minutes late', -11 * 60_000],
  ])('%s is refused with the time of the server, and known ones are not forgotten meanwhile', async (_, offset) => {
    const team = await aTeam()
    const caller = await team.enrol()
    const body = gzipSync(JSON.stringify(aBatch(1)))
    const headers = signedHeaders(caller, 'POST', PATHS.ship, body, { time: String(Date.now() + offset) })
    const answer = await post(team, headers, body)
    expect(answer).toMatchObject({ status: 401, body: { reason: 'clock', serverTime: expect.any(Number) } })
  })

  it('of an unknown machine learns neither the time nor whether the machine exists', async () => {
    const team = await aTeam()
    const [caller, other] = [await team.enrol(), await team.enrol()]
    const body = gzipSync('{}')
    const ask = (machine: string) =>
      post(team, signedHeaders({ ...caller, machine }, 'POST', PATHS.ship, body, { time: '1' }), body)
    expect(await ask(other.machine)).toEqual(await ask('nobody'))
  })
})

describe('too much', () => {
  it('100 MB are refused while they come', async () => {
    const team = await aTeam()
    const { port, host } = new URL(team.url)
    const socket = connect(Number(port), '127.0.0.1')
    const length = 100 << 20
    socket.write(
      `POST ${PATHS.ship} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: ${GZIP['content-type']}\r\ncontent-length: ${length}\r\n\r\n`,
    )
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /)
    expect(socket.bytesWritten).toBeLessThan(MAX_BODY)
    socket.destroy()
  })

  it('a body without a length is cut at the limit', async () => {
    const team = await aTeam()
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if ((sent += 1 << 16) > 100 << 20) controller.close()
        else controller.enqueue(Buffer.alloc(1 << 16))
      },
    })
    const answer = await fetch(team.url + PATHS.ship, {
      method: 'POST',
      headers: GZIP,
      body,
      duplex: 'half',
    }).catch(() => undefined)
    expect([413, undefined]).toContain(answer?.status)
    expect(sent).toBeLessThan(20 << 20)
  })

  it.each([
    ['one huge header', `x-long: ${'x'.repeat(100_000)}`],
    ['many headers', Array.from({ length: 4_000 }, (_, index) => `x-${index}: y`).join('\r\n')],
  ])('%s ends the connection, and others are served', async (_, headers) => {
    const team = await aTeam()
    const { port, host } = new URL(team.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`GET /api/me HTTP/1.1\r\nhost: ${host}\r\n${headers}\r\n\r\n`)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 431 /)
    expect((await fetch(`${team.url}/healthz`)).status).toBe(200)
  })

  it('a slow client is limited by the settings of the server', async () => {
    const team = await aTeam()
    expect(team.app.server.requestTimeout).toBe(30_000)
    expect(team.app.server.headersTimeout).toBeLessThanOrEqual(60_000)
    expect(team.app.server.maxRequestsPerSocket).toBeGreaterThanOrEqual(0)
  })
})

describe('text that means something elsewhere', () => {
  const TEXTS = [
    "'; DROP TABLE machines; --",
    '$1 %s \\ \\x00 " ` ${x}',
    '\u202Egpj.exe\u0000\uD800',
    '<script>document.title=1</script>',
    '%00%ff..%2f..%2fetc/passwd',
  ]

  it('is kept and found as text', async () => {
    const team = await aTeam()
    const caller = await team.enrol({ name: "Robert'); DROP TABLE people;--" })
    const rows = TEXTS.map((text) => ({ decision: 'deny', tool: text, session: text, agent: text, subject: text }))
    expect(await call(caller, 'POST', PATHS.ship, aBatch(rows))).toMatchObject({ kind: 'ok' })
    const headers = await team.person('viewer')
    const ask = async (query: string) => {
      const answer = await team.app.inject({ url: `/api/decisions?machine=${caller.machine}&${query}`, headers })
      expect(answer.statusCode, query).toBe(200)
      return answer.json<{ rows: readonly { tool: string }[] }>().rows.length
    }
    expect(await ask('')).toBe(TEXTS.length)
    for (const text of TEXTS.filter((one) => !/[\0\uD800-\uDFFF]/.test(one))) {
      const one = encodeURIComponent(text)
      expect(await ask(`tool=${one}`), text).toBe(1)
      expect(await ask(`session=${one}`), text).toBe(1)
    }
    expect(await ask('q=' + encodeURIComponent('%'))).toBeGreaterThan(0)
    for (const url of ['/api/sessions', '/api/machines', `/api/machines/${caller.machine}`, '/api/overview'])
      expect((await team.app.inject({ url, headers })).statusCode, url).toBe(200)
  })

  it.each(TEXTS)('%j in every parameter is an answer, never an error of the server', async (text) => {
    const team = await aTeam()
    const headers = await team.person('admin')
    const one = encodeURIComponent(text.replace(/[\uD800-\uDFFF]/g, ''))
    for (const url of [
      `/api/decisions?cursor=${one}&hook=${one}&project=${one}&decision=${one}&q=${one}`,
      `/api/decisions?q=${one}&q=${one}&machine[]=${one}`,
      `/api/machines/${one}`,
      `/api/sessions?machine=${one}&since=${one}`,
      `/api/export?format=${one}`,
      `/api/overview?since=999999999999999&until=0`,
    ])
      expect((await team.app.inject({ url, headers })).statusCode, url).toBeLessThan(500)
    for (const url of [`/api/machines/${one}/revoke`, `/api/alarms/${one}/close`, `/api/people/${one}/disable`])
      expect((await team.app.inject({ method: 'POST', url, headers, payload: {} })).statusCode, url).toBe(404)
  })

  it('a line that is not UTF-8 is taken as bytes, and its chain stays whole', async () => {
    const team = await aTeam()
    const caller = await team.enrol()
    const { chained, GENESIS } = await import('../../packages/runtime/src/audit/store/chain.ts')
    const entry = { line: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]).toString('base64'), encoding: 'base64' as const }
    const batch = { ...aBatch(1), lines: [entry], head: chained(GENESIS.hash, entry) }
    expect(await call(caller, 'POST', PATHS.ship, batch)).toMatchObject({ kind: 'ok' })
    expect(await lines(team, caller)).toBe(1)
  })
})
