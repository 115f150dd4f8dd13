import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { artifacts, F, inPhase, lockedBy, state, tasks, testFiles } from './support/plan-files.ts'
import { aPlan, asks, edits, researches, runs, stops, writes, type Plan } from './support/planning.ts'

/** What the engine does for this pack: names, exit codes, forms, breaker, development mode, flags, log. */

const spec = writes(`${F}/spec.md`)
const planned = inPhase('ARCHITECTURE')
const FIXED = 'DENIED: spec.md is immutable after planning has started (current phase: ARCHITECTURE).'
const plugin = (plan: Plan): string => {
  plan.env['CLAUDE_PLUGIN_ROOT'] = plan.home
  mkdirSync(join(plan.home, 'hooks'), { recursive: true })
  return join(plan.home, 'hooks/.dev-mode')
}

describe('names', () => {
  const names: readonly (readonly [string, readonly string[]])[] = [
    ['planning/immutable-decisions', ['H01', 'planning/H01', 'guard-immutable-decisions.sh', 'H01_immutable_guard']],
    ['planning/planning-lock', ['H02', 'planning/H02', 'enforce-planning-lock.sh', 'hooks/enforce-planning-lock.sh']],
    ['planning/spec-protection', ['H04', 'planning/H04', 'protect-spec-immutability.sh']],
    ['planning/required-artifacts', ['H11a', 'check-required-artifacts.sh']],
    ['planning/workflow-complete', ['H11b', 'H11b_workflow_completeness']],
  ]
  it.each(names)('T-ENG-03: %s answers to all of its names', async (id, aliases) => {
    const { run } = aPlan({ files: inPhase('ARCHITECTURE', { decisions: { 'Use Redis': 'Yes' } }) })
    const input = { ...spec, ...(id.endsWith('decisions') && asks('Use Redis?')) }
    const expected = (await run(id, input)).stderr
    expect(expected).not.toBe('')
    for (const alias of aliases) expect((await run(alias, input)).stderr).toBe(expected)
  })
})

describe('the answer of a hook that is run alone', () => {
  it('T-ENG-15 D9: a pass has no permissionDecision', async () => {
    const { stdout } = await aPlan({ files: lockedBy('s1') }).run('H02', writes(`${F}/design.md`))
    expect(stdout).toBe('')
  })

  it('T-ENG-16: a pass of a stop never says approve', async () => {
    const { stdout } = await aPlan({ files: { ...planned, ...artifacts } }).run('H11a')
    expect(stdout).toBe('')
  })

  it('T-ENG-21: a denial is exit code 2, JSON on stdout, the reason alone on stderr', async () => {
    const { exitCode, json, stderr } = await aPlan({ files: planned }).run('H04', spec)
    expect(exitCode).toBe(2)
    expect(json).toEqual({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: stderr },
      systemMessage: stderr,
    })
    expect(stderr).toContain(FIXED)
  })

  it('PLN-OC-01: a block has a reason for the model and a message for the user', async () => {
    const { exitCode, json, stderr } = await aPlan().run('H07', stops('tech-lead'))
    expect(exitCode).toBe(2)
    expect(json).toEqual({
      decision: 'block',
      reason: stderr,
      systemMessage: expect.stringMatching(/^Tech-lead agent did not produce tasks\.md in /),
    })
    expect(stderr).toMatch(/^tasks\.md not found\n/)
  })

  it('T-PLN-58: feedback on a malformed state is exit code 2 in strict mode', async () => {
    const { exitCode, stderr } = await aPlan({
      files: { [`${F}/.planning-state.local.md`]: 'x' },
      config: 'planning:\n  checkpoint:\n    strict: true\n',
    }).run('H05', writes(`${F}/.planning-state.local.md`))
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: 'ERROR: State file write detected but YAML frontmatter is malformed. Phase field missing.',
    })
  })
})

describe('D3: the same in dispatch is exit code 0, in the host’s own form', () => {
  it.each([
    ['PreToolUse', spec],
    ['SubagentStop', stops('tech-lead')],
    ['Stop', {}],
  ])('%s', async (name, input) => {
    const { exitCode, stdout, stderr } = await aPlan({ files: planned }).event(name, input)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toMatch(/"deny"|"block"/)
  })
})

