import type { AgentEvent } from '@holdpoint/engine'
import {
  ASKED,
  COMPACT,
  ELICITATION,
  POST,
  PRE,
  PROMPT,
  START,
  STOP,
  SUBAGENT_STOP,
} from '../../../../../test/support/named-events.ts'
import { answerOf, answerOfBody, type Answered } from './answer.ts'

interface Output {
  readonly out?: unknown
  readonly err?: string
  readonly code?: number
}

const said = (event: AgentEvent, { out = '', err = '', code = 0 }: Output): Answered =>
  answerOf(
    { exitCode: code, stdout: typeof out === 'string' ? out : `${JSON.stringify(out)}\n`, stderr: err },
    event,
    'own/it',
  )

const specific = (hookEventName: string, fields: object): object => ({
  hookSpecificOutput: { hookEventName, ...fields },
})

const verdicts: readonly (readonly [string, AgentEvent, Output, object])[] = [
  ['silence', PRE, {}, { decision: 'pass' }],
  ['an empty object', PRE, { out: '{}' }, { decision: 'pass' }],
  ['only white space', PRE, { out: ' \n\t\n' }, { decision: 'pass' }],

  // Exit code 2, per event.
  ['exit 2 before a tool', PRE, { err: 'no\n', code: 2 }, { decision: 'deny', reason: 'no' }],
  ['exit 2 after a tool', POST, { err: 'mend it', code: 2 }, { decision: 'feedback', reason: 'mend it' }],
  ['exit 2 at a stop', STOP, { err: 'go on', code: 2 }, { decision: 'block', reason: 'go on' }],
  ['exit 2 at the stop of an agent', SUBAGENT_STOP, { err: 'go on', code: 2 }, { decision: 'block', reason: 'go on' }],
  ['exit 2 at a prompt', PROMPT, { err: 'not this', code: 2 }, { decision: 'block', reason: 'not this' }],
  ['exit 2 before a compaction', COMPACT, { err: 'later', code: 2 }, { decision: 'block', reason: 'later' }],
  ['exit 2 at a request for permission', ASKED, { err: 'no', code: 2 }, { decision: 'deny', reason: 'no' }],
  ['exit 2 without a word', PRE, { code: 2 }, { decision: 'deny', reason: 'own/it objects.' }],
  ['exit 2, and the reason on stdout', PRE, { out: 'because', code: 2 }, { decision: 'deny', reason: 'because' }],
  ['exit 2 in colours', PRE, { err: '\u001B[31mno\u001B[0m', code: 2 }, { decision: 'deny', reason: 'no' }],
  [
    'exit 2 and an allow',
    PRE,
    {
      out: specific('PreToolUse', { permissionDecision: 'allow', updatedInput: { command: 'id' } }),
      err: 'no',
      code: 2,
    },
    { decision: 'deny', reason: 'no' },
  ],
  [
    'exit 2 and a block in JSON: its reason counts',
    STOP,
    { out: { decision: 'block', reason: 'in JSON' }, err: 'on stderr', code: 2 },
    { decision: 'block', reason: 'in JSON' },
  ],
  [
    'exit 2 and JSON that is void',
    PRE,
    { out: { decision: 7 }, err: 'no', code: 2 },
    { decision: 'deny', reason: 'no' },
  ],

  // The older form, at the top.
  ['block before a tool', PRE, { out: { decision: 'block', reason: 'no' } }, { decision: 'deny', reason: 'no' }],
  ['block after a tool', POST, { out: { decision: 'block', reason: 'no' } }, { decision: 'feedback', reason: 'no' }],
  ['block at a stop', STOP, { out: { decision: 'block', reason: 'no' } }, { decision: 'block', reason: 'no' }],
  ['block without a reason', STOP, { out: { decision: 'block' } }, { decision: 'block' }],
  ['approve before a tool', PRE, { out: { decision: 'approve', reason: 'ok' } }, { decision: 'allow', reason: 'ok' }],
  ['approve at a stop means nothing', STOP, { out: { decision: 'approve' } }, { decision: 'pass' }],
  [
    'JSON counts at exit 1',
    PRE,
    { out: { decision: 'block', reason: 'no' }, code: 1 },
    { decision: 'deny', reason: 'no' },
  ],

  // The host's own form.
  [
    'deny',
    PRE,
    { out: specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'no' }) },
    { decision: 'deny', reason: 'no' },
  ],
  [
    'deny without the name of the event',
    PRE,
    { out: { hookSpecificOutput: { permissionDecision: 'deny' } } },
    { decision: 'deny' },
  ],
  ['ask', PRE, { out: specific('PreToolUse', { permissionDecision: 'ask' }), err: '' }, { decision: 'ask' }],
  ['defer is a question', PRE, { out: specific('PreToolUse', { permissionDecision: 'defer' }) }, { decision: 'ask' }],
  ['allow', PRE, { out: specific('PreToolUse', { permissionDecision: 'allow' }) }, { decision: 'allow' }],
  [
    'the reason at the top',
    PRE,
    { out: { reason: 'no', ...specific('PreToolUse', { permissionDecision: 'deny' }) } },
    { decision: 'deny', reason: 'no' },
  ],
  [
    'two answers: the stricter one',
    PRE,
    { out: { decision: 'block', reason: 'no', ...specific('PreToolUse', { permissionDecision: 'allow' }) } },
    { decision: 'deny', reason: 'no' },
  ],
  [
    'a new input',
    PRE,
    { out: specific('PreToolUse', { updatedInput: { command: 'ls -a' } }) },
    { decision: 'pass', rewrite: { command: 'ls -a' } },
  ],
  [
    'a new input takes the place of the whole old one',
    PRE,
    { out: specific('PreToolUse', { permissionDecision: 'allow', updatedInput: { other: 1 } }) },
    { decision: 'allow', rewrite: { other: 1, command: undefined } },
  ],
  [
    'a new input of a call that is refused',
    PRE,
    { out: specific('PreToolUse', { permissionDecision: 'deny', updatedInput: { command: 'id' } }) },
    { decision: 'deny' },
  ],

  // A request for permission.
  [
    'allowed',
    ASKED,
    { out: specific('PermissionRequest', { decision: { behavior: 'allow' } }) },
    { decision: 'allow' },
  ],
  [
    'allowed with another input',
    ASKED,
    { out: specific('PermissionRequest', { decision: { behavior: 'allow', updatedInput: { command: 'id' } } }) },
    { decision: 'allow', rewrite: { command: 'id' } },
  ],
  [
    'denied',
    ASKED,
    { out: specific('PermissionRequest', { decision: { behavior: 'deny', message: 'no' } }) },
    { decision: 'deny', reason: 'no' },
  ],
  [
    'denied, and that is all',
    ASKED,
    { out: specific('PermissionRequest', { decision: { behavior: 'deny', message: 'no', interrupt: true } }) },
    { decision: 'deny', reason: 'no', halt: 'no' },
  ],
  [
    'a question of a server',
    ELICITATION,
    { out: specific('Elicitation', { action: 'decline' }) },
    { decision: 'block' },
  ],

  // Messages and context.
  ['to the user', STOP, { out: { systemMessage: 'hello' } }, { decision: 'pass', notice: 'hello' }],
  [
    'T-ENG-61: to the model, at the top',
    PROMPT,
    { out: { additionalContext: 'x' } },
    { decision: 'pass', context: 'x' },
  ],
  [
    'T-ENG-61: to the model, in host form',
    PROMPT,
    { out: specific('UserPromptSubmit', { additionalContext: 'x' }) },
    { decision: 'pass', context: 'x' },
  ],
  [
    'to the model, in both places',
    PROMPT,
    { out: { additionalContext: 'x', ...specific('UserPromptSubmit', { additionalContext: 'y' }) } },
    { decision: 'pass', context: 'x\n\ny' },
  ],
  [
    'context with a denial',
    PRE,
    { out: { decision: 'block', reason: 'no', additionalContext: 'x' } },
    { decision: 'deny', reason: 'no', context: 'x' },
  ],
  [
    'null is nothing',
    PRE,
    { out: { decision: null, systemMessage: null, hookSpecificOutput: null } },
    { decision: 'pass' },
  ],
  ['unknown fields', PRE, { out: { decision: 'block', reason: 'no', more: [1] } }, { decision: 'deny', reason: 'no' }],
  ['a byte order mark', PRE, { out: '\uFEFF{"decision":"block","reason":"no"}' }, { decision: 'deny', reason: 'no' }],

  // Plain text.
  ['text at a prompt', PROMPT, { out: 'the branch is x\n' }, { decision: 'pass', context: 'the branch is x' }],
  ['text at the start', START, { out: 'welcome' }, { decision: 'pass', context: 'welcome' }],
  ['text before a compaction', COMPACT, { out: 'keep this' }, { decision: 'pass', context: 'keep this' }],
  ['text before a tool is not shown', PRE, { out: 'checking …' }, { decision: 'pass' }],
  ['text at a stop is not shown', STOP, { out: 'ok' }, { decision: 'pass' }],
  ['a list is text', PRE, { out: '["decision","block"]' }, { decision: 'pass' }],
  ['broken JSON at a prompt is text', PROMPT, { out: '{"a": broken}' }, { decision: 'pass', context: '{"a": broken}' }],

  // The end of everything.
  ['stop at a stop', STOP, { out: { continue: false, stopReason: 'enough' } }, { decision: 'pass', halt: 'enough' }],
  [
    'stop before a tool: the tool does not run either',
    PRE,
    { out: { continue: false, stopReason: 'enough' } },
    { decision: 'deny', reason: 'enough', halt: 'enough' },
  ],
  [
    'stop before a tool, with an allow',
    PRE,
    { out: { continue: false, ...specific('PreToolUse', { permissionDecision: 'allow' }) } },
    { decision: 'deny', reason: 'A hook has stopped the agent.', halt: '' },
  ],
  ['going on', PRE, { out: { continue: true, suppressOutput: true } }, { decision: 'pass' }],
  ['async without more to say', PRE, { out: { async: true } }, { decision: 'pass' }],
]

