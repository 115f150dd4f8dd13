import { gzipSync } from 'node:zlib'
import { newKeyPair, PATHS, type Caller } from '../../packages/runtime/src/fleet/index.ts'
import { raise } from '../../packages/server/src/alarms.ts'
import { makeLink } from '../../packages/server/src/people/links.ts'
import { signOut } from '../../packages/server/src/people/sign-ins.ts'
import { isEndpoint, MAY_CALL, mayCall, ROLES, type CallerKind } from '../../packages/server/src/people/roles.ts'
import { checkRoute } from '../../packages/server/src/http/access.ts'
import { signedHeaders } from './support/signed.ts'
import { aDatabase, aTeam, type Team } from './support/team.ts'

const CALLERS = [
  'none',
  ...ROLES,
  'signed out',
  'expired',
  'disabled person',
  'machine',
  'revoked machine',
  'machine with another key',
] as const
type CallerName = (typeof CALLERS)[number]

interface Sample {
  readonly path?: string
  readonly body?: object
  /** When the caller may; exact, so that a refusal cannot pass for it. */
  readonly status: number
  readonly says?: string
}

/** A request that succeeds, or fails for its content alone, for those who may call. */
type Samples = Readonly<Record<keyof typeof MAY_CALL, (team: Team) => Sample | Promise<Sample>>>

const BATCH = { status: 400, says: 'not a valid batch', body: {} }
const SAMPLES: Samples = {
  'GET /healthz': () => ({ status: 200 }),
  'GET /readyz': () => ({ status: 200 }),
  'GET /api/entry': () => ({ status: 200 }),
  'GET /api/oidc/start': () => ({ status: 404, says: 'no identity provider' }),
  'GET /sign-in/oidc': () => ({ status: 303 }),
  'POST /api/open': () => ({ status: 401, says: 'this link was used', body: { key: 'x' } }),
  'POST /api/sign-in': () => ({
    status: 401,
    says: 'password is wrong',
    body: { email: `${++serial}@b.c`, password: 'x' },
  }),
  'POST /api/join': () => ({ status: 401, says: 'invitation', body: { key: 'x', name: 'x', password: 'x' } }),
  'POST /api/v1/enrol': () => ({ status: 415, says: 'gzip', body: {} }),
  'POST /api/v1/ship': () => BATCH,
  'POST /api/v1/heartbeat': () => ({ ...BATCH, says: 'not a valid heartbeat' }),
  'POST /api/v1/leave': () => ({ status: 200, body: {} }),
  'GET /api/v1/segments': () => ({ path: `${PATHS.segments}?project=p&epoch=e&after=0`, status: 200 }),
  'POST /api/sign-out': () => ({ status: 200, body: {} }),
  'GET /api/me': () => ({ status: 200 }),
  'GET /api/overview': () => ({ status: 200 }),
  'GET /api/decisions': () => ({ status: 200 }),
  'GET /api/sessions': () => ({ status: 200 }),
  'GET /api/machines': () => ({ status: 200 }),
  'GET /api/machines/:id': async (team) => ({ path: `/api/machines/${(await team.enrol()).machine}`, status: 200 }),
  'GET /api/alarms': () => ({ status: 200 }),
  'GET /api/live': () => ({ status: 200 }),
  'GET /api/export': () => ({ status: 200 }),
  'GET /api/heads': () => ({ status: 200 }),
  'GET /api/people': () => ({ status: 200 }),
  'POST /api/alarms/:id/close': async ({ database }) => {
    const subject = `cell ${++serial}`
    await raise(database, { kind: 'late', subject, text: 'x' }, 1)
    const { rows } = await database.query('SELECT id FROM alarms WHERE subject = $1', [subject])
    return { path: `/api/alarms/${String(rows[0]?.['id'])}/close`, body: {}, status: 200 }
  },
  'POST /api/people/:id/disable': (team) => onAPerson(team, 'disable'),
  'POST /api/people/:id/erase': (team) => onAPerson(team, 'erase'),
  'POST /api/invitations': () => ({ status: 200, body: { email: 'new@example.com', role: 'viewer' } }),
  'POST /api/enrolments': () => ({ status: 200, body: { label: 'x' } }),
  'POST /api/machines/:id/revoke': async (team) => ({
    path: `/api/machines/${(await team.enrol()).machine}/revoke`,
    body: {},
    status: 200,
  }),
  'POST /api/machines/:id/erase': async (team) => ({
    path: `/api/machines/${(await team.enrol()).machine}/erase`,
    body: {},
    status: 200,
  }),
}
let serial = 0

async function onAPerson({ database }: Team, change: string): Promise<Sample> {
  const { rows } = await database.query(
    `INSERT INTO people (id, email, name, role, created_at) VALUES ($1, $1, $1, 'viewer', 0) RETURNING id`,
    [`cell ${++serial}-${process.pid}`],
  )
  return { path: `/api/people/${encodeURIComponent(String(rows[0]?.['id']))}/${change}`, body: {}, status: 200 }
}

type Credentials = { readonly headers: Record<string, string> } | { readonly machine: Caller }

