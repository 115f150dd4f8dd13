import { join, normalize } from 'node:path'
import fc from 'fast-check'
import { capText, dayOf, safeName } from './text.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(fc.constantFrom('.', '..', '/', '\\', '-', 'a', '\0', ' ', '~', ':', 'é', '😀'))
    .map((parts) => parts.join('')),
)

describe('safeName', () => {
  it.each<[given: string | undefined, name: string]>([
    ['spec-writer', 'spec-writer'],
    ['planner:tech lead', 'planner-tech-lead'],
    ['a/b', 'a-b'],
    ['a\\b', 'a-b'],
    ['../../etc', '----etc'],
    ['..', '-'],
    ['...', '-'],
    ['.', 'unknown'],
    ['', 'unknown'],
    [undefined, 'unknown'],
    ['v1.2', 'v1.2'],
    ['a..b', 'a-b'],
    ['x\0y', 'x-y'],
    ['größe', 'gr--e'],
    ['a'.repeat(500), 'a'.repeat(128)],
  ])('%j becomes %j', (given, name) => {
    expect(safeName(given)).toBe(name)
  })

  it('takes another fallback', () => {
    expect([safeName('', 'main'), safeName(undefined, 'main')]).toEqual(['main', 'main'])
  })

  it('is one step of a path and never leaves its folder', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const name = safeName(text)
        expect(name).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
        expect(name).not.toContain('..')
        expect(normalize(join('/folder', name))).toBe(`/folder/${name}`)
      }),
    )
  })

  it('leaves its own results alone', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(safeName(safeName(text))).toBe(safeName(text))
      }),
    )
  })
})

describe('capText', () => {
  const MARK = '\n… [cut by holdpoint]'

  it('leaves what fits', () => {
    expect(capText('x'.repeat(10_000))).toBe('x'.repeat(10_000))
    expect(capText('')).toBe('')
  })

  it('cuts at ten thousand by default, and says so', () => {
    const capped = capText('x'.repeat(10_001))
    expect([capped.length, capped.endsWith(MARK)]).toEqual([10_000, true])
  })

  it('does not cut a character in two', () => {
    const max = 40
    const room = max - MARK.length
    expect(capText(`${'x'.repeat(room - 1)}${'😀'.repeat(30)}`, max)).toBe(`${'x'.repeat(room - 1)}${MARK}`)
    expect(capText(`${'x'.repeat(room - 2)}${'😀'.repeat(30)}`, max)).toBe(`${'x'.repeat(room - 2)}😀${MARK}`)
  })

  it('is never too long, begins as the text does, and stays valid', () => {
    const wellFormed = fc.string({ unit: 'grapheme', maxLength: 120 })
    fc.assert(
      fc.property(wellFormed, fc.integer({ min: MARK.length, max: 100 }), (text, max) => {
        const capped = capText(text, max)
        expect(capped.length).toBeLessThanOrEqual(max)
        expect(text.startsWith(capped.endsWith(MARK) ? capped.slice(0, -MARK.length) : capped)).toBe(true)
        expect(() => encodeURIComponent(capped)).not.toThrow()
      }),
    )
  })
})

describe('dayOf', () => {
  it.each<[date: string, day: string]>([
    ['2026-03-01T00:00:00Z', '2026-03-01'],
    ['2026-02-28T23:59:59Z', '2026-02-28'],
    ['2026-12-31T23:59:59Z', '2026-12-31'],
    ['0999-01-02T00:00:00Z', '0999-01-02'],
  ])('%s is %s in UTC', (date, day) => {
    expect(dayOf(new Date(date), 'utc')).toBe(day)
  })

  it('is the day on the wall otherwise', () => {
    expect(dayOf(new Date(2026, 0, 5, 0, 0))).toBe('2026-01-05')
    expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  })
})
