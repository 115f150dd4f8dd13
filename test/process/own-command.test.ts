import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aWatched } from './support/daemon.ts'
import { aUserWith, BASH, putUserConfig } from './support/own.ts'
import { isRunning, startNode, until } from './support/process.ts'
import { HOLDPOINT, type HookAnswer, type Sandbox } from './support/sandbox.ts'

type Json = Readonly<Record<string, unknown>>

const outputOf = ({ json }: HookAnswer): Json => (json['hookSpecificOutput'] ?? {}) as Json
const failureIn = (sandbox: Sandbox, id: string): unknown =>
  sandbox
    .spool()
    .flatMap(({ hooks }) => hooks)
    .findLast((hook) => hook['id'] === id)?.['failure']

describe('commands of users’ own, under the dispatcher', () => {
  it('refuse, and the reason reaches the model', async () => {
    const { hook } = aUserWith({ no: { on: 'PreToolUse', command: 'echo "not today" >&2; exit 2' } })
    expect(outputOf(await hook('PreToolUse', BASH))).toEqual({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'not today',
    })
  })

  it('the agent does not change the scripts they run, by no tool; what they only look at is its work', async () => {
    const { hook, project } = aUserWith({
      check: { on: 'Stop', command: 'sh "$CLAUDE_PROJECT_DIR"/scripts/check.sh notes.txt' },
    })
    mkdirSync(join(project, 'scripts'))
    writeFileSync(join(project, 'scripts/check.sh'), 'exit 0\n')
    writeFileSync(join(project, 'notes.txt'), 'notes\n')
    const decisionOn = async (tool: string, input: object): Promise<unknown> =>
      outputOf(await hook('PreToolUse', { tool_name: tool, tool_input: input }))['permissionDecision']
    const script = join(project, 'scripts/check.sh')
    expect(await decisionOn('Write', { file_path: script, content: '' })).toBe('deny')
    expect(await decisionOn('Bash', { command: 'echo exit 0 > scripts/check.sh' })).toBe('deny')
    expect(await decisionOn('Write', { file_path: join(project, 'notes.txt'), content: '' })).toBeUndefined()
  })

  it('can be run alone, without an agent', async () => {
    const { hook } = aUserWith({ no: { on: 'PreToolUse', command: 'echo "not today" >&2; exit 2', level: 'off' } })
    const call = { hook_event_name: 'PreToolUse', ...BASH }
    expect(outputOf(await hook(['run', 'own/no'], call))['permissionDecisionReason']).toBe('not today')
    const { code, stderr } = await hook(['run', 'own/nope'], call)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^holdpoint: there is no hook `own\/nope`/),
    })
  })

  it('T-ENG-25: a block where nothing can be blocked is a notice, and exit code 0', async () => {
    const { hook, spool } = aUserWith({
      no: { on: 'SessionStart', command: `echo '{"decision":"block","reason":"go home"}'` },
    })
    const answer = await hook('SessionStart', { source: 'startup' })
    expect(answer.code).toBe(0)
    expect(answer.json['decision']).toBeUndefined()
    expect(answer.json['systemMessage']).toContain('go home')
    expect(spool().at(-1)).toMatchObject({ decision: 'pass', lowered: ['block -> notice'] })
  })

  it('T-ENG-26: the matcher of an agent’s stop is compared with its type', async () => {
    const { hook } = aUserWith({
      guardian: { on: 'SubagentStop', matcher: 'guardian', command: 'echo guardian >&2; exit 2' },
      planner: { on: 'SubagentStop', matcher: 'planner', command: 'echo planner >&2; exit 2' },
    })
    expect((await hook('SubagentStop', { agent_id: 'a', agent_type: 'guardian' })).json).toMatchObject({
      decision: 'block',
      reason: 'guardian',
    })
  })

  it('T-ENG-28: a list of names is a list of names', async () => {
    const { hook } = aUserWith({ no: { on: 'PreToolUse', matcher: 'Write|Edit', command: 'echo no >&2; exit 2' } })
    expect((await hook('PreToolUse', { tool_name: 'NotebookEditX', tool_input: {} })).json).toEqual({})
    const written = await hook('PreToolUse', { tool_name: 'Edit', tool_input: { file_path: 'a' } })
    expect(outputOf(written)['permissionDecision']).toBe('deny')
  })

  it('T-ENG-30: a disabled matcher never matches, and `list` says so', async () => {
    const { hook, env, project, spool } = aUserWith({
      no: { on: 'PreToolUse', matcher: 'DISABLED_Write', command: 'exit 2' },
    })
    const write = { tool_name: 'Write', tool_input: { file_path: 'a', content: '' } }
    expect((await hook('PreToolUse', write)).json).toEqual({})
    expect(
      spool()
        .flatMap(({ hooks }) => hooks)
        .some(({ id }) => id === 'own/no'),
    ).toBe(false)
    const { stdout } = await startNode(HOLDPOINT, ['list', '--json'], { cwd: project, env }).ended
    const rows = JSON.parse(stdout) as readonly Json[]
    expect(rows.find(({ id }) => id === 'own/no')).toMatchObject({ matcherDisabled: true })
  })

  it('T-ENG-35: async elsewhere than on a command is rejected, and the hook is named', async () => {
    const { project, env } = aUserWith({ ask: { on: 'Stop', type: 'prompt', prompt: 'done?', async: true } })
    const { code, stdout } = await startNode(HOLDPOINT, ['validate'], { cwd: project, env }).ended
    expect(code).toBe(1)
    expect(stdout).toContain('own.ask')
  })

  it.each([
    ['at the top', { additionalContext: 'the context' }],
    ['in host form', { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'the context' } }],
  ])('T-ENG-61: context %s is delivered in host form', async (_, answer) => {
    const { hook } = aUserWith({ say: { on: 'UserPromptSubmit', command: `echo '${JSON.stringify(answer)}'` } })
    expect((await hook('UserPromptSubmit', { prompt: 'x' })).json).toEqual({
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'the context' },
    })
  })

  it('T-ENG-64: one that sleeps past its time is a pass soon after, and its child is gone', async () => {
    const sandbox = aUserWith({
      slow: { on: 'PreToolUse', timeout: 1, command: 'sleep 600 & echo $! > "$CLAUDE_PROJECT_DIR/pid"; wait' },
    })
    const startedAt = Date.now()
    const { json, code } = await sandbox.hook('PreToolUse', BASH)
    expect(Date.now() - startedAt).toBeLessThan(20_000)
    expect([code, json['hookSpecificOutput']]).toEqual([0, undefined])
    expect(json['systemMessage']).toContain('own/slow')
    const child = Number(readFileSync(join(sandbox.project, 'pid'), 'utf8'))
    await until(() => !isRunning(child), 'the child is gone')
    expect(failureIn(sandbox, 'own/slow')).toMatch(/^timeout: /)
  })

  it('T-ENG-64: closed: the same is a denial', async () => {
    const { hook } = aUserWith({
      slow: { on: 'PreToolUse', timeout: 1, on_error: 'closed', command: 'sleep 600' },
    })
    expect(outputOf(await hook('PreToolUse', BASH))['permissionDecision']).toBe('deny')
  })

  it.each([
    ['AGT-26: exit code 1', 'echo boom >&2; exit 1', 'it ended with exit code 1: boom'],
    ['AGT-28: a program that is not there', '/nowhere/check', 'its program is missing'],
    ['a signal', 'kill -9 $$', 'it was ended by SIGKILL'],
    ['100 MB', 'head -c 104857600 /dev/zero', 'it printed more than 10 MB'],
    ['noise before the answer', `echo hello; echo '{"decision":"block"}'`, 'other lines beside its answer'],
  ])('%s is told to the user once, audited, and blocks nothing', async (_, command, message) => {
    const sandbox = aUserWith({ bad: { on: 'PreToolUse', command } })
    const first = await sandbox.hook('PreToolUse', BASH)
    expect([first.code, first.json['hookSpecificOutput']]).toEqual([0, undefined])
    expect(first.json['systemMessage']).toContain(message)
    expect((await sandbox.hook('PreToolUse', BASH)).json).toEqual({})
    expect(failureIn(sandbox, 'own/bad')).toContain(message)
  })

  it('run as they are written down, and hear of the call as earlier ones have left it', async () => {
    const rewrite = (command: string): string =>
      JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command } } })
    const { hook, project } = aUserWith({
      zebra: { on: 'PreToolUse', command: `echo '${rewrite('ls -a')}'` },
      ant: { on: 'PreToolUse', command: 'cat > "$CLAUDE_PROJECT_DIR/seen"' },
    })
    const answer = await hook('PreToolUse', { ...BASH, tool_input: { command: 'ls', description: 'Look' } })
    expect(outputOf(answer)['updatedInput']).toEqual({ command: 'ls -a' })
    expect(JSON.parse(readFileSync(join(project, 'seen'), 'utf8'))).toMatchObject({
      hook_event_name: 'PreToolUse',
      session_id: 's1',
      tool_input: { command: 'ls -a' },
    })
  })

  it('never loosens what another hook says', async () => {
    const allow = JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } })
    const { hook } = aUserWith({ yes: { on: 'PreToolUse', command: `echo '${allow}'` } }, { presets: ['recommended'] })
    const answer = await hook('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'rm -rf /' } })
    expect(outputOf(answer)['permissionDecision']).toBe('deny')
    expect(outputOf(await hook('PreToolUse', BASH))['permissionDecision']).toBe('allow')
  })

  it('an agent that it starts does not call us again', async () => {
    const { hook, project, spool } = aUserWith({
      loop: {
        on: 'PreToolUse',
        command: `"${process.execPath}" "${HOLDPOINT}" hook PreToolUse > "$CLAUDE_PROJECT_DIR/inner"`,
      },
    })
    await hook('PreToolUse', BASH)
    expect(readFileSync(join(project, 'inner'), 'utf8')).toBe('')
    expect(spool()).toHaveLength(1)
  })

  it('stops the agent when it says so', async () => {
    const { hook } = aUserWith({ stop: { on: 'Stop', command: `echo '{"continue":false,"stopReason":"enough"}'` } })
    expect((await hook('Stop')).json).toEqual({ continue: false, stopReason: 'enough' })
  })

  it('at level warn nothing is held up', async () => {
    const { hook, spool } = aUserWith({ no: { on: 'PreToolUse', level: 'warn', command: 'echo no >&2; exit 2' } })
    const answer = await hook('PreToolUse', BASH)
    expect(outputOf(answer)['permissionDecision']).toBeUndefined()
    expect(answer.json['systemMessage']).toContain('no')
    expect(spool().at(-1)?.hooks.at(-1)).toMatchObject({ id: 'own/no', withheld: 'deny' })
  })

  it('at level warn it does not stop the agent either', async () => {
    const stop = { on: 'Stop', level: 'warn', command: `echo '{"continue":false,"stopReason":"enough"}'` }
    const { json } = await aUserWith({ stop }).hook('Stop')
    expect(json['continue']).toBeUndefined()
    expect(json['systemMessage']).toContain('own/stop')
  })

  it('in the daemon it is the same, with the environment of the session', async () => {
    const watched = aWatched('')
    putUserConfig(watched, {
      own: { no: { on: 'PreToolUse', command: 'echo "$MINE, from $(cat | cut -c1-1)" >&2; exit 2' } },
    })
    await watched.line('SessionStart', { source: 'startup' }, { env: { MINE: 'mine' } })
    await watched.settled(({ sessions }) => sessions > 0)
    const { stdout } = await watched.bash('ls', { env: { MINE: 'another' } })
    expect(stdout).toContain('mine, from {')
  })

  it('from a project nobody trusts nothing runs', async () => {
    const { hook, write, project } = aUserWith({})
    write({
      'holdpoint.yml': 'own:\n  evil:\n    on: PreToolUse\n    command: touch "$CLAUDE_PROJECT_DIR/owned"; exit 2\n',
    })
    const { json } = await hook('PreToolUse', BASH)
    expect(json['hookSpecificOutput']).toBeUndefined()
    expect(json['systemMessage']).toContain('own/evil')
    expect(existsSync(join(project, 'owned'))).toBe(false)
  })
})
