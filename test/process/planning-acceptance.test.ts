import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { artifacts, F, inPhase, lockedBy, tasks, testFiles, transcript, UAT, words } from './support/plan-files.ts'
import { aPlan, asks, edits, researches, runs, stops, writes, type Plan, type PlanOptions } from './support/planning.ts'
import { aSandbox } from './support/sandbox.ts'

/** Section 16 of the document: every acceptance criterion is a test of the same words. */

const decided = inPhase('ARCHITECTURE', { decisions: { 'Should we use Redis for caching?': 'Yes, use Redis' } })
const STATE = `${F}/.planning-state.local.md`
const budget = (plan: Plan): unknown => plan.temp('planning-research-budget-s1')
const context = (json: Readonly<Record<string, unknown>>): string =>
  String((json['hookSpecificOutput'] as Record<string, unknown> | undefined)?.['additionalContext'])

/** Every event of a planning session that should meet no objection. */
async function goesThrough(plan: Plan, inputs: readonly (readonly [string, object])[]): Promise<void> {
  for (const [name, input] of inputs) {
    const { stdout } = await plan.event(name, { ...input })
    expect(`${name} ${JSON.stringify(input)} ${stdout}`).not.toMatch(/"deny"|"block"|"ask"|Failing open/)
  }
}

describe('AC1: state integrity', () => {
  it('after resume, immutable decisions are never re-asked (T-PLN-99)', async () => {
    const plan = aPlan({ files: decided })
    await plan.event('SessionStart', { source: 'resume' })
    expect((await plan.run('H01', asks('What caching to use?'))).exitCode).toBe(2)
  })

  it('concurrent sessions cannot corrupt each other’s state', async () => {
    const plan = aPlan({ files: lockedBy('s1') })
    for (const input of [writes(STATE), edits(`${F}/design.md`), runs(`rm -rf ${F}`), runs(`cp x ${F}/plan.md`)]) {
      expect((await plan.run('H02', input)).exitCode).toBe(0)
      expect((await plan.run('H02', { ...input, session_id: 's2' })).exitCode).toBe(2)
    }
  })

  it('spec.md cannot be edited after the SETUP phase', async () => {
    for (const phase of [
      'SETUP',
      'RESEARCH',
      'CLARIFICATION',
      'ARCHITECTURE',
      'THINKDEEP',
      'VALIDATION',
      'TEST_STRATEGY',
      'TEST_COVERAGE',
      'COMPLETION',
    ]) {
      const plan = aPlan({ files: inPhase(phase) })
      for (const input of [writes(`${F}/spec.md`), edits(`${F}/spec.md`), runs(`sed -i s/a/b/ ${F}/spec.md`)]) {
        expect(`${phase} ${(await plan.run('H04', input)).exitCode}`).toBe(`${phase} ${phase === 'SETUP' ? 0 : 2}`)
      }
    }
  })

  it('answer a question, resume, check the denial', async () => {
    const plan = aPlan({ files: { ...inPhase('CLARIFICATION'), ...lockedBy('s1') } })
    expect((await plan.run('H01', asks('Should we use Redis for caching?'))).exitCode).toBe(0)
    plan.write(decided)
    await plan.event('SessionStart', { source: 'resume' })
    const { exitCode, stderr } = await plan.run('H01', asks('Should we use Redis for caching?'))
    expect(exitCode).toBe(2)
    expect(stderr).toContain("-> 'Yes, use Redis'")
  })
})

