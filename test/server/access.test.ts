import { raise } from '../../packages/server/src/alarms.ts'
import { makeLink } from '../../packages/server/src/people/links.ts'
import { hashPassword, isPassword } from '../../packages/server/src/people/passwords.ts'
import { aDatabase, aTeam } from './support/team.ts'

/** On a busy machine the embedded database takes long to start. */
beforeAll(aDatabase, 120_000)

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

    await raise(team.database, { kind: 'late', subject: email, text: 'x' }, 1)
    await team.database.query('UPDATE alarms SET closed_at = 2, closed_by = $1 WHERE subject = $1', [email])
    await team.database.query(`UPDATE alarms SET subject = 'x' WHERE subject = $1`, [email])
    const erase = () => team.app.inject({ method: 'POST', url: `/api/people/${id}/erase`, headers: admin, payload: {} })
    expect([(await erase()).statusCode, (await erase()).statusCode]).toEqual([200, 404])
    for (const table of ['people', 'links', 'sign_ins', 'alarms']) {
      const { rows } = await team.database.query(`SELECT * FROM ${table}`)
      expect(JSON.stringify(rows)).not.toContain(email)
      expect(JSON.stringify(rows)).not.toContain('Some One')
    }
    const kept = await team.database.query('SELECT role FROM people WHERE id = $1', [id])
    expect(kept.rows).toEqual([{ role: 'viewer' }])
  })

  it('ends the session that it brought along when it signs in again, and at sign-out', async () => {
    const team = await aTeam()
    const before = await team.person('admin')
    const key = await makeLink(team.database, { purpose: 'admin', lifeMs: 1_000 }, Date.now())
    const answer = await team.app.inject({ method: 'POST', url: '/api/open', headers: before, payload: { key } })
    const status = async (cookie: string) =>
      (await team.app.inject({ url: '/api/me', headers: { host: before['host'] ?? '', cookie } })).statusCode
    expect(await status(before['cookie'] ?? '')).toBe(401)
    const [cookie = ''] = String(answer.headers['set-cookie']).split(';')
    const me = await team.app.inject({ url: '/api/me', headers: { host: before['host'] ?? '', cookie } })
    const headers = { host: before['host'] ?? '', cookie, 'x-csrf': me.json<{ csrf: string }>().csrf }
    const out = await team.app.inject({ method: 'POST', url: '/api/sign-out', headers, payload: {} })
    expect(out.headers['set-cookie']).toMatch(/^holdpoint_team=; .*Expires=Thu, 01 Jan 1970/)
    expect(await status(cookie)).toBe(401)
  })

  it('gets a cookie for TLS alone, and for this host alone, behind a proxy with TLS', async () => {
    const team = await aTeam({ publicUrl: 'https://holdpoint.example.com' })
    const key = await makeLink(team.database, { purpose: 'admin', lifeMs: 1_000 }, Date.now())
    const headers = { host: 'holdpoint.example.com' }
    const answer = await team.app.inject({ method: 'POST', url: '/api/open', headers, payload: { key } })
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-holdpoint_team=[\w-]{32}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    expect(answer.headers['strict-transport-security']).toContain('max-age=')
  })

  it('may not try passwords without end, per account and per address', async () => {
    const team = await aTeam({ signInLimit: 15, publicUrl: 'https://holdpoint.example.com' })
    const email = `guess-${process.pid}@example.com`
    const guess = async (who: string, address: string) => {
      const headers = { host: 'holdpoint.example.com', 'x-forwarded-for': address }
      const payload = { email: who, password: '' }
      return (await team.app.inject({ method: 'POST', url: '/api/sign-in', headers, payload })).statusCode
    }
    const account = []
    for (let time = 0; time < 11; time++) account.push(await guess(` ${email.toUpperCase()}`, `192.0.2.${time}`))
    expect(account).toEqual([...Array.from({ length: 10 }, () => 401), 429])
    const address = []
    for (let time = 0; time < 16; time++) address.push(await guess(`${time}${email}`, '198.51.100.1'))
    expect(address).toEqual([...Array.from({ length: 15 }, () => 401), 429])
  })

  it('does the work of a password for an account that does not exist', async () => {
    // A hash that cannot be read would throw; a skipped one would not notice the right password's absence.
    expect(await isPassword('long enough for us', undefined)).toBe(false)
    const hash = await hashPassword('long enough for us')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect([await isPassword('long enough for us', hash), await isPassword('another password', hash)]).toEqual([
      true,
      false,
    ])
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
