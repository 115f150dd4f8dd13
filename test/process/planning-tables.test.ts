import { artifacts, F, inPhase, lockedBy, tasks, testFiles, UAT, without } from './support/plan-files.ts'
import { aPlan, asks, researches, stops, writes, type Plan, type PlanOptions } from './support/planning.ts'

/** Section 10.2 of the document, row by row: what is given, what is asked, which exit code, which words. */

type Json = Readonly<Record<string, unknown>>
interface Row {
  readonly test: string
  readonly hook: string
  readonly given?: PlanOptions
  readonly before?: (plan: Plan) => unknown
  readonly input: Json
  readonly exit: 0 | 2
  /** Anywhere in what it says, stdout and stderr together, as the document's template looks at it. */
  readonly says?: string
  readonly after?: (plan: Plan) => void
}

const redis = { files: inPhase('ARCHITECTURE', { decisions: { 'Use Redis for caching': 'Yes' } }) }
const design = writes(`${F}/design.md`)
const spec = writes(`${F}/spec.md`)
const budget =
  (session: number, phase: number, hashes: readonly string[] = []) =>
  (plan: Plan) =>
    plan.putTemp('planning-research-budget-s1', {
      session_total: session,
      phase_total: phase,
      call_hashes: hashes,
      per_server: {},
    })
const spent = (plan: Plan): unknown => plan.temp('planning-research-budget-s1')

const ROWS: readonly Row[] = [
  { test: 'PLN-TC-01: H01 no state file', hook: 'H01', input: asks('What caching to use?'), exit: 0 },
  {
    test: 'PLN-TC-02 T-PLN-02: H01 no decisions',
    hook: 'H01',
    given: { files: inPhase('ARCHITECTURE') },
    input: asks('What caching to use?'),
    exit: 0,
  },
  {
    test: 'PLN-TC-03: H01 matching question',
    hook: 'H01',
    given: redis,
    input: asks('What caching to use?'),
    exit: 2,
    says: 'DENIED: This question overlaps',
  },
  {
    test: 'PLN-TC-04: H01 non-matching question',
    hook: 'H01',
    given: redis,
    input: asks('What color for the button?'),
    exit: 0,
  },
  {
    test: 'PLN-TC-05: H01 exact repeat',
    hook: 'H01',
    given: { files: inPhase('ARCHITECTURE', { decisions: { 'Should we use Redis for caching?': 'Yes' } }) },
    input: asks('Should we use Redis for caching?'),
    exit: 2,
    says: '(overlap 2/2)',
  },
  {
    test: 'PLN-TC-06: H01 partial overlap below threshold',
    hook: 'H01',
    given: { files: inPhase('ARCHITECTURE', { decisions: { 'Use Redis for session caching in production': 'Yes' } }) },
    input: asks('Is Redis good?'),
    exit: 0,
  },
  {
    test: 'PLN-TC-07: H02 file outside FEATURE_DIR',
    hook: 'H02',
    given: { files: inPhase('RESEARCH') },
    input: writes('/tmp/test.md'),
    exit: 0,
  },
  {
    test: 'PLN-TC-08 T-PLN-08: H02 lock exists, same session',
    hook: 'H02',
    given: { files: lockedBy('s1') },
    input: design,
    exit: 0,
  },
  {
    test: 'PLN-TC-09 T-PLN-09: H02 lock exists, different session',
    hook: 'H02',
    given: { files: lockedBy('s2') },
    input: design,
    exit: 2,
    says: 'owned by another session (s2)',
  },
  {
    test: 'PLN-TC-10 T-PLN-10: H02 no lock file',
    hook: 'H02',
    input: design,
    exit: 2,
    says: 'No planning lock acquired',
  },
  {
    test: 'PLN-TC-11 T-PLN-11: H02 no FEATURE_DIR detected',
    hook: 'H02',
    given: { branch: 'main' },
    input: design,
    exit: 0,
  },
  {
    test: 'PLN-TC-12: H03 first call',
    hook: 'H03',
    input: researches('a'),
    exit: 0,
    after: (plan) =>
      expect(spent(plan)).toMatchObject({ session_total: 1, phase_total: 1, per_server: { context7: 1 } }),
  },
  {
    test: 'PLN-TC-13 T-PLN-13: H03 at 80% session',
    hook: 'H03',
    before: budget(20, 0),
    input: researches('a', 'mcp__tavily__search'),
    exit: 0,
    says: 'WARNING: Session budget at 21/25 (80% threshold). Consider consolidating',
  },
  {
    test: 'PLN-TC-14 T-PLN-14: H03 at 100% session',
    hook: 'H03',
    before: budget(25, 0),
    input: researches('a', 'mcp__ref__x'),
    exit: 2,
    says: '(25/25 calls)',
  },
  {
    test: 'PLN-TC-15 T-PLN-15: H03 at phase limit',
    hook: 'H03',
    before: budget(12, 10),
    input: researches('a'),
    exit: 2,
    says: 'phase budget exhausted (10/10 calls)',
  },
  {
    test: 'PLN-TC-16 T-PLN-16: H03 retry (duplicate)',
    hook: 'H03',
    before: (plan) => plan.run('H03', researches('a')),
    input: researches('a'),
    exit: 0,
    after: (plan) => expect(spent(plan)).toMatchObject({ session_total: 1 }),
  },
  {
    test: 'PLN-TC-17 T-PLN-17: H03 phase reset',
    hook: 'H03',
    given: { files: inPhase('CLARIFICATION') },
    async before(plan) {
      budget(8, 8)(plan)
      await plan.run('H05', writes(`${F}/.planning-state.local.md`))
    },
    input: researches('a'),
    exit: 0,
    after: (plan) =>
      expect(spent(plan)).toMatchObject({ session_total: 9, phase_total: 1, current_phase: 'CLARIFICATION' }),
  },
  {
    test: 'PLN-TC-18 T-PLN-18: H04 phase SETUP',
    hook: 'H04',
    given: { files: inPhase('SETUP') },
    input: spec,
    exit: 0,
  },
  {
    test: 'PLN-TC-19 T-PLN-19: H04 phase ARCHITECTURE',
    hook: 'H04',
    given: { files: inPhase('ARCHITECTURE') },
    input: spec,
    exit: 2,
    says: 'spec.md is immutable',
  },
  {
    test: 'PLN-TC-20 T-PLN-20: H04 other file',
    hook: 'H04',
    given: { files: inPhase('ARCHITECTURE') },
    input: design,
    exit: 0,
  },
  { test: 'PLN-TC-21 T-PLN-21: H04 no state file', hook: 'H04', input: spec, exit: 0 },
  {
    test: 'PLN-TC-22 T-PLN-22: H07 valid tasks.md',
    hook: 'H07',
    given: { files: { [`${F}/tasks.md`]: tasks(20, 18) } },
    input: stops('tech-lead'),
    exit: 0,
  },
  {
    test: 'PLN-TC-23: H07 missing tasks.md',
    hook: 'H07',
    input: stops('tech-lead'),
    exit: 2,
    says: 'tasks.md not found',
  },
  {
    test: 'PLN-TC-24 T-PLN-24: H07 low TDD coverage',
    hook: 'H07',
    given: { files: { [`${F}/tasks.md`]: tasks(20, 10) } },
    input: stops('tech-lead'),
    exit: 2,
    says: '50% (need >=80%)',
  },
  {
    test: 'PLN-TC-25: H07 no phase headers',
    hook: 'H07',
    given: { files: { [`${F}/tasks.md`]: tasks(20, 20, 0) } },
    input: stops('tech-lead'),
    exit: 2,
    says: 'Missing phase structure',
  },
  {
    test: 'PLN-TC-26 T-PLN-26: H09 valid test files',
    hook: 'H09',
    given: { files: testFiles },
    input: stops('qa-strategist'),
    exit: 0,
  },
  {
    test: 'PLN-TC-27: H09 missing UAT IDs',
    hook: 'H09',
    given: { files: { ...testFiles, [`${F}/test-cases/uat/login.md`]: 'x' } },
    input: stops('qa-strategist'),
    exit: 2,
    says: 'No UAT script IDs',
  },
  {
    test: 'PLN-TC-28 T-PLN-28: H09 missing Given-When-Then',
    hook: 'H09',
    given: { files: { ...testFiles, [`${F}/test-cases/uat/login.md`]: UAT.replaceAll(':', '') } },
    input: stops('qa-strategist'),
    exit: 2,
    says: 'UAT scripts missing Given-When-Then',
  },
  {
    test: 'PLN-TC-29: H09 missing coverage matrix',
    hook: 'H09',
    given: { files: { ...testFiles, [`${F}/test-plan.md`]: 'x' } },
    input: stops('qa-strategist'),
    exit: 2,
    says: 'Missing coverage matrix',
  },
  {
    test: 'PLN-TC-30 T-PLN-30: H11a all artifacts exist',
    hook: 'H11a',
    given: { files: { ...inPhase('ARCHITECTURE'), ...artifacts } },
    input: {},
    exit: 0,
  },
  {
    test: 'PLN-TC-31 T-PLN-31: H11a missing tasks.md',
    hook: 'H11a',
    given: { files: { ...inPhase('ARCHITECTURE'), ...without(artifacts, 'tasks.md') } },
    input: {},
    exit: 2,
    says: 'Missing artifacts: tasks.md',
  },
  { test: 'PLN-TC-32: H11a no state file', hook: 'H11a', input: {}, exit: 0 },
  {
    test: 'PLN-TC-33 T-PLN-33: H11a empty design.md',
    hook: 'H11a',
    given: { files: { ...inPhase('ARCHITECTURE'), ...artifacts, [`${F}/design.md`]: '' } },
    input: {},
    exit: 2,
    says: 'Missing artifacts: design.md',
  },
]