describe('AC2: budget', () => {
  const spent = (session: number, phase: number): Plan => {
    const plan = aPlan({ files: inPhase('CLARIFICATION') })
    plan.putTemp('planning-research-budget-s1', {
      session_total: session,
      phase_total: phase,
      call_hashes: [],
      per_server: {},
    })
    return plan
  }

  it('research calls are denied when the session budget is exhausted', async () => {
    expect((await spent(25, 0).run('H03', researches('a'))).stderr).toBe(
      'DENIED: Research MCP session budget exhausted (25/25 calls). No more research calls allowed this session.',
    )
  })

  it('research calls are denied when the phase budget is exhausted', async () => {
    expect((await spent(10, 10).run('H03', researches('a'))).exitCode).toBe(2)
  })

  it('a warning is emitted at the 80% threshold, to the user and to the model', async () => {
    const { json } = await spent(20, 0).run('H03', researches('a'))
    expect(json['systemMessage']).toContain('WARNING: Session budget at 21/25')
    expect(context(json)).toBe(json['systemMessage'])
  })

  it('the phase budget resets on a checkpoint (T-PLN-57)', async () => {
    const plan = spent(12, 8)
    await plan.run('H05', writes(STATE))
    expect(budget(plan)).toMatchObject({ session_total: 12, phase_total: 0, current_phase: 'CLARIFICATION' })
  })

  it('retries are not counted twice (T-PLN-48: nor are denied calls)', async () => {
    const plan = spent(0, 9)
    for (let n = 0; n < 3; n++) expect((await plan.run('H03', researches('same'))).exitCode).toBe(0)
    expect((await plan.run('H03', researches('other'))).exitCode).toBe(2)
    expect(budget(plan)).toMatchObject({ session_total: 1, phase_total: 10, call_hashes: [expect.any(String)] })
  })
})

describe('AC3: output quality', () => {
  const judged = (files: Record<string, string>, agent: string, text?: string): Promise<{ exitCode: number }> =>
    aPlan({ files })
      .event('SubagentStop', stops(agent, text))
      .then(({ json }) => ({ exitCode: json['decision'] === 'block' ? 2 : 0 }))

  it('tech-lead output is blocked below 80% TDD coverage', async () => {
    expect(await judged({ [`${F}/tasks.md`]: tasks(20, 15) }, 'tech-lead')).toEqual({ exitCode: 2 })
    expect(await judged({ [`${F}/tasks.md`]: tasks(20, 16) }, 'tech-lead')).toEqual({ exitCode: 0 })
  })

  it('QA strategist output is blocked without test ids or Given-When-Then', async () => {
    expect(await judged({}, 'qa-strategist')).toEqual({ exitCode: 2 })
    expect(
      await judged({ ...testFiles, [`${F}/test-cases/uat/login.md`]: UAT.replace('Then:', '') }, 'qa-strategist'),
    ).toEqual({ exitCode: 2 })
    expect(await judged(testFiles, 'qa-strategist')).toEqual({ exitCode: 0 })
  })

  it('architect output is evaluated for completeness', async () => {
    const config = { 'config/planning-config.yaml': 'planning: { h08: heuristic }\n' }
    expect(await judged(config, 'software-architect', 'Fine.')).toEqual({ exitCode: 2 })
    expect(await judged(config, 'software-architect', 'src/a.ts → src/b.ts by interface A')).toEqual({ exitCode: 0 })
  })

  it('generic agents are checked for non-trivial output', async () => {
    expect(await judged({}, 'researcher', 'Done.')).toEqual({ exitCode: 2 })
    expect(await judged({}, 'researcher', `## Found\n${words(120)}`)).toEqual({ exitCode: 0 })
  })

  it('there is no conflict between H10 and the dedicated hooks', async () => {
    expect(await judged({ [`${F}/tasks.md`]: tasks(20, 20) }, 'tech-lead', 'Short.')).toEqual({ exitCode: 0 })
  })
})

