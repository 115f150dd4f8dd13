import fc from 'fast-check'
import { piecesOf, visible } from './visible.ts'

describe('what others wrote', () => {
  it.each([
    ['plain text stays', 'git push --force', 'git push --force'],
    ['markup is text', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['an escape sequence shows', '\u001B[31mred\u001B[0m', '‹ESC›[31mred‹ESC›[0m'],
    ['a text that is turned around shows it', 'a\u202Egnp.exe', 'a‹U+202E›gnp.exe'],
    ['isolates show', '\u2066x\u2069', '‹U+2066›x‹U+2069›'],
    ['nothing hides between letters', 'r\u200Bm', 'r‹U+200B›m'],
    ['tags above the basic plane show', `a${String.fromCodePoint(0xe0041)}`, 'a‹U+E0041›'],
    ['half a character shows', '\uD800', '‹U+D800›'],
    ['blanks that are no spaces show', 'a\u00A0b\u3164c\u2003d', 'a‹U+00A0›b‹U+3164›c‹U+2003›d'],
    ['a line break in one line shows', 'a\nb\tc', 'a‹LF›b‹TAB›c'],
    ['other scripts stay', 'שלום 你好 é', 'שלום 你好 é'],
    ['nothing is nothing', '', ''],
  ])('%s', (_, text, shown) => {
    expect(visible(text)).toBe(shown)
  })

  it('keeps line breaks and tabs where they lay out the text, but no carriage return', () => {
    expect(piecesOf('a\n\tb\r', true)).toEqual([{ text: 'a\n\tb' }, { text: '‹CR›', code: 'U+000D' }])
  })

  it('marks what it made visible, so that no text can imitate it', () => {
    expect(piecesOf('‹ESC›', false)).toEqual([{ text: '‹ESC›' }])
    expect(piecesOf('\u001B', false)).toEqual([{ text: '‹ESC›', code: 'U+001B' }])
  })

  it('leaves no character that acts on the page, and loses none that does not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(visible(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
        const kept = piecesOf(text, false)
          .filter(({ code }) => code === undefined)
          .map((piece) => piece.text)
        expect(text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Z}\u115F\u1160\u2800\u3164\uFFA0]/gu, '')).toBe(
          kept.join('').replaceAll(/\p{Z}/gu, ''),
        )
      }),
    )
  })
})
