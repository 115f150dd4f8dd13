import type { HookContext } from '../hook.ts'
import type { Verdict } from '../verdict.ts'
import { bash, engineOf, fakeHook } from '../../../../test/support/engine.ts'
import type { Approval, RefusedCall } from './approvals.ts'
import { handle } from './handle.ts'

const no = ({ deny }: HookContext): Verdict => deny('no')
const maybe = ({ ask }: HookContext): Verdict => ask('no')
const adds = ({ inject }: HookContext): Verdict => inject('Mind the gap.')

const REQUESTED: Approval = { state: 'requested', id: 'k3f9q2', how: 'Type x.' }
const USED: Approval = { state: 'used', id: 'k3f9q2' }

async function play(hooks: Parameters<typeof engineOf>[0], answer: Approval | Error | undefined) {
  const asked: RefusedCall[] = []
  const approvals = {
    hasGrant: () => Promise.resolve(answer instanceof Error || answer?.state === 'used'),
    settle: (call: RefusedCall) => {
      asked.push(call)
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
  }
  const outcome = await handle(bash('git push'), { ...engineOf(hooks), approvals })
  return { ...outcome, asked }
}

describe('a refused call', () => {
  it.each([
    ['a denial', no, 'deny'],
    ['a question', maybe, 'ask'],
  ] as const)('ends %s with the way to allow it', async (_, run, decision) => {
    const { verdict, approval } = await play([fakeHook('guard/a', run)], REQUESTED)
    expect(verdict).toMatchObject({ decision, reason: 'guard/a says no.\nType x.' })
    expect(approval).toEqual({ state: 'requested', id: 'k3f9q2' })
  })

  it('passes when the user has allowed it, and keeps what other hooks say', async () => {
    const { verdict, approval } = await play([fakeHook('guard/a', no), fakeHook('session/b', adds)], USED)
    expect(verdict).toMatchObject({
      decision: 'pass',
      context: 'Mind the gap.',
      notice: 'Allowed once by your grant k3f9q2.',
    })
    expect(verdict.reason).toBeUndefined()
    expect(approval).toEqual({ state: 'used', id: 'k3f9q2' })
  })

  it('that the user has allowed is judged by the hooks that its denial left out', async () => {
    const hooks = [fakeHook('guard/a', no, { order: 1 }), fakeHook('guard/b', maybe, { order: 2 })]
    expect((await play(hooks, REQUESTED)).asked[0]?.refusals).toHaveLength(1)
    expect((await play(hooks, USED)).asked[0]?.refusals).toHaveLength(2)
  })

  it('names every hook that objects, and no other', async () => {
    const { asked } = await play(
      [fakeHook('planning/a', no), fakeHook('own/b', maybe), fakeHook('own/c', adds)],
      undefined,
    )
    expect(asked[0]?.refusals).toEqual([
      { hook: 'planning/a', decision: 'deny', messageId: 'no' },
      { hook: 'own/b', decision: 'ask', messageId: 'no' },
    ])
  })

  it('stays refused when the store fails', async () => {
    const { verdict } = await play([fakeHook('guard/a', no)], new Error('disk full'))
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'guard/a says no.' })
  })

  it.each([
    ['a hook that is always on', fakeHook('guard/floor', no, { enabledBy: 'always' })],
    ['a hook that stops the agent', fakeHook('own/halt', () => ({ decision: 'deny', halt: 'Stop.', reason: 'x' }))],
  ])('cannot be allowed when denied by %s', async (_, hook) => {
    const { verdict, asked } = await play([hook, fakeHook('planning/a', no)], USED)
    expect(verdict.decision).toBe('deny')
    expect(asked).toEqual([])
  })

  it('can be allowed when a hook that is always on only asks', async () => {
    const { verdict } = await play([fakeHook('guard/floor', maybe, { enabledBy: 'always' })], USED)
    expect(verdict.decision).toBe('pass')
  })

  it('is the only thing that asks the store', async () => {
    expect((await play([fakeHook('guard/a', adds)], USED)).asked).toEqual([])
  })
})
