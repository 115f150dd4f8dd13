import { mixIn, withinSession } from './mix.mjs'

describe('the mix', () => {
  const events = mixIn('/project', { HOME: '/home/dev' })
  const payloads = events.map(({ input }) => JSON.parse(input))
  const calls = payloads.filter(({ hook_event_name: name }) => name === 'PreToolUse')

  it('has the proportions of a session', () => {
    expect(events.length).toBeGreaterThanOrEqual(100)
    const commands = calls.filter(({ tool_name: tool }) => tool === 'Bash')
    expect(commands.length / calls.length).toBeGreaterThanOrEqual(0.4)
    expect(commands.length / calls.length).toBeLessThanOrEqual(0.5)
    expect(new Set(commands.map(({ tool_input: input }) => input.command)).size).toBeGreaterThanOrEqual(
      commands.length - 1,
    )
    expect(new Set(events.map(({ name }) => name))).toEqual(
      new Set([
        'SessionStart',
        'UserPromptSubmit',
        'PreToolUse',
        'PostToolUse',
        'PostToolUseFailure',
        'Stop',
        'SubagentStart',
        'SubagentStop',
        'Notification',
        'PreCompact',
        'SessionEnd',
      ]),
    )
  })

  it('has an end for every call of a tool', () => {
    const ends = payloads.filter(({ hook_event_name: name }) => name.startsWith('PostToolUse'))
    const byId = (list) => list.map(({ tool_use_id: id, tool_name: tool }) => `${id} ${tool}`).toSorted()
    expect(byId(ends)).toEqual(byId(calls))
  })

  it('is one session, in its project', () => {
    expect(events[0].name).toBe('SessionStart')
    expect(events.at(-1).name).toBe('SessionEnd')
    expect(new Set(payloads.map(({ session_id: id, cwd }) => `${id} ${cwd}`)).size).toBe(1)
    expect(events.filter(({ input }) => input.includes('{{'))).toEqual([])
    expect(withinSession(events)).toHaveLength(events.length - 3)
  })
})
