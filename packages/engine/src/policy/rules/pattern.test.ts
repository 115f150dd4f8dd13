import fc from 'fast-check'
import { engine } from './engine.ts'
import { MAX_READ, MAX_STEPS, matcherOf, needsEngine, patternMatcher, searched, type Search } from './pattern.ts'
import { lookInto } from './regex.ts'
import { tries } from '../../../../../test/support/tries.ts'

const searching = (): Search => ({ engine, budget: MAX_STEPS })

const found = (pattern: string, flags: string, text: string): string =>
  patternMatcher(pattern, flags)(searched(text), searching())

describe('a look into a pattern', () => {
  it.each<[pattern: string, flags: string, needles: readonly string[] | undefined, isNative: boolean]>([
    ['console\\.log', '', ['console.log'], true],
    ['\\bTICKET-\\d+', '', ['TICKET-'], true],
    ['TICKET-\\d+\\b', '', ['TICKET-'], false],
    ['foo|bar', '', ['foo', 'bar'], true],
    ['foo|\\d', '', undefined, true],
    ['(foo|quux)+x', '', ['foo', 'quux'], true],
    ['x(foo|quux)+x', '', ['foo', 'quux'], false],
    ['colou?r', '', ['colo'], true],
    ['.*', '', undefined, true],
    ['(a+)+$', '', ['a'], false],
    ['a{0,30}b', '', ['b'], true],
    ['(a|b|c){5}', '', ['a', 'b', 'c'], false],
    ['KEY', 'i', ['key'], true],
    ['[A-Z]x', 'i', ['x'], false],
    ['straße', 'i', ['stra'], false],
    ['(?i)a', '', undefined, false],
    ['\\pL', '', undefined, false],
    ['[[:alpha:]]', '', undefined, false],
    ['a{2,1}', '', undefined, false],
    ['(?<name>a)', '', undefined, false],
  ])('%s (%s)', (pattern, flags, needles, isNative) => {
    const insight = lookInto(pattern, flags)
    expect(insight.needles).toEqual(needles)
    expect(insight.native !== undefined).toBe(isNative)
  })
})

/** Patterns of the usual kind, and texts in which they may be found. */
const piece = fc.constantFrom(
  'a',
  'b',
  'ab',
  'k',
  'ſ',
  'é',
  '😀',
  '\\.',
  '\\d',
  '\\w',
  '\\W',
  '\\s',
  '\\b',
  '.',
  '[ab]',
  '[^a]',
  '[a-c\\d]',
  '^',
  '$',
  '-',
  ' ',
  '\\n',
)
const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '*?', '{0,2}')
const atom = fc
  .tuple(piece, quantifier)
  .map(([text, times]) =>
    /^(?:\\b|\^|\$)$/.test(text) ? text : `${/^.$|^\\|^\[/u.test(text) ? text : `(?:${text})`}${times}`,
  )
const sequence = fc.array(atom, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''))
const pattern = fc
  .tuple(sequence, sequence, sequence, quantifier, fc.boolean())
  .map(([a, b, c, times, isPlain]) => (isPlain ? a : `${a}(${b}|${c})${times}`))
const flags = fc.constantFrom('', 'i', 'm', 's', 'im')
const text = fc
  .array(
    fc.constantFrom(
      'a',
      'b',
      'A',
      'K',
      'k',
      'K',
      'ſ',
      'S',
      'é',
      'É',
      '😀',
      '.',
      '1',
      '_',
      '-',
      ' ',
      '\n',
      '\r',
      '\u2028',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

describe('the short ways', () => {
  it('say what the engine says', () => {
    fc.assert(
      fc.property(pattern, flags, text, (expression, given, subject) => {
        const automaton = engine.compile(expression, given)
        expect(found(expression, given, subject)).toBe(automaton.test(subject) ? 'yes' : 'no')
      }),
      tries(3000),
    )
  })
})

const BOMBS: readonly (readonly [pattern: string, flags: string, text: string])[] = [
  ['(a+)+$', '', `${'a'.repeat(100_000)}!`],
  ['(a|aa)+$', '', `${'a'.repeat(100_000)}!`],
  ['(a|a?)+$', '', `${'a'.repeat(100_000)}!`],
  ['(.*a){20}$', '', `${'a'.repeat(100_000)}!`],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', '', 'a'.repeat(100_000)],
  ['(a?){50}a{50}!$', '', 'a'.repeat(100_000)],
  ['a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaaaaaaaaaa!', '', `${'a'.repeat(100_000)}x!`],
  ['(x+x+)+y', '', 'x'.repeat(100_000)],
  ['foo.*bar.*baz', 's', 'foobar'.repeat(16_000)],
  ['\\s+$', 'm', `${' '.repeat(100_000)}x`],
  ['(\\w+\\s?)+=', '', 'word '.repeat(20_000)],
]

describe('patterns that explode elsewhere', () => {
  it.each(BOMBS)('%s takes steps in proportion to the text', (expression, given, subject) => {
    const search = searching()
    patternMatcher(expression, given)(searched(subject), search)
    const steps = MAX_STEPS - search.budget
    expect(steps).toBeLessThan(subject.length * 4)
  })

  it('a thousand of them together take no more than one event may', () => {
    const search = searching()
    const answers = Array.from({ length: 1000 }, (_, n) =>
      patternMatcher(`(a+)+${n}$`, '')(searched(`${'a'.repeat(100_000)}${n}!`), search),
    )
    expect(search.budget).toBeGreaterThanOrEqual(-1)
    // What was not read is not known.
    expect(answers.at(-1)).toBe('maybe')
  }, 60_000)
})

describe('long texts', () => {
  const padding = 'x'.repeat(MAX_READ)

  it('a text that every match must hold is looked for everywhere', () => {
    expect(found('needle\\d+y', '', `${padding}${padding}`)).toBe('no')
  })

  it('text after the part that is read is unknown', () => {
    expect(found('needle\\d+y', '', `${padding}needle1y`)).toBe('maybe')
    expect(found('needle', '', `${padding}needle`)).toBe('maybe')
  })

  it('what is found in the part that is read is found', () => {
    expect(found('needle\\d+y', '', `needle1y${padding}`)).toBe('yes')
  })

  it('an end that is not the end finds nothing', () => {
    expect(found('x$', '', `${padding}y`)).toBe('maybe')
  })

  it('words are looked for everywhere', () => {
    const test = matcherOf({ words: ['needle'] })
    expect(test(searched(`${padding} needle`), searching())).toBe('yes')
  })
})

describe('the engine', () => {
  it('is needed only when nothing else can decide', () => {
    expect(needsEngine({ matches: 'foobar' })).toBe(false)
    expect(needsEngine({ words: ['foobar'] })).toBe(false)
    expect(needsEngine({ matches: 'foo\\s*bar' })).toBe(true)
  })

  it('fails a rule that it was not loaded for', () => {
    const test = patternMatcher('foo\\s*bar', '')
    const search = { ...searching(), engine: undefined }
    expect(test(searched('nothing'), search)).toBe('no')
    expect(() => test(searched('foo  bar'), search)).toThrow('not loaded')
  })
})