const failures: readonly (readonly [string, AgentEvent, Output, RegExp])[] = [
  ['exit 1', PRE, { err: 'boom', code: 1 }, /^it ended with exit code 1: boom$/],
  ['exit 1 without a word', STOP, { code: 1 }, /^it ended with exit code 1$/],
  [
    'AGT-28: a missing program',
    PRE,
    { err: 'sh: 1: nope: not found', code: 127 },
    /^its program is missing: sh: 1: nope/,
  ],
  ['a file that is no program', PRE, { err: 'Permission denied', code: 126 }, /cannot be executed/],
  ['broken JSON', PRE, { out: '{"a": broken}' }, /not valid JSON/],
  ['truncated JSON', PRE, { out: '{"decision":"block","reason":"n' }, /not valid JSON/],
  ['a log line before the answer', PRE, { out: 'checking\n{"decision":"block","reason":"no"}' }, /other lines/],
  ['… on several lines', PRE, { out: `checking\n${JSON.stringify({ decision: 'block' }, null, 2)}\n` }, /other lines/],
  ['… and one behind it', PRE, { out: 'checking\n{"decision":"block"}\ndone' }, /other lines/],
  ['a log line behind the answer', PRE, { out: '{"decision":"block","reason":"no"}\ndone' }, /other lines/],
  ['going on in the background', PRE, { out: '{"async":true}\n{"systemMessage":"x"}' }, /async: true/],
  ['another event', PRE, { out: specific('PostToolUse', { permissionDecision: 'deny' }) }, /is for "PostToolUse"/],
  ['an unknown word', PRE, { out: specific('PreToolUse', { permissionDecision: 'no' }) }, /allowed: allow, deny, ask/],
  [
    'an unknown decision',
    PRE,
    { out: { decision: 'deny' } },
    /`decision` in its answer is "deny"; allowed: approve, block/,
  ],
  ['a field of the wrong kind', PRE, { out: { continue: 'false' } }, /`continue`/],
  ['the word in the wrong place', PRE, { out: { permissionDecision: 'deny' } }, /inside `hookSpecificOutput`/],
  ['a request without behaviour', ASKED, { out: specific('PermissionRequest', { decision: {} }) }, /behavior/],
]

