import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Services } from '../../packages/engine/src/services.ts'
import { runHook } from '../../packages/engine/src/run/run.ts'
import { files } from '../../packages/runtime/src/system/files/files.ts'
import { gitState } from '../../packages/runtime/src/system/git/state.ts'
import techLead from '../../packages/packs/src/planning/tech-lead-output/tech-lead-output.ts'
import { agentStop } from '../../packages/testing/src/events.ts'
import { eventIn } from '../../packages/testing/src/play-case.ts'
import { artifacts, F, inPhase, lockedBy, tasks, testFiles } from './support/plan-files.ts'
import { aPlan, asks, researches, stops, writes, type Plan, type PlanOptions, type Said } from './support/planning.ts'
import { llmServer, type Behaviour } from './support/llm-servers.ts'
import { aRepository } from './support/temporary.ts'

/** Section 8 of the document: every way to fail, and what happens then. */

type Expected = 'allow' | 'deny' | 'block' | 'silent'
interface Row {
  readonly row: string
  readonly hook: string
  readonly given?: PlanOptions
  readonly before?: (plan: Plan) => void
  readonly input: Readonly<Record<string, unknown>>
  readonly is: Expected
  readonly also?: (plan: Plan, said: Said) => void
}

const STATE = `${F}/.planning-state.local.md`
const broken = { [STATE]: '---\nphase: ARCHITECTURE\nuser_decisions: {"Use Redis": [\n---\n' }
const noTools = { PATH: '/nonexistent' }
const decided = inPhase('ARCHITECTURE', { decisions: { 'Use Redis for caching': 'Yes' } })
const says =
  (word: string) =>
  (_: Plan, { json }: Said) =>
    expect(JSON.stringify(json)).toContain(word)

