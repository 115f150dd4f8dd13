import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import check from '../../packages/packs/src/plan/plan-check/plan-check.ts'
import validate from '../../packages/packs/src/plan/plan-validate/plan-validate.ts'
import surface from '../../packages/packs/src/plan/surface/surface.ts'
import { aHarness, type Harness } from './support/harness.ts'
import { scaled } from '../support/tries.ts'

const PACK = [check, validate, surface]
const source = 'const x = 1\n'.repeat(30)
const wrote = (project: string, name: string, content: string) => ({
  tool_name: 'Write',
  tool_input: { file_path: join(project, name), content },
})
const denial = (json: Readonly<Record<string, unknown>>): Record<string, string> =>
  (json['hookSpecificOutput'] ?? {}) as Record<string, string>

/** Makes the write, as the agent would, if nothing speaks against it. */
async function write(harness: Harness, name: string, content: string): Promise<Record<string, string>> {
  const input = wrote(harness.project, name, content)
  const { json } = await harness.ask('PreToolUse', input)
  if (denial(json)['permissionDecision'] !== 'deny') {
    harness.write({ [name]: content, '.claude/.session-changes-s1': `${join(harness.project, name)}\n` })
    await harness.ask('PostToolUse', { ...input, tool_response: {} })
  }
  return denial(json)
}

describe('plan/plan-check, as the host sees it', () => {
  it('T-ENG-13: a denial is JSON at exit 0, and names the way out', async () => {
    const harness = aHarness(PACK)
    const { code, json } = await harness.ask('PreToolUse', wrote(harness.project, 'src/a.ts', source))
    expect(code).toBe(0)
    expect(denial(json)).toEqual({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining(`Write ${harness.project}/MASTER_PLAN.md with`),
    })
  })

  it('D4: the script’s own name runs it', async () => {
    const harness = aHarness(PACK)
    const { code, json } = await harness.ask(['run', 'plan-check.sh'], wrote(harness.project, 'a.ts', source))
    expect([code, denial(json)['permissionDecision']]).toEqual([0, 'deny'])
  })

  it('HAR-PC-05: the worse of the two signals decides', async () => {
    const harness = aHarness(PACK)
    harness.write({ 'MASTER_PLAN.md': 'Plan', '.claude/.plan-drift': 'audit_epoch=4000000000\nunplanned_count=5\n' })
    const { json } = await harness.ask('PreToolUse', wrote(harness.project, 'a.ts', source))
    expect(denial(json)['permissionDecisionReason']).toMatch(/ 0 % .* 5 decisions differ/)
  })

  it('T-HAR-111, HAR-08: a bare input is no reason to fail', async () => {
    const harness = aHarness(PACK)
    for (const hook of ['plan-check.sh', 'plan-validate.sh']) {
      for (const input of [{ tool_name: 'Write', tool_input: { file_path: '/test.ts' } }, { tool_name: 'Write' }, {}]) {
        expect(await harness.ask(['run', hook], { ...input, session_id: undefined, cwd: undefined })).toMatchObject({
          code: 0,
          stdout: '',
          stderr: '',
        })
      }
    }
  })

  it('HAR-07: ~/.claude is nobody’s product, whatever is in it', async () => {
    const harness = aHarness(PACK)
    const meta = join(harness.home, '.claude')
    mkdirSync(join(meta, 'hooks'), { recursive: true })
    execFileSync('git', ['init', '--quiet'], { cwd: meta })
    writeFileSync(join(meta, 'hooks/a.sh'), '')
    const input = { tool_name: 'Write', tool_input: { file_path: join(meta, 'hooks/a.sh'), content: source } }
    expect((await harness.ask('PreToolUse', input)).stdout).toBe('')
  })

  it('a project below folders called test and build is judged like any other', async () => {
    const harness = aHarness(PACK)
    harness.git('init', '--quiet', 'test/build/demo')
    const { json } = await harness.ask('PreToolUse', wrote(harness.project, 'test/build/demo/src/a.ts', source))
    expect(denial(json)['permissionDecision']).toBe('deny')
  })
})

