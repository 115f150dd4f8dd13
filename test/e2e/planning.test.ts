import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tasks } from '../process/support/plan-files.ts'
import { messageText } from './harness/conversation.ts'
import { runClaude, VERSIONS } from './harness/run.ts'
import type { Sandbox } from './harness/sandbox.ts'
import type { Turn } from './harness/script.ts'
import { auditOf, BIN, holdpoint, inSandbox } from './harness/site.ts'

/** A feature goes through its nine phases in the real CLI; only the model, the plugin and the MCP server are ours. */

const example = join(import.meta.dirname, '../../examples/planning')
const text = (path: string): string => readFileSync(join(example, path), 'utf8')
const F = 'specs/rate-limit'
const PHASES = [
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

const MCP_SERVER = `
import { createInterface } from 'node:readline'
const tools = [{ name: 'query', description: 'Looks something up.', inputSchema: { type: 'object', properties: { q: { type: 'string' } } } }]
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'context7', version: '1' } }),
  'tools/list': () => ({ tools }),
  'tools/call': ({ arguments: { q } }) => ({ content: [{ type: 'text', text: 'found ' + q }] }),
}
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params ?? {}) ?? {} }))
}
`

const agent = (name: string): string =>
  `---\nname: ${name}\ndescription: The ${name} of a plan.\n---\n\nYou are the ${name}.\n`
const PLUGIN = {
  'plugin/.claude-plugin/plugin.json': JSON.stringify({
    name: 'product-planning',
    version: '1.0.0',
    description: 'Plans.',
  }),
  'plugin/agents/tech-lead.md': agent('tech-lead'),
  'plugin/agents/researcher.md': agent('researcher'),
}

const FILES = {
  ...PLUGIN,
  'mcp/server.mjs': MCP_SERVER,
  'mcp/config.json': JSON.stringify({
    mcpServers: { context7: { command: process.execPath, args: ['mcp/server.mjs'] } },
  }),
  'config/planning-config.yaml': text('project/config/planning-config.yaml'),
}

const ARGS = [
  '--permission-mode',
  'bypassPermissions',
  '--plugin-dir',
  'plugin',
  '--mcp-config',
  'mcp/config.json',
  '--strict-mcp-config',
]

/** Calls of the scripted model, in the sandbox's project. */
function callsIn({ project }: Sandbox) {
  const file = (name: string): string => join(project, F, name)
  const write = (name: string, content: string) => ({ tool: 'Write', input: { file_path: file(name), content } })
  return {
    write,
    bash: (command: string) => ({ tool: 'Bash', input: { command, description: 'a step' } }),
    enter: (phase: string) =>
      write('.planning-state.local.md', text(`phases/${PHASES.indexOf(phase) + 1}-${phase}.md`)),
    look: (q: string) => ({ tool: 'mcp__context7__query', input: { q } }),
    ask: (question: string) => ({
      tool: 'AskUserQuestion',
      input: {
        questions: [
          {
            question,
            header: 'Choice',
            multiSelect: false,
            options: [
              { label: 'One', description: 'the first' },
              { label: 'Two', description: 'the second' },
            ],
          },
        ],
      },
    }),
    delegate: (to: string, prompt: string) => ({
      tool: 'Agent',
      input: { description: 'a job', prompt, subagent_type: `product-planning:${to}`, run_in_background: false },
    }),
  }
}

const plan = (sandbox: Sandbox): void => {
  execFileSync('git', ['switch', '--quiet', '-c', 'feature/rate-limit'], { cwd: sandbox.project })
  const { status, stderr } = holdpoint(sandbox, 'init', '--scope', 'local', '--preset', 'planning')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
}

describe.each(VERSIONS)('planning in Claude Code %s', (version) => {
  it('the nine-phase walk', () =>
    inSandbox(FILES, async (sandbox) => {
      plan(sandbox)
      const { write, bash, enter, look, ask, delegate } = callsIn(sandbox)
      const turns: readonly Turn[] = [
        write('spec.md', text('artifacts/spec.md')),
        write('plan.md', 'too early'),
        bash(`"${process.execPath}" "${BIN}" planning lock acquire`),
        enter('SETUP'),
        enter('RESEARCH'),
        Array.from({ length: 10 }, (_, n) => look(`question ${n}`)),
        look('one too many'),
        look('question 3'),
        write('spec.md', 'changed'),
        bash(`sed -i 's/five/six/' ${F}/spec.md`),
        write('research.md', text('artifacts/research.md')),
        enter('CLARIFICATION'),
        look('a new phase'),
        ask('What caching strategy for sessions?'),
        enter('ARCHITECTURE'),
        write('design.md', text('artifacts/design.md')),
        enter('THINKDEEP'),
        enter('VALIDATION'),
        enter('TEST_STRATEGY'),
        enter('TEST_COVERAGE'),
        delegate('tech-lead', 'TECH-LEAD-JOB'),
        'I would like to stop.',
        'I really would.',
        'SUMMARY OF THE CONVERSATION',
        write('plan.md', text('artifacts/plan.md')),
        write('test-plan.md', text('artifacts/test-plan.md')),
        enter('COMPLETION'),
        'Complete.',
      ]
      const lead: readonly Turn[] = [
        write('tasks.md', tasks(20, 9)),
        'Tasks are written.',
        write('tasks.md', tasks(20, 16)),
        'Now with tests.',
      ]
      const run = await runClaude(sandbox, {
        version,
        script: { turns, routes: [{ match: 'TECH-LEAD-JOB', turns: lead }] },
        prompt: ['Plan the login limit', '/compact', 'Go on with the plan'],
        // Without somebody to answer, the CLI does not offer AskUserQuestion at all.
        args: [...ARGS, '--permission-prompt-tool', 'stdio'],
      })
      const results = run.toolResults.map((result) => result.text)
      const denied = run.toolResults.filter(({ isError }) => isError).map((result) => result.text)

      // Without the lock nothing but the spec can be written; with it everything can.
      expect(denied[0]).toContain('DENIED: No planning lock acquired.')
      expect(results[2]).toMatch(/Planning lock of .*specs\/rate-limit acquired by session/)
      // Ten research calls pass, at the same time; the eleventh does not, a repeated one does.
      expect(results.filter((result) => result.startsWith('found question'))).toHaveLength(11)
      expect(denied[1]).toContain('DENIED: Research MCP phase budget exhausted (10/10 calls).')
      expect(results).toContain('found a new phase')
      // The spec is fixed, whoever changes it.
      expect(denied[2]).toContain('DENIED: spec.md is immutable after planning has started (current phase: RESEARCH).')
      expect(denied[3]).toContain('DENIED: spec.md is immutable after planning has started (current phase: RESEARCH).')
      expect(run.read(`${F}/spec.md`)).toBe(text('artifacts/spec.md'))
      // A decision that is asked for again comes back with its answer.
      expect(denied[4]).toContain("'Should we use Redis for session caching?' -> 'Yes, use Redis'")
      expect(denied).toHaveLength(5)

      // The tech lead is sent back at 45 % and may stop at 80 %.
      const leads = auditOf(sandbox).filter(({ event }) => event === 'SubagentStop')
      expect(
        leads
          .filter(({ hooks }) => hooks.some(({ id }) => id === 'planning/tech-lead-output'))
          .map(({ decision }) => decision),
      ).toEqual(['block', 'pass'])
      expect(run.told).toContain('Insufficient TDD integration: 45% (need >=80%)')
      expect(results.join('\n')).toContain('Now with tests.')

      // A turn is held once while files are missing, and the last one not at all.
      const stops = auditOf(sandbox)
        .filter(({ event }) => event === 'Stop')
        .map(({ decision }) => decision)
      expect(stops).toEqual(['block', 'pass', 'pass'])
      expect(run.told).toContain('Missing artifacts: plan.md, test-plan.md')
      expect(run.told).toContain('Workflow at phase TEST_COVERAGE, not complete. Missing phases: COMPLETION')

      // After the compaction the model is told the state of the plan again.
      const after = run.requests.at(-1)?.messages.map(messageText).join('\n') ?? ''
      expect(after).not.toContain('DENIED: No planning lock acquired.')
      expect(after).toContain('<planning-state>\nphase: TEST_COVERAGE')
      expect(after).toContain('"Should we use Redis for session caching?"')

      // Every phase is in the trail, once.
      const trail = run.read(`${F}/.planning-audit.log`)?.trimEnd().split('\n') ?? []
      expect(trail.map((line) => /→ (\w+) \|/.exec(line)?.[1])).toEqual(PHASES)
    }))

  it('the state of the plan comes with every prompt, and another session cannot write', () =>
    inSandbox(FILES, async (sandbox) => {
      plan(sandbox)
      sandbox.write({
        [`${F}/.planning-state.local.md`]: text('phases/4-ARCHITECTURE.md'),
        [`${F}/.planning.lock`]: JSON.stringify({ session_id: 'somebody-else' }),
      })
      const { write, bash } = callsIn(sandbox)
      const run = await runClaude(sandbox, {
        version,
        script: {
          turns: [
            write('design.md', 'mine'),
            bash(`rm -rf ${F}`),
            bash(`echo mine > ${F}/design.md`),
            'Please let me stop.',
            'I give up.',
          ],
        },
        prompt: 'Go on',
        args: ARGS,
      })
      expect(run.told).toContain('<planning-state>\nphase: ARCHITECTURE\nmode: complete\n')
      expect(run.toolResults.filter(({ isError }) => isError)).toHaveLength(3)
      for (const result of run.toolResults) expect(result.text).toContain('owned by another session (somebody-else)')
      expect(run.read(`${F}/design.md`)).toBeUndefined()
      expect(run.read(`${F}/.planning.lock`)).toContain('somebody-else')
    }))

  it('a variable that was exported for commands is no way around the hooks', () =>
    inSandbox(FILES, async (sandbox) => {
      plan(sandbox)
      sandbox.write({
        [`${F}/.planning-state.local.md`]: text('phases/4-ARCHITECTURE.md'),
        [`${F}/spec.md`]: 'five\n',
      })
      const { bash } = callsIn(sandbox)
      const run = await runClaude(sandbox, {
        version,
        script: {
          turns: [
            bash('echo "it is $PLANNING_FEATURE_DIR in $PLANNING_CURRENT_PHASE"'),
            bash('sed -i s/five/six/ "$PLANNING_FEATURE_DIR/spec.md"'),
            'Bye.',
            'Bye again.',
          ],
        },
        args: ARGS,
      })
      expect(run.toolResults[0]?.text).toBe(`it is ${join(sandbox.project, F)} in ARCHITECTURE`)
      expect(run.toolResults[1]).toMatchObject({ isError: true })
      expect(run.read(`${F}/spec.md`)).toBe('five\n')
    }))

  it('the user may stop at any time by saying so', () =>
    inSandbox(FILES, async (sandbox) => {
      plan(sandbox)
      sandbox.write({ [`${F}/.planning-state.local.md`]: text('phases/4-ARCHITECTURE.md') })
      await runClaude(sandbox, { version, script: { turns: ['As you wish.'] }, prompt: 'Please stop here', args: ARGS })
      const stops = auditOf(sandbox).filter(({ event }) => event === 'Stop')
      expect(stops.map(({ decision }) => decision)).toEqual(['pass'])
    }))
})
