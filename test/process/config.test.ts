import { aSandbox, SCRATCHPAD } from './support/sandbox.ts'

const agent = { agent_id: 'a1', agent_type: 'writer' }
const BROKEN = 'presets: [scratchpad\n'

describe('a broken configuration', () => {
  it('leaves in force what was in force before, and the user is told once per session', async () => {
    const { hook, write } = aSandbox('presets: [scratchpad]\npacks: { scratchpad: { options: { max_blocks: 50 } } }\n')
    expect((await hook('SubagentStop', agent)).json).toMatchObject({ decision: 'block' })

    write({ 'holdpoint.yml': BROKEN })
    const first = await hook('Stop')
    expect(first.json['systemMessage']).toMatch(
      /^holdpoint: configuration problem.*holdpoint\.yml:\d+:\d+ .* Run `holdpoint validate`\.$/s,
    )
    // The fourth block in a row: the option of the last good file still counts.
    for (let n = 0; n < 3; n++) {
      expect((await hook('SubagentStop', agent)).json).toEqual({ decision: 'block', reason: expect.any(String) })
    }
    expect((await hook('Stop')).stdout).toBe('')
    expect((await hook('Stop', { session_id: 's2' })).json['systemMessage']).toMatch(/configuration problem/)
  })

  it('that never was whole keeps what is sound in it', async () => {
    const { hook } = aSandbox('presets: [scratchpad, nonsense]\n')
    const { json } = await hook('SubagentStop', agent)
    expect(json).toMatchObject({ decision: 'block', systemMessage: expect.stringContaining('`nonsense`') })
  })

  it('is told again where the user really sees it, when the first event shows nothing', async () => {
    const { hook, write } = aSandbox()
    write({ 'holdpoint.yml': BROKEN })
    await hook('SubagentStart', agent)
    expect((await hook('Stop')).json['systemMessage']).toMatch(/configuration problem/)
    expect((await hook('Stop')).stdout).toBe('')
  })

  it('mended is in force at the next event, without a word', async () => {
    const { hook, write } = aSandbox(BROKEN)
    await hook('Stop')
    write({ 'holdpoint.yml': SCRATCHPAD })
    expect((await hook('SubagentStop', agent)).json).toEqual({ decision: 'block', reason: expect.any(String) })
  })
})

describe('levels', () => {
  const passes: readonly (readonly [string, string, Record<string, string>])[] = [
    ['no preset', '', {}],
    ['the hook off', `${SCRATCHPAD}hooks: { scratchpad/subagent-stop: off }\n`, {}],
    ['the pack off', `${SCRATCHPAD}packs: { scratchpad: off }\n`, {}],
    ['HOLDPOINT_OFF with the hook', SCRATCHPAD, { HOLDPOINT_OFF: 'scratchpad/subagent-stop' }],
    ['HOLDPOINT_OFF with an alias', SCRATCHPAD, { HOLDPOINT_OFF: 'x, subagent-stop.py' }],
    ['HOLDPOINT_OFF with the pack', SCRATCHPAD, { HOLDPOINT_OFF: 'scratchpad' }],
  ]
  it.each(passes)('%s: nothing is blocked', async (_, config, env) => {
    const { hook } = aSandbox(config)
    const { code, json } = await hook('SubagentStop', agent, { env })
    expect(code).toBe(0)
    expect(json['decision']).toBeUndefined()
  })

  const warns: readonly (readonly [string, string, Record<string, string>])[] = [
    ['the hook at warn', `${SCRATCHPAD}hooks: { scratchpad/subagent-stop: warn }\n`, {}],
    ['HOLDPOINT_WARN', SCRATCHPAD, { HOLDPOINT_WARN: 'scratchpad' }],
  ]
  it.each(warns)('%s: it says what it would have done', async (_, config, env) => {
    const { hook, spool } = aSandbox(config)
    const { json } = await hook('SubagentStop', agent, { env })
    expect(Object.keys(json)).toEqual(['systemMessage'])
    expect(json['systemMessage']).toMatch(/Warning from scratchpad\/subagent-stop: Scratchpad missing/)
    expect(spool()).toMatchObject([{ decision: 'pass', hooks: [{ decision: 'pass', withheld: 'block' }] }])
  })

  const blocks: readonly (readonly [string, string, Record<string, string>])[] = [
    ['HOLDPOINT_PRESETS', '', { HOLDPOINT_PRESETS: 'scratchpad' }],
    ['HOLDPOINT_ON', `${SCRATCHPAD}packs: { scratchpad: off }\n`, { HOLDPOINT_ON: 'scratchpad/subagent-stop' }],
  ]
  it.each(blocks)('%s switches on for one run', async (_, config, env) => {
    const { hook } = aSandbox(config)
    expect((await hook('SubagentStop', agent)).stdout).toBe('')
    expect((await hook('SubagentStop', agent, { env })).json).toMatchObject({ decision: 'block' })
    expect((await hook('SubagentStop', agent)).stdout).toBe('')
  })
})

describe('a change', () => {
  it.each([
    ['of the project', 'holdpoint.yml'],
    ['of the local file', 'holdpoint.local.yml'],
  ])('%s counts at the next event', async (_, file) => {
    const { hook, write } = aSandbox()
    expect((await hook('SubagentStop', agent)).json).toMatchObject({ decision: 'block' })
    write({ [file]: `${SCRATCHPAD}hooks: { scratchpad/subagent-stop: { options: { exempt_agents: [writer] } } }\n` })
    expect((await hook('SubagentStop', agent)).stdout).toBe('')
    write({ [file]: `${SCRATCHPAD}hooks: { scratchpad/subagent-stop: { options: { exempt_agents: [reader] } } }\n` })
    expect((await hook('SubagentStop', agent)).json).toMatchObject({ decision: 'block' })
  })

  it('is noted in the audit as another configuration', async () => {
    const { hook, write, spool } = aSandbox()
    await hook('SubagentStop', agent)
    await hook('SubagentStop', agent)
    write({ 'holdpoint.yml': `${SCRATCHPAD}stop_block_cap: 2\n` })
    await hook('SubagentStop', agent)
    const [one, two, three] = spool().map((line) => (line as unknown as { digest: string }).digest)
    expect(one).toMatch(/^[0-9a-f]{16}$/)
    expect([two === one, three === one]).toEqual([true, false])
  })
})
