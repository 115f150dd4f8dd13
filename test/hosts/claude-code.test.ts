import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentEvent, PromptSubmit } from '../../packages/engine/src/event.ts'
import type { Verdict } from '../../packages/engine/src/verdict.ts'
import { degrade } from '../../packages/engine/src/run/degrade.ts'
import { EVENTS } from '../../packages/hosts/src/claude-code/events.ts'
import { claudeCode } from '../../packages/hosts/src/claude-code/claude-code.ts'
import { claudeEvent } from '../support/engine.ts'
import { FACTS, reactionOf } from './cli-model.ts'

const folder = join(import.meta.dirname, '../fixtures/claude-code')
interface Fixture {
  readonly input: Record<string, unknown>
  readonly env: Record<string, string>
}
const fixtures = readdirSync(folder).map((name) => [
  name.replace('.json', ''),
  JSON.parse(readFileSync(join(folder, name), 'utf8')) as Fixture,
]) as [string, Fixture][]

function decodeFixture({ input, env }: Fixture): AgentEvent {
  return claudeCode.decode(input, {
    eventName: undefined,
    env,
    cwd: '/elsewhere',
    now: new Date(),
    id: 'e1',
    findRoot: (hints) => hints[0] ?? '/none',
    lastAssistantText: () => undefined,
  })
}

describe('Claude Code: every recorded payload', () => {
  it('is there for each of the 33 events', () => {
    const recorded = new Set(fixtures.map(([, { input }]) => input['hook_event_name']))
    expect([...recorded].toSorted()).toEqual(Object.keys(EVENTS).toSorted())
    expect(Object.keys(FACTS).toSorted()).toEqual(Object.keys(EVENTS).toSorted())
  })

  it.each(fixtures)('%s', (_, fixture) => {
    const event = decodeFixture(fixture)
    const { input, env } = fixture
    expect(event).toMatchObject({
      name: input['hook_event_name'],
      session: input['session_id'],
      cwd: input['cwd'],
      root: env['CLAUDE_PROJECT_DIR'] ?? '/none',
      raw: input,
    })
    expect(event.agent?.id).toBe(input['agent_id'])
    expect(event.kind).toBe(EVENTS[event.name]?.().kind)
    expect('tool' in event ? event.tool.name : undefined).toBe(event.kind === 'other' ? undefined : input['tool_name'])
    for (const subject of event.subjects ?? []) expect(subject).not.toBe(undefined)
  })

  it.each<[string, object]>([
    [
      'PreToolUse-Bash',
      {
        kind: 'tool.before',
        subjects: ['Bash'],
        tool: { kind: 'shell', command: 'ls', callId: 'toolu_mock_0_1', files: [] },
      },
    ],
    ['PreToolUse-Write', { tool: { kind: 'write', files: [{ op: 'write' }] } }],
    ['PreToolUse-Edit', { tool: { kind: 'edit', files: [{ op: 'edit' }] } }],
    ['PreToolUse-Read', { tool: { kind: 'read', files: [{ op: 'read' }] } }],
    ['PreToolUse-mcp', { tool: { kind: 'mcp' } }],
    ['PreToolUse-Agent', { tool: { kind: 'agent' }, subjects: ['Agent', 'Task'] }],
    ['PreToolUse-Bash-in-subagent', { agent: { type: 'general-purpose' } }],
    ['PostToolUseFailure', { kind: 'tool.after', failed: true, output: 'Exit code 1' }],
    ['PostToolUse-Bash', { kind: 'tool.after', failed: false }],
    ['PermissionRequest', { kind: 'permission', tool: { kind: 'shell' } }],
    ['SessionStart-startup', { source: 'startup', subjects: ['startup'] }],
    ['SessionStart-fork', { source: 'resume', subjects: ['fork', 'resume'] }],
    ['SessionStart-compact', { source: 'compact' }],
    ['Stop-active', { kind: 'turn.stop', alreadyBlocked: true }],
    [
      'SubagentStop',
      { kind: 'agent.stop', alreadyBlocked: false, text: 'subagent result: fine', subjects: ['general-purpose'] },
    ],
    ['SubagentStop-internal-compact', { agent: { type: '' }, subjects: [''] }],
    ['UserPromptSubmit-task-notification', { kind: 'prompt.submit', fromUser: false }],
    ['UserPromptSubmit', { fromUser: true }],
    ['UserPromptExpansion', { kind: 'prompt.command', command: 'hello', args: 'Bob' }],
    ['TaskCompleted', { kind: 'task.completed', task: { id: '1', subject: 'Task one', description: 'Do the thing' } }],
    ['TeammateIdle', { kind: 'teammate.idle', teammate: 'bob', team: 'session-ccd879a0' }],
    ['PreCompact-manual', { kind: 'compact.before', trigger: 'manual' }],
    ['Notification-idle_prompt', { kind: 'notification', type: 'idle_prompt', subjects: ['idle_prompt'] }],
    ['SessionEnd-clear', { kind: 'session.end', reason: 'clear' }],
  ])('%s means what it says', (name, expected) => {
    const fixture = fixtures.find(([other]) => other === name)?.[1]
    expect(fixture && decodeFixture(fixture)).toMatchObject(expected)
  })
})

