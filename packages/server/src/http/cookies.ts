/**
 * Behind TLS the names begin with `__Host-`: a browser then takes the cookie only from this host over TLS, so that
 * neither a sibling domain nor a plain connection can plant one.
 */
const named = (name: string, { protocol }: URL): string => (protocol === 'https:' ? `__Host-${name}` : name)

export const sessionCookie = (own: URL): string => named('holdpoint_team', own)
/** While a person is at the identity provider. */
export const flowCookie = (own: URL): string => named('holdpoint_oidc', own)

/** `lax` only for the flow: the browser comes back from another site with it. */
export const cookieSettings = (own: URL, sameSite: 'strict' | 'lax' = 'strict') => ({
  path: '/',
  httpOnly: true,
  sameSite,
  secure: own.protocol === 'https:',
})
