import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf, UserError } from '@holdpoint/engine'

export interface SigningKey {
  /** DER in base64. */
  readonly publicKey: string
  sign(text: string): string
}

/** The key in a file that only its owner can read; made at the first start. */
export function signingKey(file: string): SigningKey {
  try {
    make(file)
    if ((statSync(file).mode & 0o077) !== 0)
      throw new UserError(`others can read the key ${file}. Run: chmod 600 ${file}`)
    const key = createPrivateKey(readFileSync(file))
    if (key.asymmetricKeyType !== 'ed25519') throw new UserError(`the key ${file} is not an Ed25519 key.`)
    return {
      publicKey: createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'),
      sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
    }
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(`the key ${file} cannot be used: ${messageOf(error)}.`, { cause: error })
  }
}

/** Of two servers that start at once, one makes it. */
function make(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const { privateKey } = generateKeyPairSync('ed25519')
  try {
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
}

export function isSignedWith(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' })
    if (key.asymmetricKeyType !== 'ed25519') return false
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
