import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LlmProvider } from '../../packages/engine/src/services.ts'
import { fakeHook } from '../process/support/in-process.ts'
import {
  aModel,
  anEvaluatorWorld,
  bash,
  DUMMY_KEYS,
  outputOf,
  PROVIDERS,
  type EvaluatorWorld,
  type Own,
} from '../process/support/evaluators.ts'
import { codeIn, type Behaviour, type LlmServer, type ReceivedCall } from '../process/support/llm-servers.ts'

interface Asked extends EvaluatorWorld {
  readonly model: LlmServer
}

/** One evaluator `own/check`, and the model that it asks. */
async function aWorld(
  behaviour: Behaviour | ((call: ReceivedCall) => Behaviour),
  more: Own = {},
  provider: LlmProvider = 'openai',
): Promise<Asked> {
  const model = await aModel(provider, behaviour)
  const check = {
    type: 'prompt',
    on: 'PreToolUse',
    prompt: 'Is this fine? $ARGUMENTS Say so.',
    model: `${provider}/some-model`,
    base_url: model.baseUrl,
    ...more,
  }
  return { ...anEvaluatorWorld({ check }), model }
}

const YES = { judge: { ok: true, reason: 'fine' } }
const NO = { judge: { ok: false, reason: 'Not on a Friday.' } }

describe.each(PROVIDERS)('%s', (provider) => {
  it('ENG-47: is asked with the event, and its yes is silence', async () => {
    const { ask, model } = await aWorld(YES, {}, provider)
    expect((await ask('PreToolUse', bash('deploy --now'))).json).toEqual({})
    const [{ body, path, headers } = { body: '', path: '', headers: {} }, ...others] = model.calls
    expect(others).toEqual([])
    expect(path + body).toContain('some-model')
    expect(JSON.stringify(headers)).toContain('dummy-')
    expect(body).toContain(JSON.stringify(JSON.stringify({ command: 'deploy --now' })).slice(1, -1))
    expect(body).not.toContain('$ARGUMENTS')
    expect(body).toMatch(/Is this fine\? \\nBEGIN DATA ([0-9a-f]+)\\n\{.*\}\\nEND DATA \1\\n Say so\./)
    // What is asked for stands before and behind what others wrote.
    expect(body.split(codeIn(body) ?? '').length).toBe(5)
    expect(body).not.toMatch(/"stream":\s*true/)
  })

  it('ENG-47: its no denies, with its reason', async () => {
    const { ask } = await aWorld(NO, {}, provider)
    expect(outputOf(await ask('PreToolUse', bash('deploy')))).toEqual({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'Not on a Friday.',
    })
  })

  it.each<[string, Behaviour, RegExp]>([
    ['is over its limit', { status: 429 }, /it answered with HTTP 429/],
    ['is broken', { status: 500 }, /it answered with HTTP 500/],
    ['answers with a web page', 'garbage', /it gave no answer that could be read/],
    ['breaks off', 'truncated', /it gave no answer that could be read/],
    ['says nothing', 'empty', /it gave no answer that could be read/],
    ['does not stop talking', 'flood', /it gave no answer that could be read/],
    ['is silent', 'silence', /it did not answer within 800 ms/],
    ['is slow', 'hang', /it did not answer within 800 ms/],
    ['sends us elsewhere', { redirect: 'http://127.0.0.1:9/' }, /it gave no answer that could be read/],
  ])('ENG-50: when it %s, the action goes on with one clear line', async (_, behaviour, line) => {
    const { ask, spool } = await aWorld(behaviour, { timeout: 1 }, provider)
    const first = await ask('PreToolUse', bash('deploy'))
    expect(outputOf(first)).toEqual({})
    expect(first.json['systemMessage']).toMatch(line)
    expect(first.json['systemMessage']).toContain(`own/check`)
    expect(first.json['systemMessage']).toContain(`${provider}/some-model`)
    expect(String(first.json['systemMessage'])).not.toContain('\n')
    expect(JSON.stringify(first)).not.toContain('dummy-')
    // A provider's empty answer may also be a model that had nothing to say.
    expect(JSON.stringify(spool()[0]?.hooks[0])).toMatch(behaviour === 'empty' ? /"failure"|"unusable"/ : /"failure"/)
    expect((await ask('PreToolUse', bash('other'))).json['systemMessage']).toBeUndefined()
  })

  it('D8: when it is broken and the hook fails closed, the action is refused', async () => {
    const { ask } = await aWorld({ status: 500 }, { on_error: 'closed' }, provider)
    for (const command of ['a', 'b', 'c', 'd', 'e']) {
      expect(outputOf(await ask('PreToolUse', bash(command)))).toMatchObject({
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringContaining('HTTP 500'),
      })
    }
  })

  it('ENG-48: an agent looks around with its tools before it answers', async () => {
    let step = 0
    const looks = [
      { use: [{ name: 'Glob', input: { pattern: '**/*.md' } }] },
      {
        use: [
          { name: 'Read', input: { path: 'docs/a.md' } },
          { name: 'Grep', input: { pattern: 'w.rld' } },
        ],
      },
    ]
    const { ask, model, write } = await aWorld(() => looks[step++] ?? NO, { type: 'agent' }, provider)
    write({ 'docs/a.md': 'hello\nworld\n', '.env': 'TOKEN=canary\n' })
    expect(outputOf(await ask('PreToolUse', bash('deploy')))).toMatchObject({ permissionDecision: 'deny' })
    const [first, second, third, ...rest] = model.calls.map(({ body }) => body)
    expect(rest).toEqual([])
    for (const name of ['Read', 'Grep', 'Glob']) expect(first).toContain(`"name":"${name}"`)
    expect(first).not.toMatch(/"name":"(?:Write|Edit|Bash)"/)
    expect(second).toMatch(/BEGIN DATA [0-9a-f]+\\+ndocs\/a\.md\\+nEND DATA/)
    expect(third).toMatch(/1\\+thello\\+n2\\+tworld/)
    expect(third).toContain('docs/a.md:2: world')
    expect(third).not.toContain('canary')
  })
})

