import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { artifacts, F, inPhase, lockedBy, tasks, testFiles, transcript, words } from './support/plan-files.ts'
import { aPlan, asks, edits, researches, stops, writes, type Plan } from './support/planning.ts'

/** Section 9 of the document: which hooks meet, and what comes of it. */

/** Which hooks of the pack looked at an event, and what each of them did, from the log of the session. */
const looked = (plan: Plan): readonly string[] =>
  [...plan.log().matchAll(/\] (H\d\d[a-z]?)_\w+: (\S+) /g)].map(([, hook, word]) => `${hook} ${word}`)

describe('PreToolUse', () => {
  const rows: readonly (readonly [string, object, readonly string[]])[] = [
    ['PLN-IX-01: AskUserQuestion meets H01', asks('Redis?'), ['H01 ALLOW']],
    ['PLN-IX-02 T-ENG-37: Write to spec.md meets H02 and H04', writes(`${F}/spec.md`), ['H02 DENY', 'H04 DENY']],
    ['PLN-IX-01: Write to design.md meets H02; H04 passes', writes(`${F}/design.md`), ['H02 DENY', 'H04 ALLOW']],
    ['PLN-IX-02: Edit to spec.md meets H02 and H04', edits(`${F}/spec.md`), ['H02 DENY', 'H04 DENY']],
    ['PLN-IX-01: mcp__context7__* meets H03', researches('a'), ['H03 ALLOW']],
  ]
  it.each(rows)('%s', async (_, input, expected) => {
    const plan = aPlan({ files: inPhase('ARCHITECTURE') })
    await plan.event('PreToolUse', { ...input })
    expect(looked(plan)).toEqual(expected)
  })

  it('co-denial: one answer with both reasons', async () => {
    const { json } = await aPlan({ files: inPhase('ARCHITECTURE') }).event('PreToolUse', writes(`${F}/spec.md`))
    expect(json['systemMessage']).toMatch(/^DENIED: No planning lock acquired\.[^]*\nDENIED: spec\.md is immutable/)
  })
})

describe('SubagentStop', () => {
  const good = { ...testFiles, [`${F}/tasks.md`]: tasks(10, 10) }
  const rows: readonly (readonly [string, string, string, readonly string[]])[] = [
    ['PLN-IX-03 T-PLN-98: tech-lead', 'tech-lead', 'Five words of output, no more', ['H07 APPROVE', 'H10 APPROVE']],
    [
      'PLN-IX-03: software-architect',
      'software-architect',
      'src/a.ts → src/b.ts, interface A',
      ['H08 APPROVE', 'H10 APPROVE'],
    ],
    ['PLN-IX-03: qa-strategist', 'qa-strategist', 'Done.', ['H09 APPROVE', 'H10 APPROVE']],
    ['PLN-IX-03: code-explorer', 'code-explorer', 'Done.', ['H10 BLOCK']],
    ['PLN-IX-03: qa-security', 'qa-security', `## STRIDE\n${words(100)}`, ['H10 APPROVE']],
    ['PLN-IX-03: phase-gate-judge', 'phase-gate-judge', 'Done.', ['H10 BLOCK']],
  ]
  it.each(rows)('%s', async (_, agent, text, expected) => {
    const plan = aPlan({ files: good })
    const { stdout } = await plan.event('SubagentStop', stops(agent, text))
    expect(looked(plan)).toEqual(expected)
    expect(stdout === '').toBe(expected.every((decision) => decision.endsWith('APPROVE')))
  })
})