describe('T-ENG-24: the literal form', () => {
  const cases: readonly (readonly [string, string, object, object, string])[] = [
    [
      'H02, allowed',
      'H02',
      lockedBy('s1'),
      writes(`${F}/x.md`),
      '{"hookSpecificOutput":{"permissionDecision":"allow"}}',
    ],
    ['H11a, approved', 'H11a', {}, {}, '{"decision":"approve","reason":"Checks passed","systemMessage":""}'],
    ['H06, silent', 'H06', {}, { prompt: 'x' }, ''],
    [
      'H05, a checkpoint',
      'H05',
      inPhase('RESEARCH'),
      writes(`${F}/.planning-state.local.md`),
      'CHECKPOINT: UNKNOWN → RESEARCH | session=s1 | mode=complete',
    ],
    ['H05, nothing', 'H05', {}, writes('x.md'), ''],
  ]
  it.each(cases)('%s', async (_, hook, files, input, expected) => {
    const { stdout, stderr, exitCode } = await aPlan({ files: { ...files } }).run(
      hook,
      { ...input },
      '--protocol',
      'seed',
    )
    expect({ stdout, stderr, exitCode }).toEqual({ stdout: expected, stderr: '', exitCode: 0 })
  })

  it('a denial is JSON on stderr', async () => {
    const { stdout, stderr, exitCode } = await aPlan().run('H02', writes(`${F}/x.md`), '--protocol=seed')
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
    expect(JSON.parse(stderr)).toEqual({
      hookSpecificOutput: { permissionDecision: 'deny' },
      systemMessage: expect.stringMatching(/^DENIED: No planning lock acquired\./),
    })
  })

  it('a warning is an approval with a message', async () => {
    const plan = aPlan()
    plan.putTemp('planning-research-budget-s1', { session_total: 20 })
    const { json } = await plan.run('H03', researches('a'), '--protocol', 'seed')
    expect(json).toEqual({
      hookSpecificOutput: { permissionDecision: 'allow' },
      systemMessage: expect.stringMatching(/^WARNING: Session budget at 21\/25/),
    })
  })

  it('a block has the short reason and the long message', async () => {
    const { json, exitCode } = await aPlan({ files: { [`${F}/tasks.md`]: tasks(20, 9) } }).run(
      'H07',
      stops('tech-lead'),
      '--protocol',
      'seed',
    )
    expect(exitCode).toBe(2)
    expect(json).toEqual({
      decision: 'block',
      reason: 'Insufficient TDD integration: 45% (need >=80%)',
      systemMessage: expect.stringMatching(/^Tech-lead output has 9\/20 tasks with test references \(45%\)\./),
    })
  })

  it('context is a message', async () => {
    for (const hook of ['H06', 'H12']) {
      const { json } = await aPlan({ files: planned }).run(hook, {}, '--protocol', 'seed')
      expect(json).toEqual({
        systemMessage: expect.stringMatching(/^<planning-state>\nphase: ARCHITECTURE\n[^]*<\/planning-state>$/),
      })
    }
  })

  it('the environment is a message', async () => {
    const { json } = await aPlan().run('H13', {}, '--protocol', 'seed')
    expect(json).toEqual({
      systemMessage: expect.stringMatching(/^Planning environment detected: branch=feature\/demo/),
    })
  })
})

