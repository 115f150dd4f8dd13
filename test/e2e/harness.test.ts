import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { messageText, type ModelRequest, type ToolResult } from './harness/conversation.ts'
import { installCli } from './harness/install-cli.mjs'
import { startModel } from './harness/model.ts'
import { runClaude, VERSIONS, type Version } from './harness/run.ts'
import { cleanEnvironment, type Sandbox } from './harness/sandbox.ts'
import type { ToolCall, Turn } from './harness/script.ts'
import { auditOf, BIN, holdpoint, inSandbox } from './harness/site.ts'
import { openTerminal, type Terminal } from './harness/terminal.ts'

/** The way of a piece of work through the preset `harness`: plan, work tree, code, tests, proof, commit, merge. */

const FREE = ['--permission-mode', 'bypassPermissions']

const CONFIG = `hooks:
  guard/auto-review: { level: on, options: { git_ask: off } }
  quality/test-runner: { level: on, options: { debounce_ms: 100, cooldown_ms: 0 } }
`

const FILES = {
  'holdpoint.yml': CONFIG,
  'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
  '.gitignore': '.claude/.*\n.claude/settings.local.json\nholdpoint.local.yml\n.worktrees/\n',
}

const PLAN = `# MASTER_PLAN: Sums

## Original Intent

> Add two numbers, and be right.

## Goals & Non-Goals

### Goals

- REQ-GOAL-001: Two numbers are added.

### Non-Goals

- REQ-NOGO-001: No other arithmetic.

## Requirements

### Must-Have (P0)

- REQ-P0-001: The sum of two numbers is right.

## Success Metrics

- REQ-MET-001: Every test passes.

## Phase 1: Sums

**Status:** in-progress
**Decision IDs:** DEC-SUM-001
**Requirements:** REQ-P0-001

### Planned Decisions

- DEC-SUM-001: Plain numbers, no big ones. Addresses: REQ-P0-001
`

const HEADER = `/**
 * @file Adds two numbers.
 * @decision DEC-SUM-001
 * @title Plain numbers
 * @status accepted
 * @rationale Nobody needs larger ones.
 */
`
/** Long enough for every gate that counts lines. */
const CODE = `export const sum = (a, b) => a + b\n${Array.from({ length: 60 }, (_, n) => `export const n${n} = ${n}\n`).join('')}`
const TEST = (wanted: number): string => `import assert from 'node:assert'
import { test } from 'node:test'
import { sum } from './src/sum.js'

test('one and two', () => assert.equal(sum(1, 2), ${wanted}))
`

/** Waits for a file, so that the test decides when it is through. */
const SLOW_TEST = `import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'

test('slow', async () => {
  while (!existsSync('go')) await setTimeout(50)
})
`

const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'a step', timeout: 60_000 } })
/** What an agent does that has to wait for something; it ends by itself when that never comes. */
const waitFor = (words: string, file: string, shows: RegExp) =>
  [`for i in $(seq 200); do grep -q '${words}' ${file} && break; sleep 0.2; done; cat ${file}`, shows] as const

function git(sandbox: Sandbox, ...args: readonly string[]): string {
  const env = { PATH: process.env['PATH'], HOME: sandbox.home, GIT_CONFIG_NOSYSTEM: '1' }
  return execFileSync('git', args, { cwd: sandbox.project, env, encoding: 'utf8', stdio: 'pipe' }).trim()
}

function prepare(sandbox: Sandbox): void {
  git(sandbox, 'config', 'user.name', 'e2e')
  git(sandbox, 'config', 'user.email', 'e2e@example.invalid')
  const { status, stderr } = holdpoint(sandbox, 'init', '--scope', 'local', '--preset', 'harness')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
}

/** Every verdict that was more than a pass, as the audit has it. */
const transcript = (sandbox: Sandbox): readonly string[] =>
  auditOf(sandbox).flatMap(({ event, hooks }) =>
    hooks
      .filter(({ decision }) => ['deny', 'ask', 'block', 'feedback'].includes(decision))
      .map(({ id, decision, messageId }) => `${event} ${decision} ${id} ${messageId}`),
  )

function testStatus({ project }: Sandbox): string {
  const file = join(project, '.claude/.test-status')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  for (const end = Date.now() + 40_000; Date.now() < end; await sleep(100)) if (isSo()) return
  throw new Error(`it never came to pass that ${what}`)
}

