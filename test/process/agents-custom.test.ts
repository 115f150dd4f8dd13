import { aDispatcher, fakeHook } from './support/in-process.ts'

/** What the events of the agents document allow a hook of one's own. */

describe('a hook of one’s own', () => {
  it('T-AGT-15: run alone, blocks a prompt by exit code 2', async () => {
    const block = fakeHook({ id: 'agents/prompt', on: ['prompt.submit'] }, ({ block: say }) =>
      say('said', { text: 'Not today.' }),
    )
    const { ask } = aDispatcher([block])
    expect(await ask(['run', 'agents/prompt'], { prompt: 'Go' })).toMatchObject({
      code: 2,
      stderr: 'Not today.',
      json: { decision: 'block', reason: 'Not today.' },
    })
  })

  it('T-AGT-15: blocks a prompt, with a reason', async () => {
    const block = fakeHook({ id: 'own/prompt', on: ['prompt.submit'] }, ({ block: say }) =>
      say('said', { text: 'Not today.' }),
    )
    const { ask } = aDispatcher([block])
    expect(await ask('UserPromptSubmit', { prompt: 'Go' })).toMatchObject({
      code: 0,
      json: { decision: 'block', reason: 'Not today.' },
    })
  })

  it.each(['clear', 'logout', 'prompt_input_exit', 'bypass_permissions_disabled', 'other'])(
    'T-AGT-20: sees the end of a session for %s, and cannot keep it from ending',
    async (reason) => {
      const all = fakeHook({ id: 'own/all', on: ['session.end'] }, ({ block: say }) => say('said', { text: 'Stay.' }))
      const logout = fakeHook({ id: 'own/logout', on: ['session.end'], matcher: 'logout' }, ({ pass }) => pass)
      const { ask, spool } = aDispatcher([all, logout])
      const answer = await ask('SessionEnd', { reason, sessionId: 's1' })
      expect(answer).toMatchObject({ code: 0 })
      expect(answer.json).not.toHaveProperty('decision')
      expect(spool()[0]?.hooks.map(({ id }) => id)).toEqual(
        reason === 'logout' ? ['own/all', 'own/logout'] : ['own/all'],
      )
    },
  )

  it('T-AGT-31: gives a sub-agent context, and cannot keep it from starting', async () => {
    const tell = fakeHook({ id: 'own/tell', on: ['agent.start'], matcher: 'x' }, ({ inject }) =>
      inject('Use the new API.'),
    )
    const block = fakeHook({ id: 'own/block', on: ['agent.start'] }, ({ block: say }) => say('said', { text: 'No.' }))
    const { ask } = aDispatcher([tell, block])
    const { code, json } = await ask('SubagentStart', { agentType: 'x', agentName: 'n' })
    expect(code).toBe(0)
    expect(json).not.toHaveProperty('decision')
    expect(json['hookSpecificOutput']).toMatchObject({
      hookEventName: 'SubagentStart',
      additionalContext: expect.stringContaining('Use the new API.'),
    })
    expect((await ask('SubagentStart', { agentType: 'y' })).json['hookSpecificOutput'] ?? {}).not.toMatchObject({
      additionalContext: expect.stringContaining('Use the new API.'),
    })
  })
})
