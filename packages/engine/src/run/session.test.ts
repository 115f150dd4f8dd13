import type { HookContext } from '../hook.ts'
import type { Host } from '../host.ts'
import type { Verdict } from '../verdict.ts'
import { claudeCode } from '../../../hosts/src/claude-code/claude-code.ts'
import { bash, claudeEvent, engineOf, fakeHook, memoryArea, play } from '../../../../test/support/engine.ts'
import { handle } from './handle.ts'

const no = ({ deny }: HookContext): Verdict => deny('no')

describe('handle: circuit breaker', () => {
  const withCount = (count: number) => memoryArea({ engine: { failures: { 'planning/h04': count } } })
  const hooks = [fakeHook('planning/h04', no)]

  it('T-ENG-45 after three failures the hook is skipped, and the user informed', async () => {
    const { verdict, results } = await play(bash('ls'), hooks, { area: withCount(3) })
    expect(verdict).toEqual({
      decision: 'pass',
      notice: 'Hook planning/h04 circuit breaker OPEN (3+ failures). Skipping validation.',
    })
    expect(results[0]?.skipped).toBe('breaker')
  })

  it('T-ENG-47 ENG-80 a clean run, also one that denies, starts the count again', async () => {
    const area = withCount(2)
    await play(bash('ls'), hooks, { area })
    expect(area.get('engine')).toMatchObject({ failures: {} })
  })

  it('T-ENG-48 once open it stays open for the session; another session is enforced', async () => {
    const area = withCount(3)
    await play(bash('ls'), hooks, { area })
    expect((await play(bash('ls'), hooks, { area })).verdict.decision).toBe('pass')
    expect((await play(bash('ls'), hooks)).verdict.decision).toBe('deny')
  })

  it('T-ENG-49 the threshold comes from the configuration', async () => {
    const { verdict } = await play(bash('ls'), hooks, { area: withCount(3), settings: { breakerThreshold: 5 } })
    expect(verdict.decision).toBe('deny')
  })

  it('ENG-83 a closed hook is never skipped', async () => {
    const closed = [fakeHook('planning/h04', no, { onError: 'closed' })]
    expect((await play(bash('ls'), closed, { area: withCount(9) })).verdict.decision).toBe('deny')
  })

  it.each([['nonsense'], [{ failures: 'x', stops: 3, told: {} }], [{ failures: { 'planning/h04': '9' } }], [null]])(
    'ENG-82 a damaged memory counts as empty: %j',
    async (engine) => {
      expect((await play(bash('ls'), hooks, { area: memoryArea({ engine }) })).verdict.decision).toBe('deny')
    },
  )
})

describe('handle: development mode', () => {
  it('T-ENG-50 ENG-86 skips the packs it is for, and never a closed hook', async () => {
    const hooks = [
      fakeHook('planning/open', no),
      fakeHook('planning/closed', no, { onError: 'closed' }),
      fakeHook('scratchpad/other', no),
    ]
    const { verdict, results } = await play(bash('ls'), hooks, { devMode: true })
    expect(verdict.reason).toBe('planning/closed says no.\nscratchpad/other says no.')
    expect(results.find(({ id }) => id === 'planning/open')?.skipped).toBe('dev-mode')
    const everywhere = { file: 'x', packs: ['planning', 'scratchpad'] }
    const wide = await play(bash('ls'), hooks, { devMode: true, settings: { devMode: everywhere } })
    expect(wide.verdict.reason).toBe('planning/closed says no.')
  })
})

