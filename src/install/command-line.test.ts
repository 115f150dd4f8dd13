import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDirectory } from '../testing/repository.ts'
import { isOurLine } from '../app/installs.ts'
import { commandLine, quote, type Program } from './command-line.ts'

/** Runs an installed line in a real shell, with a program that behaves as told. */
function runLine(event: string, program: string | undefined, scope: Program['scope'] = 'user', folder = 'plain') {
  const project = temporaryDirectory()
  try {
    const place = join(folder, 'holdpoint.cjs')
    if (program !== undefined)
      project.write({ [place]: program, 'node_modules/.bin/holdpoint': `#!/usr/bin/env node\n${program}` })
    if (program !== undefined) chmodSync(join(project.path, 'node_modules/.bin/holdpoint'), 0o755)
    const line = commandLine(event, { scope, node: process.execPath, bin: join(project.path, place) })
    const env = { PATH: process.env['PATH'], CLAUDE_PROJECT_DIR: project.path }
    const { stdout, stderr, status } = spawnSync('/bin/sh', ['-c', line], { input: 'INPUT', encoding: 'utf8', env })
    return { stdout, stderr, status }
  } finally {
    project.dispose()
  }
}

const ANSWERS = `const t = require('fs').readFileSync(0, 'utf8'); process.stdout.write(t + ' ' + process.argv.slice(2).join(' '))`
const DIES_IN_MID_ANSWER = `process.stdout.write('{"half":'); process.exit(1)`

describe('the installed line', () => {
  it.each(['user', 'local', 'project'] as const)('passes input and answer through (%s)', (scope) => {
    const { stdout, status } = runLine('PreToolUse', ANSWERS, scope)
    expect({ stdout, status }).toEqual({ stdout: `INPUT hook PreToolUse --from ${scope}`, status: 0 })
  })

  it.each(['a b', "it's", 'new\nline', '$HOME', '`x`', '"quoted"', 'naïve ☃'])(
    'works from a folder named %j',
    (folder) => {
      expect(runLine('Stop', ANSWERS, 'user', folder).stdout).toBe('INPUT hook Stop --from user')
    },
  )

  it.each([
    ['is missing', undefined],
    ['crashes', 'process.exit(1)'],
    ['dies in mid-answer', DIES_IN_MID_ANSWER],
    ['cannot be parsed', 'this is not JavaScript'],
  ])('D8 a program that %s: a tool call is asked about, with the reason', (_, program) => {
    for (const scope of ['user', 'project'] as const) {
      const { stdout, status } = runLine('PreToolUse', program, scope)
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

  it('D8 at other events the user is told, and nothing is held up', () => {
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
    const { status, stderr } = runLine('TaskCreated', `process.stderr.write('why'); process.exit(${given})`)
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
    expect(['/usr/bin/node', '/a b', "it's"].map(quote)).toEqual(['/usr/bin/node', `'/a b'`, String.raw`'it'\''s'`])
  })
})
