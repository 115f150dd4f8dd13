import fc from 'fast-check'
import type { Power } from '../host.ts'
import { refuses, type Verdict } from '../verdict.ts'
import { ALL_POWERS } from '../../../../test/support/engine.ts'
import { degrade } from './degrade.ts'

const without = (...missing: Power[]): readonly Power[] => ALL_POWERS.filter((power) => !missing.includes(power))

describe('degrade', () => {
  it.each<[string, Verdict, readonly Power[], Verdict]>([
    [
      'ask where no user can be asked',
      { decision: 'ask', reason: 'r' },
      without('ask'),
      { decision: 'deny', reason: 'r' },
    ],
    ['allow where approval is not ours', { decision: 'allow', reason: 'r' }, without('allow'), { decision: 'pass' }],
    [
      'feedback as context, and shown to the user',
      { decision: 'feedback', reason: 'r', context: 'c' },
      without('feedback'),
      { decision: 'pass', context: 'r\n\nc', notice: 'r' },
    ],
    [
      'T-ENG-25 a block where nothing can be blocked',
      { decision: 'block', reason: 'r' },
      without('refuse'),
      { decision: 'pass', notice: 'r' },
    ],
    [
      'ask where neither works',
      { decision: 'ask', reason: 'r' },
      without('ask', 'refuse'),
      { decision: 'pass', notice: 'r' },
    ],
    [
      'context where only the user listens',
      { decision: 'block', reason: 'r', context: 'c' },
      without('context'),
      { decision: 'block', reason: 'r', notice: 'c' },
    ],
    [
      'a rewrite with nothing to rewrite',
      { decision: 'pass', rewrite: { a: 1 } },
      without('rewrite', 'refuse'),
      { decision: 'pass' },
    ],
    [
      'everything possible',
      { decision: 'ask', reason: 'r', rewrite: { a: 1 }, context: 'c', notice: 'n' },
      ALL_POWERS,
      { decision: 'ask', reason: 'r', rewrite: { a: 1 }, context: 'c', notice: 'n' },
    ],
  ])('%s', (_, verdict, powers, expected) => {
    expect(degrade(verdict, powers).verdict).toEqual(expected)
  })

  it('refuses a call it cannot rewrite, and says what to do', () => {
    const { verdict, lowered } = degrade(
      { decision: 'pass', reason: 'Use tmp/.', rewrite: { command: 'x' } },
      without('rewrite'),
    )
    expect(verdict.decision).toBe('deny')
    expect(verdict.reason).toMatch(/^Use tmp\/\.\n.*Make the change yourself/)
    expect(verdict).not.toHaveProperty('rewrite')
    expect(lowered).toEqual(['rewrite -> deny'])
  })
})

const verdicts = fc.record(
  {
    decision: fc.constantFrom('pass', 'feedback', 'allow', 'ask', 'deny', 'block'),
    reason: fc.string(),
    context: fc.string({ minLength: 1 }),
    notice: fc.string({ minLength: 1 }),
    rewrite: fc.constant({ command: 'x' }),
  },
  { requiredKeys: ['decision'] },
) as fc.Arbitrary<Verdict>

describe('degrade, for any verdict and powers', () => {
  it('asks for no power the host lacks', () => {
    fc.assert(
      fc.property(verdicts, fc.subarray([...ALL_POWERS]), (verdict, powers) => {
        const { verdict: fitted } = degrade(verdict, powers)
        const has = (power: Power): boolean => powers.includes(power)
        if (refuses(fitted.decision)) expect(has('refuse')).toBe(true)
        if (fitted.decision === 'ask') expect(has('ask')).toBe(true)
        if (fitted.decision === 'allow') expect(has('allow')).toBe(true)
        if (fitted.decision === 'feedback') expect(has('feedback')).toBe(true)
        if (fitted.context !== undefined) expect(has('context')).toBe(true)
        if (fitted.rewrite !== undefined) expect(has('rewrite')).toBe(true)
      }),
    )
  })

  it('never turns an objection into an approval, and lowers nothing without a note', () => {
    fc.assert(
      fc.property(verdicts, fc.subarray([...ALL_POWERS]), (verdict, powers) => {
        const { verdict: fitted, lowered } = degrade(verdict, powers)
        if (refuses(verdict.decision) || verdict.decision === 'ask') expect(fitted.decision).not.toBe('allow')
        if (refuses(verdict.decision) && powers.includes('refuse')) expect(refuses(fitted.decision)).toBe(true)
        if (JSON.stringify(fitted) !== JSON.stringify(verdict)) expect(lowered.length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('a halt that the host cannot express', () => {
  it.each([
    ['tool.before', { decision: 'deny', reason: 'stop now' }],
    ['prompt.submit', { decision: 'block', reason: 'stop now' }],
    ['turn.stop', { decision: 'pass', notice: 'stop now' }],
    ['tool.after', { decision: 'pass', notice: 'stop now' }],
  ] as const)('at %s', (kind, expected) => {
    const { verdict, lowered } = degrade({ decision: 'pass', halt: 'stop now' }, without('halt'), kind)
    expect(verdict).toEqual(expected)
    expect(lowered).toHaveLength(1)
  })

  it('stays as it is where the host obeys it', () => {
    expect(degrade({ decision: 'pass', halt: 'stop now' }, ALL_POWERS, 'tool.before').lowered).toEqual([])
  })
})
