import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { AGENT_ACTIONS } from '../../packages/packs/src/agents/agent-actions.ts'
import { builtIn } from '../../packages/packs/src/registry.ts'
import { aSandbox, type Sandbox } from './support/sandbox.ts'

/** The command as it is shipped, with the JSON of the document and with the host's own. */

const documented = (sandbox: Sandbox, eventType: string, more: object = {}): string =>
  JSON.stringify({
    eventType,
    toolName: '',
    toolInput: null,
    toolOutput: null,
    session: { id: 'sess-123', cwd: sandbox.project, projectDir: sandbox.project },
    data: { agent: 'manager-ddd', action: 'ddd-completion' },
    ...more,
  })
const call = (tool: string, file: string, input: object = {}) => ({
  hook_event_name: 'PreToolUse',
  tool_name: tool,
  tool_input: { file_path: file, ...input },
})
const wrote = (file: string) => ({
  ...call('Write', file, { content: 'x' }),
  hook_event_name: 'PostToolUse',
  tool_response: {},
})

describe('holdpoint hook agent', () => {
  it('T-AGT-01: answers the JSON of the document', async () => {
    const sandbox = aSandbox('')
    const answer = await sandbox.hook(['agent', 'ddd-completion'], documented(sandbox, 'SubagentStop'))
    expect(answer).toMatchObject({ code: 0, stderr: '' })
    expect(answer.json).toEqual({ systemMessage: 'manager-ddd: workflow complete. Files changed: 1. Tests: unknown.' })
    expect(sandbox.spool()).toMatchObject([
      { event: 'SubagentStop', session: 'sess-123', hooks: [{ id: 'agents/ddd-completion', messageId: 'complete' }] },
    ])
  })

  it('T-AGT-14: answers the host’s own JSON, and knows the agent by its action', async () => {
    const { hook } = aSandbox('')
    const { code, json } = await hook(['agent', 'tdd-completion'], { hook_event_name: 'SubagentStop' })
    expect({ code, json }).toEqual({
      code: 0,
      json: { systemMessage: 'manager-tdd: workflow complete. Files changed: 1. Tests: unknown.' },
    })
  })

  it.each([[], ['']])('T-AGT-05: without an action says how it is used (%j)', async (...rest) => {
    const { hook } = aSandbox('')
    const answer = await hook(['agent', ...rest], {})
    expect(answer).toMatchObject({ code: 1, stdout: '' })
    expect(answer.stderr).toMatch(/^holdpoint: usage: holdpoint hook agent <action>/)
  })

  it.each(['no-such-action', '../../etc', '__proto__', 'default', 'teammate-idle', 'x'.repeat(5000), 'a\nb'])(
    'AGT-23: %j is nothing to do, and stands in the audit',
    async (action) => {
      const { hook, spool } = aSandbox('')
      expect(await hook(['agent', action], { hook_event_name: 'Stop' })).toMatchObject({
        code: 0,
        stdout: '',
        stderr: '',
      })
      expect(spool()).toMatchObject([
        {
          event: 'Stop',
          decision: 'pass',
          hooks: [{ id: 'agents/default', reason: expect.stringContaining('no such action') }],
        },
      ])
    },
  )

  it('T-AGT-06: acts only at its own event', async () => {
    const sandbox = aSandbox('')
    const { hook, spool } = sandbox
    expect(await hook(['agent', 'ddd-completion'], documented(sandbox, 'PreToolUse'))).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    })
    expect(await hook(['agent', 'tdd-post-implementation'], { hook_event_name: 'PostToolUseFailure' })).toMatchObject({
      code: 0,
      stdout: '',
    })
    expect(spool().map(({ hooks }) => hooks[0])).toMatchObject([
      { id: 'agents/ddd-completion', reason: 'it acts at SubagentStop and not at PreToolUse' },
      { id: 'agents/tdd-post-implementation', reason: 'it acts at PostToolUse and not at PostToolUseFailure' },
    ])
  })

  it('T-AGT-07: refuses with exit code 2, the reason on stderr, and the host’s JSON on stdout', async () => {
    const { hook, write } = aSandbox('')
    write({ 'src/a.ts': 'export const a = 1\n' })
    const edit = call('Edit', 'src/a.ts', { old_string: '1', new_string: '2' })
    const answer = await hook(['agent', 'ddd-pre-transformation'], edit)
    expect(answer.code).toBe(2)
    expect(answer.stderr).toMatch(/^Blocked: no test covers what src\/a\.ts does now\..*such as src\/a\.test\.ts/s)
    expect(answer.json['hookSpecificOutput']).toMatchObject({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: answer.stderr,
    })
    write({ 'src/a.test.ts': "it('a', () => expect(a).toBe(1))\n" })
    expect(await hook(['agent', 'ddd-pre-transformation'], edit)).toMatchObject({ code: 0, stdout: '', stderr: '' })
  })

  it('T-AGT-08: lets the test come first', async () => {
    const { hook, write } = aSandbox('')
    const ask = (file: string) => hook(['agent', 'tdd-pre-implementation'], call('Write', file, { content: 'x' }))
    expect((await ask('src/b.ts')).code).toBe(2)
    expect((await ask('src/b.test.ts')).code).toBe(0)
    write({ 'src/b.test.ts': 'x' })
    expect((await ask('src/b.ts')).code).toBe(0)
  })

  it('T-AGT-08: understands the document’s names for a tool call', async () => {
    const sandbox = aSandbox('')
    const input = documented(sandbox, 'PreToolUse', {
      toolName: 'Write',
      toolInput: { file_path: join(sandbox.project, 'src/b.ts'), content: 'x' },
    })
    expect(await sandbox.hook(['agent', 'tdd-pre-implementation'], input)).toMatchObject({ code: 2 })
  })

  it('T-AGT-09: sends back what fails its tests', async () => {
    const { hook, write } = aSandbox('')
    write({ 'package.json': '{"scripts":{"test":"echo one is broken; exit 1"}}', 'src/a.ts': 'x' })
    const answer = await hook(['agent', 'tdd-post-implementation'], wrote('src/a.ts'))
    expect(answer.code).toBe(2)
    expect(answer.stderr).toContain('one is broken')
    expect(answer.json).toMatchObject({ decision: 'block' })
    write({ 'package.json': '{"scripts":{"test":"exit 0"}}' })
    expect(await hook(['agent', 'tdd-post-implementation'], wrote('src/a.ts'))).toMatchObject({ code: 0, stdout: '' })
  })

  it('T-AGT-09: ends tests that take too long, with everything they started', async () => {
    const { hook, write } = aSandbox(
      'hooks:\n  agents/tdd-post-implementation:\n    options: { time_limit_seconds: 1 }\n',
    )
    write({ 'package.json': '{"scripts":{"test":"sleep 60; touch late"}}', 'src/a.ts': 'x' })
    const { code, json } = await hook(['agent', 'tdd-post-implementation'], wrote('src/a.ts'))
    expect(code).toBe(0)
    expect(json['hookSpecificOutput']).toMatchObject({ additionalContext: expect.stringContaining('did not finish') })
  })

  const KEY = ['AKIA', 'IOSFODNN7QWERTYU'].join('')
  const leak = call('Write', 'src/a.ts', { content: `const a = '${KEY}'` })

  it('T-AGT-10: keeps a key out of the code, and shows it to nobody', async () => {
    const { hook, spool } = aSandbox('')
    const answer = await hook(['agent', 'backend-validation'], leak)
    expect(answer.code).toBe(2)
    expect(JSON.stringify([answer, spool()])).not.toContain(KEY)
  })

  it('T-AGT-10: at level warn only tells', async () => {
    const { hook } = aSandbox('hooks:\n  agents/backend-validation: warn\n')
    const { code, json, stderr } = await hook(['agent', 'backend-validation'], leak)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(json['hookSpecificOutput']).toEqual({
      hookEventName: 'PreToolUse',
      additionalContext: expect.stringMatching(/^Warning from agents\/backend-validation: .* would contain a secret/),
    })
  })

  it.each(['hooks:\n  agents/testing-verification: warn\n', 'packs:\n  agents: { level: warn }\n'])(
    'T-AGT-11: feedback at level warn is context (%j)',
    async (config) => {
      const { hook, write } = aSandbox(config)
      write({ 'a.test.ts': "it.only('a', () => expect(1).toBe(1))\n" })
      const { code, json } = await hook(['agent', 'testing-verification'], wrote('a.test.ts'))
      expect(code).toBe(0)
      expect(json).not.toHaveProperty('decision')
      expect(json['hookSpecificOutput']).toMatchObject({ additionalContext: expect.stringContaining('`it.only`') })
    },
  )

  it.each(['hooks:\n  agents/backend-validation: off\n', 'packs:\n  agents: off\n'])(
    'is off when it is told so (%j)',
    async (config) => {
      const { hook } = aSandbox(config)
      expect(await hook(['agent', 'backend-validation'], leak)).toMatchObject({ code: 0, stdout: '', stderr: '' })
    },
  )

  it('prints the shapes of the document when asked for them', async () => {
    const { hook } = aSandbox('')
    const denied = await hook(['agent', 'backend-validation', '--protocol', 'seed'], leak)
    expect(denied).toMatchObject({ code: 2, json: { reason: denied.stderr } })
    expect((await hook(['agent', 'spec-completion', '--protocol=seed'], {})).json).toEqual({
      systemMessage: 'manager-spec: workflow complete. Files changed: 1. Tests: unknown.',
    })
  })

  it('AGT-28: a hook that fails ends with 1 and says so, and stops nothing', async () => {
    const { hook, write, project, spool } = aSandbox('')
    write({ 'src/deep/a.ts': 'x', 'vitest.config.ts': '', 'node_modules/.bin/vitest': '#!/bin/sh\nsleep 60\n' })
    chmodSync(join(project, 'node_modules/.bin/vitest'), 0o755)
    write({ 'holdpoint.yml': 'hooks:\n  agents/ddd-post-transformation:\n    timeout_ms: 1000\n' })
    const answer = await hook(['agent', 'ddd-post-transformation'], wrote('src/deep/a.ts'))
    expect(answer).toMatchObject({ code: 1, stdout: '' })
    expect(answer.stderr).toBe(
      'holdpoint: ddd-post-transformation failed: it took too long. It has passed unchecked.\n',
    )
    expect(spool()).toMatchObject([{ decision: 'pass', hooks: [{ failure: expect.stringContaining('timeout') }] }])
  })

  it.each([
    'not json',
    '[]',
    '{"tool_input": 7}',
    '{"tool_name":"Write","tool_input":{"file_path":7}}',
    '{"eventType":[]}',
    '',
  ])('ENG-13: bad input %j stops nothing', async (input) => {
    const { hook } = aSandbox('')
    for (const action of ['tdd-pre-implementation', 'debug-verification']) {
      expect(await hook(['agent', action], input)).toMatchObject({ code: 0, stdout: '' })
    }
  })

  it('mistakes are one line, and exit code 1', async () => {
    const { hook } = aSandbox('')
    expect(await hook(['agent', 'tdd-completion', 'more'], {})).toMatchObject({
      code: 1,
      stderr: 'holdpoint: unexpected argument `more`. See `holdpoint hook --help`.\n',
    })
  })
})

