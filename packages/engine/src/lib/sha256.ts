/**
 * SHA-256 in plain JavaScript, because packs and engine import no `node:` module. It also spares the hook entry
 * node:crypto, 0.07 x of a bare start of Node 20. A process that hashes more, such as the daemon, uses Node's.
 */

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the square roots of the
// first 8. To compute them takes longer than a hash.
// prettier-ignore
const K = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
])
const H0 = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]

/** What a process that answers one event hashes is less. From here on, loading node:crypto (4 ms) pays off. */
const OWN_BYTES = 128 << 10
let hashedBytes = 0

export function sha256Hex(text: string): string {
  hashedBytes += text.length
  if (hashedBytes <= OWN_BYTES) return ownSha256Hex(text)
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex')
}

export function ownSha256Hex(text: string): string {
  const bytes = Buffer.from(text)
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x2000_0000))
  view.setUint32(padded.length - 4, bytes.length << 3)

  const hash = new Int32Array(H0)
  const w = new Int32Array(64)
  for (let offset = 0; offset < padded.length; offset += 64) block(view, offset, w, hash)
  let hex = ''
  for (let i = 0; i < 8; i++) hex += (hash[i]! >>> 0).toString(16).padStart(8, '0')
  return hex
}

/**
 * For a process that lives for a moment, which interprets it: one function, nothing that iterates, and eight rounds at a
 * time, so that no value moves from one variable to the next. As a short loop V8 would find it hot and compile it, which
 * takes longer than the whole event.
 */
function block(view: DataView, offset: number, w: Int32Array, hash: Int32Array): void {
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(offset + i * 4)
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!
    const y = w[i - 2]!
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0
  }
  let a = hash[0]!
  let b = hash[1]!
  let c = hash[2]!
  let d = hash[3]!
  let e = hash[4]!
  let f = hash[5]!
  let g = hash[6]!
  let h = hash[7]!
  for (let i = 0; i < 64; i += 8) {
    h += ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    h = (h + (g ^ (e & (f ^ g))) + K[i]! + w[i]!) | 0
    d = (d + h) | 0
    h += ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    h = (h + ((a & b) | (c & (a | b)))) | 0
    g += ((d >>> 6) | (d << 26)) ^ ((d >>> 11) | (d << 21)) ^ ((d >>> 25) | (d << 7))
    g = (g + (f ^ (d & (e ^ f))) + K[i + 1]! + w[i + 1]!) | 0
    c = (c + g) | 0
    g += ((h >>> 2) | (h << 30)) ^ ((h >>> 13) | (h << 19)) ^ ((h >>> 22) | (h << 10))
    g = (g + ((h & a) | (b & (h | a)))) | 0
    f += ((c >>> 6) | (c << 26)) ^ ((c >>> 11) | (c << 21)) ^ ((c >>> 25) | (c << 7))
    f = (f + (e ^ (c & (d ^ e))) + K[i + 2]! + w[i + 2]!) | 0
    b = (b + f) | 0
    f += ((g >>> 2) | (g << 30)) ^ ((g >>> 13) | (g << 19)) ^ ((g >>> 22) | (g << 10))
    f = (f + ((g & h) | (a & (g | h)))) | 0
    e += ((b >>> 6) | (b << 26)) ^ ((b >>> 11) | (b << 21)) ^ ((b >>> 25) | (b << 7))
    e = (e + (d ^ (b & (c ^ d))) + K[i + 3]! + w[i + 3]!) | 0
    a = (a + e) | 0
    e += ((f >>> 2) | (f << 30)) ^ ((f >>> 13) | (f << 19)) ^ ((f >>> 22) | (f << 10))
    e = (e + ((f & g) | (h & (f | g)))) | 0
    d += ((a >>> 6) | (a << 26)) ^ ((a >>> 11) | (a << 21)) ^ ((a >>> 25) | (a << 7))
    d = (d + (c ^ (a & (b ^ c))) + K[i + 4]! + w[i + 4]!) | 0
    h = (h + d) | 0
    d += ((e >>> 2) | (e << 30)) ^ ((e >>> 13) | (e << 19)) ^ ((e >>> 22) | (e << 10))
    d = (d + ((e & f) | (g & (e | f)))) | 0
    c += ((h >>> 6) | (h << 26)) ^ ((h >>> 11) | (h << 21)) ^ ((h >>> 25) | (h << 7))
    c = (c + (b ^ (h & (a ^ b))) + K[i + 5]! + w[i + 5]!) | 0
    g = (g + c) | 0
    c += ((d >>> 2) | (d << 30)) ^ ((d >>> 13) | (d << 19)) ^ ((d >>> 22) | (d << 10))
    c = (c + ((d & e) | (f & (d | e)))) | 0
    b += ((g >>> 6) | (g << 26)) ^ ((g >>> 11) | (g << 21)) ^ ((g >>> 25) | (g << 7))
    b = (b + (a ^ (g & (h ^ a))) + K[i + 6]! + w[i + 6]!) | 0
    f = (f + b) | 0
    b += ((c >>> 2) | (c << 30)) ^ ((c >>> 13) | (c << 19)) ^ ((c >>> 22) | (c << 10))
    b = (b + ((c & d) | (e & (c | d)))) | 0
    a += ((f >>> 6) | (f << 26)) ^ ((f >>> 11) | (f << 21)) ^ ((f >>> 25) | (f << 7))
    a = (a + (h ^ (f & (g ^ h))) + K[i + 7]! + w[i + 7]!) | 0
    e = (e + a) | 0
    a += ((b >>> 2) | (b << 30)) ^ ((b >>> 13) | (b << 19)) ^ ((b >>> 22) | (b << 10))
    a = (a + ((b & c) | (d & (b | c)))) | 0
  }
  // An Int32Array keeps the lower 32 bits of a sum.
  hash[0]! += a
  hash[1]! += b
  hash[2]! += c
  hash[3]! += d
  hash[4]! += e
  hash[5]! += f
  hash[6]! += g
  hash[7]! += h
}