describe('the circuit breaker', () => {
  const BREAKER = 'planning-hook-breaker-s1'

  it('T-ENG-45 ENG-82: is open when its file says three failures', async () => {
    const plan = aPlan({ files: planned })
    plan.putTemp(BREAKER, { H04_spec_protection: 3 })
    const { exitCode, json } = await plan.run('H04', spec)
    expect({ exitCode, json }).toEqual({
      exitCode: 0,
      json: { systemMessage: 'Hook H04_spec_protection circuit breaker OPEN (3+ failures). Skipping validation.' },
    })
  })

  it('T-ENG-47: goes back to 0 after a clean run', async () => {
    const plan = aPlan()
    plan.putTemp(BREAKER, { H04_spec_protection: 2, H01_immutable_guard: 1 })
    await plan.run('H04', spec)
    expect(plan.temp(BREAKER)).toEqual({ H04_spec_protection: 0, H01_immutable_guard: 1 })
  })

  it('T-ENG-48: stays open for its session, and is closed in another', async () => {
    const plan = aPlan({ files: planned })
    plan.putTemp(BREAKER, { H04_spec_protection: 3 })
    for (let n = 0; n < 3; n++) expect((await plan.run('H04', spec)).exitCode).toBe(0)
    expect(plan.temp(BREAKER)).toEqual({ H04_spec_protection: 3 })
    expect((await plan.run('H04', { ...spec, session_id: 's2' })).exitCode).toBe(2)
  })

  it('T-ENG-49: takes its threshold from the configuration', async () => {
    const plan = aPlan({
      files: planned,
      config: 'feature_flags:\n  hooks_enforcement:\n    circuit_breaker_threshold: 5\n',
    })
    plan.putTemp(BREAKER, { H04_spec_protection: 3 })
    expect((await plan.run('H04', spec)).exitCode).toBe(2)
    plan.putTemp(BREAKER, { H04_spec_protection: 5 })
    const { json } = await plan.run('H04', spec)
    expect(json['systemMessage']).toContain('circuit breaker OPEN (5+ failures)')
  })

  it.each(['garbage{', '[]', '7', '{"H04_spec_protection":"3"}', '{"H04_spec_protection":-3}'])(
    'ENG-82: a file that says %s counts as empty',
    async (text) => {
      const plan = aPlan({ files: planned })
      plan.putTemp(BREAKER, text)
      expect((await plan.run('H04', spec)).exitCode).toBe(2)
    },
  )

  it('AC6: opens after three failures of its own, and denials are none', async () => {
    const plan = aPlan({ files: planned })
    // A lock directory that is a file: the budget cannot be counted.
    mkdirSync(join(plan.home, '.local/state/holdpoint'), { recursive: true, mode: 0o700 })
    const locks = join(plan.home, '.local/state/holdpoint/locks')
    for (let n = 0; n < 4; n++) await plan.run('H04', spec)
    writeFileSync(locks, '')
    // The breaker's own file needs a lock too, so these are counted while they can be.
    for (let n = 0; n < 3; n++) {
      await plan.run('H03', researches(n))
      rmSync(locks, { recursive: true })
      plan.putTemp(BREAKER, { H03_research_budget: n + 1 })
      writeFileSync(locks, '')
    }
    rmSync(locks)
    const { json } = await plan.run('H03', researches('x'))
    expect(json['systemMessage']).toContain('Hook H03_research_budget circuit breaker OPEN')
    expect((await plan.run('H04', spec)).exitCode).toBe(2)
  })
})

describe('T-ENG-50: development mode', () => {
  it('passes everything while its file is there, and says so in the log', async () => {
    const plan = aPlan({ files: planned })
    const file = plugin(plan)
    writeFileSync(file, '')
    expect((await plan.run('H04', spec)).exitCode).toBe(0)
    expect(plan.log()).toContain('H04_spec_protection: DEV_SKIP | Development mode active\n')
    rmSync(file)
    expect((await plan.run('H04', spec)).exitCode).toBe(2)
  })

  it('ENG-85: takes the name of its file from the configuration', async () => {
    const plan = aPlan({
      files: planned,
      config: 'feature_flags:\n  hooks_enforcement:\n    dev_mode_file: hooks/.quiet\n',
    })
    const file = plugin(plan)
    writeFileSync(file, '')
    expect((await plan.run('H04', spec)).exitCode).toBe(2)
    writeFileSync(join(plan.home, 'hooks/.quiet'), '')
    expect((await plan.run('H04', spec)).exitCode).toBe(0)
  })

  it('PLN-12: comes before the breaker', async () => {
    const plan = aPlan({ files: planned })
    writeFileSync(plugin(plan), '')
    plan.putTemp('planning-hook-breaker-s1', { H04_spec_protection: 3 })
    expect((await plan.run('H04', spec)).all).toBe('')
  })
})

