import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, until } from '../../../../../test/process/support/process.ts'
import { aDirectory } from '../../../../../test/process/support/temporary.ts'
import type { EventBody, CommandDefinition, OwnHook, Verdict } from '@holdpoint/engine'
import { claudeCode } from '@holdpoint/hosts'
import type { Case } from '../../../../testing/src/case-table.ts'
import { after, prompt, shell, turnStop } from '../../../../testing/src/events.ts'
import { playCase } from '../../../../testing/src/play-case.ts'
import type { OwnWorld } from '../world.ts'
import { openArea } from '../../system/state/area.ts'
import { commandHook } from './hook.ts'
import { begin, finished, MAX_RUNNING } from './running.ts'

const world: OwnWorld = {
  root: '/',
  env: {},
  directory: '/nowhere',
  program: undefined,
  host: claudeCode,
  now: () => new Date(),
}

const own = (definition: Omit<CommandDefinition, 'type'>, startedBy?: readonly string[]): OwnHook => ({
  entry: {
    id: 'own/it',
    on: ['tool.before', 'tool.after', 'turn.stop', 'prompt.submit'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 10_000,
    enabledBy: 'preset',
    aliases: [],
  },
  summary: 'It.',
  layer: 'user',
  definition: { type: 'command', ...definition },
  ...(startedBy !== undefined && { startedBy }),
})

const named = (name: string, body: EventBody): EventBody => ({ ...body, name })
const PRE = named('PreToolUse', shell('ls'))

const play = (definition: Omit<CommandDefinition, 'type'>, more: Partial<Case> = {}): Promise<Verdict> =>
  playCase(commandHook(own(definition), world), { event: PRE, ...more })

const echo = (text: string): string => `printf %s '${text}'`
const outputOf = (definition: Omit<CommandDefinition, 'type'>, more: Partial<Case> = {}): Promise<string | undefined> =>
  play(definition, { event: named('UserPromptSubmit', prompt('x')), ...more }).then(({ context }) => context)

describe('a command', () => {
  it('runs in a shell, which is sh', async () => {
    expect(await outputOf({ command: 'echo $0; echo "a b" | tr a-z A-Z' })).toBe('/bin/sh\nA B')
  })

  it('with arguments it runs without a shell', async () => {
    expect(await outputOf({ command: '/bin/echo', args: ['$(id)', 'a  b', '*'] })).toBe('$(id) a  b *')
  })

  it('knows the project, in a shell and without one', async () => {
    const args = ['${CLAUDE_PROJECT_DIR}/x', '$CLAUDE_PROJECT_DIR']
    expect(await outputOf({ command: 'echo "$CLAUDE_PROJECT_DIR"' })).toBe('{project}')
    expect(await outputOf({ command: '/bin/echo', args })).toBe('{project}/x {project}')
    expect(await outputOf({ command: 'echo "$CLAUDE_PROJECT_DIR"' }, { env: { CLAUDE_PROJECT_DIR: '/p' } })).toBe(
      '{project}',
    )
  })

  it('has the environment of the agent, what its definition adds, and nothing of the machine', async () => {
    process.env['HOLDPOINT_TEST_LEAK'] = 'leak'
    const command = 'echo "$A-$B-$HOLDPOINT_TEST_LEAK"'
    expect(await outputOf({ command, env: { B: '2' } }, { env: { A: '1', B: '1' } })).toBe('1-2-')
  })

  it('gets the event of the agent on stdin, on one line, with its name', async () => {
    const raw = { session_id: 's1', tool_name: 'Bash', tool_input: { command: 'a\nb' }, prompt: 'é' }
    const text = await outputOf(
      { command: 'wc -l | tr -d " "' },
      { event: { ...prompt('x'), name: 'UserPromptSubmit', raw } },
    )
    expect(text).toBe('1')
    const { reason = '' } = await play(
      { command: 'cat >&2; exit 2' },
      { event: { ...shell('ls'), name: 'PreToolUse', raw } },
    )
    expect(JSON.parse(reason)).toEqual({ hook_event_name: 'PreToolUse', ...raw })
  })

  it('runs where the agent is', async () => {
    const { path } = aDirectory()
    expect(
      await outputOf({ command: 'pwd -P' }, { event: { ...prompt('x'), name: 'UserPromptSubmit', cwd: path } }),
    ).toBe(path)
  })

  it('runs at the root when it names a file of the project, wherever the agent went', async () => {
    const elsewhere = aDirectory()
    elsewhere.write({ 'scripts/check.sh': 'echo forged' })
    const given = {
      files: { 'scripts/check.sh': 'echo genuine', 'check.sh': 'echo genuine' },
      event: { ...prompt('x'), name: 'UserPromptSubmit', cwd: elsewhere.path },
    }
    expect(await outputOf({ command: 'sh ./scripts/check.sh' }, given)).toBe('genuine')
    expect(await outputOf({ command: 'sh "scripts/check.sh"' }, given)).toBe('genuine')
    expect(await outputOf({ command: 'sh', args: ['check.sh'] }, given)).toBe('genuine')
  })

  it('runs at the root when the agent is nowhere', async () => {
    const event = { ...prompt('x'), name: 'UserPromptSubmit', cwd: '/nowhere/at/all' }
    expect(await outputOf({ command: 'pwd -P' }, { event })).toBe('{project}')
  })

  it.each([
    ['exit 2', { command: 'echo no >&2; exit 2' }, { decision: 'deny', reason: 'no' }],
    ['JSON', { command: echo('{"decision":"block","reason":"no"}') }, { decision: 'deny', reason: 'no' }],
    ['stdin closed', { command: 'exec 0<&-; echo no >&2; exit 2' }, { decision: 'deny', reason: 'no' }],
    ['stdin not read', { command: 'true' }, { decision: 'pass' }],
    [
      'a child that keeps the pipes',
      { command: 'sleep 600 & echo no >&2; exit 2' },
      { decision: 'deny', reason: 'no' },
    ],
  ])('%s', async (_, definition, expected) => {
    const raw = { tool_input: { command: 'x'.repeat(1 << 20) } }
    expect(await play(definition, { event: { ...PRE, raw } })).toEqual(expected)
  })

  it.each([
    ['exit 1', 'echo boom >&2; exit 1', /it ended with exit code 1: boom/],
    ['AGT-28: no such program', '/nowhere/check.sh', /its program is missing/],
    ['a signal', 'kill -SEGV $$', /it was ended by SIGSEGV/],
    ['output without end', 'yes', /it printed more than 10 MB/],
    ['100 MB', 'head -c 104857600 /dev/zero', /it printed more than 10 MB/],
  ])('fails: %s', async (_, command, message) => {
    await expect(play({ command })).rejects.toThrow(message)
  })

  it.each([
    ['AGT-28: no such program', { command: 'holdpoint-no-such', args: [] }, /could not be started \(ENOENT\)/],
    ['a zero byte', { command: 'a\0b', args: [] }, /could not be started/],
    ['a zero byte for the shell', { command: 'echo a\0b' }, /could not be started/],
  ])('fails: %s', async (_, definition, message) => {
    await expect(play(definition)).rejects.toThrow(message)
  })

  it('fields that are lost are reported to the user, once', async () => {
    const command = echo('{"systemMessage":"m","hookSpecificOutput":{"sessionTitle":"x","watchPaths":[]}}')
    const { notice = '' } = await play({ command })
    expect(notice).toMatch(/^m\nown\/it answers with `sessionTitle`, `watchPaths`, which does not get through/)
    expect(await play({ command }, { before: [PRE] })).toEqual({ decision: 'pass', notice: 'm' })
  })

  it('a large answer is read whole', async () => {
    const json = `{"hookSpecificOutput":{"updatedInput":{"command":"%s"}}}`
    const { rewrite } = await play({ command: `printf '${json}' "$(head -c 3000000 /dev/zero | tr '\\0' x)" | cat` })
    expect(rewrite).toEqual({ command: 'x'.repeat(3_000_000) })
  })

  it('what it starts in the background may go on, as under the agent', async () => {
    const { path } = aDirectory()
    const pid = join(path, 'pid')
    await play({ command: `sleep 600 >/dev/null 2>&1 & echo $! > ${pid}` })
    await until(() => existsSync(pid) && readFileSync(pid, 'utf8').endsWith('\n'), 'it is there')
    const child = Number(readFileSync(pid, 'utf8'))
    expect(isRunning(child)).toBe(true)
    process.kill(child, 'SIGKILL')
  })
})

describe('an async command', () => {
  const next = named('UserPromptSubmit', prompt('and now?'))
  const edited = named('PostToolUse', after(shell('ls'), {}))
  const later = (
    command: string,
    before: readonly EventBody[],
    event: EventBody,
    timeoutMs = 10_000,
  ): Promise<Verdict> => {
    const hook = own({ command, async: true }, ['PostToolUse', 'Stop'])
    return playCase(commandHook({ ...hook, entry: { ...hook.entry, timeoutMs } }, world), { event, before })
  }
  const says = (text: string): object => ({
    decision: 'pass',
    context: `own/it, which ran in the background, says:\n${text}`,
    notice: `own/it: ${text}`,
  })

  it('ENG-51: the caller hears nothing of it yet', async () => {
    expect(await later('echo hello', [], edited)).toEqual({ decision: 'pass' })
  })

  it('ENG-51: what it says comes with the next turn, for the model and the user', async () => {
    expect(await later('echo hello', [edited], next)).toEqual(says('hello'))
  })

  it('comes with an earlier event when that can show it', async () => {
    expect(await later('echo hello', [edited], edited)).toEqual(says('hello'))
  })

  it('does not come where the model would not see it', async () => {
    const stop = named('Stop', turnStop('x'))
    expect(await later('echo hello', [edited], stop)).toEqual({ decision: 'pass' })
    expect(await later('echo hello', [edited, stop], next)).toEqual(says('hello\nhello'))
  })

  it('is not reported to a sub-agent', async () => {
    expect(await later('echo hello', [edited], { ...edited, agent: { id: 'a1' } })).toEqual({ decision: 'pass' })
  })

  it('is reported once', async () => {
    expect(await later('echo hello', [edited, next], next)).toEqual({ decision: 'pass' })
  })

  it('a prompt does not start it when it is not asked to', async () => {
    expect(await later('echo hello', [next], next)).toEqual({ decision: 'pass' })
  })

  it.each([
    ['nothing', 'true', { decision: 'pass' }],
    ['a message', echo('{"systemMessage":"m"}'), says('m')],
    [
      'context',
      echo('{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"c"}}'),
      { decision: 'pass', context: 'own/it, which ran in the background, says:\nc' },
    ],
    [
      'both',
      echo('{"systemMessage":"m","additionalContext":"c"}'),
      { decision: 'pass', context: 'own/it, which ran in the background, says:\nc', notice: 'own/it: m' },
    ],
    [
      'ENG-51: a decision is ignored, its reason is told',
      echo('{"decision":"block","reason":"r","continue":false}'),
      { decision: 'pass', context: 'own/it, which ran in the background, says:\nr' },
    ],
    ['exit 2', 'echo mend it >&2; exit 2', says('mend it')],
    [
      'exit 1',
      'echo boom >&2; exit 1',
      { decision: 'pass', notice: 'own/it: It failed in the background: it ended with exit code 1: boom.' },
    ],
    [
      'a void answer',
      echo('{"decision":7}'),
      { decision: 'pass', notice: expect.stringContaining('own/it: It ran in the background, but `decision`') },
    ],
    ['a signal', 'kill -9 $$', { decision: 'pass', notice: 'own/it: Another program ended it in the background.' }],
  ])('says %s', async (_, command, expected) => {
    expect(await later(command, [edited], next)).toEqual(expected)
  })

  it('is ended at its time, with what it started', async () => {
    const { path } = aDirectory()
    const pid = join(path, 'pid')
    const verdict = await later(`sleep 600 & echo $! > ${pid}; wait`, [edited], next, 300)
    expect(verdict.notice).toBe('own/it: It was ended in the background after 0.3 s without a result.')
    await until(() => !isRunning(Number(readFileSync(pid, 'utf8'))), 'the child is gone')
  })

  it('is not started again while too many of its runs are at work', async () => {
    const area = openArea(aDirectory().path)
    const names = Array.from({ length: MAX_RUNNING }, (_, index) => `run-${index}`)
    expect(names.map((name) => begin(area, 'own/it', name, 1_000, 5_000).isAllowed)).toEqual(names.map(() => true))
    expect(begin(area, 'own/it', 'more', 1_000, 5_000)).toEqual({ isAllowed: false, lost: [] })
    expect(begin(area, 'own/other', 'more', 1_000, 5_000).isAllowed).toBe(true)
    finished(area, 'own/it', 'run-3')
    expect(begin(area, 'own/it', 'more', 1_000, 5_000).isAllowed).toBe(true)
    expect(begin(area, 'own/it', 'later', 60_000, 5_000)).toEqual({
      isAllowed: true,
      lost: expect.arrayContaining(['run-0', 'more']),
    })
  })

  it('reads its event', async () => {
    const event = { ...edited, raw: { tool_name: 'Bash' } }
    const { context = '' } = await later('cat >&2; exit 2', [event], next)
    expect(context).toContain('{"hook_event_name":"PostToolUse","tool_name":"Bash"}')
  })
})
