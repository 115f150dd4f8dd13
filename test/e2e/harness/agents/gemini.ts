import { join } from 'node:path'
import { put, type Agent } from './agent.ts'

export const gemini: Agent = {
  id: 'gemini',
  everyChange: true,
  package: '@google/gemini-cli',
  version: '0.61.0',
  binary: ['node_modules', '.bin', 'gemini'],
  prepare(sandbox) {
    const settings = { security: { auth: { selectedType: 'gemini-api-key' } } }
    put(join(sandbox.home, '.gemini/settings.json'), `${JSON.stringify(settings, null, 2)}\n`)
  },
  args: (prompt) => ['-m', 'gemini-2.5-flash', '--approval-mode', 'yolo', '--skip-trust', '-p', prompt],
  env: (url) => ({
    GEMINI_API_KEY: 'dummy-key',
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  shell: (command) => ({ tool: 'run_shell_command', input: { command, description: 'a step' } }),
  write: (path, content) => ({ tool: 'write_file', input: { file_path: path, content } }),
  subagent: (task) => [{ tool: 'invoke_agent', input: { agent_name: 'generalist', prompt: task } }],
  events: { tool: 'BeforeTool', stop: 'AfterAgent' },
}