describe('feature flags', () => {
  const off = (flag: string, more = ''): string => `feature_flags:\n  ${flag}:\n    enabled: false\n${more}`
  const unlocked = 'No planning lock acquired'

  it('T-PLN-97 PLN-FF-02: a flag switches its own hook off, and no other', async () => {
    const plan = aPlan({ files: planned, config: off('hooks_spec_protection') })
    const { stdout } = await plan.event('PreToolUse', spec)
    expect(stdout).toContain(unlocked)
    expect(stdout).not.toContain('immutable')
    expect((await plan.run('H04', spec)).all).toBe('')
  })

  const all: readonly (readonly [string, string, object, object])[] = [
    ['hooks_immutable_guard', 'H01', asks('Use Redis?'), inPhase('RESEARCH', { decisions: { 'Use Redis': 'Yes' } })],
    ['hooks_lock_enforcement', 'H02', writes(`${F}/x.md`), {}],
    ['hooks_budget_tracker', 'H03', researches('a'), {}],
    ['hooks_spec_protection', 'H04', spec, planned],
    ['hooks_context_preservation', 'H06', { prompt: 'x' }, planned],
    ['hooks_agent_validation', 'H07', stops('tech-lead'), {}],
    ['hooks_agent_validation', 'H08', stops('software-architect', ''), {}],
    ['hooks_agent_validation', 'H09', stops('qa-strategist'), {}],
    ['hooks_agent_validation', 'H10', stops('researcher'), {}],
    ['hooks_stop_guard', 'H11a', {}, planned],
    ['hooks_stop_guard', 'H11b', {}, planned],
    ['hooks_context_preservation', 'H12', {}, planned],
  ]
  const limits = 'research_mcp:\n  budget:\n    total_calls_per_session: 0\n'
  it.each(all)('PLN-FF-01: %s switches %s', async (flag, hook, input, files) => {
    const [on, without] = await Promise.all(
      [limits, off(flag, limits)].map((config) => aPlan({ files: { ...files }, config }).run(hook, { ...input })),
    )
    expect(on?.all).not.toBe('')
    expect(without?.all).toBe('')
  })

  it.each([
    ['H05', writes(`${F}/.planning-state.local.md`)],
    ['H13', {}],
  ])('PLN-FF-03: %s follows hooks_enforcement', async (hook, input) => {
    expect((await aPlan({ files: planned, config: off('hooks_enforcement') }).run(hook, input)).all).toBe('')
    expect((await aPlan({ files: planned, config: off('hooks_stop_guard') }).run(hook, input)).all).not.toBe('')
  })

  it('ENG-87: hooks_enforcement switches all of them', async () => {
    const plan = aPlan({ files: planned, config: off('hooks_enforcement') })
    for (const [name, input] of [
      ['PreToolUse', spec],
      ['Stop', {}],
      ['UserPromptSubmit', { prompt: 'x' }],
      ['SubagentStop', stops('tech-lead')],
    ] as const) {
      expect((await plan.event(name, input)).all).toBe('')
    }
  })

  it.each([
    [
      'requires a flag that is off',
      'feature_flags:\n  own: {enabled: false}\n  hooks_spec_protection: {enabled: true, requires: [hooks_enforcement, own]}\n',
      0,
    ],
    [
      'requires it by way of another',
      'feature_flags:\n  a: {enabled: no}\n  b: {requires: [a]}\n  hooks_spec_protection: {requires: [b]}\n',
      0,
    ],
    ['requires itself', 'feature_flags:\n  hooks_spec_protection: {requires: [hooks_spec_protection]}\n', 2],
    ['requires what nobody has declared', 'feature_flags:\n  hooks_spec_protection: {requires: [unknown]}\n', 2],
    ['is off in another word', 'feature_flags:\n  hooks_spec_protection: {enabled: off}\n', 0],
    ['is written as a plain value', 'feature_flags:\n  hooks_spec_protection: false\n', 0],
    ['says something else', 'feature_flags:\n  hooks_spec_protection: {enabled: maybe}\n', 2],
    ['stands in a file that is no YAML', 'feature_flags:\n  hooks_spec_protection: {enabled: false\n', 2],
    ['stands in an empty file', '', 2],
  ])('a flag that %s', async (_, config, exit) => {
    expect((await aPlan({ files: planned, config }).run('H04', spec)).exitCode).toBe(exit)
  })

  it('the plugin’s configuration comes before the project’s', async () => {
    const plan = aPlan({ files: planned, config: off('hooks_spec_protection') })
    plugin(plan)
    mkdirSync(join(plan.home, 'config'))
    writeFileSync(join(plan.home, 'config/planning-config.yaml'), 'feature_flags: {}\n')
    expect((await plan.run('H04', spec)).exitCode).toBe(2)
  })
})

