import { isSignedBy, newKeyPair, newNonce, signRequest, type Signed } from './sign.ts'

const keys = newKeyPair()
const request: Signed = {
  method: 'POST',
  path: '/api/v1/ship',
  machine: 'm1',
  time: '1700000000000',
  nonce: newNonce(),
}
const body = Buffer.from('body')
const signature = signRequest(keys.privateKey, request, body)

describe('a signature', () => {
  it('is accepted for exactly the request it was made for', () => {
    expect(isSignedBy(keys.publicKey, request, body, signature)).toBe(true)
  })

  it.each<readonly [string, Partial<Signed>]>([
    ['method', { method: 'GET' }],
    ['path', { path: '/api/v1/heartbeat' }],
    ['machine', { machine: 'm2' }],
    ['time', { time: '1700000000001' }],
    ['nonce', { nonce: newNonce() }],
  ])('is refused with another %s', (_, change) => {
    expect(isSignedBy(keys.publicKey, { ...request, ...change }, body, signature)).toBe(false)
  })

  it.each([
    ['another body', keys.publicKey, 'other', signature],
    ['another key', newKeyPair().publicKey, 'body', signature],
    ['no key', '', 'body', signature],
    ['a key that is none', 'AAAA', 'body', signature],
    ['an empty signature', keys.publicKey, 'body', ''],
    ['a signature that is none', keys.publicKey, 'body', '%%%'],
  ])('is refused with %s', (_, publicKey, text, given) => {
    expect(isSignedBy(publicKey, request, Buffer.from(text), given)).toBe(false)
  })
})
