import { theAdministrator } from '../../packages/server/src/people/people.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { AccountClaims } from 'oidc-provider'
import { temporaryDirectory } from '../../packages/testing/src/repository.ts'
import { openLog } from '../../packages/server/src/log.ts'
import { makeLink } from '../../packages/server/src/people/links.ts'
import { openOidc, type OidcSettings } from '../../packages/server/src/people/oidc.ts'
import { oidcSettings } from '../../packages/server/src/people/oidc-options.ts'
import { SECRET, settingsFor, startProvider, type IdentityProvider } from './support/provider.ts'
import { aDatabase, aTeam, type Team } from './support/team.ts'

let serial = 0
const anAddress = (domain = 'example.com'): string => `oidc-${++serial}-${process.pid}@${domain}`

beforeAll(aDatabase, 120_000)

interface Setting {
  readonly team: Team
  readonly provider: IdentityProvider
  readonly log: () => string
}

async function aSetting(change: Partial<OidcSettings> = {}): Promise<Setting> {
  let [text, url] = ['', '']
  const destination = new Writable({
    write(chunk: Buffer, _, done) {
      text += chunk.toString()
      done()
    },
  })
  // Before the server listens, its address is unknown: a port of its own for both.
  const probe = await aTeam()
  await probe.app.close()
  url = probe.url
  const provider = await startProvider(() => `${url}/sign-in/oidc`)
  onTestFinished(provider.close)
  const oidc = openOidc(settingsFor(provider, change))
  const team = await aTeam({ oidc, logger: openLog('trace', destination), port: Number(new URL(url).port) })
  return { team, provider, log: () => text }
}

/** A browser as far as cookies of two sites and redirects go; follows them to the end or to `until`. */
function aBrowser() {
  const jar = new Map<string, Map<string, string>>()
  const cookiesOf = (url: string) => {
    const { host } = new URL(url)
    const own = jar.get(host) ?? new Map<string, string>()
    jar.set(host, own)
    return own
  }
  const get = async (url: string) => {
    const own = cookiesOf(url)
    const cookie = [...own].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) own.delete(name)
      else own.set(name, value)
    }
    const location = answer.headers.get('location')
    return { status: answer.status, next: location === null ? undefined : new URL(location, url).href, answer }
  }
  const follow = async (url: string, until: (next: string) => boolean = () => false): Promise<string> => {
    for (let [at, step] = [url, 0]; step < 12; step++) {
      const { next } = await get(at)
      if (next === undefined || until(next)) return next ?? at
      at = next
    }
    throw new Error('too many redirects')
  }
  return { get, follow, cookiesOf }
}

const me = async (browser: ReturnType<typeof aBrowser>, { url }: Team) => {
  const { answer, status } = await browser.get(`${url}/api/me`)
  return status === 200 ? ((await answer.json()) as { person: { email: string; role: string } }).person : undefined
}

async function signIn({ team, provider }: Setting, account: AccountClaims) {
  provider.account = account
  const browser = aBrowser()
  const end = await browser.follow(`${team.url}/api/oidc/start`)
  return { browser, end: end.slice(team.url.length), person: await me(browser, team) }
}

const invite = ({ team: { database } }: Setting, email: string, role: 'viewer' | 'auditor' = 'viewer') =>
  makeLink(database, { purpose: 'join', lifeMs: 60_000, email, role }, Date.now())

it('lets in whom an administrator has invited, with the role of the invitation, and keeps no secret in the log', async () => {
  const setting = await aSetting()
  const email = anAddress()
  await invite(setting, email, 'auditor')
  const account = { sub: `sub ${email}`, email: email.toUpperCase(), email_verified: true, name: 'Ada' }
  const first = await signIn(setting, account)
  expect(first.person).toMatchObject({ email, role: 'auditor' })
  expect(first.end).toBe('/')
  // The second time by the subject: another address at the provider makes no other person.
  const again = await signIn(setting, { ...account, email: anAddress() })
  expect(again.person).toMatchObject({ email, role: 'auditor' })
  expect(setting.log()).toContain('/sign-in/oidc')
  expect(setting.log()).not.toContain(SECRET)
  expect(setting.log()).not.toMatch(/code=|state=|holdpoint_team|id_token/)
})