describe('Claude Code: who wrote a prompt', () => {
  it.each<[string, object]>([
    ['user', { fromUser: true, byProgram: undefined }],
    ['sdk', { fromUser: true, byProgram: true }],
    ['system', { fromUser: false, byProgram: true }],
    ['loop_wakeup', { fromUser: false, byProgram: true }],
    ['schedule_wakeup', { fromUser: false, byProgram: true }],
    ['poll_event', { fromUser: false, byProgram: true }],
    ['a source of a later version', { fromUser: true, byProgram: true }],
  ])('%s', (source, expected) => {
    const { fromUser, byProgram } = claudeEvent('UserPromptSubmit', { prompt: 'x', source }) as PromptSubmit
    expect({ fromUser, byProgram }).toEqual(expected)
  })

  it('a command that a program sent', () => {
    const sent = claudeEvent('UserPromptExpansion', { command_name: 'holdpoint:allow', source: 'sdk' })
    expect(sent).toMatchObject({ kind: 'prompt.command', byProgram: true })
  })
})

describe('Claude Code: every spelling of a field (ENG-15)', () => {
  it.each<[string, string, Record<string, unknown>, object]>([
    ['session id', 'Stop', { sessionId: 's9' }, { session: 's9' }],
    ['session id inside session', 'Stop', { session: { id: 's9', cwd: '/there' } }, { session: 's9', cwd: '/there' }],
    ['T-ENG-11 a session id that is a path', 'Stop', { session_id: '../x' }, { session: '--x' }],
    ['no session id', 'Stop', {}, { session: 'unknown' }],
    [
      'tool name and input',
      'PreToolUse',
      { toolName: 'Bash', toolInput: { command: 'ls' } },
      { tool: { name: 'Bash', command: 'ls' } },
    ],
    ['tool_output', 'PostToolUse', { tool_output: 'x' }, { output: 'x' }],
    ['toolOutput', 'PostToolUse', { toolOutput: 'x' }, { output: 'x' }],
    ['tool_result', 'PostToolUse', { tool_result: 'x' }, { output: 'x' }],
    ['agentType', 'SubagentStop', { agentType: 'w' }, { agent: { type: 'w' } }],
    ['subagent_type', 'SubagentStop', { subagent_type: 'w' }, { agent: { type: 'w' } }],
    ['subagentType', 'SubagentStop', { subagentType: 'w' }, { agent: { type: 'w' } }],
    ['data.agent', 'SubagentStop', { data: { agent: 'w' } }, { agent: { type: 'w' } }],
    ['tool_input.agent_name', 'SubagentStop', { tool_input: { agent_name: 'w' } }, { agent: { type: 'w' } }],
    ['tool_name with a colon', 'SubagentStop', { tool_name: 'pack:w' }, { agent: { type: 'pack:w' } }],
    ['agentName', 'TeammateIdle', { agentName: 'bob' }, { teammate: 'bob' }],
    ['T-ENG-08 response', 'Stop', { response: 'Done.' }, { text: 'Done.' }],
    [
      'T-ENG-08 last_assistant_message first',
      'Stop',
      { response: 'no', last_assistant_message: 'yes' },
      { text: 'yes' },
    ],
    ['reason of a sub-agent', 'SubagentStop', { reason: 'Done.' }, { text: 'Done.' }],
    [
      'task in camel case',
      'TaskCompleted',
      { taskId: '7', taskSummary: 's', taskDescription: 'd' },
      { task: { id: '7', subject: 's', description: 'd' } },
    ],
    ['taskSubject', 'TaskCreated', { taskSubject: 's' }, { task: { subject: 's' } }],
    ['team', 'TeammateIdle', { teamName: 't', tasksSummary: '2 open' }, { team: 't', tasksSummary: '2 open' }],
    ['notificationType', 'Notification', { notificationType: 'x' }, { type: 'x' }],
    ['type of a notification', 'Notification', { type: 'x' }, { type: 'x' }],
    ['isInterrupt', 'PostToolUseFailure', { isInterrupt: true, error: 'e' }, { interrupted: true, output: 'e' }],
    [
      'ENG-20 notebook_path',
      'PreToolUse',
      { cwd: '/p', tool_name: 'NotebookEdit', tool_input: { notebook_path: 'a.ipynb', new_source: 'x' } },
      { tool: { kind: 'edit', files: [{ path: '/p/a.ipynb', content: 'x' }] } },
    ],
    [
      'ENG-20 MultiEdit',
      'PreToolUse',
      {
        cwd: '/p',
        tool_name: 'MultiEdit',
        tool_input: { file_path: 'a', edits: [{ new_string: 'x' }, { new_string: 'y' }] },
      },
      { tool: { files: [{ path: '/p/a', content: 'x\ny' }] } },
    ],
    [
      'a tool we do not know that takes a command',
      'PreToolUse',
      { tool_name: 'RunIt', tool_input: { command: 'ls' } },
      { tool: { kind: 'shell', command: 'ls' } },
    ],
    [
      'wrong types count as absent',
      'PreToolUse',
      { session_id: 5, cwd: {}, tool_name: [], tool_input: 'x', agent_type: 1 },
      { session: 'unknown', cwd: '/project', tool: { name: '', input: {} } },
    ],
  ])('%s', (_, name, payload, expected) => {
    expect(claudeEvent(name, payload)).toMatchObject(expected)
  })

  it('a tool named like what every object has is a name like any other', () => {
    const event = claudeEvent('PreToolUse', { tool_name: 'constructor' })
    expect(event.subjects).toEqual(['constructor'])
    expect(event).toMatchObject({ tool: { kind: 'other' } })
  })

  it('on a tool call the agent to be started is not taken for the caller', () => {
    const event = claudeEvent('PreToolUse', { tool_name: 'Agent', tool_input: { subagent_type: 'writer' } })
    expect(event.agent).toBeUndefined()
  })

  it('the last text comes from the transcript of the sub-agent, then of the session, and only when asked for', () => {
    const read: string[] = []
    const event = claudeCode.decode(
      { cwd: '/p', agent_transcript_path: 'sub.jsonl', transcript_path: '/t/main.jsonl' },
      {
        eventName: 'SubagentStop',
        env: {},
        cwd: '/',
        now: new Date(),
        id: 'e',
        findRoot: () => '/p',
        lastAssistantText(path) {
          read.push(path)
          return path === '/t/main.jsonl' ? 'found' : undefined
        },
      },
    )
    expect(read).toEqual([])
    expect(event).toHaveProperty('text', 'found')
    expect(event).toHaveProperty('text', 'found')
    expect(read).toEqual(['/p/sub.jsonl', '/t/main.jsonl'])
  })

  it.each([
    ['PreToolUse', 'PreToolUse'],
    ['pre-tool-use', 'PreToolUse'],
    ['pre-tool', 'PreToolUse'],
    ['post-tool', 'PostToolUse'],
    ['compact', 'PreCompact'],
    ['session-start', 'SessionStart'],
    ['stop', 'Stop'],
    ['SUBAGENT_STOP', 'SubagentStop'],
    ['SomethingNew', 'SomethingNew'],
    ['toString', 'toString'],
    ['constructor', 'constructor'],
  ])('T-ENG-02 T-ENG-09 ENG-03 the event %s is %s', (spelling, name) => {
    expect(claudeCode.eventName(spelling)).toBe(name)
    expect(claudeEvent(spelling).name).toBe(name)
  })
})