describe('the log of a session', () => {
  const LINE = /^\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\] H\d\d[a-z]?_\w+: [A-Z+_]+ \| /
  const full = {
    ...inPhase('ARCHITECTURE', { decisions: { 'Use Redis': 'Yes' } }),
    ...testFiles,
    [`${F}/tasks.md`]: tasks(5, 5),
  }

  it('T-ENG-52 AC6: has a line for every decision of every hook', async () => {
    const plan = aPlan({ files: full })
    const calls: readonly (readonly [string, object])[] = [
      ['H01', asks('Use Redis?')],
      ['H01', asks('Which colour?')],
      ['H02', writes('x.md')],
      ['H02', writes(`${F}/x.md`)],
      ['H03', researches('a')],
      ['H04', writes('x.md')],
      ['H04', spec],
      ['H05', writes(`${F}/.planning-state.local.md`)],
      ['H06', { prompt: 'x' }],
      ['H07', stops('tech-lead')],
      ['H08', stops('software-architect', '')],
      ['H09', stops('qa-strategist')],
      ['H10', stops('researcher')],
      ['H11a', {}],
      ['H11b', {}],
      ['H12', {}],
      ['H13', {}],
    ]
    for (const [hook, input] of calls) await plan.run(hook, { ...input })
    const lines = plan.log().trimEnd().split('\n')
    for (const line of lines) expect(line).toMatch(LINE)
    expect(lines.map((line) => /\] (H\d\d[a-z]?)_\w+: (\S+) /.exec(line)?.slice(1).join(' '))).toEqual([
      'H01 DENY',
      'H01 ALLOW',
      'H02 ALLOW',
      'H02 DENY',
      'H03 ALLOW',
      'H04 ALLOW',
      'H04 DENY',
      'H05 LOG',
      'H06 INJECT',
      'H07 APPROVE',
      'H08 BLOCK',
      'H09 APPROVE',
      'H10 BLOCK',
      'H11a BLOCK',
      'H11b BLOCK',
      'H12 PRESERVE',
      'H13 SETUP',
    ])
  })

  it.each(['own/{session_id}.log', '{session_id}-x.log'])('T-ENG-65: is where %s says', async (location) => {
    const plan = aPlan({
      files: planned,
      config: `feature_flags:\n  hooks_enforcement:\n    log_location: "${location}"\n`,
    })
    mkdirSync(join(plan.project, 'own'))
    await plan.run('H04', spec)
    expect(plan.read(location.replace('{session_id}', 's1'))).toMatch(LINE)
    expect(plan.log()).toBe('')
  })

  it('D1: the documented place is the temporary directory, wherever that is', async () => {
    const plan = aPlan({
      files: planned,
      config: 'feature_flags:\n  hooks_enforcement:\n    log_location: "/tmp/planning-hooks-{session_id}.log"\n',
    })
    await plan.run('H04', spec)
    expect(plan.log()).toMatch(LINE)
  })

  it('is never a file that somebody’s shell would read', async () => {
    const plan = aPlan({
      files: planned,
      config: 'feature_flags:\n  hooks_enforcement:\n    log_location: ".bashrc"\n',
    })
    await plan.run('H04', spec)
    expect(plan.read('.bashrc')).toBeUndefined()
    expect(plan.log()).toMatch(LINE)
  })

  it('is not written through a link', async () => {
    const plan = aPlan({ files: planned })
    symlinkSync(join(plan.home, 'victim'), join(plan.tmp, 'planning-hooks-s1.log'))
    expect((await plan.run('H04', spec)).exitCode).toBe(2)
    expect(existsSync(join(plan.home, 'victim'))).toBe(false)
  })

  it('ENG-90: has the whole input and output when asked for, without secrets', async () => {
    const plan = aPlan({ files: planned, env: { PLANNING_HOOKS_VERBOSE: 'true' } })
    await plan.run('H04', { ...spec, tool_input: { file_path: `${F}/spec.md`, content: 'API_KEY=hunter2\n' } })
    const [input = '', decision = '', output = ''] = plan.log().trimEnd().split('\n')
    expect(input).toContain('H04_spec_protection: INPUT | {"session_id":"s1"')
    expect(decision).toContain('H04_spec_protection: DENY | DENIED')
    expect(output).toContain('H04_spec_protection: OUTPUT | {"stdout":"{')
    expect(plan.log()).not.toContain('hunter2')
  })

  it('T-ENG-11: no name leads out of the temporary directory', async () => {
    const plan = aPlan({ files: planned })
    for (const session_id of ['../x', '/etc/x', 'a/b', '']) {
      await plan.run('H03', { ...researches('a'), session_id })
      await plan.run('H04', { ...spec, session_id })
    }
    const made = readdirSync(plan.tmp)
    expect(made.every((name) => /^planning-(hooks|research-budget)-[A-Za-z0-9._-]+$/.test(name))).toBe(true)
    expect(made.length).toBeGreaterThan(3)
  })
})