describe('plan/plan-validate, as the host sees it', () => {
  const input = (harness: Harness) => ({ ...wrote(harness.project, 'MASTER_PLAN.md', ''), tool_response: {} })

  it('T-HAR-78, D3: run alone it leaves with 2 and says what to do on stderr', async () => {
    const harness = aHarness(PACK)
    harness.write({ 'MASTER_PLAN.md': '## Intent\nx\n## Phase 1: Log in\n' })
    const { code, stderr, json } = await harness.ask(['run', 'plan-validate.sh'], input(harness))
    expect(code).toBe(2)
    expect(stderr).toContain('`Phase 1: Log in` has no Status')
    expect(json).toMatchObject({ decision: 'block', reason: stderr })
    const seed = await harness.ask(['run', 'plan-validate.sh', '--protocol', 'seed'], input(harness))
    expect([seed.code, seed.stdout, seed.stderr]).toEqual([2, '', stderr])
  })

  it('T-HAR-78: in dispatch it is feedback at exit 0, with the advice beside it', async () => {
    const harness = aHarness(PACK)
    harness.write({ 'MASTER_PLAN.md': '' })
    const { code, json } = await harness.ask('PostToolUse', input(harness))
    expect([code, json['decision']]).toEqual([0, 'block'])
    expect(denial(json)['additionalContext']).toContain('sections are missing')
  })
})

describe('plan/surface and its file', () => {
  const keys = (text: string | undefined): Record<string, string> =>
    Object.fromEntries(
      (text ?? '')
        .trim()
        .split('\n')
        .map((line) => line.split('=') as [string, string]),
    )
  const stop = { last_assistant_message: 'x' }

  it('T-HAR-97, T-HAR-98, T-HAR-99, HAR-SURF-05, HAR-ST-12: counts what differs', async () => {
    const harness = aHarness(PACK, { now: () => new Date('2026-03-01T12:00:00Z') })
    harness.write({
      'MASTER_PLAN.md': 'DEC-A-001\nDEC-B-001\nREQ-P0-001\nREQ-NOGO-001\n',
      'src/a.ts': '// @decision DEC-A-001\n// @decision DEC-C-001\n',
      'src/long.ts': 'x\n'.repeat(60),
      '.claude/.session-changes-s1': '',
    })
    harness.write({ '.claude/.session-changes-s1': `${harness.project}/src/a.ts\n${harness.project}/src/long.ts\n` })
    const { json } = await harness.ask('Stop', stop)
    expect(keys(harness.state('.plan-drift'))).toEqual({
      audit_epoch: '1772366400',
      unplanned_count: '1',
      unimplemented_count: '1',
      missing_decisions: '1',
      total_decisions: '2',
      source_files_changed: '2',
      unaddressed_p0s: '1',
      nogo_count: '1',
      open_count: '0',
    })
    expect(Object.keys(json)).toEqual(['systemMessage'])
    expect(harness.state('.audit-log')).toMatch(
      /^2026-03-01T12:00:00Z\|decision_audit\|in the code but not in the plan: DEC-C-001;/,
    )
    // The list of changes is not its own to take away: the summary reads it next.
    expect(harness.state('.session-changes-s1')).toContain('src/a.ts')

    harness.write({ 'MASTER_PLAN.md': 'DEC-A-001\nDEC-B-001 (superseded)\n- DEC-A-001 Addresses: REQ-P0-001\n' })
    await harness.ask('Stop', stop)
    expect(keys(harness.state('.plan-drift'))).toMatchObject({ unimplemented_count: '0', unaddressed_p0s: '0' })
  })

  it('HAR-SURF-07: refreshes the count without a word when nothing was changed, and leaves a bare project alone', async () => {
    const harness = aHarness(PACK)
    expect((await harness.ask('Stop', stop)).stdout).toBe('')
    expect(harness.state('.plan-drift')).toBeUndefined()
    harness.write({ 'MASTER_PLAN.md': 'DEC-A-001' })
    expect((await harness.ask('Stop', stop)).stdout).toBe('')
    expect(keys(harness.state('.plan-drift'))).toMatchObject({ unimplemented_count: '1' })
  })

  it('says the same only once, and the new', async () => {
    const harness = aHarness(PACK)
    harness.write({ 'a.ts': '' })
    harness.write({ '.claude/.session-changes-s1': `${harness.project}/a.ts\n` })
    expect((await harness.ask('Stop', stop)).json['systemMessage']).toContain('no MASTER_PLAN.md')
    expect((await harness.ask('Stop', stop)).stdout).toBe('')
    expect((await harness.ask('Stop', { ...stop, session_id: 's2' })).stdout).toBe('')
    harness.write({ 'MASTER_PLAN.md': 'Plan' })
    expect((await harness.ask('Stop', stop)).json['systemMessage']).toContain('agree')
    expect(harness.state('.audit-log')?.trim().split('\n')).toHaveLength(2)
  })

  it('a project of very many files is looked through in time', async () => {
    const count = scaled(10_000)
    const harness = aHarness(PACK)
    const many = Array.from({ length: count }, (_, n) => [
      `src/d${n % 100}/f${n}.ts`,
      `// @decision DEC-N-${String(n % 1000).padStart(3, '0')}\n`,
    ])
    harness.write({ 'MASTER_PLAN.md': 'Plan', ...Object.fromEntries(many) })
    harness.git('add', '.')
    harness.git('commit', '--quiet', '-m', 'many')
    await harness.ask('Stop', stop)
    expect(keys(harness.state('.plan-drift'))).toMatchObject({
      unplanned_count: '1000',
      total_decisions: String(count),
    })
  })
})

