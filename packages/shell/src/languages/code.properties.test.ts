import fc from 'fast-check'
import { UNKNOWN } from '../effects.ts'
import { type CodeAction, type Language, readCode } from './code.ts'
import { actionsOf, code, remove, shell, testWorld } from './testing.ts'
import { scaled, tries } from '../../../../test/support/tries.ts'

/** One source of each language that uses much of it, and the same with white space and comments put in. */
const SAMPLES: Readonly<Record<Language, { readonly source: string; readonly spaced?: string }>> = {
  python: {
    source:
      'import os as o\nfor f in ["a", \'b\']:\n  o.remove(f"/x/{f}")\nexec("o.system(\'id\')")\nopen("c", "w").write(r"\\x")\n',
    spaced:
      'import os as o # one\n\n# two\nfor  f in [ "a" , # three\n \'b\' ] :\n  o . remove( f"/x/{ f }" )\n\n  # four\nexec ( "o.system(\'id\')" )\nopen( "c" , "w" ).write( r"\\x" ) ;\n',
  },
  javascript: {
    source:
      'const {rmSync:r}=require("fs");["a",`b${1}`].forEach(f=>r(f,{recursive:true}));if(/x"/.test(y)){eval("r(\'c\')")}',
    spaced:
      'const { rmSync : r } /* one */ = require( "fs" ) ; // two\n[ "a" , `b${ 1 }` ] . forEach( f => r ( f , { recursive : true } ) ) ;\n\nif ( /x"/ . test( y ) ) { eval ( "r(\'c\')" ) }',
  },
  perl: {
    source:
      'my @a=("rm","-rf");system(@a,"$ENV{HOME}/x");for my $f(qw(a b)){unlink $f if -e $f}s/x/`id`/e;print <<E;\nunlink "z"\nE\n',
    spaced:
      'my @a = ( "rm" , "-rf" ) ; # one\nsystem ( @a , "$ENV{HOME}/x" ) ;\n\nfor my $f ( qw( a b ) ) { # two\n  unlink $f if -e $f ; }\ns/x/`id`/e ; print <<E ;\nunlink "z"\nE\n',
  },
  ruby: {
    source:
      'x = "a"\n%w[b c].each { |f| File.delete("#{x}/#{f}") }\ndef go(p)\n  system "rm", p\nend\ngo(`ls`)\nputs <<~E\n  system "z"\nE\n',
    spaced:
      'x  =  "a" # one\n\n# two\n%w[ b c ].each  {  |f|  File.delete( "#{ x }/#{ f }" )  }\ndef go( p )\n\n  system  "rm",  p # three\nend\ngo( `ls` )\nputs <<~E\n  system "z"\nE\n',
  },
  php: {
    source:
      '$f="un"."link";foreach(["a","b"] as $p){$f("/x/$p");}function g($q){system("rm {$q}");}g(getenv("X"));echo "unlink(1)";',
    spaced:
      '$f = "un" . "link" ; // one\nforeach ( [ "a" , "b" ] as $p ) { $f ( "/x/$p" ) ; } # two\nfunction g ( $q ) { /* three */ system( "rm {$q}" ) ; }\ng( getenv( "X" ) ) ; echo "unlink(1)" ;',
  },
  awk: {
    source: 'BEGIN{c="rm";system(c " x")}/a/{print $1>"f" ".txt"}{"ls"|getline l}',
    spaced:
      'BEGIN { c = "rm" ; # one\n system( c  " x" ) }\n# two\n/a/ { print  $1  >  "f"  ".txt" }\n{ "ls" | getline l }',
  },
  sed: {
    source: 's/a[/]/b\\/c/gw out\n/x/,$!{ y/a/b/;e id\n}\na\\\nw no\n',
    spaced: 's/a[/]/b\\/c/gw out\n# w no\n\n/x/,$! { y/a/b/ ; e id\n}\na\\\nw no\n',
  },
}

const LANGUAGES = Object.keys(SAMPLES) as Language[]

/** Characters that mean something somewhere. */
const odd = fc.constantFrom(
  ...Array.from('\'"`(){}[]<>/\\$@%#;,.:=|&!?~*+-^_ \n\tqxsme0'),
  '${',
  '#{',
  '<<E',
  '"""',
  '=>',
  '->',
  '\r\n',
  UNKNOWN,
  '\0',
  'é',
  '\uD800',
)

const mutation = fc.oneof(
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat(400), count: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(400), text: odd }),
  fc.record({ kind: fc.constant('swap' as const), at: fc.nat(400), to: fc.nat(400) }),
)
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never

function mutate(source: string, change: Mutation): string {
  const at = change.at % (source.length + 1)
  if (change.kind === 'delete') return source.slice(0, at) + source.slice(at + change.count)
  if (change.kind === 'insert') return source.slice(0, at) + change.text + source.slice(at)
  const [from, to] = [at, change.to % (source.length + 1)].toSorted((a, b) => a - b) as [number, number]
  return source.slice(0, from) + source.slice(to) + source.slice(from, to)
}

/** Every action is complete, whatever came in. */
function expectWellFormed(actions: readonly CodeAction[]): void {
  for (const action of actions) {
    for (const [key, value] of Object.entries(action)) {
      if (key === 'argv') expect((value as unknown[]).every((word) => typeof word === 'string')).toBe(true)
      else expect(['string', 'boolean']).toContain(typeof value)
    }
  }
  expect(new Set(actions.map((action) => JSON.stringify(action))).size).toBe(actions.length)
}

type Nesting = readonly [open: string, close?: string]