describe('AC4: completeness', () => {
  it('the workflow cannot stop without all required artifacts', async () => {
    const { json } = await aPlan({ files: inPhase('ARCHITECTURE') }).event('Stop')
    expect(json).toMatchObject({ decision: 'block', reason: expect.stringContaining('Missing artifacts: design.md') })
  })

  it('the workflow cannot stop with a RED gate (T-PLN-89)', async () => {
    const files = { ...inPhase('COMPLETION', { gates: [{ phase: 4, status: 'red' }] }), ...artifacts }
    expect((await aPlan({ files }).event('Stop')).json).toMatchObject({ decision: 'block' })
  })

  it.each(['stop', 'quit', 'abort', 'exit'])('the user can force a stop by saying %s (T-PLN-90)', async (word) => {
    const plan = aPlan({ files: { ...inPhase('ARCHITECTURE'), 'talk.jsonl': transcript('plan', `Please ${word}.`) } })
    const input = { transcript_path: join(plan.project, 'talk.jsonl') }
    expect((await plan.event('Stop', input)).stdout).toBe('')
    plan.write({ 'config/planning-config.yaml': 'stop_guard: { user_override: false }\n' })
    expect((await plan.event('Stop', input)).json).toMatchObject({ decision: 'block' })
  })

  it('try stopping at phase 4, check the message (T-PLN-88)', async () => {
    const { json } = await aPlan({ files: { ...inPhase('ARCHITECTURE'), ...artifacts } }).event('Stop')
    expect(json['reason']).toBe(
      'Workflow at phase ARCHITECTURE, not complete. Missing phases: THINKDEEP, VALIDATION, TEST_STRATEGY, TEST_COVERAGE, COMPLETION',
    )
  })
})

describe('AC5: context', () => {
  const files = {
    ...inPhase('ARCHITECTURE', {
      decisions: { 'Use Redis': 'Yes' },
      gates: [{ phase: 1, verdict: 'PASS', score: '4.2/5.0' }],
    }),
    [`${F}/design.md`]: 'x',
  }

  it('after compaction the state is there (T-PLN-64 T-ENG-19)', async () => {
    const plan = aPlan({ files })
    const { stdout: before } = await plan.event('PreCompact', { trigger: 'manual' })
    const { json } = await plan.event('SessionStart', { source: 'compact' })
    expect(context(json)).toContain(before)
  })

  it('every prompt gets the state (T-PLN-63)', async () => {
    const plan = aPlan({ files })
    for (let n = 0; n < 3; n++) {
      const { json } = await plan.event('UserPromptSubmit', { prompt: `prompt ${n}` })
      expect(context(json)).toContain('phase: ARCHITECTURE')
      expect(json).not.toHaveProperty('systemMessage')
    }
  })

  it('it includes phase, mode, decisions, artifacts and gates (T-PLN-60)', async () => {
    const text = context((await aPlan({ files }).event('UserPromptSubmit', { prompt: 'x' })).json)
    for (const part of [
      'phase: ARCHITECTURE',
      'mode: complete',
      '"Use Redis"',
      '  - design.md (ARCHITECTURE)',
      '  - gate_1: PASS (4.2/5.0)',
    ]) {
      expect(text).toContain(part)
    }
  })

  it('a long session that is compacted twice still knows its state', async () => {
    const plan = aPlan({ files })
    for (const phase of ['THINKDEEP', 'VALIDATION']) {
      plan.write(inPhase(phase))
      await plan.event('PreCompact', { trigger: 'auto' })
      expect(context((await plan.event('SessionStart', { source: 'compact' })).json)).toContain(`phase: ${phase}`)
    }
  })
})

