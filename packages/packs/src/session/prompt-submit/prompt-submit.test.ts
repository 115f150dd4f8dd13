import { aHarness } from '../../../../../test/process/support/harness.ts'
import { prompt } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import init from '../session-init/session-init.ts'
import hook from './prompt-submit.ts'

const plan = { 'MASTER_PLAN.md': '## Phase 1: One\n**Status:** planned\n' }
const later = { before: [prompt('hello')], git: {}, files: plan } as const
const steps = (count: number): string => Array.from({ length: count }, (_, n) => `${n + 1}. do this`).join('\n')
const report = { kind: 'prompt.submit', prompt: '<task-notification> plan, fix #1, later', fromUser: false } as const

testHook(hook, {
  pass: [
    { name: 'a second prompt that asks for nothing', covers: 'T-HAR-90', event: prompt('hello'), ...later },
    {
      name: 'the first prompt, switched off',
      covers: 'G-103',
      event: prompt('hello'),
      git: {},
      options: { first_prompt: false },
    },
    { name: 'the first prompt where nothing is', event: prompt('hello') },
    { name: 'the report of a background task', event: report, git: {}, files: plan },
    { name: 'words inside of words', event: prompt('explanation of translated progressive tests'), ...later },
    { name: 'an empty prompt', event: prompt(''), ...later },
    {
      name: 'files that are not there, no source, or elsewhere',
      event: prompt('look at src/gone.ts, README.md and /etc/hosts.sh'),
      ...later,
    },
  ],
  context: [
    {
      name: 'the first prompt',
      covers: ['T-HAR-90', 'HAR-PROMPT-01'],
      event: prompt('hello'),
      git: {},
      files: plan,
      tells: ['Git: branch=feature/demo', 'Plan: 0/1 phases | active: Phase 1: One'],
    },
    {
      name: 'merge',
      covers: ['T-HAR-91', 'HAR-PROMPT-02'],
      event: prompt('let’s merge'),
      ...later,
      tells: ['Git: branch=feature/demo | 1 uncommitted'],
      hides: ['Plan:'],
    },
    {
      name: 'implement',
      covers: ['T-HAR-91', 'HAR-PROMPT-02'],
      event: prompt('implement the plan'),
      ...later,
      tells: ['active: Phase 1: One'],
      hides: ['Git:'],
    },
    { name: 'a pull request', event: prompt('open a PR'), ...later, tells: ['Git:'] },
    {
      name: 'files',
      covers: 'HAR-PROMPT-02',
      event: prompt('compare @src/a.ts with ./src/b.ts, src/b.ts and (src/c.py).'),
      ...later,
      files: {
        'src/a.ts': 'x\n// @decision DEC-A-001\n',
        'src/b.ts': 'x',
        'src/c.py': '# DECISION: so. Status: deprecated.\n',
      },
      tells: [
        'src/a.ts: @decision DEC-A-001 (line 2)\nsrc/b.ts: no @decision\nsrc/c.py: @decision a decision without an id (line 1, no longer valid)',
      ],
    },
    {
      name: 'work for later',
      covers: ['T-HAR-93', 'HAR-PROMPT-04'],
      event: prompt('we can do that later'),
      ...later,
      tells: ['`/backlog`'],
    },
    { name: 'parked work', event: prompt('park this for now'), ...later, tells: ['/backlog'] },
    {
      name: 'six steps',
      covers: ['T-HAR-94', 'HAR-PROMPT-05', 'HAR-PROMPT-07'],
      event: prompt(steps(6)),
      ...later,
      tells: ['large request (6 steps)', 'ask the user'],
    },
    {
      name: 'fewer steps, when that is large here',
      event: prompt(steps(3)),
      ...later,
      options: { large_steps: 3 },
      tells: ['(3 steps)'],
    },
    {
      name: 'many kinds of work',
      event: prompt(`add, build and rewrite ${'word '.repeat(40)}`),
      ...later,
      tells: ['3 kinds of work in 44 words'],
    },
    { name: 'a broad scope', event: prompt('refactor everything'), ...later, tells: ['very broad scope'] },
    {
      name: 'findings',
      covers: ['T-HAR-115', 'HAR-PROMPT-06'],
      event: prompt('hello'),
      ...later,
      prepare: ({ write }) =>
        write({ '.claude/.prompt-count-test': '1', '.claude/.agent-findings': 'guardian|dirty\n' }),
      before: [],
      tells: ['- guardian: dirty'],
      hides: ['Git:'],
    },
    {
      name: 'findings come with the report of a task, too',
      event: report,
      files: { '.claude/.agent-findings': 'guardian|dirty\n' },
      tells: ['- guardian: dirty'],
      hides: ['backlog'],
    },
  ],
})

