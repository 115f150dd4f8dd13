import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryDirectory } from '../../../testing/src/repository.ts'
import { isOurLine, lineOf } from '@holdpoint/runtime'
import { askFile } from '@holdpoint/runtime/daemon'
import { quoteForShell } from '@holdpoint/runtime/system'
import { commandFor, commandLine, type Program } from './command-line.ts'

const ASK = join(import.meta.dirname, '../../../runtime/src/daemon/client/ask.sh')
const HOOK = join(import.meta.dirname, '../../../runtime/src/daemon/client/hook.sh')

interface How extends Partial<Pick<Program, 'scope' | 'client'>> {
  readonly folder?: string
  readonly env?: Record<string, string>
}

/** Runs what is installed as a host does, with a program that behaves as its text says. */
function runLine(event: string, program: string | undefined, how: How = {}) {
  const { scope = 'user', client = 'shell', folder = 'plain', env: more } = how
  const project = temporaryDirectory()
  try {
    const place = join(folder, 'holdpoint.cjs')
    const shared = 'node_modules/holdpoint/dist/bin/holdpoint.cjs'
    if (program !== undefined) project.write({ [place]: program, [shared]: program })
    const bin = join(project.path, place)
    for (const file of [bin, join(project.path, shared)]) {
      if (program !== undefined) cpSync(HOOK, join(dirname(file), 'hook.sh'))
    }
    if (client === 'bash') cpSync(ASK, askFile(bin))
    const { command, args } = commandFor(event, { scope, client, node: process.execPath, bin })
    const env = { PATH: process.env['PATH'], CLAUDE_PROJECT_DIR: project.path, ...more }
    const [file, words] = args === undefined ? ['/bin/sh', ['-c', command]] : [command, args]
    const { stdout, stderr, status } = spawnSync(file, words, { input: 'INPUT', encoding: 'utf8', env })
    return { stdout, stderr, status }
  } finally {
    project.dispose()
  }
}

const ANSWERS = `const t = require('fs').readFileSync(0, 'utf8'); process.stdout.write(t + ' ' + process.argv.slice(2).join(' '))`
const DIES_IN_MID_ANSWER = `process.stdout.write('{"half":'); process.exit(1)`

describe('the installed line', () => {
  it.each(['user', 'local', 'project'] as const)('passes input and answer through (%s)', (scope) => {
    const { stdout, status } = runLine('PreToolUse', ANSWERS, { scope })
    expect({ stdout, status }).toEqual({ stdout: `INPUT hook PreToolUse --from ${scope} --daemon`, status: 0 })
  })

  it.each(['a b', "it's", 'new\nline', '$HOME', '`x`', '"quoted"', 'naïve ☃'])(
    'works from a folder named %j',
    (folder) => {
      expect(runLine('Stop', ANSWERS, { folder }).stdout).toBe('INPUT hook Stop --from user --daemon')
      expect(runLine('Stop', ANSWERS, { folder, client: 'bash' }).stdout).toBe('INPUT hook Stop --from user --daemon')
    },
  )

  it.each([
    ['is missing', undefined],
    ['crashes', 'process.exit(1)'],
    ['dies in mid-answer', DIES_IN_MID_ANSWER],
    ['cannot be parsed', 'this is not JavaScript'],
  ])('D8 a program that %s: a tool call is asked about, with the reason', (_, program) => {
    for (const scope of ['user', 'project'] as const) {
      const { stdout, status } = runLine('PreToolUse', program, { scope })
      expect(status).toBe(0)
      expect(JSON.parse(stdout)).toMatchObject({
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'ask',
          permissionDecisionReason: expect.stringContaining('holdpoint doctor'),
        },
      })
    }
  })

  it('D8 at other events the user gets a notice, and nothing is blocked', () => {
    const { stdout, status } = runLine('Stop', DIES_IN_MID_ANSWER)
    expect(status).toBe(0)
    expect(Object.keys(JSON.parse(stdout) as object)).toEqual(['systemMessage'])
  })

  it('prints nothing to a compactor when it fails', () => {
    expect(runLine('PreCompact', DIES_IN_MID_ANSWER)).toMatchObject({ stdout: '', status: 0 })
  })

  it.each([
    [0, 0],
    [2, 2],
    [1, 0],
    [127, 0],
  ])('exit code %i becomes %i where 2 refuses', (given, expected) => {
    const { status, stderr } = runLine('TeammateIdle', `process.stderr.write('why'); process.exit(${given})`)
    expect(status).toBe(expected)
    expect(stderr).toBe('why')
  })

  it('is recognised as ours, and only in its own scope', () => {
    const line = commandLine('PreToolUse', { scope: 'local', node: '/n', bin: '/x/holdpoint.cjs' })
    expect(isOurLine(line, 'local')).toBe(true)
    expect(isOurLine(line, 'user')).toBe(false)
    expect(isOurLine('./my-hook.sh # not holdpoint hook', 'local')).toBe(false)
  })

  it('quotes only what needs it', () => {
    expect(['/usr/bin/node', '/a b', "it's"].map(quoteForShell)).toEqual([
      '/usr/bin/node',
      `'/a b'`,
      String.raw`'it'\''s'`,
    ])
  })
})

