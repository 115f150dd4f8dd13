import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import type { OidcSettings } from '../../../packages/server/src/people/oidc.ts'
import type { AccountClaims, Configuration } from 'oidc-provider'

const CLIENT = 'holdpoint'
export const SECRET = 'a-client-secret-that-no-log-may-show'

/** How a server uses such a provider. */
export const settingsFor = (
  { issuer }: Pick<IdentityProvider, 'issuer'>,
  change: Partial<OidcSettings> = {},
): OidcSettings => ({
  issuer: new URL(issuer),
  clientId: CLIENT,
  secret: SECRET,
  scope: 'openid email profile',
  groupsClaim: 'groups',
  groups: [],
  domains: [],
  trustEmail: false,
  ...change,
})

export interface IdentityProvider {
  readonly issuer: string
  /** Who is at the keyboard of the next sign-in. */
  account: AccountClaims
  close(): Promise<void>
}

/** A real OpenID provider on loopback that asks for no password: the next sign-in is `account`. */
export async function startProvider(redirect: () => string, port = 0, host = '127.0.0.1'): Promise<IdentityProvider> {
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`
  const made: IdentityProvider = {
    issuer,
    account: { sub: 'nobody' },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const { Provider } = await quietly(() => import('oidc-provider'))
  const configuration: Configuration = {
    clients: [{ client_id: CLIENT, client_secret: SECRET, redirect_uris: [redirect()] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups', 'realm'] },
    // As most providers do: the id token has no address, the user info has.
    conformIdTokenClaims: true,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['loopback'] },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...made.account, sub }) }),
    async loadExistingGrant(context) {
      const { client, session } = context.oidc
      const grant = new context.oidc.provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
    ttl: { Session: 60, Grant: 60, Interaction: 60, AccessToken: 60, IdToken: 60 },
  }
  const provider = await quietly(async () => new Provider(issuer, configuration))
  const callback = provider.callback()
  async function handle(...[request, response]: Parameters<typeof callback>): Promise<void> {
    if (request.url?.startsWith('/interaction/') !== true) return callback(request, response)
    const result =
      made.account.sub === 'refuses' ? { error: 'access_denied' } : { login: { accountId: made.account.sub } }
    await provider.interactionFinished(request, response, result)
  }
  return made
}

/** The library prints advice for those who run it in production. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const spies = (['info', 'warn'] as const).map((name) => vi.spyOn(console, name).mockImplementation(() => undefined))
  try {
    return await work()
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
