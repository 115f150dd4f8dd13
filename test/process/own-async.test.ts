import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dispatch } from '../../packages/runtime/src/dispatch.ts'
import { aUserWith } from './support/own.ts'
import { until } from './support/process.ts'
import type { Sandbox } from './support/sandbox.ts'

type Json = Readonly<Record<string, unknown>>

const WRITE: Json = { tool_name: 'Write', tool_input: { file_path: 'a.ts', content: '' }, tool_response: {} }
const NEXT: Json = { prompt: 'and now?' }

/** Whether nothing is at work in the background any more. */
function isQuiet({ home }: Sandbox): boolean {
  const state = join(home, '.local/state/holdpoint')
  const folders = readdirSync(state)
    .map((key) => join(state, key, 'project'))
    .filter(existsSync)
  return !folders.some((folder) => readdirSync(folder).some((name) => name.startsWith('background-')))
}

const quiet = (sandbox: Sandbox): Promise<void> => until(() => isQuiet(sandbox), 'the background is quiet')

const said = (json: Json): readonly unknown[] => [
  (json['hookSpecificOutput'] as Json | undefined)?.['additionalContext'],
  json['systemMessage'],
]

describe('async commands', () => {
  it('ENG-51: nobody waits for one; what it says comes with the next turn, once', async () => {
    const sandbox = aUserWith({
      lint: {
        on: 'PostToolUse',
        async: true,
        command: 'while [ ! -e "$CLAUDE_PROJECT_DIR/go" ]; do sleep 0.05; done; echo 3 problems',
      },
    })
    expect((await sandbox.hook('PostToolUse', WRITE)).json).toEqual({})
    expect((await sandbox.hook('UserPromptSubmit', NEXT)).json).toEqual({})
    expect(isQuiet(sandbox)).toBe(false)
    sandbox.write({ go: '' })
    await quiet(sandbox)
    expect(said((await sandbox.hook('UserPromptSubmit', NEXT)).json)).toEqual([
      'own/lint, which ran in the background, says:\n3 problems',
      'own/lint: 3 problems',
    ])
    expect((await sandbox.hook('UserPromptSubmit', NEXT)).json).toEqual({})
  })

  it('ENG-51: a decision of one is ignored', async () => {
    const sandbox = aUserWith({
      no: { on: 'PreToolUse', async: true, command: `echo '{"decision":"block","reason":"too late"}'` },
    })
    const bash = { tool_name: 'Bash', tool_input: { command: 'ls' } }
    expect((await sandbox.hook('PreToolUse', bash)).json).toEqual({})
    await quiet(sandbox)
    const { json } = await sandbox.hook('UserPromptSubmit', NEXT)
    expect([json['decision'], said(json)[0]]).toEqual([undefined, expect.stringContaining('too late')])
  })

  it('several at once: each event has a run of its own', async () => {
    const sandbox = aUserWith({
      count: { on: 'PostToolUse', async: true, command: 'sleep 0.3; echo x >> "$CLAUDE_PROJECT_DIR/count"' },
    })
    await Promise.all([1, 2, 3].map(() => sandbox.hook('PostToolUse', WRITE)))
    await quiet(sandbox)
    expect(readFileSync(join(sandbox.project, 'count'), 'utf8')).toBe('x\nx\nx\n')
  })

  it('another session hears nothing of it', async () => {
    const sandbox = aUserWith({ say: { on: 'PostToolUse', async: true, command: 'echo hello' } })
    await sandbox.hook('PostToolUse', WRITE)
    await quiet(sandbox)
    expect((await sandbox.hook('UserPromptSubmit', { ...NEXT, session_id: 's2' })).json).toEqual({})
    expect(said((await sandbox.hook('UserPromptSubmit', NEXT)).json)[1]).toBe('own/say: hello')
  })

  it('survives the end of the agent that started it', async () => {
    const sandbox = aUserWith({
      last: { on: 'SessionEnd', async: true, command: 'sleep 0.5; echo done > "$CLAUDE_PROJECT_DIR/done"' },
    })
    // Whoever starts a hook may end its whole process group as soon as it has answered.
    const { child, ended } = sandbox.start(['SessionEnd'], {
      input: JSON.stringify({ session_id: 's1', cwd: sandbox.project, reason: 'other' }),
    })
    await ended
    expect(child.exitCode).toBe(0)
    await until(() => existsSync(join(sandbox.project, 'done')), 'it has done its work')
    await quiet(sandbox)
  })

  it('one that fails is told to the user', async () => {
    const sandbox = aUserWith({ bad: { on: 'PostToolUse', async: true, command: 'echo boom >&2; exit 3' } })
    await sandbox.hook('PostToolUse', WRITE)
    await quiet(sandbox)
    expect(said((await sandbox.hook('UserPromptSubmit', NEXT)).json)).toEqual([
      undefined,
      'own/bad: It failed in the background: it ended with exit code 3: boom.',
    ])
  })

  it('in a program that uses us as a library it says that it cannot be started', async () => {
    const { home, project } = aUserWith({ say: { on: 'PostToolUse', async: true, command: 'echo hello' } })
    const { stdout } = await dispatch(
      ['PostToolUse'],
      { session_id: 's1', cwd: project, ...WRITE },
      { env: { HOME: home, PATH: process.env['PATH'] }, cwd: project },
    )
    expect(stdout).toContain('only by the program, not by the library')
  })
})
