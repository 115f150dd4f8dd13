import type { HookContext } from '../hook.ts'
import type { Verdict } from '../verdict.ts'
import { bash, fakeHook, play } from '../../../../test/support/engine.ts'

const no = ({ deny }: HookContext): Verdict => deny('no')
const maybe = ({ ask }: HookContext): Verdict => ask('no')
const rule = (...overrules: readonly string[]) =>
  fakeHook('own/rules', () => {
    const verdict: Verdict = { decision: 'allow', reason: 'Fine.', overrules }
    return { decision: 'allow', parts: [{ id: 'rules/fine', verdict }] }
  })

describe('a rule that overrules', () => {
  it('lifts the objection of the hook it names, and the audit keeps it', async () => {
    const { verdict, results } = await play(bash('ls'), [fakeHook('guard/a', no), rule('guard/a')])
    expect(verdict.decision).toBe('allow')
    expect(results).toMatchObject([{ id: 'guard/a', verdict: { decision: 'deny' }, overruledBy: 'rules/fine' }, {}])
  })

  it('lifts a question too', async () => {
    const { verdict } = await play(bash('ls'), [fakeHook('guard/a', maybe), rule('guard/a')])
    expect(verdict.decision).toBe('allow')
  })

  it('leaves every other objection, also of a hook that the denial had left out', async () => {
    const hooks = [fakeHook('guard/a', no, { order: 1 }), fakeHook('guard/b', no, { order: 2 }), rule('guard/a')]
    const { verdict } = await play(bash('ls'), hooks)
    expect(verdict).toMatchObject({ decision: 'deny', reason: expect.stringContaining('guard/b') })
  })

  it('does not lift a denial of a hook that is always on', async () => {
    const floor = fakeHook('guard/floor', no, { enabledBy: 'always' })
    expect((await play(bash('ls'), [floor, rule('guard/floor')])).verdict.decision).toBe('deny')
  })
})
