import type { HookContext } from '../hook.ts'
import { pass, type Verdict } from '../verdict.ts'
import { bash, claudeEvent, engineOf, fakeHook, memoryArea, play } from '../../../../test/support/engine.ts'
import { handle } from './handle.ts'

const no = ({ deny }: HookContext): Verdict => deny('no')
const fine = (): Verdict => pass
const broken = (): Verdict => {
  throw new Error('broken')
}

describe('handle: order and merging', () => {
  it('T-ENG-37 all groups are asked, and all their reasons reach the model', async () => {
    const hooks = [fakeHook('planning/h02', no), fakeHook('planning/h04', no), fakeHook('scratchpad/x', no)]
    const { verdict } = await play(bash('ls'), hooks)
    expect(verdict).toMatchObject({
      decision: 'deny',
      reason: 'planning/h02 says no.\nplanning/h04 says no.\nscratchpad/x says no.',
    })
  })

  it('ENG-56 the first denial ends the harness chain, and no other', async () => {
    const ran: string[] = []
    const spy = (id: string, run: (c: HookContext) => Verdict) => (c: HookContext) => {
      ran.push(id)
      return run(c)
    }
    await play(bash('ls'), [
      fakeHook('guard/a', spy('guard/a', no), { order: 1 }),
      fakeHook('quality/b', spy('quality/b', fine), { order: 2 }),
      fakeHook('planning/c', spy('planning/c', no)),
      fakeHook('planning/d', spy('planning/d', fine)),
    ])
    expect(ran).toEqual(['guard/a', 'planning/c', 'planning/d'])
  })

  it('what is refused already is not sent to anybody', async () => {
    const { results, verdict } = await play(bash('ls'), [
      fakeHook('guard/a', no),
      fakeHook('own/b', no, { asksOthers: true }),
      fakeHook('own/c', no),
    ])
    expect(results.map(({ id }) => id)).toEqual(['guard/a', 'own/c'])
    expect(verdict.reason).toBe('guard/a says no.\nown/c says no.')
  })

  it('several that answer as one are judged one by one', async () => {
    const both = (): Verdict => ({
      decision: 'deny',
      parts: [
        { id: 'rules/a', verdict: { decision: 'deny', reason: 'A.' } },
        { id: 'rules/b', verdict: { decision: 'pass', context: 'B.' }, withheld: 'deny' },
      ],
    })
    const { results, verdict } = await play(bash('ls'), [fakeHook('own/rules', both)])
    expect(results).toMatchObject([{ id: 'rules/a' }, { id: 'rules/b', withheld: 'deny' }])
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'A.', context: 'B.' })
  })

  it('of several that answer as one, each sees what one of them has rewritten', async () => {
    const rules = ({ event }: HookContext): Verdict => {
      const { command = '' } = 'tool' in event ? event.tool : {}
      if (command.includes('evil'))
        return { decision: 'deny', parts: [{ id: 'rules/a', verdict: { decision: 'deny', reason: 'Evil.' } }] }
      const rewrite = { command: 'evil' }
      return { decision: 'pass', rewrite, parts: [{ id: 'rules/b', verdict: { decision: 'pass', rewrite } }] }
    }
    const { verdict } = await play(bash('ls'), [fakeHook('own/rules', rules)])
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'Evil.' })
  })

  it('ENG-60 after a tool has run the chain goes to its end', async () => {
    const feedback = ({ feedback: say }: HookContext): Verdict => say('no')
    const { results, verdict } = await play(claudeEvent('PostToolUse', { tool_name: 'Write' }), [
      fakeHook('quality/a', feedback, { on: ['tool.after'] }),
      fakeHook('quality/b', feedback, { on: ['tool.after'] }),
    ])
    expect(results).toHaveLength(2)
    expect(verdict).toMatchObject({ decision: 'feedback', reason: 'quality/a says no.\nquality/b says no.' })
  })

  it('T-ENG-14 ENG-59 rewrites compose, keep the other fields, and later hooks see them', async () => {
    const append =
      (word: string) =>
      ({ event, rewrite }: HookContext) => {
        if (event.kind !== 'tool.before') throw new Error('unexpected event')
        return rewrite({ command: `${event.tool.command} ${word}` }, 'note')
      }
    const { verdict } = await play(bash('a'), [fakeHook('guard/b', append('b')), fakeHook('guard/c', append('c'))])
    expect(verdict).toMatchObject({ decision: 'pass', rewrite: { command: 'a b c', description: 'why' } })
  })

  it('a gate that ran before the rewrite sees the result too', async () => {
    const noEvil = ({ event, deny }: HookContext): Verdict =>
      'tool' in event && event.tool.command?.includes('evil') === true ? deny('no') : pass
    const toEvil = ({ rewrite }: HookContext): Verdict => rewrite({ command: 'evil' }, 'note')
    const { verdict } = await play(bash('ls'), [fakeHook('guard/gate', noEvil), fakeHook('own/rule', toEvil)])
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'guard/gate says no.' })
    expect(verdict).not.toHaveProperty('rewrite')
  })

  it('D9 an approval of the words before a rewrite is not an approval of those after it', async () => {
    const approve = ({ allow }: HookContext): Verdict => allow('note')
    const change = ({ rewrite }: HookContext): Verdict => rewrite({ command: 'other' }, 'note')
    const early = await play(bash('ls'), [fakeHook('guard/a', approve), fakeHook('guard/b', change)])
    const late = await play(bash('ls'), [fakeHook('guard/a', change), fakeHook('guard/b', approve)])
    expect(early.verdict.decision).toBe('pass')
    expect(late.verdict.decision).toBe('allow')
  })

  it('level warn says what would have happened, and lets it happen', async () => {
    const { verdict, results } = await play(bash('ls'), [fakeHook('a/x', no)], { set: { 'a/x': { level: 'warn' } } })
    const said = 'Warning from a/x: a/x says no.'
    expect(verdict).toEqual({ decision: 'pass', context: said, notice: said })
    expect(results[0]?.withheld).toBe('deny')
  })
})

