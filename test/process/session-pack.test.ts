import evidence from '../../packages/packs/src/guard/test-evidence/test-evidence.ts'
import surface from '../../packages/packs/src/plan/surface/surface.ts'
import guardian from '../../packages/packs/src/session/check-guardian/check-guardian.ts'
import implementer from '../../packages/packs/src/session/check-implementer/check-implementer.ts'
import planner from '../../packages/packs/src/session/check-planner/check-planner.ts'
import preserve from '../../packages/packs/src/session/compact-preserve/compact-preserve.ts'
import motion from '../../packages/packs/src/session/forward-motion/forward-motion.ts'
import prompted from '../../packages/packs/src/session/prompt-submit/prompt-submit.ts'
import end from '../../packages/packs/src/session/session-end/session-end.ts'
import init from '../../packages/packs/src/session/session-init/session-init.ts'
import summary from '../../packages/packs/src/session/session-summary/session-summary.ts'
import started from '../../packages/packs/src/session/subagent-start/subagent-start.ts'
import update from '../../packages/packs/src/session/update-check/update-check.ts'
import { builtIn } from '../../packages/packs/src/registry.ts'
import { aHarness, type Harness } from './support/harness.ts'
import { spoolIn } from './support/sandbox.ts'

const PACK = [update, init, prompted, preserve, end, summary, motion, started, planner, implementer, guardian, surface]

