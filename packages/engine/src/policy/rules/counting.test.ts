import { join } from 'node:path'
import { hookOf, rulesOf } from '../../../../../test/support/rules.ts'
import { openMemo, openEffects } from '@holdpoint/runtime'
import type { EventBody } from '../../event.ts'
import type { Hook } from '../../hook.ts'
import type { Services } from '../../services.ts'
import { openArea } from '@holdpoint/runtime/system'
import { prompt, shell } from '../../../../testing/src/events.ts'
import { eventIn } from '../../../../testing/src/play-case.ts'
import { temporaryDirectory } from '../../../../testing/src/repository.ts'
import { rulesHook } from './hook.ts'

const place = temporaryDirectory('holdpoint-state-')
afterAll(() => place.dispose())
let serial = 0

/** A project in which the test sets the time. */
function aProject() {
  const folder = join(place.path, String(++serial))
  let now = Date.parse('2026-03-01T12:00:00Z')
  const inSession = (session: string) => {
    const state = { session: openArea(join(folder, session)), project: openArea(join(folder, 'project')) }
    /** Each call as in a process of its own. */
    return async (hook: Hook, body: EventBody | string, memo = openMemo()): Promise<string> => {
      const event = eventIn(folder, typeof body === 'string' ? shell(body) : body, new Date(now))
      const services = {
        now: () => new Date(now),
        env: () => undefined,
        memo,
        state,
        effects: openEffects(() => ({})),
        files: { real: (path: string) => path, stat: () => undefined },
        git: { state: () => undefined },
      } as unknown as Services
      const { parts = [] } = await hook.run({ event, services } as Parameters<Hook['run']>[0])
      return parts.map(({ verdict: { decision, notice } }) => (notice === undefined ? decision : 'warn')).join()
    }
  }
  return { inSession, wait: (minutes: number) => void (now += minutes * 60_000), folder }
}

const repeat = async (count: number, step: () => Promise<string>): Promise<readonly string[]> => {
  const answers: string[] = []
  for (let n = 0; n < count; n++) answers.push(await step())
  return answers
}

const RULE = { when: { runs: 'curl' }, then: 'deny' }

