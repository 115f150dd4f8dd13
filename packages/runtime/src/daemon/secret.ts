import { randomBytes } from 'node:crypto'

/** Stored in a file that only the user can read. The client sends the token, and the daemon the proof. */
export interface Secret {
  readonly token: string
  readonly proof: string
}

export const newSecret = (): Secret => ({ token: newToken(), proof: newToken() })

export const newToken = (): string => randomBytes(24).toString('hex')

/** Compares in constant time. */
export function isSame(given: string, wanted: string): boolean {
  let difference = given.length ^ wanted.length
  for (let index = 0; index < wanted.length; index++) difference |= given.charCodeAt(index) ^ wanted.charCodeAt(index)
  return difference === 0
}
