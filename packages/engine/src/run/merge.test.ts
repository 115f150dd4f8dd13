import fc from 'fast-check'
import type { Decision, Verdict } from '../verdict.ts'
import { merge, type Judged } from './merge.ts'

const judged = (verdict: Verdict, onFinalInput = true): Judged => ({
  result: { id: 'p/h', verdict, ms: 0 },
  onFinalInput,
})
const says = (decision: Decision, reason: string): Judged => judged({ decision, reason })

describe('merge', () => {
  it.each<[string, Judged[], Partial<Verdict>]>([
    ['nothing', [], { decision: 'pass' }],
    ['deny over ask over allow', [says('allow', 'a'), says('ask', 'b'), says('deny', 'c')], { decision: 'deny' }],
    [
      'every objection is kept, in order',
      [says('deny', 'one'), says('ask', 'two'), says('deny', 'three')],
      { reason: 'one\ntwo\nthree' },
    ],
    ['an approval is no objection', [says('allow', 'fine'), says('deny', 'no')], { reason: 'no' }],
    ['ask over allow', [says('allow', 'fine'), says('ask', 'sure?')], { decision: 'ask', reason: 'sure?' }],
    ['feedback of two hooks', [says('feedback', 'x'), says('feedback', 'y')], { decision: 'feedback', reason: 'x\ny' }],
    ['the same reason twice is said once', [says('deny', 'no'), says('deny', 'no')], { reason: 'no' }],
    [
      'contexts with a blank line',
      [judged({ decision: 'pass', context: 'a' }), judged({ decision: 'deny', context: 'b' })],
      { context: 'a\n\nb' },
    ],
    ['an allow of other words does not count', [judged({ decision: 'allow' }, false)], { decision: 'pass' }],
    ['a denial of other words does', [judged({ decision: 'deny', reason: 'no' }, false)], { decision: 'deny' }],
  ])('ENG-58 %s', (_, verdicts, expected) => {
    expect(merge(verdicts, undefined)).toMatchObject(expected)
  })

  it('ENG-59 with a denial there is no rewrite', () => {
    expect(merge([says('deny', 'no')], { command: 'x' })).not.toHaveProperty('rewrite')
    expect(merge([says('ask', 'sure?')], { command: 'x' })).toHaveProperty('rewrite')
  })
})

const decision = fc.constantFrom<Decision>('pass', 'feedback', 'allow', 'ask', 'deny', 'block')
const text = fc.option(fc.string({ minLength: 1, maxLength: 5 }), { nil: undefined })
const anyJudged = fc
  .record({ decision, reason: text, context: text, notice: text, final: fc.boolean() })
  .map(({ final, ...fields }) => {
    const present = Object.entries(fields).filter(([, value]) => value !== undefined)
    return judged(Object.fromEntries(present) as unknown as Verdict, final)
  })
const rank = (d: Decision): number =>
  ['pass', 'feedback', 'allow', 'ask', 'deny', 'block'].indexOf(d === 'block' ? 'deny' : d)

describe('merge, for any verdicts', () => {
  it('the decision does not depend on the order', () => {
    fc.assert(
      fc.property(fc.array(anyJudged), (list) => {
        const one = merge(list, undefined).decision
        const other = merge(list.toReversed(), undefined).decision
        expect(rank(one)).toBe(rank(other))
      }),
    )
  })

  it('one more verdict never makes a refusal or a question milder', () => {
    fc.assert(
      fc.property(fc.array(anyJudged), anyJudged, (list, more) => {
        const before = rank(merge(list, undefined).decision)
        if (before >= rank('ask'))
          expect(rank(merge([...list, more], undefined).decision)).toBeGreaterThanOrEqual(before)
      }),
    )
  })

  it('no objection, context or notice is lost', () => {
    fc.assert(
      fc.property(fc.array(anyJudged), (list) => {
        const merged = merge(list, undefined)
        for (const { result } of list) {
          const { verdict } = result
          const objects = ['deny', 'block', 'ask'].includes(verdict.decision)
          if (objects && verdict.reason !== undefined) expect(merged.reason).toContain(verdict.reason)
          if (verdict.context !== undefined) expect(merged.context).toContain(verdict.context)
          if (verdict.notice !== undefined) expect(merged.notice).toContain(verdict.notice)
        }
      }),
    )
  })
})
