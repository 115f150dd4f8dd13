import type { HttpDefinition, OwnLayer } from '@holdpoint/engine'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** The URL to send the event to. Throws when it is not private: events must not be readable by third parties. */
export function addressOf({ url }: HttpDefinition, layer: OwnLayer): URL {
  if (!URL.canParse(url)) throw new Error('its `url` is no address')
  const address = new URL(url)
  const { protocol, hostname } = address
  const isOpen = protocol === 'http:' && !LOOPBACK.test(hostname)
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('its `url` is neither https nor http')
  if (isOpen && layer !== 'user' && layer !== 'managed') {
    throw new Error('its `url` must be https, or http on this machine; only your own configuration may say otherwise')
  }
  return address
}

/** Headers of the connection, which Holdpoint sets itself. */
const OURS = ['host', 'content-length', 'transfer-encoding', 'connection', 'upgrade', 'expect', 'te', 'trailer']

/** Expands `$NAME` and `${NAME}` for the variables that the definition lists; any other variable is empty. */
export function headersOf(
  { headers = {}, allowed_env: allowed = [] }: HttpDefinition,
  env: (name: string) => string | undefined,
): Readonly<Record<string, string>> {
  const fill = (value: string): string =>
    value.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced?: string, bare?: string) => {
      const name = braced ?? bare ?? ''
      return allowed.includes(name) ? (env(name) ?? '') : ''
    })
  const own = Object.entries(headers).filter(([name]) => !OURS.includes(name.toLowerCase()))
  return Object.fromEntries(own.map(([name, value]) => [name.toLowerCase(), fill(value)]))
}