describe('session/prompt-submit and its files', () => {
  it('T-HAR-115: findings are reported once', async () => {
    const harness = aHarness([hook])
    await harness.ask('UserPromptSubmit', { prompt: 'hello' })
    harness.write({ '.claude/.agent-findings': 'guardian|dirty\n' })
    expect(await harness.context('UserPromptSubmit', { prompt: 'hello' })).toContain('guardian: dirty')
    expect(harness.state('.agent-findings')).toBeUndefined()
    expect(await harness.context('UserPromptSubmit', { prompt: 'hello' })).toBe('')
  })

  it('T-HAR-90, HAR-ST-02: counts prompts for each session, and a new start resets the count', async () => {
    const harness = aHarness([hook, init])
    const hello = (session: string): Promise<string> =>
      harness.context('UserPromptSubmit', { session_id: session, prompt: 'hello' })
    expect(await hello('s1')).toContain('Git:')
    expect([await hello('s1'), await hello('s1')]).toEqual(['', ''])
    expect(harness.state('.prompt-count-s1')).toBe('3\n')
    expect(await hello('s2')).toContain('Git:')
    await harness.ask('SessionStart', { source: 'resume' })
    expect(await hello('s1')).toContain('Git:')
  })

  it.each(['', 'many', '-1', '99999999999999999999', '\0'])('a count of %j is reset', async (text) => {
    const harness = aHarness([hook])
    harness.write({ '.claude/.prompt-count-s1': text })
    await harness.ask('UserPromptSubmit', { prompt: 'hello' })
    expect(harness.state('.prompt-count-s1')).toMatch(/^\d{1,10}\n$/)
  })

  it.each([
    ['fix #42', [42]],
    ['please work on #7 and #8, not ##9', [7, 8]],
    ['implement &#42; and color#12', []],
    ['#5 is broken', []],
    ['fixes:\nsee #3', []],
  ])('T-HAR-92, HAR-PROMPT-03: %j claims %j', async (text, issues) => {
    const harness = aHarness([hook], { now: () => new Date('2026-03-01T12:00:00Z') })
    await harness.ask('UserPromptSubmit', { prompt: text })
    const expected = issues.map((issue) => `${issue}|s1|1772366400\n`).join('')
    expect(harness.state('.todo-claims') ?? '').toBe(expected)
  })

  it('D19: an issue that another session works on stays with it', async () => {
    const harness = aHarness([hook, init], { env: { CLAUDE_PID: String(process.pid) } })
    await harness.ask('SessionStart', { session_id: 's2', source: 'startup' })
    await harness.ask('UserPromptSubmit', { session_id: 's2', prompt: 'fix #42' })
    harness.env['CLAUDE_PID'] = String(process.ppid)
    expect(await harness.context('UserPromptSubmit', { prompt: 'fix #42 and #43' })).toContain(
      'Another session works on #42',
    )
    expect(harness.state('.todo-claims')).toMatch(/^42\|s2\|\d+\n43\|s1\|\d+\n$/)
  })

  it('a claim of a session that is gone is taken over, and nothing is claimed twice', async () => {
    const harness = aHarness([hook])
    harness.write({ '.claude/.todo-claims': '42|gone|1\nbroken|line\n' })
    await harness.ask('UserPromptSubmit', { prompt: 'fix #42' })
    await harness.ask('UserPromptSubmit', { prompt: 'fix #42' })
    expect(harness.state('.todo-claims')).toMatch(/^42\|s1\|\d+\n$/)
  })

  it('a prompt of a megabyte is answered', async () => {
    const harness = aHarness([hook])
    const text = `${'a/'.repeat(250_000)} ${'fix #1 '.repeat(50_000)} ${'x.'.repeat(100_000)}`
    expect((await harness.ask('UserPromptSubmit', { prompt: text })).code).toBe(0)
  })

  it('no prompt is blocked where nothing can be written', async () => {
    const harness = aHarness([hook])
    harness.write({ '.claude': 'a file in the way' })
    const { code, json } = await harness.ask('UserPromptSubmit', { prompt: 'implement the plan' })
    expect([code, json['decision'], json['systemMessage']]).toEqual([0, undefined, undefined])
  })
})
