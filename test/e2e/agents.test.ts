import { join } from 'node:path'
import { runClaude, VERSIONS } from './harness/run.ts'
import type { Sandbox } from './harness/sandbox.ts'
import { auditOf, BIN, holdpoint, inSandbox } from './harness/site.ts'
import type { Turn } from './harness/script.ts'

/** An agent whose own file calls the actions of its workflow; only the model is ours. */

const command = (action: string): string => `"\\"${process.execPath}\\" \\"${BIN}\\" hook agent ${action}"`
const group = (action: string, timeout: number): string =>
  `    - matcher: "Write|Edit|MultiEdit"
      hooks:
        - type: command
          command: ${command(action)}
          timeout: ${timeout}
`

const AGENT = `---
name: manager-tdd
description: Test-driven development specialist
hooks:
  PreToolUse:
${group('tdd-pre-implementation', 5)}  PostToolUse:
${group('tdd-post-implementation', 10)}  SubagentStop:
    - hooks:
        - type: command
          command: ${command('tdd-completion')}
          timeout: 10
---

You write the test first.
`

const FILES = {
  '.claude/agents/manager-tdd.md': AGENT,
  // Passes as soon as the code says what the test wants.
  'package.json': JSON.stringify({ scripts: { test: 'grep -q right src/sum.ts' } }),
}

const TEST = "it('sums', () => expect(sum(1, 2)).toBe(3))\n"

function turnsIn({ project }: Sandbox): { readonly main: readonly Turn[]; readonly agent: readonly Turn[] } {
  const write = (path: string, content: string) => ({
    tool: 'Write',
    input: { file_path: join(project, path), content },
  })
  const job = { description: 'a sum', prompt: 'TDD-JOB', subagent_type: 'manager-tdd', run_in_background: false }
  return {
    main: [{ tool: 'Agent', input: job }, write('src/other.ts', 'free\n'), 'Done.'],
    agent: [
      write('src/sum.ts', 'right\n'),
      write('src/sum.test.ts', TEST),
      write('src/sum.ts', 'wrong\n'),
      { tool: 'Edit', input: { file_path: join(project, 'src/sum.ts'), old_string: 'wrong', new_string: 'right' } },
      'The sum is green.',
    ],
  }
}

describe.each(VERSIONS)('the hooks in an agent’s own file, Claude Code %s', (version) => {
  it('T-AGT-08 T-AGT-09: the test comes first, then the code, and it must be green', () =>
    inSandbox(FILES, async (sandbox) => {
      const { main, agent } = turnsIn(sandbox)
      const run = await runClaude(sandbox, {
        version,
        script: { turns: main, routes: [{ match: 'TDD-JOB', turns: agent }] },
        args: ['--permission-mode', 'bypassPermissions'],
      })

      // Source without a test is refused, and the model is told which test to write.
      const refused = run.toolResults.find(({ isError }) => isError)
      expect(refused?.text).toContain('src/sum.ts')
      expect(refused?.text).toContain('src/sum.test.ts')
      // A test that fails is how it begins; code that fails is sent back with what the tests said.
      expect(run.told).toContain('Tests fail after the change to src/sum.ts (`npm test`)')
      expect(run.told).not.toContain('after the change to src/sum.test.ts')
      expect(run.read('src/sum.ts')).toBe('right\n')
      expect(run.read('src/sum.test.ts')).toBe(TEST)
      // The hooks are the agent's alone: the main thread writes what it likes.
      expect(run.read('src/other.ts')).toBe('free\n')

      const story = auditOf(sandbox).map(({ event, hooks }) => [event, hooks[0]?.id, hooks[0]?.decision])
      expect(story).toEqual([
        ['PreToolUse', 'agents/tdd-pre-implementation', 'deny'],
        ['PreToolUse', 'agents/tdd-pre-implementation', 'pass'],
        ['PostToolUse', 'agents/tdd-post-implementation', 'pass'],
        ['PreToolUse', 'agents/tdd-pre-implementation', 'pass'],
        ['PostToolUse', 'agents/tdd-post-implementation', 'feedback'],
        ['PreToolUse', 'agents/tdd-pre-implementation', 'pass'],
        ['PostToolUse', 'agents/tdd-post-implementation', 'pass'],
        ['SubagentStop', 'agents/tdd-completion', 'pass'],
      ])
    }))

  it('T-AGT-19: a task is not complete while tests fail', () =>
    inSandbox({ '.claude/.test-status': 'fail|3|1\n' }, async (sandbox) => {
      sandbox.write({ 'holdpoint.yml': 'hooks:\n  agents/task-completed: on\n' })
      const { status, stderr } = holdpoint(sandbox, 'init', '--scope', 'local')
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      const run = await runClaude(sandbox, {
        version,
        script: {
          turns: [
            { tool: 'TaskCreate', input: { subject: 'Write it', description: 'Write it well.' } },
            { tool: 'TaskUpdate', input: { taskId: '1', status: 'completed' } },
            'I will mend the tests.',
          ],
        },
        args: ['--permission-mode', 'bypassPermissions'],
      })
      expect(run.told).toContain('task #1 is not complete: 3 tests fail.')
    }))
})
