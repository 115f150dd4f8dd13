import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { carriedOut, CONFIG, design, EXAMPLE, MIXED, PLAN, STATE, stateText, times } from './support/orchestrator.ts'
import { startNode, type Ended } from './support/process.ts'
import { aSandbox, HOLDPOINT, type Sandbox } from './support/sandbox.ts'
import { aDirectory } from './support/temporary.ts'

/** The built command, as the host and as the document's scripts would be called. */

const PRESET = 'presets: [orchestrator]\n'

function aProject(files: Readonly<Record<string, string>> = {}): Sandbox {
  const sandbox = aSandbox(PRESET)
  sandbox.write(files)
  return sandbox
}

const TASK = { task_id: '7', task_subject: 'Add login' }
const CALLS: readonly (readonly [script: string, event: string, input: Readonly<Record<string, unknown>>])[] = [
  ['task-completed.sh', 'TaskCompleted', TASK],
  ['stop-guard.sh', 'Stop', { stop_hook_active: false }],
  ['session-context.sh', 'SessionStart', { source: 'clear' }],
  ['precompact-state.sh', 'PreCompact', { trigger: 'auto' }],
]
const THOROUGH =
  `Verify this task completion against the design doc at ${PLAN}. Task: Add login. ` +
  'Check: 1) Files mentioned exist and contain expected changes. 2) A commit was created. ' +
  '3) Task spec requirements from the design doc are met.'

/** The compactor gets plain text. */
const textOf = (sandbox: Sandbox, words: readonly string[], input: object): Promise<Ended> =>
  sandbox.start(words, { input: JSON.stringify({ session_id: 's1', cwd: sandbox.project, ...input }) }).ended

describe.each(CALLS)('%s', (script, event, input) => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['T-ORC-01: no project.yml', { [STATE]: stateText(), [PLAN]: design(MIXED) }],
    ['T-ORC-02: no section', carriedOut(MIXED, { [CONFIG]: 'name: demo\n' })],
    ['T-ORC-08: no state file', { [CONFIG]: EXAMPLE, [PLAN]: design(MIXED) }],
  ])('%s: neutral, by event and by script', async (_, files) => {
    const { hook } = aProject(files)
    const answers = await Promise.all([hook(event, input), hook(['run', script], input)])
    for (const answer of answers) expect(answer).toMatchObject({ code: 0, stdout: '', stderr: '' })
  })
})

describe('a configuration that is wrong', () => {
  const PROBLEM = "hooks.task_verification must be 'agent', 'prompt', or 'off'"
  const files = carriedOut(MIXED, { [CONFIG]: 'hooks: { task_verification: "deep", stop_guard: "yes please" }\n' })

  it('T-ORC-04 ORC-06: by script it is on stderr, and the exit code is 1', async () => {
    const { hook } = aProject(files)
    expect(await hook(['run', 'task-completed.sh'], TASK)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `.claude/project.yml: ${PROBLEM}\n`,
    })
  })

  it('T-ORC-05: a stop is not held', async () => {
    const { hook } = aProject(files)
    for (const form of [[], ['--protocol', 'seed']]) {
      const answer = await hook(['run', 'stop-guard.sh', ...form], {})
      expect(answer).toMatchObject({ code: 1, stdout: '' })
      expect(answer.stderr).toContain('hooks.stop_guard must be true or false')
    }
  })

  it('D3: by event the user is told, and the exit code is 0', async () => {
    const { hook } = aProject(files)
    expect(await hook('Stop', {})).toMatchObject({
      code: 0,
      json: { systemMessage: '.claude/project.yml: hooks.stop_guard must be true or false' },
    })
  })
})

