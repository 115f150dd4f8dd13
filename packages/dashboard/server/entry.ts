import { isSame, newToken } from '@holdpoint/runtime/daemon'

/** Access control: a browser that opened a fresh link once has a cookie for the lifetime of this server. */
export interface Entry {
  /** A link for one use, within a few minutes. */
  newKey(): string
  /** The cookie, when the key is fresh; any attempt uses up the key. */
  open(key: string): string | undefined
  isKnown(cookies: string | undefined): boolean
}

const KEY_MS = 5 * 60_000
const MOST_KEYS = 10

/** Cookies ignore ports, so each dashboard needs its own cookie name. */
export function openEntry(port: number, now: () => number = () => performance.now()): Entry {
  const name = `holdpoint-${port}`
  const token = newToken()
  let keys: readonly { readonly key: string; readonly until: number }[] = []
  return {
    newKey() {
      const key = newToken()
      keys = [...keys, { key, until: now() + KEY_MS }].slice(-MOST_KEYS)
      return key
    },
    open(given) {
      const fresh = keys.filter(({ until }) => until > now())
      keys = fresh.filter(({ key }) => !isSame(given, key))
      // The page requests data only below this path, so other servers on this machine receive the cookie only there.
      return keys.length < fresh.length ? `${name}=${token}; Path=/api; HttpOnly; SameSite=Strict` : undefined
    },
    isKnown: (cookies = '') =>
      cookies
        .split(';')
        .map((cookie) => cookie.trim())
        .some((cookie) => cookie.startsWith(`${name}=`) && isSame(cookie.slice(name.length + 1), token)),
  }
}
