import { join } from 'node:path'
import { put, type Agent } from './agent.ts'

export const codex: Agent = {
  id: 'codex',
  everyChange: true,
  package: '@openai/codex',
  version: '0.166.0',
  binary: ['node_modules', '.bin', 'codex'],
  prepare(sandbox) {
    put(
      join(sandbox.home, '.codex/config.toml'),
      [
        'model = "gpt-5.5"',
        'model_provider = "mock"',
        '[model_providers.mock]',
        'name = "mock"',
        'wire_api = "responses"',
        'env_key = "MOCK_KEY"',
        'request_max_retries = 0',
        'stream_max_retries = 0',
        `[projects."${sandbox.project}"]`,
        'trust_level = "trusted"',
        '',
      ].join('\n'),
    )
  },
  args: (prompt, url) => [
    'exec',
    '-c',
    `model_providers.mock.base_url="${url}/v1"`,
    '--skip-git-repo-check',
    '--dangerously-bypass-hook-trust',
    '--dangerously-bypass-approvals-and-sandbox',
    prompt,
  ],
  env: () => ({ MOCK_KEY: 'dummy-key' }),
  shell: (command) => ({ tool: 'exec_command', input: { cmd: command } }),
  write: (path, content) => ({
    tool: 'apply_patch',
    input: {
      input: `*** Begin Patch\n*** Add File: beside.txt\n+x\n*** Add File: ${path}\n+${content}\n*** End Patch\n`,
    },
  }),
  // It runs beside the main thread.
  subagent: (task) => [
    { tool: 'spawn_agent', input: { message: task, agent_type: 'default' } },
    codex.shell('sleep 6'),
  ],
  events: { tool: 'PreToolUse', stop: 'Stop' },
}
