import { isKnown } from '@holdpoint/shell'

/** The machine that an address names: `https://user@Example.com:443/x`, `git@host:path`, `host:22`, `host`. */
export function hostOf(address: string): string {
  if (isKnown(address) && /^(?:https?|wss?|ftp):\/\//i.test(address)) {
    try {
      return bare(new URL(address).hostname)
    } catch {
      // What is no address for a browser may still be one for a program.
    }
  }
  const rest = address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
  const authority = rest.slice(0, rest.search(/[/?#\\]|$/))
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  return bare(host.startsWith('[') ? host.slice(0, host.indexOf(']') + 1) : (host.split(':')[0] ?? ''))
}

const bare = (host: string): string => host.toLowerCase().replace(/\.$/, '')
