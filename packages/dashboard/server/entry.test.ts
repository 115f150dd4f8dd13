import { openEntry } from './entry.ts'

const MINUTE = 60_000

describe('who may come in', () => {
  it('a key opens once, and then the cookie does', () => {
    const entry = openEntry(4400)
    const key = entry.newKey()
    expect(entry.open('')).toBeUndefined()
    expect(entry.open(key.slice(1))).toBeUndefined()
    const cookie = entry.open(key) ?? ''
    expect(cookie).toMatch(/^holdpoint-4400=[0-9a-f]{48}; Path=\/api; HttpOnly; SameSite=Strict$/)
    expect(entry.open(key)).toBeUndefined()
    expect(entry.isKnown(cookie.split(';')[0])).toBe(true)
    expect(entry.isKnown(undefined)).toBe(false)
  })

  it('a key is good for five minutes', () => {
    const time = { now: 0 }
    const entry = openEntry(4400, () => time.now)
    const [early, late] = [entry.newKey(), entry.newKey()]
    time.now = 5 * MINUTE - 1
    expect(entry.open(early)).toBeDefined()
    time.now = 5 * MINUTE
    expect(entry.open(late)).toBeUndefined()
  })

  it('of many keys the last ones are good', () => {
    const entry = openEntry(4400)
    const keys = Array.from({ length: 12 }, () => entry.newKey())
    expect(keys.map((key) => entry.open(key) !== undefined)).toEqual(keys.map((_, index) => index >= 2))
  })

  it('the cookie of one server is nothing to another, even on the same port', () => {
    const [one, other] = [openEntry(4400), openEntry(4400)]
    const cookie = one.open(one.newKey())?.split(';')[0]
    expect([one.isKnown(cookie), other.isKnown(cookie)]).toEqual([true, false])
    expect(other.open(one.newKey())).toBeUndefined()
  })
})
