/**
 * SHA-256 in plain JavaScript. Loading node:crypto costs about a seventh of a bare process start,
 * and the hook entry only ever hashes a path and a small configuration.
 */
const K = constants(64, 1 / 3)
const H0 = constants(8, 1 / 2)

export function sha256Hex(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x2000_0000))
  view.setUint32(padded.length - 4, bytes.length << 3)

  const hash = Int32Array.from(H0)
  const w = new Int32Array(64)
  for (let offset = 0; offset < padded.length; offset += 64) block(view, offset, w, hash)
  return Array.from(hash, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

function block(view: DataView, offset: number, w: Int32Array, hash: Int32Array): void {
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(offset + i * 4)
  for (let i = 16; i < 64; i++) {
    const x = at(w, i - 15)
    const y = at(w, i - 2)
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10)
    w[i] = (at(w, i - 16) + s0 + at(w, i - 7) + s1) | 0
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(K, i) + at(w, i)) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] = (at(hash, i) + word) | 0
}

const at = (words: Int32Array, index: number): number => words[index] ?? 0
const rotate = (x: number, n: number): number => (x >>> n) | (x << (32 - n))

/** First 32 bits of the fractional part of `prime ** power`, for the first `count` primes. */
function constants(count: number, power: number): Int32Array {
  const words = new Int32Array(count)
  for (let found = 0, n = 2; found < count; n++) {
    let isPrime = true
    for (let d = 2; d * d <= n; d++) if (n % d === 0) isPrime = false
    if (isPrime) words[found++] = (n ** power % 1) * 0x1_0000_0000
  }
  return words
}
