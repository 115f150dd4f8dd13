import { readFileSync } from 'node:fs'
import { messageOf, UserError } from '@holdpoint/engine'
import type { OidcSettings } from './oidc.ts'
import { isRole, ROLES } from './roles.ts'

/** As they come from the command line and the environment. */
export interface OidcOptions {
  readonly oidcIssuer?: string
  readonly oidcClient?: string
  readonly oidcSecretFile?: string
  readonly oidcScope?: string
  readonly oidcGroupsClaim?: string
  readonly oidcRole?: readonly string[]
  readonly oidcDomain?: readonly string[]
  readonly oidcTrustEmail?: boolean
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/** Undefined when no issuer is given. Throws an error for the user at a setting that cannot work. */
export function oidcSettings(options: OidcOptions): OidcSettings | undefined {
  const { oidcIssuer, oidcClient, oidcSecretFile, oidcRole = [], oidcDomain = [] } = options
  if (oidcIssuer === undefined) {
    const given = Object.entries(options).some(([name, value]) => name.startsWith('oidc') && isGiven(value))
    if (given) throw new UserError('the --oidc options need --oidc-issuer <url>.')
    return undefined
  }
  if (oidcClient === undefined) throw new UserError('--oidc-issuer needs --oidc-client <id>.')
  return {
    issuer: issuerOf(oidcIssuer),
    clientId: oidcClient,
    secret: oidcSecretFile === undefined ? undefined : secretIn(oidcSecretFile),
    scope: options.oidcScope ?? 'openid email profile',
    groupsClaim: options.oidcGroupsClaim ?? 'groups',
    groups: oidcRole.map(groupOf),
    domains: oidcDomain.map(domainOf),
    trustEmail: options.oidcTrustEmail === true,
  }
}

const isGiven = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false

function issuerOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname))) return url
  throw new UserError('--oidc-issuer is an https address; http is for this machine alone.')
}

function secretIn(path: string): string {
  let secret: string
  try {
    secret = readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new UserError(`--oidc-secret-file cannot be read: ${messageOf(error)}.`, { cause: error })
  }
  if (secret === '') throw new UserError(`--oidc-secret-file: ${path} is empty.`)
  return secret
}

function groupOf(text: string): OidcSettings['groups'][number] {
  const at = text.indexOf('=')
  const [role, group] = [text.slice(0, at), text.slice(at + 1)]
  if (at > 0 && isRole(role) && group !== '') return { role, group }
  throw new UserError(`--oidc-role is <role>=<group>; the roles are ${ROLES.join(', ')}.`)
}

function domainOf(text: string): string {
  const domain = text.toLowerCase().replace(/^@/, '')
  if (/^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(domain)) return domain
  throw new UserError(`--oidc-domain is a domain such as example.com, not \`${text}\`.`)
}
