import { bash, claudeEvent, fakeHook, play } from '../../../../test/support/engine.ts'
import type { HookContext } from '../hook.ts'
import type { Services } from '../services.ts'
import { pass, type Verdict } from '../verdict.ts'

const at = (level: 'observe' | 'warn' | 'on') => ({ set: { 'a/x': { level } } })
const observing = at('observe')

const VERDICTS: readonly (readonly [withheld: string, verdict: Verdict, reason: string])[] = [
  ['deny', { decision: 'deny', messageId: 'no', reason: 'Because.' }, 'Because.'],
  ['ask', { decision: 'ask', messageId: 'no', reason: 'Sure?' }, 'Sure?'],
  ['allow', { decision: 'allow', messageId: 'no', reason: 'Fine.' }, 'Fine.'],
  ['feedback', { decision: 'feedback', messageId: 'no', reason: 'Look.' }, 'Look.'],
  ['block', { decision: 'block', messageId: 'no', reason: 'Stay.' }, 'Stay.'],
  ['rewrite', { decision: 'pass', messageId: 'no', reason: 'Other.', rewrite: { command: 'true' } }, 'Other.'],
  ['context', { decision: 'pass', context: 'Mind this.' }, 'Mind this.'],
  ['notice', { decision: 'pass', messageId: 'note', notice: 'By the way.' }, 'By the way.'],
  ['block', { decision: 'pass', reason: 'Stop.', halt: 'All of it.' }, 'Stop.'],
  ['deny', { decision: 'deny', reason: 'No.', context: 'And this.', notice: 'And that.' }, 'No.'],
]

describe('level observe', () => {
  it.each(VERDICTS)('%s is written down, and nothing follows from it: %j', async (withheld, given, reason) => {
    const { verdict, results, lowered } = await play(bash('ls x'), [fakeHook('a/x', () => given)], observing)
    expect(verdict).toEqual(pass)
    expect(lowered).toEqual([])
    expect(results).toMatchObject([{ id: 'a/x', observed: true, withheld, verdict: { decision: 'pass', reason } }])
    expect(
      Object.keys(results[0]?.verdict ?? {}).filter((key) => ['context', 'notice', 'rewrite', 'halt'].includes(key)),
    ).toEqual([])
  })

  it('a hook that has nothing to say withholds nothing', async () => {
    const { results } = await play(bash('ls x'), [fakeHook('a/x', () => pass)], observing)
    expect(results[0]).toMatchObject({ observed: true, verdict: pass })
    expect(results[0]).not.toHaveProperty('withheld')
  })

  it('holds back no other hook, and hides none of its words', async () => {
    const other = fakeHook('b/y', () => ({ decision: 'ask', reason: 'Sure?' }))
    const { verdict } = await play(
      bash('ls x'),
      [fakeHook('a/x', () => ({ decision: 'deny', reason: 'No.' })), other],
      observing,
    )
    expect(verdict).toMatchObject({ decision: 'ask', reason: 'Sure?' })
  })

  it('a rewrite is not what the next hook sees', async () => {
    const seen: unknown[] = []
    const next = fakeHook('b/y', ({ event }) => (seen.push('tool' in event && event.tool.input['command']), pass))
    const { verdict } = await play(
      bash('ls x'),
      [fakeHook('a/x', () => ({ decision: 'pass', rewrite: { command: 'true' } })), next],
      observing,
    )
    expect(seen).toEqual(['ls x'])
    expect(verdict).not.toHaveProperty('rewrite')
  })

  it('a stop is not held up', async () => {
    const hook = fakeHook('a/x', () => ({ decision: 'block', reason: 'Stay.' }), { on: ['turn.stop'] })
    expect((await play(claudeEvent('Stop'), [hook], observing)).verdict).toEqual(pass)
  })

  it('a hook that fails closed refuses nothing either, and its failure is announced', async () => {
    const hook = fakeHook(
      'a/x',
      () => {
        throw new Error('broken')
      },
      { onError: 'closed' },
    )
    const { verdict, results } = await play(bash('ls x'), [hook], observing)
    expect(verdict.decision).toBe('pass')
    expect(results).toMatchObject([{ withheld: 'deny', observed: true, failure: { message: 'broken' } }])
  })

  it('an approval is withheld as well', async () => {
    const hook = fakeHook('a/x', () => ({ decision: 'allow', reason: 'Read-only.' }))
    const { verdict, results } = await play(bash('ls'), [hook], observing)
    expect(verdict).toEqual(pass)
    expect(results).toMatchObject([{ withheld: 'allow', observed: true }])
    expect((await play(bash('ls'), [hook], at('on'))).verdict.decision).toBe('allow')
  })

  it('of several that answer as one each is withheld', async () => {
    const parts = [
      { id: 'rules/a', verdict: { decision: 'deny', reason: 'a' } as const },
      { id: 'rules/b', verdict: pass },
    ]
    const { verdict, results } = await play(bash('ls x'), [fakeHook('a/x', () => ({ ...pass, parts }))], observing)
    expect(verdict).toEqual(pass)
    expect(results).toMatchObject([
      { id: 'rules/a', withheld: 'deny', observed: true },
      { id: 'rules/b', observed: true },
    ])
  })

  it('what the hook would write, export or start is left undone; what it remembers is not', async () => {
    const done: string[] = []
    const note = (what: string) => () => void done.push(what)
    const services = {
      exportVariables: note('export'),
      files: { write: note('write'), append: note('append'), remove: note('remove'), read: () => 'text' },
      background: { request: () => (done.push('job'), Promise.resolve(true)) },
      state: { session: { get: () => undefined, update: note('state') } },
    } as unknown as Services
    const run = async ({ services: given }: HookContext): Promise<Verdict> => {
      given.exportVariables({ A: 'b' })
      given.files.write('/f', '')
      given.files.append('/f', '')
      given.files.remove('/f')
      given.state.session.update('x', () => 1)
      expect(given.files.read('/f')).toBe('text')
      expect(given.isObserved).toBe(true)
      return (await given.background.request('j', 'n', 1)) ? { decision: 'deny' } : pass
    }
    const hook = fakeHook('a/x', run)
    const { engineOf } = await import('../../../../test/support/engine.ts')
    const { handle } = await import('./handle.ts')
    await handle(bash('ls x'), { ...engineOf([hook], observing), services: () => services })
    expect(done).toEqual(['state'])
  })
})
