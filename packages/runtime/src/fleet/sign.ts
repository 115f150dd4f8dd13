import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'

export interface KeyPair {
  /** DER in base64. */
  readonly publicKey: string
  readonly privateKey: string
}

/** What a signature covers, besides the body. */
export interface Signed {
  readonly method: string
  readonly path: string
  /** `new` while enrolling. */
  readonly machine: string
  /** Milliseconds since 1970. */
  readonly time: string
  /** Never used twice by one machine. */
  readonly nonce: string
}

export const HEADERS = {
  machine: 'holdpoint-machine',
  time: 'holdpoint-time',
  nonce: 'holdpoint-nonce',
  signature: 'holdpoint-signature',
} as const

export function newKeyPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  }
}

export const newNonce = (): string => randomBytes(16).toString('hex')

export function signRequest(privateKey: string, signed: Signed, body: Uint8Array): string {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), type: 'pkcs8', format: 'der' })
  return sign(null, textOf(signed, body), key).toString('base64')
}

export function isSignedBy(publicKey: string, signed: Signed, body: Uint8Array, signature: string): boolean {
  try {
    const key = keyOf(publicKey)
    if (key.asymmetricKeyType !== 'ed25519') return false
    return verify(null, textOf(signed, body), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

const keys = new Map<string, KeyObject>()
const MOST_KEYS = 20_000

/** Reading a key takes longer than using it. */
function keyOf(publicKey: string): KeyObject {
  const known = keys.get(publicKey)
  if (known !== undefined) return known
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' })
  if (keys.size >= MOST_KEYS) keys.clear()
  keys.set(publicKey, key)
  return key
}

/** No field may contain a line break, or two requests could have one text; headers and paths cannot. */
function textOf({ method, path, machine, time, nonce }: Signed, body: Uint8Array): Buffer {
  const digest = createHash('sha256').update(body).digest('hex')
  return Buffer.from(['holdpoint-request-1', method, path, machine, time, nonce, digest].join('\n'))
}
