import { isSame, newToken } from '@holdpoint/runtime/daemon'

/** Who may come in: whoever has opened a fresh link once has a cookie, as long as this server lives. */
export interface Entry {
  /** A link for one use, within a few minutes. */
  newKey(): string
  /** The cookie, when the key is fresh; a key is used up by trying it. */
  open(key: string): string | undefined
  isKnown(cookies: string | undefined): boolean
}

const KEY_MS = 5 * 60_000
const MOST_KEYS = 10

/** Cookies do not know ports, so that of another dashboard must have another name. */
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
      // The page asks for data only below this path; other servers on this machine get the cookie nowhere else either.
      return keys.length < fresh.length ? `${name}=${token}; Path=/api; HttpOnly; SameSite=Strict` : undefined
    },
    isKnown: (cookies = '') =>
      cookies
        .split(';')
        .map((cookie) => cookie.trim())
        .some((cookie) => cookie.startsWith(`${name}=`) && isSame(cookie.slice(name.length + 1), token)),
  }
}
