import * as client from 'openid-client'
import { isObject } from '@holdpoint/engine'
import type { Role } from './roles.ts'

export interface OidcSettings {
  readonly issuer: URL
  readonly clientId: string
  readonly secret: string | undefined
  readonly scope: string
  /** The claim with a person's groups. */
  readonly groupsClaim: string
  /** When there are any, groups alone decide who comes in, and as what. */
  readonly groups: readonly { readonly role: Role; readonly group: string }[]
  /** Addresses at these domains come in as viewers without an invitation. */
  readonly domains: readonly string[]
  /** For providers that check every address and do not say so. */
  readonly trustEmail: boolean
}

/** What the provider says about a person. */
export interface Identity {
  /** Issuer and subject: stays the same when the address changes. */
  readonly subject: string
  readonly email: string | undefined
  readonly isVerified: boolean
  readonly name: string
  readonly groups: readonly string[]
}

/** Kept by the browser between the two redirects. */
export interface Flow {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface Oidc {
  readonly settings: OidcSettings
  /** Asks the provider for its addresses now, so that a wrong setting shows at start. */
  check(): Promise<void>
  begin(redirect: URL): Promise<{ readonly url: URL; readonly flow: Flow }>
  /** `arrived`: the address that the provider sent the browser to, with its query. */
  finish(arrived: URL, flow: Flow): Promise<Identity>
}

const TIMEOUT_SECONDS = 10

/** Authorization code with PKCE, state and nonce. Nothing is kept here: any copy of the server may finish. */
export function openOidc(settings: OidcSettings): Oidc {
  let known: Promise<client.Configuration> | undefined
  const provider = (): Promise<client.Configuration> =>
    (known ??= discover(settings).catch((error: unknown) => {
      known = undefined
      throw error
    }))
  return {
    settings,
    async check() {
      await provider()
    },
    async begin(redirect) {
      const flow = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(await provider(), {
        redirect_uri: redirect.href,
        scope: settings.scope,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      })
      return { url, flow }
    },
    async finish(arrived, { state, nonce, verifier }) {
      const configuration = await provider()
      const tokens = await client.authorizationCodeGrant(configuration, arrived, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims: Readonly<Record<string, unknown>> = { ...tokens.claims() }
      const subject = String(claims['sub'])
      const more =
        configuration.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await client.fetchUserInfo(configuration, tokens.access_token, subject)
      return identityOf({ ...more, ...claims }, settings)
    },
  }
}

function discover({ issuer, clientId, secret }: OidcSettings): Promise<client.Configuration> {
  const authentication = secret === undefined ? client.None() : client.ClientSecretBasic(secret)
  return client.discovery(issuer, clientId, undefined, authentication, {
    timeout: TIMEOUT_SECONDS,
    // Plain HTTP was refused for any other host when the settings were read.
    ...(issuer.protocol === 'http:' && { execute: [client.allowInsecureRequests] }),
  })
}

function identityOf(claims: Readonly<Record<string, unknown>>, settings: OidcSettings): Identity {
  const { email, name, preferred_username: username, email_verified: verified } = claims
  return {
    subject: `${settings.issuer.href} ${String(claims['sub'])}`,
    email: typeof email === 'string' ? email : undefined,
    isVerified: verified === true || verified === 'true' || (settings.trustEmail && verified === undefined),
    name: [name, username, email].find((text): text is string => typeof text === 'string' && text !== '') ?? '',
    groups: textsOf(valueAt(claims, settings.groupsClaim)),
  }
}

/** `realm_access.roles` is `roles` inside of `realm_access`, unless a claim has that very name. */
function valueAt(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined), claims)
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
}