/** What the user does in a terminal of their own. */
async function verifyAsUser(sandbox: Sandbox): Promise<void> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: sandbox.home }
  const terminal = openTerminal(sandbox, { program: process.execPath, args: [BIN, 'proof', 'verify'], env })
  try {
    await terminal.until(/Verified\. Commits and merges pass/)
  } finally {
    await terminal.close()
  }
}

/** One call of the model: what it is told about it, and what is really there afterwards. */
interface Step {
  readonly call: ToolCall
  /** Words of the refusal; the call went through when there are none. */
  readonly refused?: RegExp
  /** A look at the disk or at git, and what it shows. */
  readonly shows?: readonly [command: string, shows: RegExp]
}

const turnsOf = (steps: readonly Step[]): readonly Turn[] =>
  steps.flatMap(({ call, shows }) => (shows === undefined ? [call] : [call, bash(shows[0])]))

function expectSteps(steps: readonly Step[], results: readonly ToolResult[]): void {
  const left = results.values()
  for (const { call, refused, shows } of steps) {
    const words = JSON.stringify(call.input).slice(0, 120)
    const { text = '', isError } = left.next().value ?? {}
    expect({ words, isError, text: refused === undefined ? '' : text }).toEqual({
      words,
      isError: refused !== undefined,
      text: refused === undefined ? '' : expect.stringMatching(refused),
    })
    if (shows !== undefined) expect(left.next().value?.text, `after ${words}`).toMatch(shows[1])
  }
}

