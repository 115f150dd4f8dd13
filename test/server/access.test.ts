import { MAY_CALL, ROLES } from '../../packages/server/src/people/roles.ts'
import { makeLink } from '../../packages/server/src/people/links.ts'
import { aDatabase, aTeam, type Team } from './support/team.ts'

const OPEN = [
  'POST /api/open',
  'POST /api/sign-in',
  'POST /api/join',
  'POST /api/v1/enrol',
  'GET /healthz',
  'GET /readyz',
]
const CALLERS = ['none', ...ROLES] as const

/** Every endpoint for every caller. A machine's endpoints are refused to people, and the other way round. */
const cells = Object.entries(MAY_CALL).flatMap(([endpoint, allowed]) =>
  CALLERS.map(
    (caller) => [endpoint, caller, allowed.some((one) => one === caller) || OPEN.includes(endpoint)] as const,
  ),
)

/** On a busy machine the embedded database takes long to start. */
beforeAll(aDatabase, 120_000)

describe('who may call what', () => {
  let team: Team
  let callers: Readonly<Record<(typeof CALLERS)[number], Record<string, string>>>
  beforeAll(async () => {
    team = await aTeam({ until: afterAll })
    const host = { host: new URL(team.url).host }
    callers = { none: host, admin: await team.person('admin'), viewer: await team.person('viewer') }
  })

  it.each(cells)('%s by %s: %s', async (endpoint, caller, isAllowed) => {
    const [method = '', path = ''] = endpoint.split(' ')
    const headers = callers[caller]
    // Signing out ends what the other cells use.
    if (path === '/api/sign-out' && isAllowed) return
    // The stream of news does not end; being let in is enough to know.
    if (path === '/api/live' && isAllowed) return
    const { statusCode } = await team.app.inject({
      method: method as 'GET',
      url: path.replace(':id', '1'),
      headers: { ...headers, ...(method === 'POST' && { 'content-type': 'application/json' }) },
      ...(method === 'POST' && { payload: '{}' }),
    })
    if (isAllowed) expect([200, 400, 401, 404, 415]).toContain(statusCode)
    else expect([401, 403]).toContain(statusCode)
    if (isAllowed && !OPEN.includes(endpoint)) expect(statusCode).not.toBe(401)
  })

  it('has a row for every route under /api', () => {
    const routes = [...team.app.printRoutes({ commonPrefix: false }).matchAll(/(\/api\/\S+) \(([A-Z, ]+)\)/g)]
    for (const [, path = '', methods = ''] of routes)
      for (const method of methods.split(', ').filter((name) => name !== 'HEAD'))
        expect(MAY_CALL, `${method} ${path}`).toHaveProperty([`${method} ${path}`])
  })
})

describe('a browser', () => {
  it.each([
    ['without the token of its sign-in', { 'x-csrf': '' }, 403],
    ['with another token', { 'x-csrf': 'x'.repeat(32) }, 403],
    ['from another site', { origin: 'https://evil.example' }, 403],
    ['from another site by its own word', { 'sec-fetch-site': 'cross-site' }, 403],
    ['by another name', { host: 'evil.example' }, 421],
    ['with everything right', {}, 200],
  ])('%s', async (_, change, status) => {
    const team = await aTeam()
    const headers = { ...(await team.person('admin')), 'content-type': 'application/json', ...change }
    const answer = await team.app.inject({ method: 'POST', url: '/api/enrolments', headers, payload: '{"label":"x"}' })
    expect(answer.statusCode).toBe(status)
  })

  it('gets a new cookie at every sign-in, whatever it brought along', async () => {
    const team = await aTeam()
    const key = await makeLink(team.database, { purpose: 'admin', lifeMs: 1_000 }, Date.now())
    const headers = { host: new URL(team.url).host, cookie: 'holdpoint_team=planted' }
    const open = () => team.app.inject({ method: 'POST', url: '/api/open', headers, payload: { key } })
    const answer = await open()
    expect(answer.headers['set-cookie']).toMatch(
      /^holdpoint_team=(?!planted)[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict/,
    )
    expect((await open()).statusCode).toBe(401)
    const me = await team.app.inject({ url: '/api/me', headers })
    expect(me.statusCode).toBe(401)
  })

  it('signs in with the password of an invitation, and not when disabled', async () => {
    const team = await aTeam()
    const admin = await team.person('admin')
    const host = { host: admin['host'] ?? '' }
    const email = `someone-${process.pid}-${Date.now()}@example.com`
    const invited = await team.app.inject({
      method: 'POST',
      url: '/api/invitations',
      headers: admin,
      payload: { email, role: 'viewer' },
    })
    const key = new URL(invited.json<{ url: string }>().url).hash.slice(1)
    const join = (password: string) =>
      team.app.inject({ method: 'POST', url: '/api/join', headers: host, payload: { key, name: 'Some One', password } })
    expect((await join('short')).statusCode).toBe(400)
    expect((await join('long enough for us')).statusCode).toBe(200)
    expect((await join('long enough for us')).statusCode).toBe(401)
    const signIn = async (password: string) =>
      (
        await team.app.inject({
          method: 'POST',
          url: '/api/sign-in',
          headers: host,
          payload: { email: email.toUpperCase(), password },
        })
      ).statusCode
    expect(await signIn('long enough for us')).toBe(200)
    expect(await signIn('wrong')).toBe(401)
    const { people } = (await team.app.inject({ url: '/api/people', headers: admin })).json<{
      people: { id: string; email: string }[]
    }>()
    const { id = '' } = people.find((person) => person.email === email) ?? {}
    await team.app.inject({ method: 'POST', url: `/api/people/${id}/disable`, headers: admin, payload: {} })
    expect(await signIn('long enough for us')).toBe(401)
  })

  it('gets headers that allow no foreign script, frame or cache', async () => {
    const team = await aTeam()
    const { headers } = await team.app.inject({ url: '/api/me', headers: { host: new URL(team.url).host } })
    expect(headers['content-security-policy']).toContain("default-src 'none';script-src 'self'")
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
  })
})
