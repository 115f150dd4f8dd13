import { randomBytes } from 'node:crypto'
import { argon2id, argon2Verify } from 'hash-wasm'
import { Refused } from '../failure.ts'

/** The first of the settings that OWASP recommends for Argon2id. */
const COST = { parallelism: 1, iterations: 2, memorySize: 19_456, hashLength: 32 } as const
export const MIN_PASSWORD = 12
const MAX_PASSWORD = 200

export async function hashPassword(password: string): Promise<string> {
  if (password.length < MIN_PASSWORD || password.length > MAX_PASSWORD)
    throw new Refused(400, `a password has ${MIN_PASSWORD} to ${MAX_PASSWORD} characters`)
  return argon2id({ ...COST, password: password.normalize('NFKC'), salt: randomBytes(16), outputType: 'encoded' })
}

/** For an account that does not exist, so that its absence takes as long as a wrong password. */
const NO_ONE = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$LHm3B4vNv4pJwRE1bJ2A5TH0lNeGs0TK3LmK0QyVnY4'

export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  if (password === '' || password.length > MAX_PASSWORD) return false
  const isSame = await argon2Verify({ password: password.normalize('NFKC'), hash: hash ?? NO_ONE })
  return isSame && hash !== undefined
}