describe('refuses', () => {
  it.each<readonly [string, string, AccountClaims, Partial<OidcSettings>]>([
    ['a person without an invitation', 'not-invited', { sub: 'a', email: 'a@example.com', email_verified: true }, {}],
    ['an address that is not verified', 'unverified', { sub: 'b', email: 'b@example.com', email_verified: false }, {}],
    ['an address of which nothing is said', 'unverified', { sub: 'c', email: 'c@example.com' }, {}],
    ['a person without an address', 'no-email', { sub: 'd' }, {}],
    [
      'another domain than the allowed one',
      'not-invited',
      { sub: 'e', email: 'e@example.com.evil.test', email_verified: true },
      { domains: ['example.com'] },
    ],
    [
      'a person whose groups have no role',
      'no-group',
      { sub: 'f', email: 'f@example.com', email_verified: true, groups: ['others'] },
      { domains: ['example.com'], groups: [{ role: 'admin', group: 'ops' }], scope: 'openid email groups' },
    ],
    ['a person who refuses', 'provider', { sub: 'refuses' }, {}],
  ])('%s', async (_, problem, account, change) => {
    const { end, person } = await signIn(await aSetting(change), account)
    expect(end).toBe(`/sign-in?problem=${problem}`)
    expect(person).toBeUndefined()
  })

  it('a disabled person, and a second account with the address of the first', async () => {
    const setting = await aSetting()
    const email = anAddress()
    await invite(setting, email)
    const account = { sub: `first ${email}`, email, email_verified: true }
    expect((await signIn(setting, account)).person).toBeDefined()
    const other = await signIn(setting, { ...account, sub: `second ${email}` })
    expect(other.end).toBe('/sign-in?problem=other-account')
    await setting.team.database.query('UPDATE people SET disabled_at = 1 WHERE email = $1', [email])
    expect((await signIn(setting, account)).end).toBe('/sign-in?problem=disabled')
  })

  it('the address of the administrator of the one-time link, whatever the provider says', async () => {
    const setting = await aSetting({ domains: ['localhost'] })
    const { email } = await theAdministrator(setting.team.database, Date.now())
    const { end, person } = await signIn(setting, { sub: 'claims to be it', email, email_verified: true })
    expect([end, person]).toEqual(['/sign-in?problem=not-invited', undefined])
  })
})

it('lets a verified address of an allowed domain in as a viewer', async () => {
  const setting = await aSetting({ domains: ['corp.test'] })
  const email = anAddress('corp.test')
  const { person } = await signIn(setting, { sub: email, email, email_verified: true })
  expect(person).toMatchObject({ email, role: 'viewer' })
})

it('gives the role of the highest group at each sign-in, also a lower one than before', async () => {
  const groups = [
    { role: 'viewer', group: 'staff' },
    { role: 'admin', group: 'ops' },
  ] as const
  const setting = await aSetting({ groups, groupsClaim: 'realm.roles', scope: 'openid email groups' })
  const email = anAddress()
  const account = { sub: email, email, email_verified: true }
  const roleWith = async (...roles: readonly string[]) =>
    (await signIn(setting, { ...account, realm: { roles } })).person?.role
  expect(await roleWith('staff', 'ops')).toBe('admin')
  expect(await roleWith('staff')).toBe('viewer')
  expect(await roleWith()).toBeUndefined()
})