describe('AC6: observability', () => {
  it('all decisions are logged', async () => {
    const plan = aPlan({ files: decided })
    await plan.event('PreToolUse', writes(`${F}/spec.md`))
    await plan.event('Stop')
    expect(plan.log().match(/: (?:DENY|BLOCK) \| /g)).toHaveLength(4)
  })

  it('phase transitions are in .planning-audit.log (T-PLN-55)', async () => {
    const plan = aPlan()
    for (const phase of ['RESEARCH', 'CLARIFICATION', 'CLARIFICATION']) {
      plan.write(inPhase(phase))
      await plan.event('PostToolUse', writes(STATE))
    }
    const lines = plan.read(`${F}/.planning-audit.log`)?.trimEnd().split('\n') ?? []
    const time = String.raw`\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\]`
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(new RegExp(`^${time} CHECKPOINT: UNKNOWN → RESEARCH \\| session=s1 \\| mode=complete$`))
    expect(lines[1]).toMatch(
      new RegExp(`^${time} CHECKPOINT: RESEARCH → CLARIFICATION \\| session=s1 \\| mode=complete$`),
    )
  })

  const concerning: readonly (readonly [string, object])[] = [
    ['H01_immutable_guard', asks('Redis?')],
    ['H02_lock_enforcement', writes('x')],
    ['H03_research_budget', researches('a')],
    ['H04_spec_protection', writes('x')],
    ['H05_checkpoint_logger', writes('x')],
    ['H06_context_injection', {}],
    ['H07_tech_lead_validator', stops('tech-lead')],
    ['H08_architect_validator', stops('software-architect')],
    ['H09_qa_strategist_validator', stops('qa-strategist')],
    ['H10_agent_generic_validator', stops('researcher')],
    ['H11a_required_artifacts', {}],
    ['H11b_workflow_completeness', {}],
    ['H12_preserve_context', {}],
    ['H13_env_setup', {}],
  ]
  it.each(concerning)('the circuit breaker activates after three failures of %s', async (name, input) => {
    const plan = aPlan({ files: decided })
    plan.putTemp('planning-hook-breaker-s1', { [name]: 3 })
    await plan.run(name, { ...input })
    expect(plan.log()).toContain(`${name}: ALLOW | Circuit breaker open, skipped`)
  })

  it('development mode disables all hooks', async () => {
    const plan = aPlan({ files: { ...decided, 'hooks/.dev-mode': '' } })
    plan.env['CLAUDE_PLUGIN_ROOT'] = plan.project
    for (const name of [
      'PreToolUse',
      'Stop',
      'UserPromptSubmit',
      'SessionStart',
      'PreCompact',
      'SubagentStop',
    ] as const) {
      expect((await plan.event(name, { ...writes(`${F}/spec.md`), ...stops('tech-lead') })).all).toBe('')
    }
    expect(plan.log()).not.toMatch(/: (?!DEV_SKIP)[A-Z+]+ \|/)
  })

  it('the audit of the engine shows every hook run, too', async () => {
    const { hook, spool, write } = aSandbox('presets: [planning]\n')
    write(decided)
    await hook('PreToolUse', writes(`${F}/spec.md`))
    const own = spool()[0]
      ?.hooks.map(({ id }) => String(id))
      .filter((id) => id.startsWith('planning/'))
    expect(own).toEqual(['planning/planning-lock', 'planning/spec-protection'])
  })
})

describe('AC7: no regressions', () => {
  const phases = [
    'SETUP',
    'RESEARCH',
    'CLARIFICATION',
    'ARCHITECTURE',
    'THINKDEEP',
    'VALIDATION',
    'TEST_STRATEGY',
    'TEST_COVERAGE',
    'COMPLETION',
  ]
  const everything = { ...artifacts, ...testFiles, [`${F}/tasks.md`]: tasks(10, 9) }

  const mode = async (name: string, research: number): Promise<void> => {
    const plan = aPlan({ files: lockedBy('s1') })
    await goesThrough(plan, [['SessionStart', { source: 'startup' }]])
    for (const [index, phase] of phases.entries()) {
      plan.write(inPhase(phase, { mode: name }))
      const calls = Array.from({ length: research }, (_, n) => ['PreToolUse', researches(`${phase} ${n}`)] as const)
      await goesThrough(plan, [
        ['PreToolUse', writes(STATE)],
        ['PostToolUse', writes(STATE)],
        ['UserPromptSubmit', { prompt: 'Go on' }],
        ...(index > 5 ? [] : calls),
        ['PreToolUse', writes(`${F}/notes-${index}.md`)],
      ])
    }
    plan.write(everything)
    await goesThrough(plan, [
      ['SubagentStop', stops('tech-lead')],
      ['SubagentStop', stops('qa-strategist')],
      ['SubagentStop', stops('researcher', `## Found\n${words(150)}`)],
      ['Stop', {}],
    ])
  }

  it('rapid mode (no MCP) works without errors', () => mode('rapid', 0))
  it('standard mode works with budget tracking', () => mode('standard', 4))
  it('complete mode works with all validation hooks', () => mode('complete', 2))

  it('task regeneration alone (phase 9) works', async () => {
    const plan = aPlan({ files: { ...inPhase('COMPLETION'), ...lockedBy('s1'), ...everything } })
    await goesThrough(plan, [
      ['PreToolUse', writes(`${F}/tasks.md`)],
      ['PostToolUse', writes(`${F}/tasks.md`)],
      ['SubagentStop', stops('tech-lead')],
      ['Stop', {}],
    ])
  })
})

