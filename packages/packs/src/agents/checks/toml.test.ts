import fc from 'fast-check'
import { tomlProblem } from './toml.ts'

describe('TOML', () => {
  it.each([
    '',
    '# only a comment',
    'a = 1\nb = "x" # why\n[c]\nd = true\n',
    'a.b.c = 1\n"quoted key".x = \'lit\\eral\'\n',
    'list = [1, 2,\n  # in between\n  "x",\n]\n',
    't = { a = 1, b = { c = [] } }\n',
    's = """\nseveral "lines" \\\n  joined"""\nl = \'\'\'\nraw \\ text\'\'\'\n',
    'n = -1_000.5e+3\nh = 0xFF_00\no = 0o17\nb = 0b11\ni = +inf\n',
    'd = 2024-01-31T10:00:00.5Z\ne = 2024-01-31 10:00:00\nt = 10:00:00\n',
    '[[p]]\nname = "a"\n[p.sub]\nx = 1\n[[p]]\nname = "b"\n[p.sub]\nx = 2\n',
    '[a.b]\n[a]\n',
    '\uFEFFa = 1\r\nb = 2\r\n',
    's = """quote at the end""""\n',
    'e = "\\u00e9 \\t \\\\"\n',
  ])('%j is fine', (text) => {
    expect(tomlProblem(text)).toBeUndefined()
  })

  it.each([
    ['a = ', 1, 'a value is missing'],
    ['a = hello', 1, 'a string needs quotes'],
    ['ok = 1\na = "open\nb = 2', 2, 'a string is not closed'],
    ['a = """open', 1, 'a string is not closed'],
    ['[a\nb = 1', 1, '`]` is missing'],
    ['[[a]\n', 1, '`]]` is missing'],
    ['a 1', 1, '`=` is missing'],
    ['= 1', 1, 'a key is missing'],
    ['a = 1\na = 2', 2, 'the key `a` is defined twice'],
    ['[a]\n[b]\n[a]', 3, '`a` is defined twice'],
    ['a = [1 2]', 1, 'a list needs `,` or `]` here'],
    ['a = { b = 1 c = 2 }', 1, 'an inline table needs `,` or `}` here'],
    ['a = 1 b = 2', 1, 'nothing more is expected on this line'],
    ['a = "C:\\dir"', 1, 'unknown escape: write `\\\\` for a backslash'],
    ['a = 01', 1, 'a string needs quotes'],
    [`a = ${'['.repeat(5000)}`, 1, 'this is nested too deeply'],
  ])('%j is not', (text, line, message) => {
    expect(tomlProblem(text)).toEqual({ line, message })
  })

  const name = fc.stringMatching(/^[a-z]{1,6}$/)
  const value = fc.oneof(
    fc.boolean().map(String),
    fc.integer().map(String),
    fc.string({ unit: 'grapheme-ascii', maxLength: 20 }).map((text) => JSON.stringify(text)),
  )
  it('whatever is written as TOML is read as TOML', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key }), (pairs) => {
        expect(tomlProblem(pairs.map(([key, text]) => `${key} = ${text}`).join('\n'))).toBeUndefined()
      }),
    )
  })

  it('never fails, also on a megabyte', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'[]{}="\'\\.,#\na1 '.split('')) }),
        (text) => void tomlProblem(text),
      ),
    )
    for (const piece of ['a.', '[', '"', 'a=1\n', '{a=', '#', "'''", '[[a]]\n', '\\']) {
      expect(() => tomlProblem(piece.repeat((1 << 20) / piece.length))).not.toThrow()
    }
  })
})
