import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePlan } from './master-plan.ts'
import { driftOf } from './plan-drift.ts'
import { missingSections, planFindings } from './plan-rules.ts'

/** The example that people copy. */
const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/plan.md'), 'utf8')
const example = /^```markdown\n([\s\S]*?)^```$/m.exec(guide)?.[1] ?? ''

describe('the example plan of the guide', () => {
  const plan = parsePlan(example)

  it('is in order', () => {
    expect(planFindings(plan)).toEqual([])
    expect(missingSections(plan)).toEqual([])
  })

  it('has everything a plan can have', () => {
    expect(plan.title).toBe('MASTER_PLAN: Sign in with a link')
    expect(plan.intent?.text).toBe('Original Intent')
    expect(plan.phases.map(({ title, status }) => [title, status])).toEqual([
      ['Phase 1: Tokens', 'completed'],
      ['Phase 2: Mail', 'in-progress'],
    ])
    expect(plan.decisions.map(({ id, retired }) => [id, retired])).toEqual([
      ['DEC-TOKEN-001', false],
      ['DEC-TOKEN-002', true],
      ['DEC-MAIL-001', false],
    ])
    const p0 = plan.requirements.filter(({ category }) => category === 'P0')
    expect(p0.map(({ id, addressed }) => [id, addressed])).toEqual([
      ['REQ-P0-001', true],
      ['REQ-P0-002', true],
    ])
  })

  it('holds nobody up before anything is built but the completed phase', () => {
    expect(driftOf(plan, [])).toEqual({
      unplanned: [],
      unimplemented: ['DEC-TOKEN-001', 'DEC-MAIL-001'],
      open: ['DEC-MAIL-001'],
    })
  })
})