describe('the document’s own test table, in the form the host understands', () => {
  it.each(ROWS)('$test', async ({ hook, given, before, input, exit, says, after }) => {
    const plan = aPlan(given)
    await before?.(plan)
    const { exitCode, stdout, stderr, all } = await plan.run(hook, input)
    expect(exitCode).toBe(exit)
    if (says !== undefined) expect(all).toContain(says)
    // A pass says nothing; a refusal says it as JSON for the host, and in words.
    if (exit === 0 && says === undefined) expect(stdout).toBe('')
    if (exit === 2) expect(stdout).toMatch(/"permissionDecision":"deny"|"decision":"block"/)
    if (exit === 2) expect(stderr).not.toMatch(/^\{/)
    after?.(plan)
  })
})

describe('PLN-TC-34: the same table in the literal form of the document', () => {
  it.each(ROWS)('$test', async ({ hook, given, before, input, exit, says, after }) => {
    const plan = aPlan(given)
    await before?.(plan)
    const { exitCode, all } = await plan.run(hook, input, '--protocol', 'seed')
    const output = JSON.parse(all) as Record<string, unknown>
    expect(exitCode).toBe(exit)
    const isTool = 'tool_name' in input
    if (isTool)
      expect(output).toMatchObject({ hookSpecificOutput: { permissionDecision: exit === 0 ? 'allow' : 'deny' } })
    else expect(output).toMatchObject({ decision: exit === 0 ? 'approve' : 'block', reason: expect.any(String) })
    if (says !== undefined) expect(all).toContain(says)
    after?.(plan)
  })
})
