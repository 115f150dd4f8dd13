import fc from 'fast-check'
import { dispatch } from '../src/app/dispatch.ts'
import { isIdle } from '../src/core/idle.ts'
import { builtIn, type Registry } from '../src/registry/registry.ts'
import { readCommand } from '../src/shell/read-command.ts'
import { eventIn } from '../src/testing/play-case.ts'
import { shell } from '../src/testing/events.ts'
import { classifyCommand } from './support/classify.ts'
import { aRepository } from './process/support/temporary.ts'

const idle = (command: string): boolean => isIdle(eventIn('/project', shell(command), new Date(0)))

const name = fc.oneof(
  { weight: 9, arbitrary: fc.stringMatching(/^[A-Za-z0-9_]{1,8}(?:[.-][A-Za-z0-9_]{1,6}){0,2}$/) },
  { weight: 1, arbitrary: fc.constantFrom('id_rsa', 'server.key', 'credentials.json') },
)
const option = fc.stringMatching(/^-[A-Za-z1]{1,4}$/)
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
const commands = fc
  .oneof(
    fc.tuple(fc.constant('ls'), fc.array(option, { maxLength: 3 }), fc.array(path, { maxLength: 3 })),
    fc.tuple(fc.constant('echo'), fc.array(name, { maxLength: 5 }), fc.constant([])),
    fc.tuple(fc.constantFrom('pwd', 'whoami', 'date', 'true', 'uname'), fc.constant([]), fc.constant([])),
  )
  .map((parts) => parts.flat().join(' '))

const WORLD = {
  home: '/home/test',
  env: () => undefined,
  read: () => undefined,
  real: (file: string) => file,
  list: () => [],
  workTree: () => '/project',
}

/** The same hooks, each of which is asked about every command. */
const everyHook: Registry = {
  ...builtIn,
  catalogue: builtIn.catalogue.map(({ onlyEffects: _, whenIdle: __, ...entry }) => entry),
}

describe('commands that only look', () => {
  it('are seen as such', () => {
    for (const command of ['ls', 'ls -la', 'ls -l src/app', 'pwd', 'echo done', 'date', 'uname -a']) {
      expect([command, idle(command)]).toEqual([command, true])
    }
  })

  it.each([
    'ls; rm x',
    'ls -la && ls',
    'ls > x',
    'ls $HOME',
    'ls ~',
    'ls ..',
    'ls src/../..',
    'ls .ssh',
    'ls src/.env',
    'ls /',
    'ls *',
    'ls `x`',
    'ls\nrm x',
    'ls \\\nx',
    "ls 'a'",
    'ls -la\n',
    'ls  x',
    'ls\tx',
    'LS',
    './ls',
    'X=1 ls',
    'echo a=b',
    'echo -e x',
    'echo $KEY',
    'date -s now',
    'hostname x',
    'ls -la & x',
    'ls | x',
    'ls #x',
    'ls x{a,b}',
    'ls é',
    '',
  ])('%j is none of them', (command) => {
    expect(idle(command)).toBe(false)
  })

  it('are what this pattern says', () => {
    const anOption = '(?: -[A-Za-z1]{1,12})'
    const aName = '[A-Za-z0-9_]{1,80}(?:[.-][A-Za-z0-9_]{1,80}){0,4}'
    const pattern = new RegExp(
      `^(?:ls${anOption}{0,4}(?: ${aName}(?:/${aName}){0,12}){0,4}|echo(?: ${aName}){0,40}|uname${anOption}?|pwd|whoami|date|true)$`,
    )
    const repeated = fc
      .tuple(fc.constantFrom('a', 'a.', 'a-', 'a/', 'a.b/', 'a ', '-a ', '1'), fc.integer({ min: 1, max: 90 }))
      .map(([text, count]) => text.repeat(count))
    const part = fc.oneof(
      name,
      option,
      path,
      repeated,
      fc.stringMatching(/^[-./ A-Za-z0-9_$\n]{0,4}$/),
      fc.constantFrom(
        '',
        '-',
        '.',
        '/',
        ' ',
        'é',
        '-1',
        '-l=',
        'a..b',
        'a.-b',
        'a//b',
        'a/',
        '-abcdefghijkl',
        '-abcdefghijklm',
      ),
    )
    const program = fc.constantFrom('ls', 'echo', 'uname', 'pwd', 'whoami', 'date', 'true', 'lsx', 'toString')
    const words = fc.oneof(fc.array(part, { maxLength: 6 }), fc.array(name, { minLength: 38, maxLength: 42 }))
    const texts = fc.oneof(
      commands,
      fc.tuple(program, words).map(([first, rest]) => [first, ...rest].join(' ')),
      fc.tuple(program, fc.array(part, { maxLength: 3 })).map(([first, rest]) => first + rest.join('')),
      fc.string(),
    )
    fc.assert(
      fc.property(texts, (text) => idle(text) === pattern.test(text)),
      { numRuns: 20_000 },
    )
  })

  it('the reader finds nothing in them but the one program, and what it lists', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (command) => {
        expect(idle(command)).toBe(true)
        const { effects } = readCommand(command, '/project', WORLD)
        const { runs, files, ...others } = effects
        expect(runs).toHaveLength(1)
        expect(files.every(({ op, path: at }) => op === 'list' && at.startsWith('/project/'))).toBe(true)
        expect(Object.values(others).flat()).toEqual([])
        // A name gives nothing away. The review minds it because of ways that nobody follows, and here are none.
        const { reason } = classifyCommand(command)
        expect(['Everything it runs only looks.', 'It names a file that holds credentials.']).toContain(reason)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['all', 'Bash'],
    ['harness', 'Bash'],
    ['harness', 'PowerShell'],
  ])('every hook of preset %s would have said what is said without asking it, of %s', async (preset, tool) => {
    const project = aRepository()
    const env = { HOME: project.path, HOLDPOINT_PRESETS: preset, PATH: process.env['PATH'] }
    const ask = (command: string, registry: Registry): ReturnType<typeof dispatch> =>
      dispatch(
        ['PreToolUse'],
        { session_id: 's', cwd: project.path, tool_name: tool, tool_input: { command } },
        { env, cwd: project.path, registry },
      )
    const sample = ['ls', 'ls -la src', 'echo done', ...fc.sample(commands, { numRuns: 25, seed: 7 })]
    for (const command of sample) {
      expect([command, await ask(command, builtIn)]).toEqual([command, await ask(command, everyHook)])
    }
  })
})