describe('the forms of an answer', () => {
  it('T-ENG-33, ENG-49: the other documented form, in a code fence', async () => {
    const { ask } = await aWorld({ say: '```json\n{"decision":"block","reason":"x"}\n```' }, { on: 'Stop' })
    expect((await ask('Stop')).json).toMatchObject({ decision: 'block', reason: 'x' })
  })

  it('ENG-49: a message for the user comes along', async () => {
    const { ask } = await aWorld({
      judge: { decision: 'approve', reason: 'fine', systemMessage: 'Mind the \u202Egap.' },
    })
    expect((await ask('PreToolUse', bash('x'))).json).toEqual({ systemMessage: 'own/check: Mind the \\u202egap.' })
  })

  it('a no wins over a yes in the same breath', async () => {
    const { ask } = await aWorld(({ body }) => ({
      say: `{"code": "${codeIn(body)}", "ok": true, "reason": "fine"} or rather {"ok": false, "reason": "no"}`,
    }))
    expect(outputOf(await ask('PreToolUse', bash('x')))).toMatchObject({ permissionDecisionReason: 'no' })
  })

  it('a no without a reason has one', async () => {
    const { ask } = await aWorld({ say: '{"ok": false}' })
    expect(outputOf(await ask('PreToolUse', bash('x')))).toMatchObject({
      permissionDecisionReason: 'own/check says no, without a reason.',
    })
  })

  it('a speech is cut', async () => {
    const { ask } = await aWorld({ say: JSON.stringify({ ok: false, reason: 'x'.repeat(3_000) }) })
    const reason = outputOf(await ask('PreToolUse', bash('x')))['permissionDecisionReason']
    expect(String(reason).length).toBeLessThanOrEqual(2_000)
  })

  it.each(['I think it is fine.', '{"fine": true}', '{"ok": "true"}', '[]', '{"ok": tr'])(
    'ENG-50: %j is none: the user is told once, and it does not make the engine give up on the hook',
    async (say) => {
      let says: Behaviour = { say }
      const { ask } = await aWorld(() => says)
      const told = []
      for (const command of ['a', 'b', 'c', 'd', 'e']) told.push((await ask('PreToolUse', bash(command))).json)
      expect(told).toEqual([
        { systemMessage: expect.stringMatching(/^own\/check could not check this: .*no answer/) },
        {},
        {},
        {},
        {},
      ])
      says = NO
      expect(outputOf(await ask('PreToolUse', bash('f')))).toMatchObject({ permissionDecision: 'deny' })
    },
  )

  it('ENG-50: none is a refusal where the hook fails closed', async () => {
    const { ask } = await aWorld({ say: 'I think it is fine.' }, { on_error: 'closed' })
    expect(outputOf(await ask('PreToolUse', bash('x')))).toMatchObject({ permissionDecision: 'deny' })
  })

  it('ENG-47: without a placeholder the event comes last', async () => {
    const { ask, model } = await aWorld(NO, { prompt: 'Costs $5 or $& more?' })
    await ask('PreToolUse', bash('x'))
    expect(model.calls[0]?.body).toMatch(/Costs \$5 or \$& more\?\\n\\nBEGIN DATA [0-9a-f]+\\n\{/)
  })

  it('secrets do not leave the machine', async () => {
    const { ask, model } = await aWorld(NO)
    await ask(
      'PreToolUse',
      bash(`curl -H "Authorization: Bearer abcdefgh12345678" -d key=${'sk-live-' + 'a1'.repeat(10)} x`),
    )
    expect(model.calls[0]?.body).toContain('curl')
    expect(model.calls[0]?.body).not.toMatch(/abcdefgh12345678|a1a1a1/)
  })

  it('what is too long is told in part, and a yes to a part is none', async () => {
    const { ask, model } = await aWorld(YES)
    const answer = await ask('PreToolUse', bash(`echo ${'word '.repeat(60_000)}`))
    expect(outputOf(answer)).toMatchObject({ permissionDecision: 'ask' })
    expect(model.calls[0]?.body.length).toBeLessThan(110_000)
    expect(model.calls[0]?.body).toContain('holdpoint left out')
  })
})

describe('ENG-41: at each event', () => {
  const refused: readonly (readonly [string, object, object])[] = [
    ['PermissionRequest', bash('x'), { hookSpecificOutput: { decision: { behavior: 'deny' } } }],
    ['UserPromptSubmit', { prompt: 'go' }, { decision: 'block', reason: 'Not on a Friday.' }],
    ['Stop', { stop_hook_active: false }, { decision: 'block', reason: 'Not on a Friday.' }],
    ['SubagentStop', { agent_type: 'coder' }, { decision: 'block', reason: 'Not on a Friday.' }],
    ['TaskCompleted', { task_id: '1', task_subject: 'x' }, { decision: 'block', reason: 'Not on a Friday.' }],
    ['PostToolUse', { ...bash('x'), tool_response: 'y' }, { decision: 'block', reason: 'Not on a Friday.' }],
    ['SessionStart', { source: 'startup' }, { systemMessage: expect.stringContaining('Not on a Friday.') }],
    [
      'Notification',
      { message: 'x', notification_type: 'idle' },
      { systemMessage: expect.stringContaining('Not on a Friday.') },
    ],
  ]
  it.each(refused)('%s: a no is as much as the host can be told', async (event, input, answer) => {
    const { ask } = await aWorld(NO, { on: event })
    expect((await ask(event, input as Record<string, unknown>)).json).toMatchObject(answer)
  })

  it('T-ENG-25: where nothing can be held up it is lowered to a notice, and the audit says so', async () => {
    const { ask, spool } = await aWorld(NO, { on: 'SessionStart' })
    const answer = await ask('SessionStart', { source: 'startup' })
    expect(answer.code).toBe(0)
    expect(answer.json).not.toHaveProperty('decision')
    expect(JSON.stringify(spool())).toContain('block -> notice')
  })

  it.each(refused)('%s: a yes says nothing', async (event, input) => {
    const { ask } = await aWorld(YES, { on: event })
    expect((await ask(event, input as Record<string, unknown>)).json).toEqual({})
  })

  it('TeammateIdle: a no keeps it working', async () => {
    const { ask } = await aWorld(NO, { on: 'TeammateIdle' })
    const { code, stderr } = await ask('TeammateIdle', { teammate_name: 'x' })
    expect([code, stderr.trim()]).toEqual([2, 'Not on a Friday.'])
  })
})

describe('who is asked', () => {
  const world = (more: Own, env: Readonly<Record<string, string>> = {}): EvaluatorWorld =>
    anEvaluatorWorld({ check: { type: 'prompt', on: 'PreToolUse', prompt: 'Fine?', ...more } }, { env })
  const lineOf = async ({ ask }: EvaluatorWorld): Promise<unknown> =>
    (await ask('PreToolUse', bash('x'))).json['systemMessage']

  it('ENG-50: nobody without a key', async () => {
    expect(await lineOf(world({}))).toMatch(
      /there is no key; set one of ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY/,
    )
    expect(await lineOf(world({ model: 'google/x' }))).toMatch(
      /no key for google; set GEMINI_API_KEY or GOOGLE_API_KEY/,
    )
  })

  it.each<[LlmProvider, string, string]>([
    ['anthropic', 'ANTHROPIC_API_KEY', 'claude-haiku-4-5'],
    ['openai', 'OPENAI_API_KEY', 'gpt-4o-mini'],
    ['google', 'GEMINI_API_KEY', 'gemini-2.0-flash'],
    ['google', 'GOOGLE_API_KEY', 'gemini-2.0-flash'],
  ])('%s by %s, and its usual model', async (provider, variable, name) => {
    const model = await aModel(provider, NO)
    const { ask } = world({ base_url: model.baseUrl }, { [variable]: 'dummy-key' })
    expect(outputOf(await ask('PreToolUse', bash('x')))).toMatchObject({ permissionDecision: 'deny' })
    expect(`${model.calls[0]?.path} ${model.calls[0]?.body}`).toContain(name)
  })

  it('a key from the user’s own file', async () => {
    const model = await aModel('openai', NO)
    const { ask, home } = world({ model: 'openai', base_url: model.baseUrl })
    mkdirSync(join(home, '.claude'))
    writeFileSync(join(home, '.claude/.env'), 'export OPENAI_API_KEY="dummy-file"\n')
    await ask('PreToolUse', bash('x'))
    expect(model.calls[0]?.headers.authorization).toBe('Bearer dummy-file')
  })

  it('a server on this machine without a key', async () => {
    const model = await aModel('openai', NO)
    const { ask } = world({ model: 'openai-compatible/meta/llama-3', base_url: model.baseUrl })
    expect(outputOf(await ask('PreToolUse', bash('x')))).toMatchObject({ permissionDecision: 'deny' })
    expect(model.calls[0]?.body).toContain('"model":"meta/llama-3"')
  })

  it('no address from the environment', async () => {
    const model = await aModel('openai', NO)
    const variables = ['OPENAI_BASE_URL', 'OPENAI_API_BASE', 'HTTPS_PROXY', 'LLM_REVIEW_OPENAI_BASE_URL']
    const env = Object.fromEntries(variables.map((name) => [name, model.baseUrl]))
    const real = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no network in tests'))
    await world({ model: 'openai/x' }, { ...DUMMY_KEYS, ...env }).ask('PreToolUse', bash('x'))
    expect(real.mock.calls.map(([url]) => url)).toEqual(['https://api.openai.com/v1/chat/completions'])
    real.mockRestore()
    expect(model.calls).toEqual([])
  })

  it.each([
    ['gpt-4', /"gpt-4" is no model of the form provider\/model/],
    ['mistral/x', /"mistral\/x" is no model/],
    ['openai/../../x', /is no model/],
    ['openai/', /is no model/],
  ])('not %j', async (model, line) => {
    expect(await lineOf(world({ model }, DUMMY_KEYS))).toMatch(line)
  })

  it('not at an address that others can read along', async () => {
    expect(await lineOf(world({ model: 'openai/x', base_url: 'http://192.0.2.1/v1' }, DUMMY_KEYS))).toMatch(
      /no https address/,
    )
  })

  it('one address gets the key of one provider', async () => {
    const more = { model: ['openai/x', 'anthropic/y'], base_url: 'http://127.0.0.1:9' }
    expect(await lineOf(world(more, DUMMY_KEYS))).toMatch(/`base_url` goes with models of one provider only/)
  })

  it('ENG-53: a program of the user’s, without a shell', async () => {
    const { ask, write, project } = world({ command: ['node', 'judge.mjs', '$HOME; exit 1'] })
    write({
      'judge.mjs': `
        import { readFileSync, writeFileSync } from 'node:fs'
        const question = readFileSync(0, 'utf8')
        writeFileSync('question.txt', question + process.argv[2])
        const code = /"code": "([0-9a-f]+)"/.exec(question)[1]
        const ok = !question.includes('rm -rf')
        console.log(JSON.stringify({ code, ok, reason: 'judged by hand' }))`,
    })
    expect((await ask('PreToolUse', bash('ls'))).json).toEqual({})
    expect(outputOf(await ask('PreToolUse', bash('rm -rf build')))).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: 'judged by hand',
    })
    const question = readFileSync(join(project, 'question.txt'), 'utf8')
    expect(question).toContain('$HOME; exit 1')
    expect(question).toMatch(/BEGIN DATA [0-9a-f]+\n\{.*rm -rf build/)
  })

  it('a program is asked each time: nobody knows what it looked at', async () => {
    const { ask, write } = world({ command: ['sh', '-c', 'cat answer.json'] })
    for (const reason of ['one', 'two']) {
      write({ 'answer.json': JSON.stringify({ ok: false, reason }) })
      expect(outputOf(await ask('PreToolUse', bash('x')))).toMatchObject({ permissionDecisionReason: reason })
    }
  })

  it.each([
    [['no-such-program'], /no-such-program: /],
    [['false'], /false: it ended with exit code 1/],
    [['true'], /true: it said nothing/],
    [['sleep', '60'], /sleep: |it took longer than/],
  ])('ENG-50: a program that does not answer: %j', async (command, line) => {
    expect(await lineOf(world({ command, timeout: 1 }))).toMatch(line)
  })
})

