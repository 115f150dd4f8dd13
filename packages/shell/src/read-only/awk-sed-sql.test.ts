import fc from 'fast-check'
import { objectionToAwk } from './awk.ts'
import type { ProgramCall } from './usage.ts'
import { objectionToSed } from './sed.ts'
import { onlySelects } from './sql.ts'

const call = (name: string, ...args: string[]): ProgramCall => ({ name, args, judge: () => undefined })
const awk = (program: string): boolean => objectionToAwk(call('awk', program, 'file')) === undefined
const sed = (script: string): boolean => objectionToSed(call('sed', script, 'file')) === undefined

describe('awk programs', () => {
  it.each([
    '{print $1}',
    '/a|b/ {print}',
    '/a/||/b/',
    '$1 > 10',
    '{print ($1 > 2)}',
    '{x = $1 / $2; print x / 3}',
    'BEGIN {while ((getline line < "f") > 0) print line}',
    '{print "a | b > c"}',
    '{print > "/dev/stderr"}',
    '{print > "/dev/null"; n++} END {print n > "/dev/stdout"}',
    '# system("x")\n{print}',
    '{gsub(/\\/x/, "|"); print}',
  ])('prints: %s', (program) => {
    expect(awk(program)).toBe(true)
  })

  it.each([
    '{system("x")}',
    '{ system ("x") }',
    '{print | "sh"}',
    '{"date" | getline}',
    '{print |& "sh"}',
    '{print > "f"}',
    '{print $1, $2 >> "f"}',
    '{print("a") > "f"}',
    '{print > "/dev/null" x}',
    '{print > ("/dev/" "null")}',
    '{x = i++ / 2; print | "sh" / 3}',
    '{x = a[1] / 2 | "sh" / 3}',
    '@load "readdir"; {print}',
    '{f = "system"; @f("x")}',
    '{print "unfinished}',
    '/unfinished {print}',
    '/[/]/ {print | "sh" /x/}',
  ])('does more: %s', (program) => {
    expect(awk(program)).toBe(false)
  })

  it.each([['-f', 'x.awk'], ['--file=x'], ['-i', 'inplace', '{print}'], ['-E', 'x'], ['-o', '{print}'], []])(
    'brings in what is not here: %j',
    (...args) => {
      expect(objectionToAwk(call('awk', ...args))).toBeDefined()
    },
  )

  it('whatever surrounds a pipe, the pipe is found or the program is not understood', () => {
    const piece = fc.constantFrom(
      'x',
      '1',
      ' ',
      '/',
      '"',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      ';',
      '\n',
      '++',
      '$',
      '\\',
      '>',
      'print ',
      '#',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (before) => {
        const text = before.join('')
        // In a text, a pattern or a comment that is still open the pipe would be data.
        fc.pre(!/["/#]/.test(text))
        expect(awk(`{${text} print x | "sh"}`)).toBe(false)
      }),
    )
  })
})

describe('sed scripts', () => {
  it.each([
    's/a/b/g',
    's|a/b|c|2p',
    '/x/,/y/{s/a/b/;p}',
    '1!G;h;$!d',
    ':a;N;$!ba;s/\\n/ /g',
    '0~3d',
    '/a/I,+3p',
    '\\%a/b%d',
    'y/abc/xyz/',
    'a\\\nsome text; e rm',
    'i e is a letter',
    's/[[:space:]]*$//',
    's/[^]]//',
    '$=',
    'l 20',
    '# e rm\np',
    'r other-file',
  ])('prints: %s', (script) => {
    expect(sed(script)).toBe(true)
  })

  it.each([
    'w out',
    '/x/w out',
    's/a/b/w out',
    's/a/b/gew out',
    's/a/b/e',
    'e rm x',
    '1e',
    'p;e rm',
    '{e rm\n}',
    ':a e rm',
    'ba e rm',
    's/[/]/e rm/;e',
    's/a/b',
    'q;W x',
    'v;e',
    '}e rm',
  ])('does more: %s', (script) => {
    expect(sed(script)).toBe(false)
  })

  it('never takes longer for odd scripts, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (script) => {
        expect(typeof sed(script)).toBe('boolean')
        expect(typeof awk(script)).toBe('boolean')
      }),
    )
    for (const script of ['['.repeat(9_999), 's/['.repeat(3_000), '\\'.repeat(9_999), '/'.repeat(9_999)]) sed(script)
  })

  it('a command behind any harmless script is found', () => {
    const harmless = fc.constantFrom(
      'p',
      '1d',
      's/a/b/',
      '/x/p',
      '$!N',
      'h;G',
      '{p}',
      's/[a-z]/\\//g',
      'y/a/b/',
      ':a',
      'ta',
    )
    fc.assert(
      fc.property(fc.array(harmless, { minLength: 1, maxLength: 6 }), fc.constantFrom(';', '\n'), (parts, glue) => {
        expect(sed(parts.join(glue))).toBe(true)
        expect(sed([...parts, 'e rm'].join(glue))).toBe(false)
        expect(sed([...parts, 'w out'].join(glue))).toBe(false)
      }),
    )
  })
})

describe('SQL statements', () => {
  it.each([
    'select 1',
    "SELECT count(*), max(id) FROM users WHERE name = 'x';",
    'show tables',
    'explain select * from t',
    'with x as (select 1) select * from x',
    'describe users',
    'select last_update from t',
  ])('reads: %s', (sql) => {
    expect(onlySelects(sql)).toBe(true)
  })

  it.each([
    '',
    'delete from t',
    'select 1; drop table t',
    "select ';drop table t'",
    'with x as (delete from t returning *) select * from x',
    'explain analyze update t set a = 1',
    "select 1 into outfile '/x'",
    'select 1 /*! into outfile "x" */',
    "select pg_read_file('/x')",
    "select load_extension('x')",
    'select "do_it"()',
    'select `do_it` ()',
    'select [do_it](1)',
    'select do_it()',
    'select 1 \\! rm',
    "copy t to program 'x'",
  ])('does more: %s', (sql) => {
    expect(onlySelects(sql)).toBe(false)
  })
})

it('what is longer than anybody types is not judged', () => {
  expect(awk(`{print ${'x'.repeat(20_000)}}`)).toBe(false)
  expect(sed('p;'.repeat(10_000))).toBe(false)
  expect(onlySelects(`select ${'1,'.repeat(10_000)}1`)).toBe(false)
})