describe('the script that a host starts without a shell', () => {
  const bash = { client: 'bash' } as const

  it.each(['PreToolUse', 'Stop', 'PreCompact', 'UserPromptSubmit'])('D8 %s fails as the line does', (event) => {
    for (const program of [undefined, 'process.exit(1)', DIES_IN_MID_ANSWER, 'this is not JavaScript']) {
      const [line, script] = [runLine(event, program), runLine(event, program, bash)]
      expect({ stdout: script.stdout, status: script.status }).toEqual({ stdout: line.stdout, status: line.status })
    }
  })

  it('is a line for a shell at the start of a session, so that a missing package is reported', () => {
    const program = { scope: 'user', node: '/n', bin: '/x/holdpoint.cjs', ...bash } as const
    for (const event of ['SessionStart', 'Setup']) {
      expect(commandFor(event, program)).toEqual({ command: commandLine(event, program) })
    }
  })

  it('passes on exit code 2 where it refuses', () => {
    const refuses = `process.stderr.write('why'); process.exit(2)`
    expect(runLine('TeammateIdle', refuses, bash)).toMatchObject({ status: 2, stderr: 'why', stdout: '' })
    expect(runLine('PreToolUse', refuses, bash)).toMatchObject({ status: 0 })
  })

  it('ignores functions and variables of the environment', () => {
    const evil = temporaryDirectory()
    try {
      evil.write({ 'evil.sh': 'printf evil; exit 0' })
      const env = {
        BASH_ENV: join(evil.path, 'evil.sh'),
        ENV: join(evil.path, 'evil.sh'),
        SHELLOPTS: 'xtrace:noexec',
        BASHOPTS: 'extdebug',
        'BASH_FUNC_printf%%': '() { echo evil; }',
        'BASH_FUNC_read%%': '() { echo evil; }',
        hook: 'evil',
        i: 'evil',
        o: '{}',
        l: 'evil',
        IFS: 'o',
      }
      expect(runLine('Stop', ANSWERS, { ...bash, env })).toEqual({
        stdout: 'INPUT hook Stop --from user --daemon',
        stderr: '',
        status: 0,
      })
    } finally {
      evil.dispose()
    }
  })

  it('keeps the event out of the environment of the program', () => {
    const program = `process.stdout.write(JSON.stringify(Object.values(process.env).filter((v) => v.includes('INPUT'))))`
    const env = Object.fromEntries('abcdefghijklmnopqrstuvwxyz'.split('').map((name) => [name, '-']))
    expect(runLine('Stop', program, { ...bash, env }).stdout).toBe('[]')
  })

  it.each([undefined, '', 'C.UTF-8', 'xx_XX'])('hands on a locale as it is: %j', (LC_ALL) => {
    const program = 'process.stdout.write(JSON.stringify(process.env.LC_ALL ?? null))'
    const env = LC_ALL === undefined ? {} : { LC_ALL }
    expect(runLine('Stop', program, { ...bash, env }).stdout).toBe(JSON.stringify(LC_ALL ?? null))
  })

  it('asks about a call, and notifies the user at other events, when the host passes no arguments', () => {
    const answerTo = (input: string) => JSON.parse(spawnSync(ASK, [], { input, encoding: 'utf8' }).stdout) as object
    expect(answerTo('{"hook_event_name":"PreToolUse"}')).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'ask' },
    })
    for (const input of ['{"hook_event_name":"Stop"}', '', 'x']) {
      expect(Object.keys(answerTo(input))).toEqual(['systemMessage'])
    }
  })

  it('is recognised as ours, and only in its own scope', () => {
    const entry = commandFor('PreToolUse', { scope: 'local', node: '/n', bin: '/x/holdpoint.cjs', ...bash })
    expect(isOurLine(lineOf(entry), 'local')).toBe(true)
    expect(isOurLine(lineOf(entry), 'user')).toBe(false)
    expect(isOurLine(lineOf({ command: './x', args: ['hook', 'PreToolUse'] }), 'local')).toBe(false)
  })
})
