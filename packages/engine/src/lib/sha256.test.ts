import { createHash } from 'node:crypto'
import fc from 'fast-check'
import * as own from './sha256.ts'

const real = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

// The first switches to Node's after a while, the second is what an event uses.
describe.each(['sha256Hex', 'ownSha256Hex'] as const)('%s', (name) => {
  const { [name]: sha256Hex } = own

  it('gives the published digests', () => {
    expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it.each([54, 55, 56, 57, 63, 64, 65, 118, 119, 120, 121, 127, 128, 129, 1000, 100_000])('%d bytes', (length) => {
    const text = Array.from({ length }, (_, index) => String.fromCharCode(33 + (index % 90))).join('')
    expect(sha256Hex(text)).toBe(real(text))
  })

  it.each(['ä'.repeat(28), '€'.repeat(21), '😀'.repeat(16), 'e\u0301', '\0', '\uFEFFx', '\uD800', 'a\uDC00b'])(
    'the text %j',
    (text) => {
      expect(sha256Hex(text)).toBe(real(text))
    },
  )

  it('any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(sha256Hex(text)).toBe(real(text))
      }),
    )
  })

  it('any length, byte by byte', () => {
    for (let length = 0; length < 260; length++) expect(sha256Hex('x'.repeat(length))).toBe(real('x'.repeat(length)))
  })
})
