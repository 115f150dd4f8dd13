import fc from 'fast-check'
import { UNKNOWN } from '../../../../shell/src/effects.ts'
import { LANGUAGES } from './languages.ts'
import { readCode } from './read-code.ts'
import { scaled, tries } from '../../../../../test/support/tries.ts'

const codeOf = (source: string, path: string): string =>
  readCode(source, path)
    ?.code.replace(/[ \n]+/g, ' ')
    .trim() ?? ''
const textsOf = (source: string, path: string): readonly string[] =>
  readCode(source, path)?.literals.map(({ text }) => text) ?? []

const PIECES = '" \' ` """ ${ } { ( ) <a < > /> </a> /* */ // \\ / # f" r#" $x [ ] a = return'
  .split(' ')
  .concat('\n', ' ')

describe('code without its comments and texts', () => {
  it.each([
    ['a.ts', 'a(\'x\' + "y") // b(', 'a(\' \' + " ")'],
    ['a.ts', '/* b( */ a()', 'a()'],
    ['a.ts', '#!/usr/bin/env node b(\na()', 'a()'],
    ['a.ts', 'a(`x ${b(`y ${c}`)} z`)', 'a(` ${b(` ${c}`)} `)'],
    ['a.ts', 'x = /b("/.test(y) / 2 // c', 'x = .test(y) / 2'],
    ['a.ts', 'x = a / b("c/") / d', 'x = a / b(" ") / d'],
    ['a.ts', 'return /[/"]/.exec(x)', 'return .exec(x)'],
    ['a.ts', "x = 'it\\'s' + y", "x = ' ' + y"],
    ['a.ts', 'const x: Map<string> = y; a<b>(c)', 'const x: Map<string> = y; a<b>(c)'],
    ['a.tsx', '<p a="b(">Don\'t b( {c()} <i/></p>; d()', '<p a=" "> {c()} <i/></p>; d()'],
    ['a.tsx', 'const f = <T,>(x: T) => x', 'const f = <T,>(x: T) => x'],
    ['a.tsx', 'x = y ? <A/> : <><B>b(</B></>; c()', 'x = y ? <A/> : <><B> </B></>; c()'],
    ['a.tsx', 'if (a < b && c > d) e()', 'if (a < b && c > d) e()'],
    ['a.py', "a(f'{b} c') # d(", "a(f'{b} ')"],
    ['a.py', 'a("""b(\n"c" \'\'\'""", r\'\\\')', 'a(""" """, r\''],
    ['a.py', "x = f'{{b}}{c!r:>{w}}'", "x = f' {c!r:>{w}}'"],
    ['a.go', 'a(`b(\n"`, "c", \'"\') // d', 'a(` `, " ", \' \')'],
    ['a.rs', 'fn a<\'b>(x: &\'b str) { c(\'"\', r#"d("e"#) }', "fn a<'b>(x: &'b str) { c(' ', r#\" \"#) }"],
    ['a.cs', 'a(@"b\\", $"c{d}e") // f', 'a(@" ", $" {d} ")'],
    ['a.kt', 'a("b${c()}d $e") /* f */', 'a(" ${c()} $e")'],
    ['a.swift', 'a("b \\(c("d")) e")', 'a(" \\(c(" ")) ")'],
    ['a.php', '<?php a("b $c {$d->e}"); # f', '<?php a(" $c {$d->e}");'],
    ['a.rb', 'a "b #{c} d" # e', 'a " #{c} "'],
    ['a.java', 'a("b", """\n"c"\n"""); // d', 'a(" ", """ """);'],
    ['a.ts', "a('b\nc()", "a(' c()"],
    ['a.ts', 'a(`b ${c', 'a(` ${c'],
  ])('%s: %j', (path, source, expected) => {
    expect(codeOf(source, path)).toBe(expected)
  })

  it('nothing is known of other files', () => {
    expect(readCode('a', 'a.md')).toBeUndefined()
  })

  it('returns the values of strings and their interpolations', () => {
    expect(readCode("a(`b ${c.d} e`, 'f')", 'a.ts')?.literals).toEqual([
      { start: 2, end: 14, opening: '`', text: `b ${UNKNOWN} e`, holes: ['c.d'] },
      { start: 16, end: 19, opening: "'", text: 'f', holes: [] },
    ])
    expect(textsOf('x = "a" \'b\' # "c"', 'a.py')).toEqual(['a', 'b'])
  })

  it('keeps length and lines, and never fails, whatever the source', () => {
    const piece = fc.constantFrom(...PIECES)
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.nat(LANGUAGES.length - 1), (pieces, which) => {
        const source = pieces.join('')
        const endings = ['a.tsx', 'a.py', 'a.go', 'a.rs', 'a.kt', 'a.cs', 'a.swift', 'a.php', 'a.rb', 'a.java']
        const { code = '', literals = [] } = readCode(source, endings[which] ?? 'a.ts') ?? {}
        expect(code.length).toBe(source.length)
        expect(code.split('\n').length).toBe(source.split('\n').length)
        for (const { start, end } of literals) expect(start < end && end <= source.length + 1).toBe(true)
      }),
      tries(500),
    )
  })

  it.each(['/[', '`${', '<a>', "'", '{', 'f"{', '/*', 'a"', '<a {', '=/', '"\\'])(
    'however much of %j comes to an end',
    (piece) => {
      const source = piece.repeat(scaled(1 << 20) / piece.length)
      for (const path of ['a.tsx', 'a.py', 'a.php']) expect(readCode(source, path)?.code.length).toBe(source.length)
    },
  )
})