describe('several models', () => {
  async function two(first: Behaviour, second: Behaviour, more: Own = {}): Promise<Asked> {
    return aWorld(({ body }) => (body.includes('"model":"one"') ? first : second), {
      model: ['openai/one', 'openai/two'],
      ...more,
    })
  }

  it.each<[string, Behaviour, Behaviour, object]>([
    ['both say yes', YES, YES, {}],
    ['the first says no', NO, YES, { permissionDecision: 'deny', permissionDecisionReason: 'Not on a Friday.' }],
    ['the second says no', YES, NO, { permissionDecision: 'deny', permissionDecisionReason: 'Not on a Friday.' }],
    ['one says no and one is broken', { status: 500 }, NO, { permissionDecision: 'deny' }],
    ['one is not believed', YES, { say: '{"ok": true}' }, { permissionDecision: 'ask' }],
    ['one is not believed and one says no', { say: '{"ok": true}' }, NO, { permissionDecision: 'deny' }],
  ])('the strictest counts: %s', async (_, first, second, output) => {
    const { ask, model } = await two(first, second)
    const found = outputOf(await ask('PreToolUse', bash('x')))
    expect(found).toMatchObject(output)
    expect(Object.keys(found)).toHaveLength(Object.keys(output).length === 0 ? 0 : 3)
    expect(model.calls).toHaveLength(2)
  })

  it('one that is broken is told of, and never switches off the other', async () => {
    const { ask } = await two({ status: 500 }, YES)
    const told = []
    for (const command of ['a', 'b', 'c', 'd', 'e']) told.push((await ask('PreToolUse', bash(command))).json)
    expect(told).toEqual([
      { systemMessage: expect.stringContaining('openai/one: it answered with HTTP 500') },
      {},
      {},
      {},
      {},
    ])
  })

  it('one that is broken refuses where the hook fails closed', async () => {
    const { ask } = await two({ status: 500 }, YES, { on_error: 'closed' })
    expect(outputOf(await ask('PreToolUse', bash('x')))).toMatchObject({ permissionDecision: 'deny' })
  })
})