describe('the session pack', () => {
  it('HAR-01: runs in the documented order', async () => {
    const harness = aHarness(PACK)
    const order = async (event: string, input = {}): Promise<readonly unknown[]> => {
      await harness.text(event, input)
      return (
        spoolIn(harness.home)
          .at(-1)
          ?.hooks.map(({ id }) => id) ?? []
      )
    }
    expect(await order('SessionStart', { source: 'startup' })).toEqual([
      'session/update-check',
      'session/session-init',
      'session/compact-preserve',
    ])
    expect(await order('Stop')).toEqual(['plan/surface', 'session/session-summary', 'session/forward-motion'])
    expect(await order('UserPromptSubmit', { prompt: 'x' })).toEqual(['session/prompt-submit'])
    expect(await order('PreCompact')).toEqual(['session/compact-preserve'])
    expect(await order('SessionEnd')).toEqual(['session/session-end'])
  })

  it.each([
    ['guardian', 'session/check-guardian'],
    ['planner', 'session/check-planner'],
    ['Plan', 'session/check-planner'],
    ['implementer', 'session/check-implementer'],
  ])('T-ENG-26, HAR-01: when a %s ends, only %s looks', async (type, id) => {
    const harness = aHarness(PACK)
    await harness.ask('SubagentStop', { agent_id: 'a', agent_type: type })
    expect(
      spoolIn(harness.home)
        .at(-1)
        ?.hooks.map((hook) => hook['id']),
    ).toEqual([id])
  })

  it('HAR-01: every documented name and every id of the pack is known', () => {
    const scripts = PACK.flatMap(({ meta }) => meta.aliases)
    const names = builtIn.catalogue.flatMap(({ aliases }) => aliases)
    expect(scripts.filter((name) => !names.includes(name))).toEqual([])
    expect(
      builtIn.catalogue
        .filter(({ id, enabledBy }) => /^(?:session|plan)\//.test(id) && enabledBy === 'recommended')
        .map(({ id }) => id),
    ).toEqual(['session/compact-preserve'])
  })
})

describe('T-HAR-88: a pass of yesterday opens no gate today', () => {
  it('is gone when a session starts, and the commit waits', async () => {
    const harness = aHarness([init, evidence])
    harness.write({ 'go.mod': '', '.claude/.test-status': `pass|0|${Math.floor(Date.now() / 1000)}\n` })
    const commit = { tool_name: 'Bash', tool_input: { command: 'git commit -m x' } }
    expect((await harness.ask('PreToolUse', commit)).stdout).toBe('')
    await harness.ask('SessionStart', { source: 'startup' })
    expect(harness.state('.test-status')).toBeUndefined()
    expect(JSON.stringify((await harness.ask('PreToolUse', commit)).json)).toContain('"deny"')
  })
})

describe('session/forward-motion, as the host sees it', () => {
  it.each(['response', 'last_assistant_message'])(
    'T-ENG-08, T-HAR-101, D3: run alone on `%s` it leaves with 2',
    async (field) => {
      const harness = aHarness([motion])
      const { code, stderr } = await harness.ask(['run', 'forward-motion.sh'], { [field]: 'Changed it.\n\nAll set.' })
      expect([code, stderr]).toEqual([2, expect.stringContaining('name the next step')])
    },
  )

  it('D3, T-ENG-17: in dispatch it blocks at exit 0, without what a Stop does not take', async () => {
    const harness = aHarness([motion])
    const { code, json } = await harness.ask('Stop', { last_assistant_message: 'Done.' })
    expect([code, Object.keys(json)]).toEqual([0, ['decision', 'reason']])
  })

  it('HAR-06: lets the next stop of the turn pass', async () => {
    const harness = aHarness([motion])
    expect((await harness.ask('Stop', { last_assistant_message: 'Done.', stop_hook_active: true })).stdout).toBe('')
  })
})

describe('HAR-SUM-01: what surface has read is still there for the summary', () => {
  it('both speak at the same stop, T-ENG-17', async () => {
    const harness = aHarness([surface, summary])
    harness.write({ 'a.ts': 'x' })
    harness.write({ '.claude/.session-changes-s1': `${harness.project}/a.ts\n` })
    const { json } = await harness.ask('Stop', { last_assistant_message: 'x' })
    expect(Object.keys(json)).toEqual(['systemMessage'])
    expect(json['systemMessage']).toMatch(/^Decision audit [\s\S]*\nSession: 1 file changed \(1 source, 0 other\)/)
  })
})

describe('findings of a sub-agent', () => {
  it('HAR-CHK-02, HAR-ST-13: reach the next prompt once, and the user with it', async () => {
    const harness = aHarness(PACK)
    await harness.ask('UserPromptSubmit', { prompt: 'go' })
    await harness.ask('SubagentStop', { agent_type: 'planner', last_assistant_message: 'Shall I proceed?' })
    const { json } = await harness.ask('UserPromptSubmit', { prompt: 'go on' })
    expect(JSON.stringify(json)).toContain('- planner: there is no MASTER_PLAN.md')
    expect(json['systemMessage']).toContain('The planner finished')
    expect(harness.state('.agent-findings')).toBeUndefined()
    expect((await harness.ask('UserPromptSubmit', { prompt: 'go on' })).stdout).toBe('')
  })

  it('HAR-ST-13: a compaction reads them and leaves them', async () => {
    const harness = aHarness(PACK)
    harness.write({ '.claude/.agent-findings': 'guardian|dirty\n' })
    expect(await harness.text('PreCompact')).toContain('- guardian: dirty')
    expect(harness.state('.agent-findings')).toBe('guardian|dirty\n')
  })

  it('of many agents at once are all kept', async () => {
    const harness = aHarness([planner, implementer, guardian])
    const stop = (agent_type: string): Promise<unknown> =>
      harness.ask('SubagentStop', { agent_type, last_assistant_message: 'Do you approve?' })
    await Promise.all(['planner', 'implementer', 'guardian', 'Plan'].map(stop))
    const agents = (harness.state('.agent-findings') ?? '')
      .trim()
      .split('\n')
      .map((line) => line.split('|')[0])
    expect(agents.toSorted()).toEqual(['Plan', 'guardian', 'implementer', 'planner'])
  })
})

describe('a whole session', () => {
  const live = { CLAUDE_PID: String(process.pid) }
  const files = (harness: Harness): readonly (string | undefined)[] =>
    ['.prompt-count-s1', '.session-changes-s1', '.todo-claims', '.audit-log'].map(harness.state)

  it('starts, is asked, is compacted, goes on, ends, and leaves only what is meant to stay', async () => {
    const harness = aHarness(PACK, { env: live })
    harness.write({ 'MASTER_PLAN.md': '## Intent\nx\n## Phase 1: One\n**Status:** in-progress\nDEC-A-001\n' })
    expect(await harness.context('SessionStart', { source: 'startup' })).toContain('active: Phase 1: One')
    expect(await harness.context('UserPromptSubmit', { prompt: 'fix #42' })).toContain('Git:')
    harness.write({ 'src/a.ts': '// @decision DEC-A-001\n// @rationale so\n' })
    harness.write({ '.claude/.session-changes-s1': `${harness.project}/src/a.ts\n` })
    expect(await harness.context('SubagentStart', { agent_id: 'a', agent_type: 'implementer' })).toContain(
      'no worktree yet',
    )
    await harness.ask('SubagentStop', {
      agent_id: 'a',
      agent_type: 'implementer',
      last_assistant_message: 'Implementation complete.',
    })
    const said = await harness.text('PreCompact', { trigger: 'auto' })
    expect(said).toMatch(
      /Changed in this session \(1\)[\s\S]*DEC-A-001 \(src\/a\.ts:1\)[\s\S]*proof of work is missing/,
    )
    const again = await harness.context('SessionStart', { source: 'compact' })
    expect(again.split('Changed in this session').length).toBe(2)
    const { json } = await harness.ask('Stop', { last_assistant_message: 'It is in. Shall I add tests?' })
    expect(json['systemMessage']).toMatch(/plan and the code agree[\s\S]*Next: run tests/)
    expect(files(harness)).toEqual([
      undefined,
      expect.any(String),
      expect.stringMatching(/^42\|s1/),
      expect.any(String),
    ])
    expect(await harness.ask('SessionEnd', { reason: 'other' })).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(files(harness)).toEqual([undefined, undefined, undefined, expect.stringContaining('agent_implementer')])
  })

  it.each<[string, Partial<Harness['env']>]>([
    ['without a home', { HOME: undefined }],
    ['with a home that cannot be written', { HOME: '/proc/nowhere' }],
    ['without git on the path', { PATH: '/nowhere' }],
  ])('goes through %s, and nothing fails', async (_, env) => {
    const harness = aHarness(PACK)
    Object.assign(harness.env, env)
    const events: readonly (readonly [string, object])[] = [
      ['SessionStart', { source: 'startup' }],
      ['UserPromptSubmit', { prompt: 'implement the plan, commit it later, fix #1' }],
      ['SubagentStart', { agent_type: 'guardian' }],
      ['SubagentStop', { agent_type: 'guardian', last_assistant_message: 'Merged, phase 1 done.' }],
      ['PreCompact', {}],
      ['SessionStart', { source: 'compact' }],
      ['Stop', { last_assistant_message: 'x' }],
      ['SessionEnd', { reason: 'other' }],
    ]
    for (const [event, input] of events) {
      const out = await harness.text(event, { ...input })
      expect([event, out.includes('Failing open')]).toEqual([event, false])
    }
  })
})