describe('what a program prints', () => {
  it.each(verdicts)('%s', (_, event, output, expected) => {
    expect(said(event, output)).toStrictEqual({ verdict: expected })
  })

  it.each(failures)('fails: %s', (_, event, output, expected) => {
    const answered = said(event, output)
    expect('failure' in answered ? answered.failure : answered).toMatch(expected)
  })

  it('fails when it did not come to its end', () => {
    expect(answerOf({ exitCode: undefined, stdout: '{"decision":"block"}', stderr: '' }, PRE, 'own/it')).toEqual({
      failure: 'it did not run to its end',
    })
    const problem = 'it was ended by SIGSEGV'
    expect(answerOf({ exitCode: undefined, stdout: '', stderr: '', problem }, PRE, 'own/it')).toEqual({
      failure: problem,
    })
  })

  it('keeps texts at a length that can be shown', () => {
    const answered = said(STOP, { err: 'x'.repeat(1e6), code: 2 })
    expect('verdict' in answered && answered.verdict.reason?.length).toBe(10_000)
  })

  it.each([
    ['nothing', '', { verdict: { decision: 'pass' } }],
    ['a block', '{"decision":"block","reason":"no"}', { verdict: { decision: 'deny', reason: 'no' } }],
    ['text', 'it works!', { failure: 'its answer is not JSON' }],
    ['a list', '[]', { failure: 'its answer is not JSON' }],
    ['half an answer', '{"decision":', { failure: 'its answer is not valid JSON' }],
  ])('over the network: %s', (_, body, expected) => {
    expect(answerOfBody(body, PRE, 'own/it')).toStrictEqual(expected)
  })
})
