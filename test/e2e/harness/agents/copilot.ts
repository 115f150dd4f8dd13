import type { Agent } from './agent.ts'

export const copilot: Agent = {
  id: 'copilot',
  everyChange: true,
  package: '@github/copilot',
  version: '1.0.102',
  binary: ['node_modules', '.bin', 'copilot'],
  prepare: () => undefined,
  args: (prompt) => ['--allow-all', '--disable-client-telemetry', '--trust-folder', '-p', prompt],
  env: (url) => ({
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_PROVIDER_API_KEY: 'dummy-key',
    COPILOT_MODEL: 'gpt-5-mini',
  }),
  shell: (command) => ({ tool: 'bash', input: { command, description: 'a step' } }),
  write: (path, content) => ({ tool: 'create', input: { path, file_text: content } }),
  subagent: (task) => [
    {
      tool: 'task',
      input: { name: 'subby', description: 'sub', prompt: task, agent_type: 'general-purpose', mode: 'sync' },
    },
  ],
  events: { tool: 'PreToolUse', stop: 'Stop' },
}
