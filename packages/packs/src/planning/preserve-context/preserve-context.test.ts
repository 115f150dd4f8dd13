import { inPhase } from '../../../../../test/process/support/plan-files.ts'
import { playCase } from '../../../../testing/src/play-case.ts'
import { compactBefore, prompt } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import injects from '../inject-context/inject-context.ts'
import hook from './preserve-context.ts'

const files = inPhase('RESEARCH', { decisions: { 'Use Redis': 'Yes' }, gates: [{ phase: 1, verdict: 'PASS' }] })

testHook(hook, {
  pass: [{ name: 'no state', covers: ['PLN-H12-01', 'PLN-FM-24'], event: compactBefore(), git: {} }],
  context: [
    {
      name: 'the state of the plan',
      covers: 'PLN-H12-02',
      event: compactBefore('auto'),
      git: {},
      files,
      tells: ['<planning-state>\nphase: RESEARCH'],
    },
  ],
})

it('T-PLN-64: the same block as with every prompt', async () => {
  const [before, submitted] = await Promise.all([
    playCase(hook, { event: compactBefore(), git: {}, files }),
    playCase(injects, { event: prompt('x'), git: {}, files }),
  ])
  expect(before.context).toBe(submitted.context)
  expect(before.log).toBe('PRESERVE | phase=RESEARCH, mode=complete, decisions=1')
  expect(submitted.log).toBe('INJECT | phase=RESEARCH, mode=complete, decisions=1')
})