describe.each(VERSIONS)('the harness in Claude Code %s', (version) => {
  it('a piece of work goes from plan to merge, and every gate holds until it is its turn', () =>
    inSandbox(FILES, async (sandbox) => {
      prepare(sandbox)
      const { project } = sandbox
      const tree = join(project, '.worktrees/sums')
      const write = (path: string, content: string) => ({ tool: 'Write', input: { file_path: path, content } })
      const commit = bash('git -C .worktrees/sums commit -q -m "sums: add two numbers"')
      const history = 'git log --format=%s --all'
      const steps: readonly Step[] = [
        {
          call: write(join(project, 'src/sum.js'), HEADER + CODE),
          refused: /git worktree add .*\(quality\/branch-guard, /,
          shows: ['ls src || echo nothing', /nothing$/],
        },
        { call: bash('git worktree add -q .worktrees/sums -b sums'), shows: ['git worktree list', /\[sums\]$/] },
        {
          call: write(join(tree, 'src/sum.js'), HEADER + CODE),
          refused: /MASTER_PLAN\.md.*\(plan\/plan-check, /s,
          shows: ['ls .worktrees/sums/src || echo nothing', /nothing$/],
        },
        // It is written all the same: what is wrong with it is told afterwards.
        {
          call: write(join(project, 'MASTER_PLAN.md'), PLAN.replace('in-progress', 'soon')),
          shows: ['grep Status MASTER_PLAN.md', /soon/],
        },
        { call: write(join(project, 'MASTER_PLAN.md'), PLAN), shows: ['grep Status MASTER_PLAN.md', /in-progress/] },
        { call: bash('git add MASTER_PLAN.md') },
        { call: bash('git commit -q -m "plan: sums"'), shows: [history, /^plan: sums\nstart$/] },
        {
          call: write(join(tree, 'src/sum.js'), CODE),
          refused: /\(quality\/doc-gate, /,
          shows: ['ls .worktrees/sums/src || echo nothing', /nothing$/],
        },
        { call: write(join(tree, 'src/sum.js'), HEADER + CODE), shows: ['ls .worktrees/sums/src', /^sum\.js$/] },
        {
          call: write(join(tree, 'sum.test.js'), TEST(4)),
          shows: waitFor('^fail', '.claude/.test-status', /^fail\|1\|\d+$/),
        },
        { call: bash('git -C .worktrees/sums add .') },
        { call: commit, refused: /\(guard\/test-evidence, /, shows: [history, /^plan: sums\nstart$/] },
        {
          call: write(join(tree, 'sum.test.js'), TEST(3)),
          shows: waitFor('^pass', '.claude/.test-status', /^pass\|0\|\d+$/),
        },
        { call: bash('git -C .worktrees/sums add .') },
        { call: commit, refused: /\(guard\/proof-of-work, /, shows: [history, /^plan: sums\nstart$/] },
        {
          call: bash(`"${process.execPath}" "${BIN}" proof verify`),
          refused: /holdpoint proof verify.*\(guard\/self-protection, /s,
        },
        {
          call: bash('echo "verified|$(date +%s)" > .claude/.proof-status'),
          refused: /\(guard\/self-protection, /,
          shows: waitFor('^verified', '.claude/.proof-status', /^verified\|\d+$/),
        },
        { call: commit, shows: [history, /^sums: add two numbers\nplan: sums\nstart$/] },
        { call: bash('git merge -q --no-edit sums'), shows: ['cat src/sum.js sum.test.js', /@decision DEC-SUM-001/] },
        // What was seen to work is not what stands there now.
        {
          call: bash("sed -i 's/a + b/a - b/' .worktrees/sums/src/sum.js"),
          shows: ['cat .claude/.proof-status', /^pending\|\d+$/],
        },
        { call: bash('git -C .worktrees/sums commit -q -a -m "sums: worse"'), refused: /\(guard\/test-evidence, / },
      ]
      const user = until(
        () => transcript(sandbox).some((line) => line.includes('guard/self-protection')),
        'the agent was told to wait for the user',
      ).then(() => verifyAsUser(sandbox))
      const run = await runClaude(sandbox, {
        version,
        args: FREE,
        script: { turns: [...turnsOf(steps), 'It is merged. Shall I take the last change back?'] },
        prompt: 'Add two numbers',
      })
      await user

      expectSteps(steps, run.toolResults)
      expect(transcript(sandbox)).toEqual([
        'PreToolUse deny quality/branch-guard protected',
        'PreToolUse deny plan/plan-check missing',
        'PostToolUse feedback plan/plan-validate invalid',
        'PreToolUse deny quality/doc-gate header',
        'PreToolUse deny guard/test-evidence failing',
        'PreToolUse deny guard/proof-of-work missing',
        'PreToolUse deny guard/self-protection command',
        'PreToolUse deny guard/self-protection state',
        expect.stringMatching(/^PreToolUse deny guard\/test-evidence (?:outdated|failing)$/),
      ])
      expect(run.told).toContain('Phase 1')
      expect(git(sandbox, 'log', '--format=%s', 'main').split('\n').toSorted()).toEqual([
        "Merge branch 'sums'",
        'plan: sums',
        'start',
        'sums: add two numbers',
      ])
      expect(git(sandbox, 'status', '--porcelain')).toBe('')
      // What was merged is what had passed, whatever stands in the work tree by now.
      expect(execFileSync(process.execPath, ['--test', 'sum.test.js'], { cwd: project, encoding: 'utf8' })).toMatch(
        /^# pass 1$/m,
      )
    }))

  it('in a session with a user the word opens the commit, and the user is asked about it first', () =>
    inSandbox({ ...FILES, 'holdpoint.yml': CONFIG.replace('git_ask: off', 'git_ask: on') }, async (sandbox) => {
      sandbox.write({ 'src/sum.js': HEADER + CODE, 'sum.test.js': TEST(3) })
      prepare(sandbox)
      git(sandbox, 'switch', '--quiet', '-c', 'sums')
      git(sandbox, 'add', 'src', 'sum.test.js')
      const commit = bash('git commit -q -m "sums: add two numbers"')
      const history = (): string => git(sandbox, 'log', '--format=%s')
      const turns: readonly Turn[] = [
        bash('npm test'),
        'The tests run. What next?',
        commit,
        'Have you seen it work?',
        commit,
        commit,
        'It is committed. What next?',
      ]
      await withUser(sandbox, { version, turns, args: ['--allowedTools', 'Bash(npm test)'] }, async (terminal) => {
        const say = async (words: string): Promise<void> => {
          terminal.type(words)
          await terminal.until(new RegExp(words))
          terminal.press('Enter')
        }
        await terminal.until(/❯/)
        await say('Run the tests')
        await terminal.until(/What next\?/)
        await until(() => testStatus(sandbox).startsWith('pass|0|'), 'the tests pass')
        await say('Commit it')
        await terminal.until(/Have you seen it work\?/)
        await say('verified')
        const question = await terminal.until(/Do you want to proceed\?/)
        expect(question).toContain('Proof recorded: you have seen this work run.')
        expect(question).toContain('A commit stays in the history, and a push is visible to others.')
        await terminal.pressUntil('Escape', /Interrupted/)
        expect(history()).toBe('start')
        await say('Do it now')
        await terminal.until(/Do you want to proceed\?/)
        await terminal.pressUntil('Enter', /It is committed/)
        expect(history()).toBe('sums: add two numbers\nstart')
      })
      expect(transcript(sandbox)).toEqual([
        'PreToolUse deny guard/proof-of-work missing',
        'PreToolUse ask guard/auto-review git',
        'PreToolUse ask guard/auto-review git',
      ])
    }))

  it('HAR-END-01 tests outlive the agent, and their result reaches the next turn', () =>
    inSandbox(FILES, async (sandbox) => {
      sandbox.write({ 'MASTER_PLAN.md': PLAN, 'slow.test.js': SLOW_TEST })
      prepare(sandbox)
      git(sandbox, 'switch', '--quiet', '-c', 'sums')
      const file_path = join(sandbox.project, 'src/sum.js')
      const first = await runClaude(sandbox, {
        version,
        args: FREE,
        script: { turns: [{ tool: 'Write', input: { file_path, content: HEADER + CODE } }, 'Written. What next?'] },
        prompt: 'Add two numbers',
      })
      expect([first.exitCode, testStatus(sandbox)]).toEqual([0, ''])
      sandbox.write({ go: '' })
      await until(() => testStatus(sandbox).startsWith('pass|0|'), 'the tests pass')
      const next = await runClaude(sandbox, {
        version,
        args: [...FREE, '--continue'],
        script: { turns: [bash('git add src && git commit -q -m sums'), 'Have you seen it work?'] },
        prompt: 'Commit it',
      })
      expect(next.told).toContain('Tests passed (npm test')
      // The tests are no obstacle any more; nobody has seen it work yet.
      expect(transcript(sandbox)).toEqual(['PreToolUse deny guard/proof-of-work missing'])
    }))

  it('T-HAR-95 what was known before a compaction comes back after it, and only once', () =>
    inSandbox(FILES, async (sandbox) => {
      sandbox.write({ 'MASTER_PLAN.md': PLAN })
      prepare(sandbox)
      git(sandbox, 'switch', '--quiet', '-c', 'sums')
      const file_path = join(sandbox.project, 'src/sum.js')
      const run = await runClaude(sandbox, {
        version,
        args: FREE,
        script: {
          turns: [
            { tool: 'Write', input: { file_path, content: HEADER + CODE } },
            'It is written. What next?',
            '<summary>Two numbers were to be added.</summary>',
            'I go on. What next?',
            'Still here. What next?',
          ],
        },
        prompt: ['Add two numbers', '/compact', 'Go on', 'Are you there?'],
      })
      const [, , compactor = '', after = '', later = ''] = run.requests.map(textOf)
      expect(run.requests).toHaveLength(5)
      // The one who makes the summary sees the state of the work, and what a summary has to keep.
      const changed = `Changed in this session (1): ${file_path}`
      expect(compactor).toMatch(/Additional Instructions:\nState of the work:\nGit: branch=sums/)
      for (const words of [changed, 'DEC-SUM-001 (src/sum.js:3)', '1. Objective', '4. Continuity handoff']) {
        expect(compactor).toContain(words)
      }
      // So does the session that goes on; it is told once, and nobody is told again.
      const injected = 'SessionStart hook additional context: State of the work:'
      expect(after).not.toContain('File created successfully')
      expect([after, later].map((request) => request.split(injected).length - 1)).toEqual([1, 1])
      expect(after.slice(after.indexOf(injected))).toContain(changed)
      expect(run.read('.claude/.preserved-context')).toBeUndefined()
      const resumed = await runClaude(sandbox, {
        version,
        args: [...FREE, '--continue'],
        script: { turns: ['Back again. What next?'] },
        prompt: 'Where were we?',
      })
      const [again = ''] = resumed.requests.map(textOf)
      expect(again).toContain('Where were we?')
      expect(again.split(injected).length - 1).toBeLessThanOrEqual(1)
    }))
})

const textOf = ({ messages }: ModelRequest): string => messages.map(messageText).join('\n')

interface Talk {
  readonly version: Version
  readonly turns: readonly Turn[]
  readonly args: readonly string[]
}

/** The CLI as a person sees it. */
async function withUser(
  sandbox: Sandbox,
  { version, turns, args }: Talk,
  work: (terminal: Terminal) => Promise<void>,
): Promise<void> {
  // A name for the session is asked for beside the conversation.
  const model = await startModel({ turns, routes: [{ match: '<session>', turns: ['A session'] }] })
  const program = installCli(version, undefined, () => undefined)
  const terminal = openTerminal(sandbox, { program, args, env: cleanEnvironment(sandbox, model.url) })
  try {
    await work(terminal)
  } finally {
    await terminal.close()
    await model.close()
  }
}
