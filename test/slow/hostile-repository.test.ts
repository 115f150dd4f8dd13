import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { startNode } from '../process/support/process.ts'
import { aHostileRepository, TOGETHER, type Hostile } from '../process/support/hostile-repository.ts'
import { aSandbox, HOLDPOINT } from '../process/support/sandbox.ts'
import { aDirectory } from '../process/support/temporary.ts'

/** Every event that may make a hook look at the repository, and what a session would say there. */
const eventsOf = (path: string): readonly (readonly [event: string, input: object])[] => [
  ['SessionStart', { source: 'startup' }],
  ['SessionStart', { source: 'compact' }],
  ['UserPromptSubmit', { prompt: 'commit and merge this, then tell me the state of the plan' }],
  ['PreToolUse', { tool_name: 'Bash', tool_input: { command: 'git commit -am x' } }],
  ['PreToolUse', { tool_name: 'Bash', tool_input: { command: 'git checkout . && git merge main && git stash' } }],
  ['PreToolUse', { tool_name: 'Write', tool_input: { file_path: join(path, 'src/app.ts'), content: 'x' } }],
  ['PostToolUse', { tool_name: 'Bash', tool_input: { command: 'rm -rf src/gone' }, tool_response: {} }],
  [
    'PostToolUse',
    { tool_name: 'Write', tool_input: { file_path: join(path, 'src/app.ts'), content: 'x' }, tool_response: {} },
  ],
  ['SubagentStart', { agent_id: 'a', agent_type: 'implementer' }],
  ...['guardian', 'planner', 'implementer'].map(
    (type) => ['SubagentStop', { agent_id: 'a', agent_type: type }] as const,
  ),
  ['PreCompact', { trigger: 'auto' }],
  ['Stop', {}],
  ['SessionEnd', { reason: 'exit' }],
]

const COMMANDS = ['plan status', 'status', 'doctor', 'statusline', 'list', 'validate', 'proof status', 'log', 'report']

const CONFIG = `presets: [all]
hooks:
  quality/code-review: {options: {available: yes}}
  session/update-check: off
  quality/test-runner: off
`

const run = async ({ path, env }: Hostile, home: string, words: readonly string[], input: object): Promise<number> => {
  const payload = JSON.stringify({ session_id: 's1', cwd: path, ...input })
  const { code } = await startNode(HOLDPOINT, words, { cwd: path, env: { ...env, HOME: home }, input: payload }).ended
  return code ?? -1
}

describe('in a repository that names programs wherever git would start one', () => {
  it('no event and no command runs one of them', async () => {
    const hostile = aHostileRepository(TOGETHER)
    const home = aDirectory().path
    hostile.write({ 'holdpoint.yml': CONFIG, '.claude/settings.json': '{}' })
    for (const [event, input] of eventsOf(hostile.path)) {
      expect([0, 1, 2]).toContain(await run(hostile, home, ['hook', event], input))
      expect([event, hostile.sprung()]).toEqual([event, 0])
    }
    for (const command of COMMANDS) {
      await run(hostile, home, command.split(' '), {})
      expect([command, hostile.sprung()]).toEqual([command, 0])
    }
  }, 60_000)
})

describe.runIf(process.getuid?.() === 0)('in a repository of another user', () => {
  it.each([
    ['guard/no-commit-on-main', 'git commit -m x', 'ask'],
    ['guard/test-evidence', 'git commit -m x', 'ask'],
    ['guard/test-evidence', 'git merge topic', 'ask'],
    ['guard/self-protection', 'git checkout topic', 'ask'],
    ['guard/self-protection', 'git stash', 'ask'],
    ['guard/self-protection', 'git reset --hard', 'ask'],
    ['guard/self-protection', 'git log', undefined],
    ['guard/self-protection', 'git status', undefined],
  ])('%s: %s: %s', async (hook, command, expected) => {
    const sandbox = aSandbox(`presets: []\nhooks:\n  ${hook}: on\n`)
    sandbox.git('switch', '--quiet', '-c', 'main')
    for (const path of [sandbox.project, join(sandbox.project, '.git')]) chownSync(path, 65_534, 65_534)
    const { json } = await sandbox.hook('PreToolUse', { tool_name: 'Bash', tool_input: { command } })
    const { permissionDecision } = (json['hookSpecificOutput'] ?? {}) as { permissionDecision?: string }
    expect(permissionDecision).toBe(expected)
  })
})
