import { aDirectory, aRepository } from '../../../../test/process/support/temporary.ts'
import { planAudit, planStatus } from './plan.ts'

/** What a command prints, without colours, and its exit code. */
async function shown(command: typeof planStatus, project: string, json = false) {
  const printed: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  process.exitCode = 0
  try {
    await command({ project, json })
    return { text: printed.join('').replaceAll(project, '[PROJECT]'), code: process.exitCode }
  } finally {
    process.exitCode = 0
    vi.restoreAllMocks()
  }
}

const plan = [
  '# MASTER_PLAN: Demo\n\n## Original Intent\n\nMake it so.\n',
  '## Phase 1: One\n\n**Status:** completed\n**Requirements:** REQ-P0-001\n- DEC-A-001: x — Addresses: REQ-P0-001\n\n### Decision Log\nFine.\n',
  '## Phase 2: Two\n\n**Status:** in-progress\n- DEC-B-001: y\n- REQ-P0-002: z\n',
].join('\n')

function aProject(files: Readonly<Record<string, string>>): string {
  const project = aRepository()
  project.write(files)
  project.git('add', '.')
  project.git('commit', '--quiet', '-m', 'all')
  return project.path
}

describe('holdpoint plan status', () => {
  it('shows the plan at a glance', async () => {
    const { text, code } = await shown(
      planStatus,
      aProject({ 'MASTER_PLAN.md': plan, 'a.ts': '// @decision DEC-C-001\n' }),
    )
    expect(code).toBe(0)
    expect(text).toMatch(/^plan +MASTER_PLAN\.md, MASTER_PLAN: Demo\nupdated +\d+ days ago, 0 commits since\n/)
    expect(text).toContain('phases        1 of 2 completed, 1 in progress\n')
    expect(text).toContain('requirements  2 (2 P0, 0 no-go), 1 P0 without a decision\n')
    expect(text).toContain('decisions     2 planned, 1 in the code, 1 open\n')
    expect(text).toContain('drift         1 not in the plan, 1 overdue, 0 % of the source files')
    expect(text).toMatch(/\nPhases\n {2}✓ Phase 1: One\n {2}▸ Phase 2: Two\n$/)
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([])
  })

  it('the same for scripts', async () => {
    const { text } = await shown(planStatus, aProject({ 'MASTER_PLAN.md': plan, 'a.ts': '' }), true)
    expect(JSON.parse(text)).toMatchObject({
      plan: 'MASTER_PLAN.md',
      title: 'MASTER_PLAN: Demo',
      phases: [
        { title: 'Phase 1: One', line: 7, status: 'completed' },
        { title: 'Phase 2: Two', line: 16, status: 'in-progress' },
      ],
      current: 'Phase 2: Two',
      requirements: { all: 2, p0: 2, nogo: 0, unaddressed: ['REQ-P0-002'] },
      decisions: { planned: 2, inCode: 0, open: ['DEC-B-001'] },
      drift: { unplanned: [], overdue: ['DEC-A-001'] },
      churn: { percent: 0, changed: 0, total: 1, commits: 0 },
      errors: 0,
    })
  })

  it('helps where there is no plan, and works without git', async () => {
    const { path, write } = aDirectory()
    expect(await shown(planStatus, path)).toEqual({
      code: 0,
      text: expect.stringMatching(
        /^There is no MASTER_PLAN\.md in \[PROJECT\]\.\n[\s\S]*## Phase 1: <name>\n {2}\*\*Status:\*\* planned/,
      ),
    })
    expect(JSON.parse((await shown(planStatus, path, true)).text)).toEqual({ plan: null })
    write({ 'MASTER_PLAN.md': plan })
    expect((await shown(planStatus, path)).text).toContain('(file time, without git)')
  })

  it('the text of a plan cannot move the cursor', async () => {
    const path = aProject({ 'MASTER_PLAN.md': '# \u001B[31mred\u202E\n## Phase 1: \u001B[2J\n' })
    const { text } = await shown(planStatus, path)
    expect(['\u001B', '\u202E'].filter((mark) => text.includes(mark))).toEqual([])
  })
})

describe('holdpoint plan audit', () => {
  it('is content with a plan that the code agrees with', async () => {
    const path = aProject({
      'MASTER_PLAN.md': `${plan}- DEC-B-001 Addresses: REQ-P0-002\n`,
      'a.ts': '// @decision DEC-A-001\n',
    })
    const { text, code } = await shown(planAudit, path)
    expect(code).toBe(0)
    expect(text).toMatch(/1 decision is open: DEC-B-001\n✓ MASTER_PLAN\.md is valid and agrees with the code\.\n$/)
    expect(JSON.parse((await shown(planAudit, path, true)).text)).toMatchObject({
      ok: true,
      unplanned: [],
      overdue: [],
    })
  })

  it('names every mistake with its line, and every decision with its place', async () => {
    const broken = plan.replace('**Status:** in-progress', '**Status:** soon').replace('Fine.', '')
    const path = aProject({ 'MASTER_PLAN.md': `${broken}\nDEC-x1\n`, 'src/a.ts': '\n// @decision DEC-C-001\n' })
    const { text, code } = await shown(planAudit, path)
    expect(code).toBe(1)
    expect(text).toContain('✗ MASTER_PLAN.md:13\n  `Phase 1: One` is completed and its Decision Log is empty.')
    expect(text).toContain('✗ MASTER_PLAN.md:18\n  `Phase 2: Two` has the Status `soon`.')
    expect(text).toMatch(/✗ MASTER_PLAN\.md:22\n {2}`DEC-x1` is not of the form/)
    expect(text).toContain('! MASTER_PLAN.md:1\n')
    expect(text).toContain('In the code, not in the plan\n  ✗ DEC-C-001  src/a.ts:2\n')
    expect(text).toContain('Overdue: in the plan, not in the code\n  ✗ DEC-A-001  MASTER_PLAN.md:11\n')
    expect(text).toContain('P0 requirements without a decision\n  ✗ REQ-P0-002  MASTER_PLAN.md:20\n')
    const data = JSON.parse((await shown(planAudit, path, true)).text)
    expect(data).toMatchObject({ ok: false, unplanned: [{ id: 'DEC-C-001', at: 'src/a.ts:2' }], open: ['DEC-B-001'] })
    expect(data.findings).toContainEqual({
      level: 'error',
      rule: 'status',
      line: 18,
      text: expect.stringContaining('`soon`'),
    })
  })

  it('warnings alone are no mistake; no plan is one', async () => {
    expect((await shown(planAudit, aProject({ 'MASTER_PLAN.md': '## Intent\nx\n' }))).code).toBe(0)
    const { path } = aDirectory()
    expect(await shown(planAudit, path)).toEqual({
      code: 1,
      text: expect.stringContaining('There is no MASTER_PLAN.md'),
    })
    expect(JSON.parse((await shown(planAudit, path, true)).text)).toEqual({ ok: false, plan: null })
  })

  it('says so when there is no such project', async () => {
    await expect(planAudit({ project: '/nowhere/at/all' })).rejects.toThrow('is not a directory')
  })
})
