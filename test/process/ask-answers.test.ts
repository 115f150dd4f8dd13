import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dispatch, registryOf } from '../../packages/runtime/src/dispatch.ts'
import { decodeLine } from '../../packages/runtime/src/audit/decode.ts'
import { fakeHook, NO_OTHERS } from './support/in-process.ts'
import { noticeOf } from './support/own-project.ts'
import { answerOf, spoolIn } from './support/sandbox.ts'
import { aDirectory } from './support/temporary.ts'

type Json = Readonly<Record<string, unknown>>

const asks = fakeHook({ id: 'guard/x', on: ['tool.before'] }, ({ event, ask, pass }) =>
  'tool' in event && event.tool.command === 'ask' ? ask('said', { text: 'Sure?' }) : pass,
)

/** A session whose only hook asks about the command `ask`. */
function aSession() {
  const [home, { path: project }] = [aDirectory().path, aDirectory()]
  const transcript = join(home, 'transcript.jsonl')
  writeFileSync(transcript, '')
  const send = async (event: string, fields: Json = {}, env: Record<string, string> = {}) => {
    const input = { session_id: 's1', cwd: project, transcript_path: transcript, ...fields }
    const { exitCode, stdout, stderr } = await dispatch([event], input, {
      env: { HOME: home, ...env },
      cwd: project,
      registry: registryOf([asks], NO_OTHERS),
    })
    return answerOf({ code: exitCode, signal: null, stdout, stderr })
  }
  const call = (event: string, id: string, command = 'ask', more: Json = {}) =>
    send(event, { tool_name: 'Bash', tool_use_id: id, tool_input: { command }, ...more })
  return {
    send,
    call,
    asked: (id: string, more: Json = {}) => call('PreToolUse', id, 'ask', more),
    told: (record: Json) => appendFileSync(transcript, `${JSON.stringify(record)}\n`),
    /** What the audit says of questions: the call, and the answer. */
    answers() {
      const lines = spoolIn(home).map((line) => decodeLine(JSON.stringify(line)))
      const calls = new Map(lines.map((line) => [line?.id, line?.call]))
      return lines.flatMap((line) => (line?.answers ?? []).map(({ ask, answer }) => [calls.get(ask), answer]))
    },
    subjects: () => spoolIn(home).map((line) => decodeLine(JSON.stringify(line))?.subject),
  }
}

const result = (id: string, more: Json = {}, record: Json = {}): Json => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok', ...more }] },
  ...record,
})
const REJECTED = { permissionDecision: { decision: 'reject', source: 'user' } }

type Session = ReturnType<typeof aSession>
type Step = (session: Session) => unknown