describe('TaskCompleted', () => {
  const run = ['run', 'orchestrator/task-completed']

  it('T-ORC-21: the first attempt is sent back with exit code 2 and nothing on stdout, the second passes', async () => {
    const { hook } = aProject(carriedOut(MIXED))
    expect(await hook(run, TASK)).toMatchObject({ code: 2, stdout: '', stderr: THOROUGH })
    expect(await hook(run, TASK)).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(await hook(run, { ...TASK, task_id: '8' })).toMatchObject({ code: 2 })
    expect(await hook(run, { ...TASK, session_id: 's2' })).toMatchObject({ code: 2 })
  })

  it('D3: by event it is a block at exit code 0', async () => {
    const { hook } = aProject(carriedOut(MIXED))
    expect(await hook('TaskCompleted', TASK)).toMatchObject({
      code: 0,
      json: { decision: 'block', reason: THOROUGH },
    })
    expect(await hook('TaskCompleted', TASK)).toMatchObject({ code: 0, stdout: '' })
  })

  it('T-ORC-23: in the light way', async () => {
    const { hook } = aProject(carriedOut(MIXED, { [CONFIG]: 'hooks: { task_verification: prompt }\n' }))
    const { code, stderr } = await hook(run, { taskId: '7', taskSummary: 'Add login' })
    expect(code).toBe(2)
    expect(stderr).toContain("for 'Add login' includes a commit SHA, list of files changed, and test results")
  })

  it('T-ORC-24: in the form of the document', async () => {
    const { hook } = aProject(carriedOut(MIXED))
    expect(await hook([...run, '--protocol', 'seed'], TASK)).toMatchObject({
      code: 0,
      json: { hookSpecificOutput: { hookEventName: 'TaskCompleted', additionalContext: THOROUGH } },
    })
  })

  it('T-ORC-39: a document that is gone is a warning', async () => {
    const { hook } = aProject({ [CONFIG]: EXAMPLE, [STATE]: stateText() })
    const warning = { systemMessage: expect.stringContaining(`the design document ${PLAN} does not exist`) }
    expect(await hook(run, TASK)).toMatchObject({ code: 0, json: warning })
    expect(await hook('TaskCompleted', TASK)).toMatchObject({ code: 0, json: warning })
    // The host shows nothing at this event, so it comes again where it is seen.
    expect((await hook('Stop', {})).json).toMatchObject(warning)
  })

  it('T-ORC-40: a teammate is named, without metadata', async () => {
    const { hook } = aProject(carriedOut(MIXED))
    const { code, stderr } = await hook(run, { ...TASK, teammate_name: 'impl-task-1', team_name: 't1' })
    expect(code).toBe(2)
    expect(stderr).toContain('Teammate: impl-task-1 (team t1).')
  })

  it('ORC-31: without anything it is sent back once, and never for ever', async () => {
    const { hook } = aProject(carriedOut(MIXED))
    expect(await hook(run, {})).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Verify this task completion'),
    })
    expect(await hook(run, {})).toMatchObject({ code: 0 })
  })

  it('D10: with the delivery `context` the text comes with the result of the call', async () => {
    const sandbox = aProject(carriedOut(MIXED))
    sandbox.write({
      'holdpoint.yml': `${PRESET}hooks:\n  task-completed.sh: { options: { task_verification_delivery: context } }\n`,
    })
    const call = { tool_name: 'TaskUpdate', tool_input: { taskId: '7', status: 'completed' }, tool_response: {} }
    expect(await sandbox.hook('TaskCompleted', TASK)).toMatchObject({ code: 0, stdout: '' })
    expect((await sandbox.hook('PostToolUse', call)).json).toMatchObject({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: THOROUGH },
    })
    expect(await sandbox.hook('PostToolUse', call)).toMatchObject({ code: 0, stdout: '' })
  })
})

