import fc from 'fast-check'
import { categoryOf, idsIn, isDecision } from './plan-ids.ts'
import { tries } from '../../../../test/support/tries.ts'

const part = fc.oneof(
  fc.constantFrom(
    'DEC-',
    'REQ-',
    'DEC',
    'REQ',
    'AUTH',
    'P0',
    'NNN',
    'a',
    '-',
    '_',
    ' ',
    '001',
    '2026',
    '7',
    'é',
    '@',
    '[',
    '`',
  ),
  fc.string({ maxLength: 3 }),
)
const texts = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))

describe('ids in a plan', () => {
  it('are what these patterns say', () => {
    const candidate = /\b(?:DEC|REQ)-[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*/g
    const expected = (text: string): readonly string[] =>
      (text.match(candidate) ?? []).filter((word) => /\d/.test(word) && !/^(?:DEC|REQ)-\d{4,}$/.test(word))
    fc.assert(
      fc.property(texts, (text) => {
        expect(idsIn(text)).toEqual(expected(text))
      }),
      tries(20_000),
    )
  })

  it('are of a form that these patterns say', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(isDecision(text)).toBe(/^DEC-[A-Z][A-Z0-9]*-\d{3}$/.test(text))
        expect(categoryOf(text)).toBe(/^REQ-([A-Z0-9]+)-\d{3}$/.exec(text)?.[1])
      }),
      tries(20_000),
    )
  })
})