/** Made anew for each cell, because some calls end what they are made with. */
async function credentials(team: Team, caller: CallerName): Promise<Credentials> {
  const { database } = team
  switch (caller) {
    case 'none':
      return { headers: {} }
    case 'signed out': {
      const headers = await team.person('admin')
      await signOut(database, /=(.*)$/.exec(headers['cookie'] ?? '')?.[1] ?? '')
      return { headers }
    }
    case 'expired': {
      const headers = await team.person('admin')
      await database.query('UPDATE sign_ins SET expires_at = 1 WHERE csrf = $1', [headers['x-csrf'] ?? ''])
      return { headers }
    }
    case 'disabled person': {
      const headers = await team.person('admin')
      await database.query(
        'UPDATE people SET disabled_at = 1 WHERE id = (SELECT person FROM sign_ins WHERE csrf = $1)',
        [headers['x-csrf'] ?? ''],
      )
      return { headers }
    }
    case 'machine':
      return { machine: await team.enrol() }
    case 'revoked machine': {
      const machine = await team.enrol()
      await database.query('UPDATE machines SET revoked_at = 1 WHERE id = $1', [machine.machine])
      return { machine }
    }
    case 'machine with another key':
      return { machine: { ...(await team.enrol()), privateKey: newKeyPair().privateKey } }
    case 'admin':
    case 'auditor':
    case 'viewer':
      return { headers: await team.person(caller) }
  }
}

/** What a caller without the right gets. */
function refusal(endpoint: keyof typeof MAY_CALL, caller: CallerName): number {
  const isForMachines = mayCall('machine', endpoint)
  if (isForMachines) return caller === 'revoked machine' ? 403 : 401
  return ROLES.some((role) => role === caller) ? 403 : 401
}

/** On a busy machine the embedded database takes long to start. */
beforeAll(aDatabase, 120_000)

describe('who may call what', () => {
  let team: Team
  beforeAll(async () => {
    team = await aTeam({ until: afterAll, signInLimit: 100_000 })
  })

  const endpoints = Object.keys(MAY_CALL).filter(isEndpoint)
  const cells = endpoints.flatMap((endpoint) => CALLERS.map((caller) => [endpoint, caller] as const))

  it.each(cells)('%s by %s', async (endpoint, caller) => {
    const isAllowed = mayCall('none', endpoint) || mayCall(caller as CallerKind, endpoint)
    const [method = '', plain = ''] = endpoint.split(' ')
    const { path = plain, body, status, says = '' } = await SAMPLES[endpoint](team)
    const who = await credentials(team, caller)
    // People send JSON and machines gzip; a machine's endpoint gets what it can read from either.
    const isGzip = 'machine' in who && !mayCall('none', endpoint)
    const bytes = body === undefined ? undefined : isGzip ? gzipSync(JSON.stringify(body)) : JSON.stringify(body)
    const headers =
      'machine' in who
        ? signedHeaders(who.machine, method, path, Buffer.from(bytes ?? ''))
        : { ...who.headers, origin: team.url }
    const type = isGzip ? 'application/vnd.holdpoint+gzip' : 'application/json'
    const abort = new AbortController()
    const answer = await fetch(team.url + path, {
      method,
      redirect: 'manual',
      signal: abort.signal,
      headers: { ...headers, ...(bytes !== undefined && { 'content-type': type }) },
      ...(bytes !== undefined && { body: bytes }),
    })
    const text = path === '/api/live' && answer.status === 200 ? '' : await answer.text()
    abort.abort()
    expect(answer.status, text).toBe(isAllowed ? status : refusal(endpoint, caller))
    if (isAllowed) expect(text).toContain(says)
    else expect(text).not.toContain('"ok":true')
  })

  it.each([
    ['GET', '/api/new', undefined],
    ['HEAD', '/api/me', undefined],
    ['PUT', '/api/me', {}],
    [['GET', 'POST'], '/healthz', undefined],
  ])('the server does not start with %s %s, which has no row', (method, url, config) => {
    expect(() => checkRoute(method, url, config)).toThrow('has no row in MAY_CALL')
  })

  it('has a route for each row, and no other', () => {
    for (const endpoint of endpoints) {
      const [method = '', url = ''] = endpoint.split(' ')
      expect(team.app.hasRoute({ method, url }), endpoint).toBe(true)
    }
    const shown = [...team.app.printRoutes().matchAll(/\(([A-Z, ]+)\)/g)].flatMap(([, methods = '']) =>
      methods.split(','),
    )
    expect(shown).toHaveLength(endpoints.length)
  })
})

it('a token for enrolment opens no other door', async () => {
  const team = await aTeam()
  const key = await makeLink(team.database, { purpose: 'enrol', lifeMs: 60_000 }, Date.now())
  for (const path of ['/api/open', '/api/join']) {
    const payload = { key, name: 'x', password: 'long enough for us' }
    const { statusCode } = await team.app.inject({
      method: 'POST',
      url: path,
      headers: { host: new URL(team.url).host },
      payload,
    })
    expect(statusCode, path).toBe(401)
  }
})