describe('Stop', () => {
  const two = carriedOut(times(2, 'pending'))
  const block = {
    decision: 'block',
    reason: "2 tasks still incomplete in 'Demo plan'. Complete implementation or stop again to force-stop.",
  }

  it.each(['Stop', ['run', 'stop-guard.sh'], ['run', 'scripts/stop-guard.sh', '--protocol', 'seed']])(
    'T-ORC-06: the commented example holds a stop (%j)',
    async (words) => {
      const { hook } = aProject(two)
      expect(await hook(words, {})).toMatchObject({ code: 0, stderr: '', json: block })
    },
  )

  it('T-ORC-10: a missing document holds nobody', async () => {
    const { hook } = aProject({ [CONFIG]: EXAMPLE, [STATE]: stateText() })
    expect(await hook('Stop', {})).toMatchObject({ code: 0, stdout: '' })
  })

  it('T-ORC-11: from another directory', async () => {
    const sandbox = aProject(two)
    const env = { CLAUDE_PROJECT_DIR: sandbox.project }
    expect((await sandbox.hook('Stop', { cwd: '/' }, { cwd: '/', env })).json).toEqual(block)
  })

  it('T-ORC-14: tasks that wait for people hold nobody', async () => {
    const { hook } = aProject(carriedOut(['complete', 'blocked', 'escalated']))
    expect(await hook('Stop', {})).toMatchObject({ code: 0, stdout: '' })
  })

  it('T-ORC-15: the second stop passes, and the user is told', async () => {
    const { hook } = aProject(carriedOut([...times(2, 'pending'), 'in-progress']))
    const said = 'Force-stopping with 3 incomplete tasks. Running implementers will continue without lead coordination.'
    const input = { stop_hook_active: true }
    expect(await hook('Stop', input)).toMatchObject({ code: 0, json: { systemMessage: said } })
    expect((await hook(['run', 'stop-guard.sh', '--protocol', 'seed'], input)).json).toEqual({
      hookSpecificOutput: { hookEventName: 'Stop', additionalContext: said },
    })
  })

  it('T-ORC-19: a document without a heading goes by its name', async () => {
    const { hook } = aProject(carriedOut([], { [PLAN]: design(['pending'], '') }))
    expect((await hook('Stop', {})).json['reason']).toContain("in 'demo-design'.")
  })
})

describe('SessionStart and PreCompact', () => {
  it('T-ORC-27 T-ENG-12: the context is JSON of the host, and the title as it is written', async () => {
    const title = '"Quoted" \\ and 🚀'
    const { hook } = aProject(carriedOut([], { [PLAN]: design(MIXED, `# ${title}\n`) }))
    const { code, json } = await hook('SessionStart', { source: 'clear' })
    expect(code).toBe(0)
    expect(json).toEqual({
      hookSpecificOutput: {
        hookEventName: 'SessionStart',
        additionalContext:
          `Active implementation: ${title} (${PLAN}). ` +
          'Progress: 2/6 tasks complete, 1 in-progress, 3 pending. ' +
          `Read the design doc for full details: ${PLAN}`,
      },
    })
  })

  it.each(['startup', 'compact'])('T-ORC-26: %s says nothing', async (source) => {
    const { hook } = aProject(carriedOut(MIXED))
    expect(await hook('SessionStart', { source })).toMatchObject({ code: 0, stdout: '' })
    expect(await hook(['run', 'session-context.sh'], { source })).toMatchObject({ code: 0, stdout: '' })
  })

  it.each(['resume', 'fork'])('T-ORC-30: %s is told', async (source) => {
    const { hook } = aProject(carriedOut(MIXED))
    expect(JSON.stringify((await hook('SessionStart', { source })).json)).toContain('Progress: 2/6 tasks complete')
  })

  it('T-ORC-31 ORC-52: the compactor gets plain text, and the session after it the same once', async () => {
    const sandbox = aProject(carriedOut([...MIXED, 'blocked', 'escalated']))
    const { code, stdout } = await textOf(sandbox, ['PreCompact'], { trigger: 'auto' })
    expect(code).toBe(0)
    for (const words of ['preserve this across compaction', 'Team: t1', 'Progress: 2/8 tasks complete'])
      expect(stdout).toContain(words)
    const after = await sandbox.hook('SessionStart', { source: 'compact' })
    expect(after.json).toEqual({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: stdout } })
    expect(await sandbox.hook('SessionStart', { source: 'compact' })).toMatchObject({ stdout: '' })
  })

  it('T-ORC-31: in the form of the document', async () => {
    const { hook } = aProject(carriedOut(MIXED))
    const { json } = await hook(['run', 'precompact-state.sh', '--protocol', 'seed'], { trigger: 'manual' })
    expect(json).toMatchObject({
      hookSpecificOutput: {
        hookEventName: 'PreCompact',
        additionalContext: expect.stringContaining('preserve this across compaction'),
      },
    })
  })
})