describe('handle: stops', () => {
  const block = ({ block: say }: HookContext): Verdict => say('no')
  const hooks = [fakeHook('a/x', block, { on: ['turn.stop', 'agent.stop'] })]
  const stop = claudeEvent('Stop')
  const decisions = async (count: number, area = memoryArea()): Promise<string[]> => {
    const list: string[] = []
    for (let round = 0; round < count; round++) list.push((await play(stop, hooks, { area })).verdict.decision)
    return list
  }

  it('D11 five blocks in a row, then the agent may stop, with a notice', async () => {
    const area = memoryArea()
    expect(await decisions(5, area)).toEqual(['block', 'block', 'block', 'block', 'block'])
    const { verdict } = await play(stop, hooks, { area })
    expect(verdict).toMatchObject({ decision: 'pass', notice: expect.stringContaining('a/x says no.') })
  })

  it('D11 a prompt of the user starts the count again, the report of a task does not', async () => {
    const area = memoryArea()
    await decisions(5, area)
    await play(claudeEvent('UserPromptSubmit', { prompt: '<task-notification>done</task-notification>' }), hooks, {
      area,
    })
    expect(await decisions(1, area)).toEqual(['pass'])
    await play(claudeEvent('UserPromptSubmit', { prompt: 'go on' }), hooks, { area })
    expect(await decisions(1, area)).toEqual(['block'])
  })

  it('the reason of a blocked stop that comes back as a prompt is not from the user', async () => {
    const area = memoryArea()
    const decisions: string[] = []
    for (let round = 0; round < 6; round++) {
      const { verdict } = await play(stop, hooks, { area })
      decisions.push(verdict.decision)
      await play(claudeEvent('UserPromptSubmit', { prompt: `\n${verdict.reason}\n` }), hooks, { area })
    }
    expect(decisions).toEqual([...Array(5).fill('block'), 'pass'])
  })

  it('D11 the cap holds for an agent named like what every object has', async () => {
    const area = memoryArea()
    const agent = claudeEvent('SubagentStop', { agent_id: 'constructor', agent_type: 'writer' })
    const list: string[] = []
    for (let round = 0; round < 6; round++) list.push((await play(agent, hooks, { area })).verdict.decision)
    expect(list).toEqual(['block', 'block', 'block', 'block', 'block', 'pass'])
  })

  it('D11 every sub-agent has a count of its own', async () => {
    const area = memoryArea()
    await decisions(5, area)
    const agent = claudeEvent('SubagentStop', { agent_id: 'a1', agent_type: 'writer' })
    expect((await play(agent, hooks, { area })).verdict.decision).toBe('block')
  })
})

describe('handle: what outlives an event', () => {
  const inject = ({ inject: say }: HookContext): Verdict => say('the plan')
  const hooks = [fakeHook('a/x', inject, { on: ['compact.before'], role: 'context' })]
  const started = (source: string) => claudeEvent('SessionStart', { source })

  it('T-ENG-19 ENG-30 context given before a compaction is given once more after it', async () => {
    const area = memoryArea()
    expect((await play(claudeEvent('PreCompact'), hooks, { area })).verdict.context).toBe('the plan')
    expect((await play(started('resume'), hooks, { area })).verdict.context).toBeUndefined()
    expect((await play(started('compact'), hooks, { area })).verdict.context).toBe('the plan')
    expect((await play(started('compact'), hooks, { area })).verdict.context).toBeUndefined()
  })

  it('context waits for a prompt of the user where the model is told nothing at the start of a session', async () => {
    const area = memoryArea()
    const host: Host = {
      ...claudeCode,
      powers: (name) => claudeCode.powers(name).filter((power) => name !== 'SessionStart' || power !== 'context'),
    }
    const greets = [
      fakeHook('a/x', inject, { on: ['session.start'], role: 'context' }),
      fakeHook(
        'a/y',
        ({ event, block }) => (JSON.stringify(event.raw).includes('bad') ? block('no') : { decision: 'pass' }),
        {
          on: ['prompt.submit'],
        },
      ),
    ]
    const prompt = (text: string) => claudeEvent('UserPromptSubmit', { prompt: text })
    const start = await play(started('startup'), greets, { area, host })
    expect([start.verdict, start.lowered]).toEqual([{ decision: 'pass' }, ['context -> next prompt']])
    expect((await play(prompt('bad'), greets, { area, host })).verdict.context).toBeUndefined()
    expect((await play(prompt('good'), greets, { area, host })).verdict.context).toBe('the plan')
    expect((await play(prompt('good'), greets, { area, host })).verdict.context).toBeUndefined()
  })

  it('a notice that the host does not show is shown at the next event that can', async () => {
    const area = memoryArea()
    const quiet = [fakeHook('a/x', ({ notice }) => notice('note'), { on: ['compact.before'] })]
    expect((await play(claudeEvent('PreCompact'), quiet, { area })).verdict.notice).toBeUndefined()
    expect((await play(bash('ls'), quiet, { area })).verdict.notice).toBe('a/x notes.')
    expect((await play(bash('ls'), quiet, { area })).verdict.notice).toBeUndefined()
  })

  it('what was not committed is not forgotten either', async () => {
    const area = memoryArea()
    await play(claudeEvent('PreCompact'), hooks, { area })
    await handle(started('compact'), engineOf(hooks, { area }))
    expect((await play(started('compact'), hooks, { area })).verdict.context).toBe('the plan')
  })
})