describe('questions that cost', () => {
  it.each<[string, Behaviour]>([
    ['a yes', YES],
    ['a no', NO],
  ])('%s is asked for once for the same event', async (_, behaviour) => {
    const { ask, model } = await aWorld(behaviour)
    const first = await ask('PreToolUse', { ...bash('x'), tool_use_id: 'a' })
    expect((await ask('PreToolUse', { ...bash('x'), tool_use_id: 'b' })).json).toEqual(first.json)
    expect(model.calls).toHaveLength(1)
    await ask('PreToolUse', bash('y'))
    await ask('PreToolUse', { ...bash('x'), session_id: 's2' })
    expect(model.calls).toHaveLength(3)
  })

  it.each<[string, Behaviour]>([
    ['a failure', { status: 500 }],
    ['no answer', { say: 'hm' }],
    ['a yes that is not believed', { say: '{"ok": true}' }],
  ])('%s is not kept', async (_, behaviour) => {
    const { ask, model } = await aWorld(behaviour)
    await ask('PreToolUse', bash('x'))
    await ask('PreToolUse', bash('x'))
    expect(model.calls).toHaveLength(2)
  })

  it('an agent’s answer is kept as long as what it looked at stays the same', async () => {
    const { ask, model, write } = await aWorld(
      () => (model.calls.length % 2 === 1 ? { use: [{ name: 'Read', input: { path: 'a.md' } }] } : YES),
      { type: 'agent' },
    )
    write({ 'a.md': 'one' })
    await ask('PreToolUse', bash('x'))
    await ask('PreToolUse', bash('x'))
    expect(model.calls).toHaveLength(2)
    write({ 'a.md': 'two' })
    await ask('PreToolUse', bash('x'))
    expect(model.calls).toHaveLength(4)
  })

  it('when the budget is used up the user is told once, and what is known still counts', async () => {
    const { ask, model } = await aWorld(NO, { budget: 2 })
    for (const command of ['a', 'b']) await ask('PreToolUse', bash(command))
    const told = []
    for (const command of ['c', 'd', 'e', 'f', 'g']) told.push((await ask('PreToolUse', bash(command))).json)
    expect(told).toEqual([
      { systemMessage: expect.stringContaining('its 2 questions of this session are used up') },
      {},
      {},
      {},
      {},
    ])
    expect(outputOf(await ask('PreToolUse', bash('a')))).toMatchObject({ permissionDecision: 'deny' })
    expect(model.calls).toHaveLength(2)
  })

  it('a budget that is used up refuses where the hook fails closed', async () => {
    const { ask } = await aWorld(YES, { budget: 0, on_error: 'closed' })
    expect(outputOf(await ask('PreToolUse', bash('x')))).toMatchObject({ permissionDecision: 'deny' })
  })

  it('questions at the same time do not exceed it', async () => {
    const { ask, model } = await aWorld(NO, { budget: 3 })
    await Promise.all(Array.from({ length: 8 }, (_, index) => ask('PreToolUse', bash(`run ${index}`))))
    expect(model.calls).toHaveLength(3)
  })
})

it('T-ENG-57: asking calls no hook', async () => {
  let events = 0
  const counter = fakeHook({ id: 'desk/counter', on: ['tool.before', 'other'], role: 'observe' }, ({ pass }) => {
    events++
    return pass
  })
  const model = await aModel('anthropic', YES)
  const check = { type: 'agent', on: 'PreToolUse', prompt: 'Fine?', base_url: model.baseUrl, model: 'anthropic/x' }
  const { ask } = anEvaluatorWorld({ check }, { hooks: [counter] })
  await ask('PreToolUse', bash('x'))
  expect([events, model.calls.length]).toEqual([1, 1])
})