/** What a verdict must come to, at every event. `later`: kept until the user can see it. */
const GRID = `
event                refuse   ask      allow    rewrite   feedback context notice
PreToolUse           refused  asked    approved rewritten model    model   user
PostToolUse          user     user     -        -         model    model   user
PostToolUseFailure   user     user     -        -         model    model   user
PostToolBatch        user     user     -        -         model    model   user
PermissionRequest    refused  refused  approved refused   later    later   later
PermissionDenied     later    later    -        -         later    later   later
UserPromptSubmit     refused  refused  -        refused   model    model   user
UserPromptExpansion  refused  refused  -        refused   model    model   user
SessionStart         later    later    -        -         model    model   later
Setup                later    later    -        -         later    later   later
SessionEnd           later    later    -        -         later    later   later
Stop                 refused  refused  -        refused   user     user    user
StopFailure          later    later    -        -         later    later   later
SubagentStart        later    later    -        -         model    model   later
SubagentStop         refused  refused  -        refused   later    later   later
TeammateIdle         refused  refused  -        refused   later    later   later
TaskCreated          refused  refused  -        refused   later    later   later
TaskCompleted        refused  refused  -        refused   later    later   later
PreCompact           refused  refused  -        refused   model    model   later
PostCompact          later    later    -        -         later    later   later
PreModelSwitch       refused  asked    approved refused   user     user    user
PostModelSwitch      user     user     -        -         model    model   user
Notification         later    later    -        -         later    later   later
Elicitation          refused  refused  -        refused   later    later   later
ElicitationResult    refused  refused  -        refused   later    later   later
ConfigChange         refused  refused  -        refused   later    later   later
InstructionsLoaded   later    later    -        -         later    later   later
WorktreeCreate       later    later    -        -         later    later   later
WorktreeRemove       later    later    -        -         later    later   later
CwdChanged           later    later    -        -         later    later   later
FileChanged          later    later    -        -         later    later   later
DirectoryAdded       later    later    -        -         later    later   later
MessageDisplay       later    later    -        -         later    later   later
SomethingNew         later    later    -        -         later    later   later
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))

const VERDICTS: Readonly<Record<string, Verdict>> = {
  refuse: { decision: 'deny', reason: 'TEXT' },
  ask: { decision: 'ask', reason: 'TEXT' },
  allow: { decision: 'allow', reason: 'TEXT' },
  rewrite: { decision: 'pass', reason: 'TEXT', rewrite: { command: 'new' } },
  feedback: { decision: 'feedback', reason: 'TEXT' },
  context: { decision: 'pass', context: 'TEXT' },
  notice: { decision: 'pass', notice: 'TEXT' },
}

const [head = [], ...rows] = GRID
const cells = rows.flatMap(([event = '', ...outcomes]) =>
  outcomes.map((outcome, index) => [event, head[index + 1] ?? '', outcome] as const),
)

function comesTo(name: string, verdict: Verdict): string {
  const event = claudeEvent(name, { tool_name: 'Bash', tool_input: { command: 'old' } })
  const { verdict: fitted } = degrade(verdict, claudeCode.powers(name))
  const reaction = reactionOf(name, claudeCode.encode(event, fitted))
  if (reaction.invalid !== undefined) return `invalid: ${reaction.invalid}`
  const says = (texts: readonly string[]): boolean => texts.some((text) => text.includes('TEXT'))
  if (reaction.refused) return name.startsWith('Elicitation') || says(reaction.model) ? 'refused' : 'refused silently'
  if (reaction.asked) return 'asked'
  if (reaction.approved) return 'approved'
  if (reaction.input !== undefined) return 'rewritten'
  if (says(reaction.model)) return 'model'
  if (says(reaction.user)) return 'user'
  return fitted.notice?.includes('TEXT') === true ? 'later' : '-'
}

describe('Claude Code: every verdict at every event', () => {
  it('has all events in the grid', () => {
    expect(
      rows
        .map(([event]) => event)
        .filter((event) => event !== 'SomethingNew')
        .toSorted(),
    ).toEqual(Object.keys(EVENTS).toSorted())
  })

  it.each(cells)('%s: %s comes to %s', (event, verdict, outcome) => {
    expect(comesTo(event, VERDICTS[verdict] ?? { decision: 'pass' })).toBe(outcome)
  })

  it.each(Object.keys(EVENTS))('%s: a pass prints nothing, and a notice is shown exactly where we think', (name) => {
    const event = claudeEvent(name)
    expect(claudeCode.encode(event, { decision: 'pass' })).toEqual({ stdout: '', stderr: '', exitCode: 0 })
    expect(claudeCode.showsNotice(event)).toBe(FACTS[name]?.notice === 'shown')
    const inside = claudeEvent(name, { agent_id: 'a1' })
    expect(claudeCode.showsNotice(inside)).toBe(false)
  })
})

it('cannot ask in the mode in which the CLI may run a call that a hook asks about', () => {
  expect(claudeCode.powers('PreToolUse', 'default')).toContain('ask')
  expect(claudeCode.powers('PreToolUse', 'bypassPermissions')).not.toContain('ask')
  expect(claudeCode.powers('PreToolUse', 'bypassPermissions')).toContain('refuse')
})