describe('what the user answered to a question is in the audit', () => {
  it.each<readonly [string, readonly Step[], readonly unknown[]]>([
    ['it ran', [(s) => s.call('PostToolUse', 't1')], [['t1', 'approved']]],
    ['it ran and failed', [(s) => s.call('PostToolUseFailure', 't1')], [['t1', 'approved']]],
    [
      'the record tells that it ran, and another call is next',
      [(s) => s.told(result('t1')), (s) => s.call('PreToolUse', 't2', 'ls')],
      [['t1', 'approved']],
    ],
    [
      'the record tells that it ran and failed',
      [(s) => s.told(result('t1', { is_error: true, content: 'exit 1' })), (s) => s.send('Stop')],
      [['t1', 'approved']],
    ],
    [
      'the user said no',
      [(s) => s.told(result('t1', { is_error: true }, REJECTED)), (s) => s.send('UserPromptSubmit', { prompt: 'no' })],
      [['t1', 'refused']],
    ],
    [
      'the user said no, in an older record',
      [
        (s) =>
          s.told(result('t1', { is_error: true, content: "The user doesn't want to proceed with this tool use." })),
        (s) => s.send('UserPromptSubmit', { prompt: 'no' }),
      ],
      [['t1', 'refused']],
    ],
    [
      'nobody could be asked, so the host refused with our reason',
      [
        (s) => s.told(result('t1', { is_error: true, content: [{ text: 'Sure? (guard/x, holdpoint why k3f9q2)' }] })),
        (s) => s.send('Stop'),
      ],
      [['t1', 'refused']],
    ],
    ['nothing tells, and the turn ends', [(s) => s.send('Stop')], [['t1', 'unknown']]],
    ['nothing tells, and the session ends', [(s) => s.send('SessionEnd', { reason: 'other' })], [['t1', 'unknown']]],
    ['nothing tells yet', [(s) => s.call('PreToolUse', 't2', 'ls'), (s) => s.call('PostToolUse', 't2', 'ls')], []],
    ['a sub-agent stops meanwhile', [(s) => s.send('SubagentStop', { agent_id: 'a1', agent_type: 'x' })], []],
    [
      'a record of somebody else',
      [
        (s) => s.told(result('t9', {}, REJECTED)),
        (s) => s.told({ type: 'user', message: null }),
        (s) => s.call('PreToolUse', 't2', 'ls'),
      ],
      [],
    ],
    [
      'it is told once',
      [(s) => s.call('PostToolUse', 't1'), (s) => s.told(result('t1')), (s) => s.send('Stop')],
      [['t1', 'approved']],
    ],
  ])('%s', async (_, steps, expected) => {
    const session = aSession()
    await session.asked('t1')
    for (const step of steps) await step(session)
    expect(session.answers()).toEqual(expected)
  })

  it('two questions at once, one answered', async () => {
    const session = aSession()
    await session.asked('t1')
    await session.asked('t2')
    await session.call('PostToolUse', 't2')
    expect(session.answers()).toEqual([['t2', 'approved']])
    await session.send('Stop')
    expect(session.answers()).toEqual([
      ['t2', 'approved'],
      ['t1', 'unknown'],
    ])
  })

  it('a question of a sub-agent is open until that agent stops', async () => {
    const session = aSession()
    await session.asked('t1', { agent_id: 'a1', agent_type: 'x' })
    await session.send('Stop')
    await session.send('SubagentStop', { agent_id: 'a2', agent_type: 'x' })
    expect(session.answers()).toEqual([])
    await session.send('SubagentStop', { agent_id: 'a1', agent_type: 'x' })
    expect(session.answers()).toEqual([['t1', 'unknown']])
  })
})

describe('a call that starts an agent', () => {
  it.each([
    ['Agent', { subagent_type: 'Explore', description: 'Look around', prompt: 'secret words' }, 'Explore: Look around'],
    ['Task', { description: 'Look around' }, 'Look around'],
    ['Agent', {}, undefined],
    ['Agent', { subagent_type: 7 }, undefined],
  ])('%s %j is audited, although no hook is concerned', async (tool, input, subject) => {
    const session = aSession()
    await session.send('PermissionRequest', { tool_name: tool, tool_input: input })
    expect(session.subjects()).toEqual([subject])
  })
})

describe('a notice at the start of a session', () => {
  const UNTRUSTED = 'own:\n  gate: { type: command, command: ./x.sh, on: [PreToolUse] }\n'
  it.each([
    ['on a screen it is shown at once, and once', 'cli', [true, false, false]],
    ['without one it is printed, and shown where it can be', 'sdk-cli', [true, true, false]],
  ])('%s', async (_, entrypoint, shown) => {
    const [home, project] = [aDirectory().path, aDirectory()]
    project.write({ 'holdpoint.yml': UNTRUSTED })
    const notices: boolean[] = []
    for (const event of ['SessionStart', 'UserPromptSubmit', 'UserPromptSubmit']) {
      const { stdout, stderr, exitCode } = await dispatch(
        [event],
        { session_id: 's1', cwd: project.path, source: 'startup', prompt: 'hi' },
        { env: { HOME: home, CLAUDE_CODE_ENTRYPOINT: entrypoint }, cwd: project.path, registry: NO_OTHERS },
      )
      notices.push(noticeOf(answerOf({ code: exitCode, signal: null, stdout, stderr })).includes('own/gate'))
    }
    expect(notices).toEqual(shown)
  })
})