describe('handle: failures', () => {
  it('ENG-77 D8 an open hook that fails passes, is counted, and is announced once', async () => {
    const area = memoryArea()
    const first = await play(bash('ls'), [fakeHook('a/x', broken)], { area })
    const second = await play(bash('ls'), [fakeHook('a/x', broken)], { area })
    expect(first.verdict).toEqual({
      decision: 'pass',
      notice: 'Hook a/x encountered an unexpected error (exit 1). Failing open. (broken)',
    })
    expect(second.verdict).toEqual({ decision: 'pass' })
    expect(area.get('engine')).toMatchObject({ failures: { 'a/x': 2 } })
  })

  it('D8 a closed hook denies when it fails, however often', async () => {
    const area = memoryArea()
    const hooks = [fakeHook('guard/x', broken, { onError: 'closed' })]
    for (let round = 0; round < 5; round++) {
      const { verdict } = await play(bash('ls'), hooks, { area })
      expect(verdict).toMatchObject({
        decision: 'deny',
        reason: expect.stringContaining('could not check this (broken)'),
      })
    }
  })

  it.each([
    ['fails', broken],
    ['is too slow', (): Promise<Verdict> => new Promise(() => undefined)],
  ])('a hook that leaves its failure to the user asks when it %s', async (_, run) => {
    const hooks = [fakeHook('guard/x', run, { onError: 'ask', timeoutMs: 20 })]
    const { verdict } = await play(bash('ls'), hooks)
    expect(verdict).toMatchObject({ decision: 'ask', reason: expect.stringContaining('guard/x could not check this') })
  })

  it.each([
    ['returns nothing', () => undefined],
    ['returns text', () => 'deny'],
    ['returns an unknown decision', () => ({ decision: 'maybe' })],
    ['rejects', () => Promise.reject(new Error('later'))],
    ['names a message it has not', ({ deny }: HookContext) => deny('nowhere')],
  ])('a hook that %s has failed, not passed', async (_, run) => {
    const { results } = await play(bash('ls'), [fakeHook('a/x', run as () => Verdict)])
    expect(results[0]?.failure?.kind).toBe('error')
  })

  it('code that cannot be loaded is a failure of that hook alone', async () => {
    const engine = engineOf([fakeHook('a/lost', fine), fakeHook('a/x', no)])
    const { verdict, results } = await handle(bash('ls'), {
      ...engine,
      load: (id) => (id === 'a/lost' ? Promise.reject(new Error('no such file')) : engine.load(id)),
    })
    expect(verdict.decision).toBe('deny')
    expect(results[0]?.failure?.message).toBe('no such file')
  })

  it('ENG-78 a hook that never answers is ended, and its signal fires', async () => {
    let aborted = false
    const forever = ({ signal }: HookContext): Promise<Verdict> => {
      signal.addEventListener('abort', () => (aborted = true))
      return new Promise(() => undefined)
    }
    const { results, verdict } = await play(bash('ls'), [fakeHook('a/x', forever, { timeoutMs: 20 })])
    expect(results[0]?.failure?.kind).toBe('timeout')
    expect(verdict.decision).toBe('pass')
    expect(aborted).toBe(true)
  })

  it('ENG-78 a hook that asks for its signal only after its time is up finds it aborted', async () => {
    let late: boolean | undefined
    const slow = async (context: HookContext): Promise<Verdict> => {
      await new Promise((resolve) => setTimeout(resolve, 60))
      late = context.signal.aborted
      return pass
    }
    await play(bash('ls'), [fakeHook('a/x', slow, { timeoutMs: 20 })])
    await vi.waitFor(() => expect(late).toBe(true))
  })

  it('one slow hook does not silence the next, and a closed one denies when its time is up', async () => {
    const forever = (): Promise<Verdict> => new Promise(() => undefined)
    const { verdict } = await play(bash('ls'), [
      fakeHook('a/slow', forever, { timeoutMs: 20 }),
      fakeHook('b/closed', forever, { timeoutMs: 20, onError: 'closed' }),
      fakeHook('c/x', no),
    ])
    expect(verdict.decision).toBe('deny')
    expect(verdict.reason).toMatch(/b\/closed could not check this[\s\S]*c\/x says no\./)
  })
})