describe('the agents pack', () => {
  const own = builtIn.catalogue.filter(({ id }) => id.startsWith('agents/'))

  it('AGT-22: has one hook for every action, at the event of its table', () => {
    const called = own.filter(({ enabledBy }) => enabledBy === 'call')
    expect(called.map(({ id, on }) => [id, ...on]).toSorted()).toEqual(
      AGENT_ACTIONS.map(({ action, kind }) => [`agents/${action}`, kind]).toSorted(),
    )
    expect(called).toHaveLength(20)
    for (const { id, timeoutMs } of called) {
      const timeoutS = AGENT_ACTIONS.find(({ action }) => id === `agents/${action}`)?.timeoutS
      expect([id, timeoutMs / 1000]).toEqual([id, timeoutS])
    }
  })

  it.each(['presets: [agents]\n', 'presets: [agents]\npacks:\n  agents: on\n'])(
    'T-AGT-32: alone never holds up a stop, and no event starts an action (%j)',
    async (config) => {
      const { hook, write, spool } = aSandbox(config)
      write({ '.claude/.test-status': 'fail|3|1\n', 'src/a.ts': 'x' })
      for (const event of ['Stop', 'SubagentStop', 'Stop', 'SubagentStop']) {
        const answer = await hook(event, { agent_id: 'a1', agent_type: 'manager-tdd' })
        expect(answer).toMatchObject({ code: 0, stdout: '', stderr: '' })
      }
      expect((await hook('PreToolUse', call('Write', 'src/b.ts', { content: 'x' }))).stdout).toBe('')
      expect(
        spool()
          .flatMap(({ hooks }) => hooks.map(({ id }) => id))
          .filter((id) => String(id).startsWith('agents/')),
      ).toEqual([])
    },
  )

  const idle = { teammate_name: 'ann', team_name: 'shop', tasks_summary: '2 open' }

  it('T-AGT-18: a team gate is off until it is switched on, and lets go after three times', async () => {
    const off = aSandbox('presets: [agents, all]\nhooks:\n  scratchpad/stop: off\n')
    expect((await off.hook('TeammateIdle', idle)).code).toBe(0)
    const { hook } = aSandbox('presets: [agents]\nhooks:\n  agents/teammate-idle: on\n')
    for (let time = 1; time <= 3; time++) {
      const answer = await hook('TeammateIdle', idle)
      expect(answer).toMatchObject({ code: 2, stdout: '' })
      expect(answer.stderr).toMatch(/^Blocked: ann still has open tasks:\n- 2 open/)
    }
    expect(await hook('TeammateIdle', idle)).toMatchObject({ code: 0, stderr: '' })
    expect((await hook('TeammateIdle', idle)).code).toBe(2)
  })

  it('T-AGT-18: finds the tasks where the host keeps them', async () => {
    const { hook, home, env, write } = aSandbox('hooks:\n  agents/teammate-idle: on\n')
    env['CLAUDE_CONFIG_DIR'] = join(home, '.claude')
    const task = { id: '1', subject: 'Write the docs', status: 'pending', owner: 'ann', blocks: [], blockedBy: [] }
    write({ [join('..', home.split('/').at(-1) ?? '', '.claude/tasks/shop/1.json')]: JSON.stringify(task) })
    const { tasks_summary: _, ...sent } = idle
    const answer = await hook('TeammateIdle', sent)
    expect(answer.stderr).toMatch(/^Blocked: ann still has open tasks:\n- #1 Write the docs \(pending\)/)
    expect(answer.code).toBe(2)
  })

  it('T-AGT-19: a task is not complete while tests fail', async () => {
    const { hook, write } = aSandbox('hooks:\n  agents/task-completed: on\n')
    write({ '.claude/.test-status': 'fail|3|1\n' })
    const task = { taskId: '7', taskSummary: 'Write it', agentName: 'ann' }
    const alone = await hook(['run', 'agents/task-completed'], task)
    expect(alone).toMatchObject({ code: 2, json: { decision: 'block', reason: alone.stderr } })
    expect(alone.stderr).toMatch(/^Blocked: task #7 is not complete: 3 tests fail\./)
    // In dispatch the host wants the same as JSON.
    expect(await hook('TaskCompleted', task)).toMatchObject({ code: 0, json: { decision: 'block' } })
  })
})