describe('an answer of the provider counts only', () => {
  const arriving = async () => {
    const setting = await aSetting({ domains: ['example.com'] })
    const email = anAddress()
    setting.provider.account = { sub: email, email, email_verified: true }
    const browser = aBrowser()
    const back = await browser.follow(`${setting.team.url}/api/oidc/start`, (next) => next.includes('/sign-in/oidc?'))
    return { ...setting, browser, back }
  }

  it('in the browser that began', async () => {
    const { team, back } = await arriving()
    const victim = aBrowser()
    expect((await victim.get(back)).next).toBe(`${team.url}/sign-in?problem=stale`)
    expect(await me(victim, team)).toBeUndefined()
  })

  it.each([
    ['with its state', (url: URL) => url.searchParams.set('state', 'other')],
    ['with its code', (url: URL) => url.searchParams.set('code', 'other')],
    ['from its issuer', (url: URL) => url.searchParams.set('iss', 'http://127.0.0.1:9')],
    ['once with each name', (url: URL) => url.searchParams.append('state', 'other')],
  ])('%s', async (_, change) => {
    const { team, browser, back } = await arriving()
    const url = new URL(back)
    change(url)
    expect((await browser.get(url.href)).next).toBe(`${team.url}/sign-in?problem=provider`)
    expect(await me(browser, team)).toBeUndefined()
  })

  it('with the nonce and the verifier of the browser', async () => {
    for (const part of [1, 2]) {
      const { team, browser, back } = await arriving()
      const own = browser.cookiesOf(team.url)
      const parts = (own.get('holdpoint_oidc') ?? '').split('.')
      own.set('holdpoint_oidc', parts.map((text, index) => (index === part ? 'x'.repeat(text.length) : text)).join('.'))
      expect((await browser.get(back)).next).toBe(`${team.url}/sign-in?problem=provider`)
    }
  })

  it('once', async () => {
    const { team, browser, back } = await arriving()
    const flow = browser.cookiesOf(team.url).get('holdpoint_oidc') ?? ''
    expect((await browser.get(back)).next).toBe(`${team.url}/`)
    const thief = aBrowser()
    thief.cookiesOf(team.url).set('holdpoint_oidc', flow)
    expect((await thief.get(back)).next).toBe(`${team.url}/sign-in?problem=provider`)
  })
})

it('a provider that cannot be reached is a short answer, and works again later', async () => {
  const setting = await aSetting({ domains: ['example.com'] })
  await setting.provider.close()
  const { end } = await signIn(setting, { sub: 'x' })
  expect(end).toBe('/sign-in?problem=provider')
  expect(setting.log()).toContain('the identity provider cannot be used')
  const again = await startProvider(
    () => `${setting.team.url}/sign-in/oidc`,
    Number(new URL(setting.provider.issuer).port),
  )
  onTestFinished(again.close)
  const email = anAddress()
  const account = { sub: email, email, email_verified: true }
  expect((await signIn({ ...setting, provider: again }, account)).person).toMatchObject({ email })
})

describe('the options', () => {
  const folder = temporaryDirectory('holdpoint-oidc-')
  afterAll(folder.dispose)
  const file = join(folder.path, 'secret')
  const empty = join(folder.path, 'empty')
  writeFileSync(file, 'the secret\n')
  writeFileSync(empty, '\n')
  const given = { oidcIssuer: 'https://id.example.com', oidcClient: 'x' }

  it.each([
    ['no issuer', { oidcClient: 'x' }, 'the --oidc options need --oidc-issuer <url>.'],
    ['no client', { oidcIssuer: 'https://x' }, '--oidc-issuer needs --oidc-client <id>.'],
    ['plain HTTP', { ...given, oidcIssuer: 'http://id.example.com' }, 'http is for this machine alone'],
    ['no address', { ...given, oidcIssuer: 'id' }, '--oidc-issuer is an https address'],
    ['a missing secret', { ...given, oidcSecretFile: `${file}x` }, '--oidc-secret-file cannot be read: ENOENT'],
    ['an empty secret', { ...given, oidcSecretFile: empty }, 'is empty'],
    ['an unknown role', { ...given, oidcRole: ['root=ops'] }, 'the roles are admin, auditor, viewer'],
    ['no group', { ...given, oidcRole: ['admin'] }, '--oidc-role is <role>=<group>'],
    ['an address as domain', { ...given, oidcDomain: ['a@b.c'] }, 'not `a@b.c`'],
  ])('%s: one line', (_, options, text) => {
    expect(() => oidcSettings(options)).toThrow(text)
  })

  it('are read', () => {
    expect(oidcSettings({})).toBeUndefined()
    const options = { ...given, oidcSecretFile: file, oidcRole: ['admin=a=b'], oidcDomain: ['@Example.com'] }
    expect(oidcSettings(options)).toMatchObject({
      secret: 'the secret',
      groups: [{ role: 'admin', group: 'a=b' }],
      domains: ['example.com'],
      scope: 'openid email profile',
      groupsClaim: 'groups',
    })
  })
})