it('T-ORC-38: the design document is never written', async () => {
  const sandbox = aProject(carriedOut(MIXED))
  const digest = () =>
    createHash('sha256')
      .update(readFileSync(join(sandbox.project, PLAN)))
      .digest('hex')
  const before = digest()
  for (const [script, event, input] of CALLS) {
    await textOf(sandbox, [event], input)
    await textOf(sandbox, ['run', script], input)
  }
  expect(digest()).toBe(before)
})

describe('holdpoint orchestrator', () => {
  function aPlace() {
    const [home, project] = [aDirectory().path, aDirectory()]
    project.write({ '.git/HEAD': 'ref: refs/heads/main\n', [PLAN]: design(MIXED), 'docs/other.md': '# Other\n' })
    const call = (...args: readonly string[]): Promise<Ended> =>
      startNode(HOLDPOINT, ['orchestrator', ...args], { cwd: project.path, env: { HOME: home } }).ended
    const start = (plan: string, ...more: readonly string[]) =>
      call('start', '--plan', plan, '--slug', 'demo', '--team', 't1', ...more)
    return { project: project.path, call, start }
  }
  const inFolder = (project: string): readonly string[] => readdirSync(join(project, '.claude'))

  it('T-ORC-32: start writes the five keys, finish removes the file, and nothing is left', async () => {
    const { project, call, start } = aPlace()
    expect(await start(PLAN)).toMatchObject({ code: 0 })
    const state = JSON.parse(readFileSync(join(project, STATE), 'utf8')) as Record<string, unknown>
    expect(state).toEqual({
      active_plan: PLAN,
      slug: 'demo',
      team: 't1',
      started: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      worktrees: {},
    })
    expect(inFolder(project)).toEqual(['orchestrator-state.json'])
    expect(await call('finish')).toMatchObject({ code: 0 })
    expect(inFolder(project)).toEqual([])
  })

  it('T-ORC-33: start, then abort', async () => {
    const { project, call, start } = aPlace()
    await start(PLAN)
    expect(await call('abort')).toMatchObject({ code: 0 })
    expect(existsSync(join(project, STATE))).toBe(false)
  })

  it('of several that start at once exactly one plan is carried out', async () => {
    const { project, start } = aPlace()
    const ends = await Promise.all([PLAN, 'docs/other.md', PLAN, 'docs/other.md'].map((plan) => start(plan)))
    expect(ends.filter(({ code }) => code === 0)).toHaveLength(2)
    expect(ends.filter(({ stderr }) => /is already active with team t1/.test(stderr))).toHaveLength(2)
    expect(inFolder(project)).toEqual(['orchestrator-state.json'])
  })

  it('ORC-18: a work tree of a teammate sees the plan, and does not end it', async () => {
    const sandbox = aProject(carriedOut(MIXED))
    sandbox.git('worktree', 'add', '--quiet', 'tree')
    const tree = join(sandbox.project, 'tree')
    const call = (...args: readonly string[]): Promise<Ended> =>
      startNode(HOLDPOINT, ['orchestrator', ...args], { cwd: tree, env: sandbox.env }).ended
    const { stdout } = await call('status')
    expect(stdout).toContain(`found in   the main worktree ${sandbox.project}`)
    const end = await call('finish')
    expect(end).toMatchObject({ code: 1, stderr: expect.stringContaining(`was started in ${sandbox.project}`) })
    expect(await call('finish', '--project', sandbox.project)).toMatchObject({ code: 0 })
    expect(existsSync(join(sandbox.project, STATE))).toBe(false)
  })

  it('a home that cannot be written is one line, and no stack', async () => {
    const { project } = aPlace()
    const blocked = aDirectory()
    blocked.write({ '.local': 'a file where a folder should be' })
    const { code, stderr } = await startNode(
      HOLDPOINT,
      ['orchestrator', 'start', '--plan', PLAN, '--slug', 's', '--team', 't'],
      { cwd: project, env: { HOME: blocked.path } },
    ).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/^holdpoint: the plan cannot be changed: .*\n$/)
    rmSync(join(project, '.claude'), { recursive: true, force: true })
  })
})