const NESTINGS: readonly Nesting[] = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['f(', ')'],
  ['!'],
  ['- '],
  ['a = '],
  ['a ? b : '],
]

const OWN_NESTINGS: Readonly<Record<Language, readonly Nesting[]>> = {
  python: [['lambda x: '], ['f"{', '}"'], ['os.remove(', ')'], ['if x: '], ['a if b else '], ['not ']],
  javascript: [['x => '], ['`${', '}`'], ['function f() { ', ' }'], ['if (x) '], ['a.b('], ['new ']],
  perl: [['"@{[ ', ' ]}"'], ['sub { ', ' }'], ['if (x) { ', ' }'], ['unlink '], ['\\'], ['s/a/']],
  ruby: [['"#{', '}"'], ['begin ', ' end'], ['if x then ', ' end'], ['puts '], ['->() { ', ' }'], ['a.b { ', ' }']],
  php: [['function () { ', ' }'], ['fn() => '], ['"{$x[', ']}"'], ['if (x) '], ['(string)']],
  awk: [['$'], ['x[', ']'], ['if (x) '], ['getline < ']],
  sed: [['1{'], ['s/a/']],
}

describe.each(LANGUAGES)('%s', (language) => {
  const { source, spaced } = SAMPLES[language]

  it('answers for any text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => expectWellFormed(actionsOf(language, text))))
    const pieces = fc.array(fc.oneof(odd, fc.constantFrom(...source.split(/\b/))), { maxLength: 120 })
    fc.assert(
      fc.property(pieces, (parts) => expectWellFormed(actionsOf(language, parts.join('')))),
      tries(100),
    )
  })

  it('answers for code that is damaged', () => {
    const changes = fc.array(mutation, { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(changes, (all) => {
        let text = source
        for (const change of all) text = mutate(text, change)
        expectWellFormed(actionsOf(language, text))
      }),
      tries(150),
    )
  })

  it('does not care about white space and comments', () => {
    expect(actionsOf(language, source).length).toBeGreaterThan(1)
    expect(actionsOf(language, spaced ?? source)).toEqual(actionsOf(language, source))
  })

  it('reports the same every time', () => {
    expect(actionsOf(language, source)).toEqual(actionsOf(language, source))
  })

  it('returns from a very long text', () => {
    for (const unit of [`${source}\n`, '("'])
      expectWellFormed(actionsOf(language, unit.repeat(Math.ceil(scaled(1_000_000) / unit.length))))
  })

  it('returns from code that is very deep', () => {
    const levels = scaled(5000)
    for (const [open, close] of [...NESTINGS, ...OWN_NESTINGS[language]]) {
      expectWellFormed(actionsOf(language, open.repeat(levels) + (close ?? '').repeat(levels)))
    }
  })
})

describe('limits', () => {
  const deepCall = `${'('.repeat(400)}os.remove("a")${')'.repeat(400)}`

  it('reads what is nested deeper than one piece, and says that something may be missing', () => {
    expect(actionsOf('python', deepCall)).toEqual([remove('a'), code])
  })

  it('stops at two thousand actions and says so', () => {
    const many = Array.from({ length: 3000 }, (_, index) => `os.remove("${index}")`).join('\n')
    const actions = actionsOf('python', many)
    expect(actions).toHaveLength(2001)
    expect(actions.at(-1)).toEqual(code)
  })

  it('does not read a source above the limit, and says so', () => {
    const actions = actionsOf('python', `os.remove("a")\n${'x = 1\n'.repeat(100_000)}os.remove("b")`)
    expect(actions).toEqual([remove('a'), code])
  })

  it('follows code in code only so far', () => {
    let text = "os.remove('a')"
    for (let level = 0; level < 8; level++) text = `exec(${JSON.stringify(text)})`
    expect(actionsOf('python', text)).toEqual([code])
  })

  it('does not grow without end when functions call each other', () => {
    const lines = Array.from({ length: 30 }, (_, index) => `def f${index}():\n  f${index + 1}()\n  f${index + 1}()`)
    const actions = actionsOf('python', `${lines.join('\n')}\ndef f30():\n  os.remove("a")\nf0()`)
    expect(actions).toContainEqual(remove('a'))
    expect(actions).toContainEqual(code)
  })

  it('says nothing about long loops that do nothing', () => {
    const text = 'print(sum(i * j + k for i in range(200) for j in range(200) for k in range(200)))'
    expect(actionsOf('python', text)).toEqual([])
    expect(actionsOf('python', 'def f(n): return n if n < 2 else f(n - 1) + f(n - 2)\nprint(f(30))')).toEqual([])
  })

  it('reports what a loop does even when it is too long to be followed', () => {
    const text =
      'for i in range(200):\n  for j in range(200):\n    x = [i + j + k for k in range(50)]\n  os.remove(f"a{x}{i}")'
    const actions = actionsOf('python', text)
    expect(actions[0]).toEqual(remove('a…0'))
    expect(actions.at(-1)).toEqual(remove('a…'))
  })

  it('does not grow without end when a text doubles', () => {
    const text = `s = "rm"\n${'s = s + s\n'.repeat(60)}os.system(s)`
    expect(actionsOf('python', text)).toEqual([shell(UNKNOWN)])
  })

  it('knows no home when there is none', () => {
    const world = { ...testWorld, home: undefined, env: () => undefined }
    const text = 'import os; os.remove(os.path.expanduser("~/a")); os.remove(os.environ["HOME"])'
    const actions = readCode('python', text, world)
    expect(actions).toEqual([remove('…/a'), { kind: 'env', name: 'HOME' }, remove('…')])
  })
})
