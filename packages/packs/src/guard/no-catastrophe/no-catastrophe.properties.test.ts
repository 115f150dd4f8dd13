import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCommand } from '@holdpoint/shell'
import { playCase } from '../../../../testing/src/play-case.ts'
import { shell } from '../../../../testing/src/events.ts'
import hook from './no-catastrophe.ts'
import { tries } from '../../../../../test/support/tries.ts'

const judge = async (command: string): Promise<string> => (await playCase(hook, { event: shell(command) })).decision

/** A program, options whose order does not matter, and its arguments. */
interface Parts {
  readonly program: string
  readonly options: readonly string[]
  readonly rest: readonly string[]
  readonly decision: string
}

const COMMANDS: readonly Parts[] = [
  { program: 'rm', options: ['-r', '-f'], rest: ['/'], decision: 'deny' },
  { program: 'rm', options: ['--recursive', '--force', '-v'], rest: ['/etc'], decision: 'deny' },
  { program: 'rm', options: ['-r', '-f'], rest: ['build'], decision: 'pass' },
  { program: 'chmod', options: ['-R'], rest: ['777', '/'], decision: 'deny' },
  { program: 'mkfs.ext4', options: ['-q'], rest: ['/dev/sda1'], decision: 'deny' },
  { program: 'cp', options: ['-f', '-v'], rest: ['a', '/etc/passwd'], decision: 'deny' },
  { program: 'psql', options: ['-q'], rest: ['-c', 'drop table t'], decision: 'deny' },
  { program: 'grep', options: ['-r', '-n'], rest: ['rm -rf /', 'src'], decision: 'pass' },
  { program: 'echo', options: [], rest: ['rm', '-rf', '/'], decision: 'pass' },
  { program: 'rm', options: ['-r', '-f'], rest: ['~nobody/x'], decision: 'ask' },
]

const plain = (word: string): string => (/^[\w./~-]+$/.test(word) ? word : `'${word}'`)
const isTilde = (word: string): boolean => word.startsWith('~')

/** Ways to write one word that mean the same. A quoted `~` is another word. */
const spelling = (word: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    plain(word),
    ...(isTilde(word)
      ? []
      : [
          `'${word}'`,
          `"${word}"`,
          `$'${word}'`,
          Array.from(word, (char) => (/[\w]/.test(char) ? `\\${char}` : `"${char}"`)).join(''),
          `${plain(word.slice(0, 1))}''${word.length > 1 ? plain(word.slice(1)) : ''}`,
          `$(printf %s '${word}')`.replace(/^(.*\s.*)$/, `'${word}'`),
        ]),
  )

const gap = fc.constantFrom(' ', '  ', '\t', ' \\\n ')

const wrapped = (command: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    command,
    `  ${command}  `,
    `true; ${command}`,
    `(${command})`,
    `{ ${command}; }`,
    `if true; then ${command}; fi`,
    `sudo ${command}`,
    `env A=1 ${command}`,
    `nice -n 5 ${command}`,
    `f() { ${command}; }; f`,
    `bash <<'END'\n${command}\nEND`,
    `true && ${command} && true`,
  )

const written = (parts: Parts): fc.Arbitrary<string> =>
  fc
    .shuffledSubarray([...parts.options], { minLength: parts.options.length })
    .chain((options) => {
      const words = [parts.program, ...options, ...parts.rest]
      return fc.tuple(
        fc.tuple(...words.map(spelling)),
        fc.array(gap, { minLength: words.length, maxLength: words.length }),
      )
    })
    .map(([words, gaps]) =>
      words.map((word, index) => word + (index < words.length - 1 ? (gaps[index] ?? ' ') : '')).join(''),
    )
    .chain(wrapped)

describe('the verdict does not depend on how a command is written', () => {
  it.each(COMMANDS)('$program $options $rest: $decision', async (parts) => {
    await fc.assert(
      fc.asyncProperty(written(parts), async (command) => {
        expect(await judge(command), command).toBe(parts.decision)
      }),
      tries(40),
    )
  })
})

describe('anything can be read', () => {
  const world = {
    home: '/h',
    env: () => undefined,
    read: () => undefined,
    real: (path: string) => path,
    list: () => [],
    workTree: () => undefined,
  }
  const PIECES = [
    'rm',
    ' -rf',
    ' /',
    ' "',
    "'",
    '$(',
    ')',
    '`',
    '|',
    '&&',
    ';',
    '\n',
    '<<EOF\n',
    'EOF',
    '${x',
    '}',
    '{a,b}',
    ' >',
    '<(',
    'bash -c ',
    'eval ',
    'x=',
    '$x',
    '((',
    '))',
    '[[',
    ']]',
    'if ',
    'then ',
    'fi',
    'do ',
    'done',
    'for x in ',
    'case x in ',
    'esac',
    'f()',
    '\\',
    '~',
    '*',
    'python3 -c ',
    'xargs ',
    'find . -exec ',
    'git ',
    '\u0000',
    '\uFFFC',
    '\uD800',
    '#',
    '!',
  ]

  it('and never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 60 }),
          fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((all) => all.join('')),
        ),
        (command) => {
          const { runs, files } = readCommand(command, '/p', world).effects
          for (const { args, cwd } of runs) expect([...args, cwd].every((text) => typeof text === 'string')).toBe(true)
          for (const { path } of files)
            expect(path === '' || path.startsWith('/') || path.startsWith('\uFFFC'), path).toBe(true)
        },
      ),
      tries(3000),
    )
  })

  it('to the same end each time', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 20 }), (all) => {
        const command = all.join('')
        const plainly = (text: string): string =>
          JSON.stringify(readCommand(text, '/p', world)).replace(/process-\d+/g, 'process')
        expect(plainly(command)).toBe(plainly(command))
      }),
      tries(300),
    )
  })

  it.each([
    ['5,000 groups', `${'('.repeat(5000)}rm -rf /${')'.repeat(5000)}`],
    ['5,000 substitutions', `echo ${'$('.repeat(5000)}rm -rf /${')'.repeat(5000)}`],
    ['5,000 conditions', `${'if true; then '.repeat(5000)}rm -rf /; ${'fi; '.repeat(5000)}`],
    ['5,000 wrappers', `${'env '.repeat(5000)}rm -rf /`],
    ['many open braces', `echo ${'{a,'.repeat(20000)} ; rm -rf /`],
    ['a function that calls itself', 'f() { f; rm -rf "$1/.."; }; f /a'],
    ['text that evaluates itself', 'X=\'eval "$X"\'; eval "$X"; rm -rf /'],
  ])('and what is too deep is not passed: %s', async (_, command) => expect(await judge(command)).not.toBe('pass'))

  it('and the last of 10,000 commands counts', async () =>
    expect(await judge(`${'ls -la src; '.repeat(10000)}rm -rf /`)).not.toBe('pass'))
})