describe('several at once', () => {
  it('T-ENG-37 PLN-IX-02: both reasons reach the model', async () => {
    const { json } = await aPlan({ files: planned }).event('PreToolUse', spec)
    const { permissionDecisionReason: reason } = json['hookSpecificOutput'] as Record<string, string>
    expect(reason).toContain('DENIED: No planning lock acquired.')
    expect(reason).toContain(FIXED)
  })

  it('T-ENG-19: state given before a compaction comes back once after it', async () => {
    const plan = aPlan({ files: planned })
    const { stdout } = await plan.event('PreCompact', { trigger: 'auto' })
    expect(stdout).toMatch(/^<planning-state>\nphase: ARCHITECTURE/)
    const after = await plan.event('SessionStart', { source: 'compact' })
    expect(JSON.stringify(after.json)).toContain('<planning-state>')
    const again = await plan.event('SessionStart', { source: 'compact' })
    expect(JSON.stringify(again.json)).not.toContain('<planning-state>')
  })

  it('AC8: what H13 exported is known to later hooks, and no way around them', async () => {
    const plan = aPlan({ files: planned })
    await plan.event('SessionStart', { source: 'startup' })
    plan.git('switch', '--quiet', '-c', 'elsewhere')
    const { stdout } = await plan.event('PreToolUse', runs('sed -i s/a/b/ "$PLANNING_FEATURE_DIR/spec.md"'))
    // Known to hooks; whether the reader of commands knows the variable too decides between the two words.
    expect(stdout).toMatch(/"permissionDecision":"(?:deny|ask)"/)
    expect(stdout).toContain(`${plan.project}/${F}`)
  })

  it('T-PLN-96: H02 uses the snapshot of its session after the branch was switched', async () => {
    const plan = aPlan({ files: { [`${F}/.planning-state.local.md`]: state() } })
    await plan.run('H13', { source: 'startup' })
    plan.git('switch', '--quiet', '-c', 'main')
    expect((await plan.run('H02', edits(`${F}/plan.md`))).exitCode).toBe(2)
    expect((await plan.run('H02', { ...edits(`${F}/plan.md`), session_id: 's2' })).exitCode).toBe(0)
  })
})
