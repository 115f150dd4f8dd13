import { codeOf, type Env } from '@holdpoint/engine'
import { readText } from '../files/read.ts'
import { createExclusive } from '../files/write.ts'
import { stateHome } from './place.ts'

const fileIn = (env: Env): string => `${stateHome(env)}/seal-key`

/** The key that signs compiled settings. Undefined before it is created. */
export function readSealKey(env: Env): string | undefined {
  const key = readText(fileIn(env))
  return key !== undefined && /^[0-9a-f]{32,}$/.test(key) ? key : undefined
}

/** The same key, created if missing. The directory must have been prepared. */
export function sealKey(env: Env): string {
  const known = readSealKey(env)
  if (known !== undefined) return known
  const { randomBytes } = process.getBuiltinModule('node:crypto')
  try {
    createExclusive(fileIn(env), randomBytes(32).toString('hex'))
  } catch (error) {
    // Another process created it first.
    if (codeOf(error) !== 'EEXIST') throw error
  }
  const made = readSealKey(env)
  if (made === undefined) throw new Error(`${fileIn(env)} cannot be read, or is not a key`)
  return made
}
