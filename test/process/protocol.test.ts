import { HOSTS, loadHost } from '../../packages/hosts/src/hosts.ts'
import { aSandbox } from './support/sandbox.ts'

const agent = { agent_id: 'a1', agent_type: 'writer' }

describe('the event', () => {
  it('T-ENG-01: a harmless command gets no answer, or one JSON object', async () => {
    const { hookProcess: hook } = aSandbox('presets: [all]\n')
    const answer = await hook('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } })
    expect(answer).toMatchObject({ code: 0, stderr: '' })
    expect(answer.stdout).not.toContain('"deny"')
  })

  it.each(['SubagentStop', 'subagent-stop', 'subagentstop', 'SUBAGENT_STOP', 'subagentStop'])(
    'T-ENG-02: %s is one event',
    async (spelling) => {
      const { hook, today } = aSandbox()
      const { code, json, stderr } = await hook(spelling, agent)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(json).toEqual({ decision: 'block', reason: missing('writer', today) })
    },
  )

  it('T-ENG-02: may be named by the input alone', async () => {
    const { hook, today } = aSandbox()
    const { json } = await hook([], { ...agent, hook_event_name: 'SubagentStop' })
    expect(json).toMatchObject({ reason: missing('writer', today) })
  })

  it('ENG-03: the argument wins over the input, and a warning says so', async () => {
    const { hook, spool } = aSandbox()
    const answer = await hook('SubagentStop', { ...agent, hook_event_name: 'Stop' })
    expect(answer.json).toMatchObject({ decision: 'block' })
    expect(answer.stderr).toBe(
      'holdpoint: the input says it is Stop, the command line SubagentStop; the command line counts\n',
    )
    expect(spool()).toMatchObject([{ event: 'SubagentStop', level: 'ERROR', error: expect.stringContaining('counts') }])
  })

  it.each(['SomethingNew', 'something new', '__proto__', 'constructor', 'Stop\n'])(
    'T-ENG-09: %j passes',
    async (name) => {
      const { hook } = aSandbox('presets: [all]\n')
      expect(await hook(name, '{}')).toMatchObject({ code: 0, stdout: '', stderr: '' })
    },
  )
})

describe('the input', () => {
  const fields = [{ agent_type: 'writer' }, { agentType: 'writer' }, { subagent_type: 'writer' }]
  it.each(fields)('T-ENG-07: %j names the agent', async (field) => {
    const { hook, today } = aSandbox()
    expect((await hook('SubagentStop', { agent_id: 'a1', ...field })).json).toMatchObject({
      reason: missing('writer', today),
    })
  })

  it('T-ENG-10: an agent type cannot lead out of the scratchpad folder', async () => {
    const { hook } = aSandbox()
    const { json } = await hook('SubagentStart', { agent_id: 'a1', agent_type: '../../etc' })
    const { additionalContext: text } = json['hookSpecificOutput'] as Record<string, string>
    const path = /Your scratchpad: (.*)/.exec(text ?? '')?.[1]
    expect(path).toMatch(/^\.claude\/scratchpad\/[^/]+\/[\d-]+\.md$/)
    expect(path).not.toContain('..')
  })

  const UNREADABLE: readonly (readonly [string, string | Uint8Array])[] = [
    ['no JSON', 'not json'],
    ['a list', '[]'],
    ['a text', '"text"'],
    ['a number', '7'],
    ['null', 'null'],
    ['two documents', '{"a":1}{"b":2}'],
    ['cut off', '{"tool_name":'],
    ['cut off in a text', '{"tool_name":"Bash","tool_input":{"command":"rm -rf'],
    ['binary', Buffer.from([0, 1, 2, 0xff])],
    ['not UTF-8', Buffer.from('{"tool_name":"Bash","tool_input":{"command":"rm -rf /h\xff"}}', 'latin1')],
    ['only the mark of a text', '\uFEFF{'],
  ]
  const CALLS: readonly (readonly [string, string])[] = [
    ['nothing', ''],
    ['an empty object', '{}'],
    ['an object of other fields', '{"session_id":"s1","cwd":"/"}'],
    ['one that only names the event', '{"hook_event_name":"PreToolUse"}'],
    ['one with a tool of null', '{"tool_name":null,"tool_input":{}}'],
    ['one with an empty tool', '{"tool_name":"","tool_input":{"file_path":"a","content":"x"}}'],
    ['one with a tool in another spelling', '{"tool":"Bash","input":{"command":"rm -rf /"}}'],
    ['one with an input alone', '{"tool_input":{"file_path":".claude/settings.json","content":"x"}}'],
    ['one with a call inside', '{"event":{"tool_name":"Bash","tool_input":{"command":"rm -rf /"}}}'],
    ['a tool that is no text', '{"tool_name":7,"tool_input":{"command":"ls"}}'],
    ['an input that is a text', '{"tool_name":"Bash","tool_input":"rm -rf /"}'],
    ['an input that is a list', '{"tool_name":"Bash","tool_input":["rm","-rf","/"]}'],
    ['a command that is a list', '{"tool_name":"Bash","tool_input":{"command":["rm","-rf","/"]}}'],
    ['a command that is an object', '{"tool_name":"Bash","tool_input":{"command":{"x":1}}}'],
    ['a path that is a list', '{"tool_name":"Write","tool_input":{"file_path":["a"],"content":"x"}}'],
    ['a content that is no text', '{"tool_name":"Write","tool_input":{"file_path":"a","content":{}}}'],
    ['edits that are a text', '{"tool_name":"MultiEdit","tool_input":{"file_path":"a","edits":"x"}}'],
  ]

  it.each([...UNREADABLE, ...CALLS])('D33: a tool call that is %s is for the user to decide', async (_, input) => {
    const { hookProcess: hook, spool } = aSandbox('presets: [all]\n')
    const { code, json, stderr } = await hook('PreToolUse', input)
    expect(code).toBe(0)
    expect(json['hookSpecificOutput']).toMatchObject({
      permissionDecision: 'ask',
      permissionDecisionReason: expect.stringMatching(/^Needs approval: Holdpoint cannot read this tool call/),
    })
    expect(stderr).toMatch(/^holdpoint: ERROR .*could not be read: .*; the user is asked\n$/s)
    expect(spool()).toMatchObject([{ event: 'PreToolUse', decision: 'ask', level: 'ERROR' }])
  })

  it.each(['{}', '{"session_id":"s1"}'])('T-ENG-05: %s passes in a hook run alone', async (input) => {
    const { hook } = aSandbox('presets: [all]\n')
    expect(await hook(['run', 'guard/no-catastrophe'], input)).toMatchObject({ code: 0, stdout: '', stderr: '' })
  })

  it.each(UNREADABLE)(
    'T-ENG-05: %s passes on other events and in a hook run alone, with an ERROR',
    async (_, input) => {
      const { hookProcess: hook, spool } = aSandbox('presets: [all]\n')
      for (const words of ['PostToolUse', 'Stop', ['run', 'guard/no-catastrophe']] as const) {
        const answer = await hook(words, input)
        expect(answer).toMatchObject({ code: 0, stdout: '' })
        expect(answer.stderr).toMatch(/^holdpoint: ERROR input could not be read: .*; the event passed unchecked\n$/s)
        expect(spool().at(-1)).toMatchObject({ decision: 'pass', level: 'ERROR' })
      }
    },
  )

  it.each([
    ['ls', undefined],
    ['rm -rf /', 'deny'],
  ])('a call without a name that runs %s is judged by its command', async (command, decision) => {
    const { hook } = aSandbox('presets: [recommended]\n')
    const { json } = await hook('PreToolUse', { tool_input: { command } })
    expect(json['hookSpecificOutput']).toEqual(
      decision === undefined ? undefined : expect.objectContaining({ permissionDecision: decision }),
    )
  })

  it('of two fields of one name the last one counts, as for the host', async () => {
    const { hook } = aSandbox('presets: [recommended]\n')
    const call = (command: string): string => `"tool_input":{"command":"${command}"}`
    const { json } = await hook('PreToolUse', `{"tool_name":"Bash",${call('ls')},${call('rm -rf /')}}`)
    expect(json['hookSpecificOutput']).toMatchObject({ permissionDecision: 'deny' })
  })

  it('ENG-13: nothing on stdin is an empty payload', async () => {
    const { hookProcess: hook } = aSandbox()
    expect(await hook('Stop', '')).toMatchObject({ code: 0, stdout: '', stderr: '' })
  })

  it('ENG-13: a secret in damaged input is shown to nobody', async () => {
    const { hook, spool } = aSandbox()
    const { stderr } = await hook('PreToolUse', 'API_KEY=hunter2')
    expect(stderr + JSON.stringify(spool())).not.toContain('hunter2')
  })
})

describe('the answer', () => {
  const delegated = (today: string): Record<string, string> => ({ [`.claude/scratchpad/writer/${today}.md`]: 'x' })

  it.each([
    ['blocks', 0],
    ['lets go with a message', 3],
  ])('T-ENG-17: a Stop hook that %s prints no hookSpecificOutput', async (_, stopsBefore) => {
    const { hook, write, today } = aSandbox()
    write(delegated(today))
    for (let n = 0; n < stopsBefore; n++) await hook('Stop')
    const { json } = await hook('Stop')
    expect(Object.keys(json)).toEqual(stopsBefore === 0 ? ['decision', 'reason'] : ['systemMessage'])
  })

  it('T-ENG-66: log lines go to stderr, stdout holds the JSON alone', async () => {
    const { hookProcess: hook } = aSandbox()
    const { code, stdout, stderr } = await hook('SubagentStop', { ...agent, hook_event_name: 'Stop' })
    expect(code).toBe(0)
    expect(Object.keys(JSON.parse(stdout) as object)).toEqual(['decision', 'reason'])
    expect(stderr).toMatch(/^holdpoint: .*\n$/)
  })

  it('ENG-22: quotes, backslashes, line breaks and emoji survive', async () => {
    const { hook, write, today } = aSandbox()
    const text = 'say "hi" \\ back\nnext 🙂 é'
    write({ [`.claude/scratchpad/ego/${today}.md`]: text })
    const { json } = await hook('SubagentStart', agent)
    expect(json).toMatchObject({ hookSpecificOutput: { hookEventName: 'SubagentStart' } })
    expect((json['hookSpecificOutput'] as Record<string, string>)['additionalContext']).toContain(text)
  })
})

describe('a mistake on the command line is one line and exit code 1', () => {
  const mistakes: readonly (readonly [readonly string[], RegExp])[] = [
    [['Stop', '--nonsense'], /unknown option --nonsense/],
    [['Stop', '--host', 'emacs'], /no host `emacs`; known: claude-code/],
    [['Stop', '--from'], /--from is ``; allowed: user, plugin, local, project/],
    [['Stop', 'Start'], /unexpected argument `Start`/],
    [['run'], /name a hook/],
    [['run', 'scratchpad/stp'], /there is no hook `scratchpad\/stp`\. Did you mean `scratchpad\/stop`\?/],
    [[], /no event named/],
  ]
  it.each(mistakes)('%j', async (words, message) => {
    const { hook } = aSandbox()
    const { code, stdout, stderr } = await hook(words, '{}')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })
})

describe('a tool call that cannot be judged is refused in the form of its agent', () => {
  it.each([
    [['PreToolUse', '--host', 'emacs']],
    [['BeforeTool', '--from', 'emacs/user']],
    [['PreToolUse', '--from', 'qwen/nowhere']],
  ])('%j: exit code 2 and one line', async (words) => {
    const { code, stdout, stderr } = await aSandbox().hook(words, '{}')
    expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 2, stdout: '', lines: 1 })
  })

  const others = HOSTS.filter(({ id }) => id !== 'claude-code').map(({ id }) => id)
  it.each(others.flatMap((id) => ['not JSON', '[]', '"x"', '{"tool_name":7}'].map((text) => [id, text] as const)))(
    '%s: %s',
    async (id, text) => {
      const host = await loadHost(id)
      const name = host.eventFor('tool.before') ?? ''
      const { stdout } = await aSandbox().hook([name, '--from', `${id}/user`], text)
      const ask = host.powers(name).includes('ask')
      expect(stdout).toMatch(ask ? /"permissionDecision":"ask"/ : /"deny"|"cancel":true/)
    },
  )
})

const missing = (type: string, day: string): string =>
  `Scratchpad missing or incomplete. Write to .claude/scratchpad/${type}/${day}.md with all three required sections before completing.`
