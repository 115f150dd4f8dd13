import fc from 'fast-check'
import { parse } from './parse.ts'
import { plainScript } from './plain.ts'

/** With what the parser works out only when asked. */
const whole = (tree: unknown): unknown => JSON.parse(JSON.stringify(tree))
const partsOf = (script: ReturnType<typeof plainScript>): unknown =>
  script?.commands.map(({ command }) =>
    command.type === 'Command' ? whole([command.args, command.redirects, command.prefix]) : command.type,
  )

function agrees(command: string): void {
  const short = plainScript(command)
  if (short === undefined) return
  const { scripts, problem } = parse(command)
  const [long] = scripts
  expect({ problem, offset: long?.offset, count: scripts.length }).toEqual({ problem: undefined, offset: 0, count: 1 })
  const { errors, ...tree } = long?.script ?? {}
  expect(errors ?? []).toEqual([])
  expect(Object.keys(tree).toSorted()).toEqual(Object.keys(short).toSorted())
  const { args: _, redirects: __, ...command0 } = (short.commands[0]?.command ?? {}) as Record<string, unknown>
  expect(whole({ ...short, commands: [{ ...short.commands[0], command: command0 }] })).toEqual(whole(tree))
  expect(partsOf(short)).toEqual(partsOf(long?.script))
}

const RESERVED =
  'if then else elif fi case esac for select while until do done in function time coproc ! { } [[ ]] [ ] exec eval ' +
  'export declare local readonly typeset alias set . : ~ - -- -p 1 2 @ % + a=b a+=b --a=b -a=b =b a[1]=b ./a /a a/b a:b a,b'
const RAW = RESERVED.split(' ')

const piece = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('git', 'commit', '-m', 'npm', 'run', 'test', 'ls', '--all', 'src/a.ts', 'HEAD~1'),
  },
  { weight: 3, arbitrary: fc.constantFrom(...RAW) },
  { weight: 2, arbitrary: fc.string({ maxLength: 6 }).map((text) => `"${text}"`) },
  { weight: 2, arbitrary: fc.string({ maxLength: 6 }).map((text) => `'${text}'`) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '$a',
      '`a`',
      '\\',
      '*',
      '?',
      '#',
      '!',
      '\n',
      '\t',
      ';',
      '|',
      '&',
      '<',
      '>',
      '(',
      ')',
      '{a,b}',
      '1>a',
    ),
  },
)
const gap = fc.constantFrom('', ' ', ' ', ' ', ' ', '  ')
const commands = fc
  .array(fc.tuple(piece, gap), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.map(([text, space]) => text + space).join(''))

describe('a command of nothing but words', () => {
  it.each([
    'git commit -m "parser: tell the line"',
    "git commit -m 'first line\n\nthen the rest' --no-edit",
    'npm run test -- --reporter=dot',
    'a "" \'\' "it\'s" \'a "b" {c} $d `e` \\ *\'',
    './run.sh  /etc/passwd a:b,c@d%e+f_g  ',
    'make',
    '. script',
    'x -',
  ])('is read without the parser: %j', (command) => {
    expect(plainScript(command)).toBeDefined()
    agrees(command)
  })

  it.each([
    '',
    ' ls',
    'ls\t-la',
    'ls\n',
    'ls; id',
    'ls | id',
    'ls & id',
    'ls > a',
    'ls <a',
    'FOO=bar ls',
    'export FOO=bar',
    'ls $HOME',
    'ls "$HOME"',
    'ls `id`',
    'ls "`id`"',
    'ls ~',
    'ls a*',
    'ls a?',
    'ls [ab]',
    'ls {a,b}',
    'ls a\\ b',
    'ls "a\\b"',
    'ls # no',
    'ls "a',
    "ls 'a",
    'ls "a"b',
    "ls $'a'",
    'ls "é"',
    'ls a\u0000',
    '! ls',
    'time ls',
    'if true',
    '"ls"',
    '-x',
    `ls ${'a'.repeat(1000)}`,
  ])('is nothing else: %j', (command) => {
    expect(plainScript(command)).toBeUndefined()
  })

  it('is what this pattern says', () => {
    const word = /(?:-[\w./:,@%+=-]*|[\w./:,@%+][\w./:,@%+-]*|"[ !#%-[\]-_a-~\n]*"|'[ -&(-~\n]*')/.source
    const pattern = new RegExp(`^(?=[\\w./])${word}(?: +${word})* *$`)
    const keyword =
      /^(?:case|coproc|do(?:ne)?|elif|else|esac|fi|for|function|if|in|select|then|time|until|while)(?: |$)/
    fc.assert(
      fc.property(commands, (command) => {
        expect(plainScript(command) !== undefined).toBe(pattern.test(command) && !keyword.test(command))
      }),
      { numRuns: 5000 },
    )
  })

  it('gives the same tree as the parser, whenever it gives one', () => {
    fc.assert(fc.property(commands, agrees), { numRuns: 3000 })
  })

  it('is each single character, or two of them, read like the parser reads them, or not at all', () => {
    const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
    for (const one of characters) {
      for (const form of ['', 'a', 'a ', 'a "', "a '", 'a -']) agrees(form + one)
      for (const other of characters)
        for (const text of [one + other, `a ${one}${other}`, `a "${one}${other}"`, `a '${one}${other}'`]) agrees(text)
    }
  })
})