describe('limit', () => {
  it('speaks only above the number of calls', async () => {
    const play = aProject().inSession('s1')
    const hook = hookOf({ ...RULE, limit: { calls: 2, per: 'session' } })
    expect(await repeat(4, () => play(hook, 'curl x'))).toEqual(['', '', 'deny', 'deny'])
  })

  it('counts only what matches', async () => {
    const play = aProject().inSession('s1')
    const hook = hookOf({ ...RULE, limit: { calls: 1, per: 'session' } })
    await repeat(3, () => play(hook, 'wget x'))
    expect(await repeat(2, () => play(hook, 'curl x'))).toEqual(['', 'deny'])
  })

  it('a session counts for itself, a time for the whole project', async () => {
    const { inSession } = aProject()
    const perSession = hookOf({ ...RULE, limit: { calls: 1, per: 'session' } })
    expect(await inSession('s1')(perSession, 'curl x')).toBe('')
    expect(await inSession('s2')(perSession, 'curl x')).toBe('')
    const perHour = rulesHook(rulesOf({ other: { ...RULE, limit: { calls: 1, per: 'hour' } } }))
    expect(await inSession('s1')(perHour, 'curl x')).toBe('')
    expect(await inSession('s2')(perHour, 'curl x')).toBe('deny')
  })

  it.each([
    ['10m', 10],
    ['hour', 60],
    ['day', 24 * 60],
    ['minute', 1],
  ])('per %s: a call is let through when one before it is old enough', async (per, minutes) => {
    const { inSession, wait } = aProject()
    const play = inSession('s1')
    const hook = hookOf({ ...RULE, limit: { calls: 2, per } })
    expect(await play(hook, 'curl x')).toBe('')
    wait(minutes / 2)
    expect(await repeat(2, () => play(hook, 'curl x'))).toEqual(['', 'deny'])
    wait(minutes / 2)
    expect(await repeat(2, () => play(hook, 'curl x'))).toEqual(['', 'deny'])
  })

  it('per turn: starts again when the user speaks, and only then', async () => {
    const play = aProject().inSession('s1')
    const hook = hookOf({ ...RULE, limit: { calls: 1, per: 'turn' } })
    expect(hook.meta.on).toContain('prompt.submit')
    expect(await repeat(2, () => play(hook, 'curl x'))).toEqual(['', 'deny'])
    await play(hook, { ...prompt('wake up'), fromUser: false } as EventBody)
    expect(await play(hook, 'curl x')).toBe('deny')
    await play(hook, prompt('go on'))
    expect(await repeat(2, () => play(hook, 'curl x'))).toEqual(['', 'deny'])
  })

  it('T-ENG-55: no number of calls at once gets past it', async () => {
    const { inSession } = aProject()
    const hook = hookOf({ ...RULE, limit: { calls: 25, per: 'session' } })
    const answers = await Promise.all(Array.from({ length: 60 }, () => inSession('s1')(hook, 'curl x')))
    expect(answers.filter((answer) => answer === '')).toHaveLength(25)
  })

  it('one call counts once, also when a rewrite makes the rules look twice', async () => {
    const play = aProject().inSession('s1')
    const hook = hookOf({ ...RULE, limit: { calls: 2, per: 'session' } })
    const memo = openMemo()
    expect(await play(hook, 'curl x', memo)).toBe('')
    expect(await play(hook, 'curl y', memo)).toBe('')
    expect(await repeat(2, () => play(hook, 'curl x'))).toEqual(['', 'deny'])
  })

  it('a call that may be one counts, and above the limit asks', async () => {
    const play = aProject().inSession('s1')
    const hook = hookOf({ when: { runs: 'npm publish' }, then: 'deny', limit: { calls: 1, per: 'session' } })
    expect(await repeat(2, () => play(hook, 'npm $X'))).toEqual(['', 'ask'])
    expect(await play(hook, 'npm publish')).toBe('deny')
  })

  it('a damaged count starts again, a place that cannot be written refuses', async () => {
    const { folder } = aProject()
    const hook = hookOf({ ...RULE, limit: { calls: 1, per: 'session' } })
    const broken = {
      get: () => undefined,
      update: () => {
        throw new Error('disk full')
      },
    }
    const event = eventIn(folder, shell('curl x'), new Date(0))
    const services = {
      now: () => new Date(0),
      memo: openMemo(),
      state: { session: broken, project: broken },
      effects: openEffects(() => ({})),
      env: () => undefined,
    } as unknown as Services
    const verdict = await hook.run({ event, services } as Parameters<Hook['run']>[0])
    expect(verdict.decision).toBe('deny')
    expect(verdict.parts?.[0]).toMatchObject({ failure: { message: 'disk full' } })
    const area = openArea(join(folder, 's1'))
    area.update('limit-kept-rules-rule', () => ({ 'rules/rule': { times: 'x' } }))
    expect(await aProject().inSession('s1')(hook, 'curl x')).toBe('')
  })
})

describe('escalate', () => {
  const first = { when: { runs: 'curl' }, then: 'warn' }

  it('warns first, refuses when it happens again', async () => {
    const play = aProject().inSession('s1')
    const hook = hookOf({ ...first, escalate: { after: 2, to: 'deny' } })
    expect(await repeat(4, () => play(hook, 'curl x'))).toEqual(['warn', 'warn', 'deny', 'deny'])
  })

  it('within a time: goes back to warning when it was quiet for long enough', async () => {
    const { inSession, wait } = aProject()
    const play = inSession('s1')
    const hook = hookOf({ ...first, escalate: { after: 1, to: 'ask', within: '10m' } })
    expect(await repeat(2, () => play(hook, 'curl x'))).toEqual(['warn', 'ask'])
    wait(9)
    expect(await play(hook, 'curl x')).toBe('ask')
    wait(10)
    expect(await play(hook, 'curl x')).toBe('warn')
  })

  it('together with a limit', async () => {
    const play = aProject().inSession('s1')
    const hook = hookOf({ ...first, limit: { calls: 1, per: 'session' }, escalate: { after: 1, to: 'deny' } })
    expect(await repeat(3, () => play(hook, 'curl x'))).toEqual(['', 'warn', 'deny'])
  })
})
