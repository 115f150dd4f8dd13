import fc from 'fast-check'
import { budgetOf, count, keyOfCall, warning, type Budget } from './budget.ts'

const LIMITS = { session: 25, phase: 10, warnPercent: 80 }
const EMPTY = budgetOf(undefined)

function called(...tools: readonly string[]): Budget {
  return tools.reduce((budget, tool, index) => {
    const result = count(budget, tool, keyOfCall(tool, { index }), LIMITS)
    return result.is === 'counted' ? result.budget : budget
  }, EMPTY)
}

describe('a budget', () => {
  it('T-PLN-51: counts every server for itself, in either spelling', () => {
    const { per_server } = called(
      'mcp__Ref__a',
      'mcp__ref__a',
      'mcp__tavily__b',
      'mcp__plugin_x_context7__q',
      'mcp__own__x',
    )
    expect(per_server).toEqual({ context7: 1, ref: 2, tavily: 1, unknown: 1 })
  })

  it('PLN-H03-03: holds what the document names', () => {
    expect(called('mcp__context7__q')).toEqual({
      session_total: 1,
      phase_total: 1,
      current_phase: '',
      call_hashes: [expect.stringMatching(/^mcp__context7__q_[0-9a-f]{64}$/)],
      per_server: { context7: 1, ref: 0, tavily: 0 },
    })
  })

  it('warns only from the threshold on', () => {
    expect(warning({ ...EMPTY, session_total: 19 }, LIMITS)).toBe('')
    expect(warning({ ...EMPTY, session_total: 21 }, LIMITS)).toMatch(
      /^WARNING: Session budget at 21\/25 \(80% threshold\)\. C/,
    )
  })

  it.each([['garbage'], [null], [[]], [{ session_total: -3, phase_total: 'x', call_hashes: 'y', per_server: 7 }]])(
    'starts from nothing when its file says %j',
    (value) => {
      expect(budgetOf(value)).toMatchObject({ session_total: 0, phase_total: 0, call_hashes: [] })
    },
  )

  it('never lets more calls through than the limits, in any order of calls', () => {
    const limits = fc.record({ session: fc.nat(12), phase: fc.nat(12), warnPercent: fc.nat(100) })
    fc.assert(
      fc.property(limits, fc.array(fc.nat(20), { maxLength: 40 }), (given, queries) => {
        let budget = EMPTY
        for (const query of queries) {
          const result = count(budget, 'mcp__ref__x', keyOfCall('mcp__ref__x', { query }), given)
          if (result.is === 'counted') budget = result.budget
        }
        expect(budget.session_total).toBeLessThanOrEqual(Math.min(given.session, given.phase))
        expect(new Set(budget.call_hashes).size).toBe(budget.session_total)
      }),
    )
  })
})