describe('Stop', () => {
  const red = { gates: [{ phase: 3, verdict: 'RED' }] }
  const said = { 'talk.jsonl': transcript('please stop') }
  const rows: readonly (readonly [string, Record<string, string>, readonly string[], readonly string[]])[] = [
    [
      'PLN-IX-04 T-PLN-102: all artifacts, COMPLETION',
      { ...inPhase('COMPLETION'), ...artifacts },
      ['H11a APPROVE', 'H11b APPROVE'],
      [],
    ],
    [
      'PLN-IX-04 T-PLN-92: missing artifacts, ARCHITECTURE',
      inPhase('ARCHITECTURE'),
      ['H11a BLOCK', 'H11b BLOCK'],
      ['Missing artifacts: design.md', 'Workflow at phase ARCHITECTURE'],
    ],
    [
      'PLN-IX-04: all artifacts, RED gate',
      { ...inPhase('COMPLETION', red), ...artifacts },
      ['H11a APPROVE', 'H11b BLOCK'],
      ['Validation failed (RED) at 3'],
    ],
    [
      'PLN-IX-04 PLN-H11-06: the user says stop',
      { ...inPhase('ARCHITECTURE'), ...said },
      ['H11a APPROVE', 'H11b APPROVE'],
      [],
    ],
  ]
  it.each(rows)('%s', async (_, files, expected, reasons) => {
    const plan = aPlan({ files })
    const { json } = await plan.event('Stop', { transcript_path: join(plan.project, 'talk.jsonl') })
    expect(looked(plan)).toEqual(expected)
    if (reasons.length === 0) expect(json).toEqual({})
    else expect(json).toMatchObject({ decision: 'block' })
    for (const reason of reasons) expect(json['reason']).toContain(reason)
  })

  it('D11: the second stop of a turn passes with a message', async () => {
    const { json } = await aPlan({ files: inPhase('ARCHITECTURE') }).event('Stop', { stop_hook_active: true })
    expect(Object.keys(json)).toEqual(['systemMessage'])
    expect(json['systemMessage']).toContain('without design.md')
  })
})

describe('PLN-IX-05: who reads and who writes', () => {
  const files = {
    ...inPhase('ARCHITECTURE', { decisions: { 'Use Redis': 'Yes' } }),
    ...lockedBy('s1'),
    ...testFiles,
    [`${F}/tasks.md`]: tasks(9, 9),
  }
  const digest = (plan: Plan, name: string): string =>
    createHash('sha256')
      .update(readFileSync(join(plan.project, F, name)))
      .digest('hex')
  const everything = async (plan: Plan): Promise<void> => {
    await plan.event('SessionStart', { source: 'startup' })
    await plan.event('UserPromptSubmit', { prompt: 'x' })
    for (const input of [asks('Use Redis?'), writes(`${F}/spec.md`), edits(`${F}/x.md`), researches('a')]) {
      await plan.event('PreToolUse', input)
      await plan.event('PostToolUse', input)
    }
    await plan.event('PostToolUse', writes(`${F}/.planning-state.local.md`))
    for (const agent of ['tech-lead', 'software-architect', 'qa-strategist', 'researcher'])
      await plan.event('SubagentStop', stops(agent))
    await plan.event('Stop')
    await plan.event('PreCompact', { trigger: 'auto' })
  }

  const rows: readonly (readonly [string, string])[] = [
    ['H01 reads the state file and writes nothing', '.planning-state.local.md'],
    ['H02 reads the lock file and writes nothing', '.planning.lock'],
    ['H04, H06 and H12 read the state file and write nothing', 'tasks.md'],
    ['H07 and H09 read what they judge and write nothing', 'test-plan.md'],
  ]
  it.each(rows)('T-PLN-108: %s', async (_, name) => {
    const plan = aPlan({ files })
    const before = digest(plan, name)
    await everything(plan)
    expect(digest(plan, name)).toBe(before)
  })

  it('H03 and H05 write the budget, H05 alone the audit trail', async () => {
    const plan = aPlan({ files })
    await plan.event('PreToolUse', researches('a'))
    expect(plan.read(`${F}/.planning-audit.log`)).toBeUndefined()
    expect(plan.temp('planning-research-budget-s1')).toMatchObject({ session_total: 1, phase_total: 1 })
    await plan.event('PostToolUse', writes(`${F}/.planning-state.local.md`))
    expect(plan.temp('planning-research-budget-s1')).toMatchObject({ session_total: 1, phase_total: 0 })
    expect(plan.read(`${F}/.planning-audit.log`)?.trimEnd().split('\n')).toHaveLength(1)
  })
})