describe('issue 5: the plan never locks anybody out', () => {
  const plan = (status: string): string =>
    `# Plan\n\n## Original Intent\n\nMake it so.\n\n## Phase 1: All of it\n\n**Status:** ${status}\n\n${DECISIONS.map((id) => `- ${id}: x`).join('\n')}\n`
  const DECISIONS = Array.from({ length: 8 }, (_, n) => `DEC-CORE-00${n}`)
  const code = (id: string): string => `/** @decision ${id}\n * @rationale so */\n${source}`

  it('a plan with eight decisions is carried out one after the other, turn by turn', async () => {
    const harness = aHarness(PACK)
    expect((await write(harness, 'src/first.ts', source))['permissionDecision']).toBe('deny')
    expect((await write(harness, 'MASTER_PLAN.md', plan('in-progress')))['permissionDecision']).toBeUndefined()
    harness.git('add', 'MASTER_PLAN.md')
    harness.git('commit', '--quiet', '-m', 'plan')
    for (const [index, id] of DECISIONS.entries()) {
      await harness.ask('Stop', { last_assistant_message: 'x' })
      expect([id, (await write(harness, `src/part${index}.ts`, code(id)))['permissionDecisionReason']]).toEqual([
        id,
        undefined,
      ])
      harness.git('add', '.')
      harness.git('commit', '--quiet', '-m', id)
    }
  })

  it('decisions that nobody planned stop it, and writing them down opens it within the same turn', async () => {
    const harness = aHarness(PACK)
    harness.write({ 'MASTER_PLAN.md': 'Plan', 'src/a.ts': DECISIONS.map((id) => `// @decision ${id}\n`).join('') })
    await harness.ask('Stop', { last_assistant_message: 'x' })
    const drift = harness.state('.plan-drift') ?? ''
    // The audit was a while ago.
    harness.write({ '.claude/.plan-drift': drift.replace(/audit_epoch=\d+/, 'audit_epoch=1700000000') })
    expect((await write(harness, 'src/b.ts', source))['permissionDecisionReason']).toContain('8 decisions differ')
    await write(harness, 'MASTER_PLAN.md', plan('in-progress'))
    expect((await write(harness, 'src/b.ts', source))['permissionDecision']).toBeUndefined()
  })
})