const ROWS: readonly Row[] = [
  { row: 'PLN-FM-01: H01 state file missing', hook: 'H01', input: asks('Redis?'), is: 'allow' },
  {
    row: 'PLN-FM-02: H01 yq not installed: not needed',
    hook: 'H01',
    given: { files: decided, env: noTools },
    input: asks('Redis?'),
    is: 'deny',
  },
  {
    row: 'PLN-FM-03: H01 state file corrupted YAML',
    hook: 'H01',
    given: { files: broken },
    input: asks('Use Redis'),
    is: 'allow',
    also: (plan) => expect(plan.log()).toMatch(/H01_immutable_guard: ERROR \| State file cannot be read \(line /),
  },
  {
    row: 'PLN-FM-04: H02 FEATURE_DIR not detected',
    hook: 'H02',
    given: { branch: 'main' },
    input: writes(`${F}/design.md`),
    is: 'allow',
  },
  {
    row: 'PLN-FM-05: H02 lock file corrupted JSON',
    hook: 'H02',
    given: { files: { [`${F}/.planning.lock`]: 'garbage{' } },
    input: writes(`${F}/design.md`),
    is: 'deny',
  },
  {
    row: 'PLN-FM-06: H03 config file missing: 25/10/80',
    hook: 'H03',
    before: (plan) => plan.putTemp('planning-research-budget-s1', { session_total: 19, phase_total: 7 }),
    input: researches('a'),
    is: 'allow',
    also: (_, { json }) =>
      expect(json['systemMessage']).toBe(
        'WARNING: Session budget at 20/25 (80% threshold). WARNING: Phase budget at 8/10. Consider consolidating research before making more calls.',
      ),
  },
  {
    row: 'PLN-FM-07 T-PLN-50: H03 budget file corrupted',
    hook: 'H03',
    before: (plan) => plan.putTemp('planning-research-budget-s1', 'garbage'),
    input: researches('a'),
    is: 'allow',
    also: (plan) =>
      expect(plan.temp('planning-research-budget-s1')).toMatchObject({ session_total: 1, phase_total: 1 }),
  },
  { row: 'PLN-FM-08: H04 state file missing', hook: 'H04', input: writes(`${F}/spec.md`), is: 'allow' },
  {
    row: 'PLN-FM-09: H05 audit log cannot be written',
    hook: 'H05',
    given: { files: inPhase('RESEARCH') },
    before: (plan) => mkdirSync(join(plan.project, F, '.planning-audit.log')),
    input: writes(STATE),
    is: 'silent',
  },
  {
    row: 'PLN-FM-10: H05 cannot parse phase from state',
    hook: 'H05',
    given: { files: { [STATE]: 'nothing' } },
    input: writes(STATE),
    is: 'silent',
  },
  { row: 'PLN-FM-11: H06 state file missing', hook: 'H06', input: { prompt: 'x' }, is: 'silent' },
  {
    row: 'PLN-FM-12: H06 yq not installed: not needed',
    hook: 'H06',
    given: { files: decided, env: noTools },
    input: { prompt: 'x' },
    is: 'allow',
    also: says('Use Redis for caching'),
  },
  { row: 'PLN-FM-13: H07 tasks.md not found', hook: 'H07', input: stops('tech-lead'), is: 'block' },
  {
    row: 'PLN-FM-14: H07 tasks.md empty',
    hook: 'H07',
    given: { files: { [`${F}/tasks.md`]: '' } },
    input: stops('tech-lead'),
    is: 'block',
  },
  {
    row: 'PLN-FM-16 T-PLN-73: H08 no model answers',
    hook: 'H08',
    input: stops('software-architect', 'A nice system.'),
    is: 'allow',
  },
  {
    row: 'PLN-FM-17 T-PLN-79: H09 test-cases/ directory missing',
    hook: 'H09',
    input: stops('qa-strategist'),
    is: 'block',
  },
  {
    row: 'PLN-FM-18 T-PLN-75: H09 no test files found',
    hook: 'H09',
    given: { files: { [`${F}/test-cases/unit/.keep`]: '' } },
    input: stops('qa-strategist'),
    is: 'block',
  },
  {
    row: 'PLN-FM-19: H10 agent name unknown',
    hook: 'H10',
    input: { agent_id: 'a1', last_assistant_message: 'x' },
    is: 'allow',
  },
  {
    row: 'PLN-FM-20 T-PLN-105: H10 output text empty',
    hook: 'H10',
    input: { agent_id: 'a1', agent_type: 'product-planning:researcher' },
    is: 'block',
  },
  { row: 'PLN-FM-21: H11a state file missing', hook: 'H11a', input: {}, is: 'allow' },
  { row: 'PLN-FM-22: H11a FEATURE_DIR not detected', hook: 'H11a', given: { branch: 'main' }, input: {}, is: 'allow' },
  {
    row: 'PLN-FM-23: H11b asks no model, so none can be late',
    hook: 'H11b',
    given: { files: { ...inPhase('COMPLETION'), ...artifacts } },
    input: {},
    is: 'allow',
  },
  { row: 'PLN-FM-24: H12 state file missing', hook: 'H12', input: {}, is: 'silent' },
  {
    row: 'PLN-FM-25 T-PLN-95: H13 not in git repo',
    hook: 'H13',
    given: { git: false },
    input: {},
    is: 'allow',
    also: says('branch=unknown, feature_dir=none'),
  },
  {
    row: 'PLN-FM-26: H13 yq not installed: not needed',
    hook: 'H13',
    given: { files: inPhase('RESEARCH'), env: noTools },
    input: {},
    is: 'allow',
    also: says('phase=RESEARCH'),
  },
]

const CODE: Readonly<Record<Expected, number>> = { allow: 0, silent: 0, deny: 2, block: 2 }

describe('the failure-mode table', () => {
  it.each(ROWS)('$row: $is', async ({ hook, given, before, input, is, also }) => {
    const plan = aPlan(given)
    before?.(plan)
    const said = await plan.run(hook, input)
    expect(said.exitCode).toBe(CODE[is])
    if (is === 'silent') expect(said.all).toBe('')
    if (is === 'deny') expect(said.stdout).toContain('"permissionDecision":"deny"')
    if (is === 'block') expect(said.stdout).toContain('"decision":"block"')
    if (is === 'allow') expect(said.all).not.toMatch(/"deny"|"block"|Failing open/)
    also?.(plan, said)
  })
})

/** Something that makes any hook of the pack fail by itself: its own files cannot be used. */
function spoil(plan: Plan): void {
  writeFileSync(join(plan.tmp, 'file'), '')
  plan.env['TMPDIR'] = join(plan.tmp, 'file')
}

describe('PLN-FM-27: a hook that fails itself', () => {
  it('T-ENG-44 ENG-77: passes with a message, and counts against it', async () => {
    const plan = aPlan()
    spoil(plan)
    const { exitCode, json } = await plan.run('H03', researches('a'))
    expect(exitCode).toBe(0)
    expect(json['systemMessage']).toMatch(
      /^Hook H03_research_budget encountered an unexpected error \(exit 1\)\. Failing open\./,
    )
  })

  it('leaves an ERROR in the log of the session', async () => {
    const plan = aPlan()
    mkdirSync(join(plan.home, '.local/state/holdpoint'), { recursive: true, mode: 0o700 })
    writeFileSync(join(plan.home, '.local/state/holdpoint/locks'), '')
    await plan.run('H03', researches('a'))
    expect(plan.log()).toMatch(/H03_research_budget: ERROR \| Unexpected error \(.*\)\. Failing open\./)
  })

  it('PLN-FM-15: H07, whose reader fails, passes', async () => {
    const { path } = aRepository()
    const unreadable = (): never => {
      throw new Error('EIO')
    }
    const services = { env: () => undefined, files: { ...files, read: unreadable }, git: { state: gitState } }
    const event = eventIn(path, agentStop('product-planning:tech-lead'), new Date())
    const setting = { level: 'on', options: {}, timeoutMs: 10_000 } as const
    const result = await runHook({ entry: techLead.meta, setting }, event, 10_000, {
      load: () => Promise.resolve(techLead),
      services: () => services as unknown as Services,
    })
    expect(result).toMatchObject({ verdict: { decision: 'pass' }, failure: { message: 'EIO' } })
  })
})

describe('prerequisites', () => {
  const cases = [
    ['H01', asks('Redis for caching?'), decided],
    ['H02', writes(`${F}/x.md`), {}],
    ['H04', writes(`${F}/spec.md`), inPhase('RESEARCH')],
    ['H07', stops('tech-lead'), { [`${F}/tasks.md`]: tasks(4, 4) }],
    ['H09', stops('qa-strategist'), { ...testFiles, [`${F}/test-plan.md`]: 'x' }],
    ['H11a', {}, inPhase('RESEARCH')],
    ['H02', writes(`${F}/x.md`), lockedBy('s1')],
  ] as const
  it.each(cases)('T-ENG-56: %s decides the same with an empty PATH', async (hook, input, files) => {
    const [bare, full] = await Promise.all([
      aPlan({ files, env: { PATH: '/nonexistent' } }).run(hook, input),
      aPlan({ files, env: { PATH: process.env['PATH'] ?? '' } }).run(hook, input),
    ])
    expect(bare.exitCode).toBe(full.exitCode)
    expect(bare.stderr.replaceAll(/\/[^ ]*\/specs/g, 'specs')).toBe(full.stderr.replaceAll(/\/[^ ]*\/specs/g, 'specs'))
  })
})

describe('PLN-TC-35: H08 with a model', () => {
  const judged = async (behaviour: Behaviour, hooks = 'presets: [planning]\n'): Promise<Said> => {
    const server = await llmServer('anthropic', () => behaviour)
    onTestFinished(() => server.close())
    const plan = aPlan({ hooks, env: { ANTHROPIC_API_KEY: 'dummy-key' } })
    mkdirSync(join(plan.home, '.claude'))
    writeFileSync(join(plan.home, '.claude/.env'), `ANTHROPIC_BASE_URL=${server.baseUrl}\n`)
    return plan.run('H08', stops('software-architect', 'A nice system.'))
  }

  it('blocks when it says so', async () => {
    const { exitCode, stderr } = await judged({ say: '{"ok": false, "reason": "data flow, build sequence"}' })
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr:
        'Blueprint incomplete: missing data flow, build sequence\nArchitect output lacks: data flow, build sequence. ' +
        'Re-run with more specific requirements.',
    })
  })

  it('passes when it says so', async () => {
    expect((await judged({ say: '{"ok": true, "reason": "fine"}' })).all).toBe('')
  })

  it('T-PLN-73 PLN-FM-16: passes when it hangs', async () => {
    const hooks = 'presets: [planning]\nhooks: { planning/architect-output: { timeout_ms: 1000 } }\n'
    const { exitCode, stdout } = await judged('hang', hooks)
    expect(exitCode).toBe(0)
    expect(stdout).not.toContain('"block"')
  })

  it.each<[Behaviour]>([['garbage'], [{ status: 500 }]])(
    'passes when it answers with %j, and says so',
    async (behaviour) => {
      const { exitCode, json } = await judged(behaviour)
      expect(exitCode).toBe(0)
      expect(json['systemMessage']).toMatch(/^No model judged the architect’s blueprint: it /)
    },
  )
})
