import * as fc from 'fast-check'
import { ANY, ONE, UNKNOWN } from '../../core/effects.ts'
import { mayBe } from '../../core/paths.ts'
import { mayBecome } from './patterns.ts'

const part = fc.constantFrom('a', 'b', '.', '/', '/a', ANY, ONE, UNKNOWN)
const path = fc.array(part, { maxLength: 6 }).map((parts) => `/${parts.join('')}`)
const target = fc.string({ unit: fc.constantFrom('a', 'b', '.', '/'), maxLength: 8 }).map((text) => `/${text}`)

describe('mayBecome', () => {
  it('says yes wherever mayBe does', () => {
    fc.assert(
      fc.property(path, target, (one, other) => !mayBe(one, other) || mayBecome(one, other)),
      { numRuns: 2000 },
    )
  })

  it('says what mayBe says of patterns', () => {
    const pattern = path.filter((text) => !text.includes(UNKNOWN))
    fc.assert(
      fc.property(pattern, target, (one, other) => mayBecome(one, other) === mayBe(one, other)),
      { numRuns: 2000 },
    )
  })

  it.each([UNKNOWN, ANY, ANY + ONE])('answers about a long row of unknown parts', (mark) => {
    expect(mayBecome(`/${mark.repeat(500)}q${mark}.json`, '/home-of-somebody-with-a-long-name/settings.json')).toBe(
      false,
    )
    expect(mayBecome(`/${mark.repeat(3)}.json`, '/a-settings.json')).toBe(true)
  })
})