describe('AC8: environment', () => {
  const started = async (options: PlanOptions = {}): Promise<{ plan: Plan; text: string; exported: string }> => {
    const plan = aPlan(options)
    const file = join(plan.tmp, 'env.sh')
    plan.env['CLAUDE_ENV_FILE'] = file
    const { json } = await plan.event('SessionStart', { source: 'startup' })
    return { plan, text: context(json), exported: existsSync(file) ? readFileSync(file, 'utf8') : '' }
  }

  it('H13 detects branch and feature directory (T-PLN-94)', async () => {
    const { plan, text } = await started({ files: { ...inPhase('RESEARCH'), [`${F}/spec.md`]: 'x' } })
    expect(text).toBe(
      `Planning environment detected: branch=feature/demo, feature_dir=${plan.project}/${F}, state=true, phase=RESEARCH, spec=true, constitution=false`,
    )
  })

  it('H13 writes the variables to CLAUDE_ENV_FILE', async () => {
    const { plan, exported } = await started({ files: inPhase('RESEARCH') })
    expect(exported).toBe(
      [
        "export PLANNING_BRANCH='feature/demo'",
        `export PLANNING_FEATURE_DIR='${plan.project}/${F}'`,
        "export PLANNING_SPEC_EXISTS='false'",
        "export PLANNING_CONSTITUTION_EXISTS='false'",
        "export PLANNING_STATE_EXISTS='true'",
        "export PLANNING_CURRENT_PHASE='RESEARCH'",
        "export PLANNING_CURRENT_MODE='complete'\n",
      ].join('\n'),
    )
  })

  it('all hooks work without jq', async () => {
    const { stderr } = await aPlan({ files: decided, env: { PATH: '/nonexistent' } }).run('H01', asks('Use Redis?'))
    expect(stderr).toContain('Yes, use Redis')
  })

  it('H01, H06, H12 and H13 work without yq', async () => {
    const plan = aPlan({ files: decided, env: { PATH: '/nonexistent' } })
    for (const hook of ['H06', 'H12', 'H13']) expect((await plan.run(hook)).all).toContain('ARCHITECTURE')
  })

  it('H13 handles directories without git', async () => {
    const { text, exported } = await started({ git: false })
    expect(text).toContain('branch=unknown, feature_dir=none')
    expect(exported).toContain("export PLANNING_BRANCH='unknown'\nexport PLANNING_FEATURE_DIR=''\n")
  })

  it('the variables are available to later hooks', async () => {
    const { plan } = await started({ files: decided })
    plan.git('switch', '--quiet', '-c', 'main')
    expect((await plan.event('Stop')).json).toMatchObject({ decision: 'block' })
  })

  it('a session in a directory without git falls back, and nothing is enforced', async () => {
    const { plan } = await started({ git: false })
    await goesThrough(plan, [
      ['PreToolUse', writes(`${F}/design.md`)],
      ['UserPromptSubmit', { prompt: 'x' }],
      ['Stop', {}],
    ])
  })
})
