import { join } from 'node:path'
import { put, type Agent } from './agent.ts'

const request = (id: string, method: string, params: object): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    type: 'request',
    factoryApiVersion: '1.0.0',
    factoryProtocolVersion: '1.0.0',
    id,
    method: `droid.${method}`,
    params,
  })

/** The package without a platform in its name brings no program. Sub-agents need an account. */
export const droid: Agent = {
  id: 'droid',
  everyChange: false,
  package: '@factory/cli-linux-x64',
  version: '0.225.2',
  binary: ['node_modules', '@factory', 'cli-linux-x64', 'bin', 'droid'],
  prepare: () => undefined,
  // With a model of the user it needs no account. The file with hooks stays as the installer wrote it.
  connect(sandbox, url) {
    const model = {
      model: 'mock',
      id: 'custom:mock-0',
      index: 0,
      displayName: 'mock',
      baseUrl: `${url}/v1`,
      apiKey: 'dummy-key',
      provider: 'generic-chat-completion-api',
      maxOutputTokens: 4096,
    }
    put(join(sandbox.home, '.factory/settings.local.json'), JSON.stringify({ customModels: [model] }))
  },
  args: (prompt) => ['exec', '--auto', 'high', '-m', 'custom:mock-0', prompt],
  session: (prompt, { project }) => ({
    args: ['exec', '--input-format', 'stream-jsonrpc', '--output-format', 'stream-jsonrpc'],
    lines: [
      {
        after: '',
        line: request('1', 'initialize_session', {
          machineId: 'e2e',
          cwd: project,
          modelId: 'custom:mock-0',
          autonomyLevel: 'high',
          interactionMode: 'auto',
        }),
      },
      { after: '"id":"1"', line: request('2', 'add_user_message', { text: prompt }) },
    ],
    until: 'agent_turn_completed',
  }),
  env: () => ({ FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false' }),
  shell: (command) => ({
    tool: 'Execute',
    input: { command, summary: 'a step', riskLevelReason: 'none', riskLevel: 'low', timeout: 10 },
  }),
  write: (path, content) => ({ tool: 'Create', input: { file_path: path, content } }),
  events: { tool: 'PreToolUse', stop: 'Stop' },
}
