import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { installAgent } from '../install-cli.mjs'
import type { Sandbox } from '../sandbox.ts'
import { put, type Agent } from './agent.ts'

/**
 * Without this package beside each folder of plugins OpenCode installs it, and waits for the network. Our plugin does
 * not import it.
 */
const PLUGIN = '@opencode-ai/plugin@1.18.33'

function placePackage(sandbox: Sandbox): void {
  const modules = join(
    installAgent(opencode, undefined, () => undefined),
    '../../..',
  )
  for (const folder of [join(sandbox.project, '.opencode'), join(sandbox.home, '.config/opencode')]) {
    put(join(folder, 'package.json'), '{ "dependencies": { "@opencode-ai/plugin": "1.18.33" } }\n')
    put(join(folder, '.gitignore'), '*\n')
    if (!existsSync(join(folder, 'node_modules'))) symlinkSync(modules, join(folder, 'node_modules'))
  }
}

export const opencode: Agent = {
  id: 'opencode',
  everyChange: false,
  package: 'opencode-ai',
  version: '1.18.33',
  binary: ['node_modules', 'opencode-linux-x64', 'bin', 'opencode'],
  beside: [PLUGIN],
  prepare: placePackage,
  connect(sandbox, url) {
    const models = { mock: { name: 'mock', limit: { context: 100_000, output: 4_000 } } }
    const provider = {
      npm: '@ai-sdk/openai-compatible',
      name: 'mock',
      models,
      options: { baseURL: `${url}/v1`, apiKey: 'dummy-key' },
    }
    const config = {
      provider: { mock: provider },
      model: 'mock/mock',
      autoupdate: false,
      agent: { title: { disable: true } },
    }
    put(join(sandbox.home, '.config/opencode/opencode.json'), JSON.stringify(config))
  },
  args: (prompt) => ['run', prompt],
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  }),
  shell: (command) => ({ tool: 'bash', input: { command, description: 'a step' } }),
  write: (path, content) => ({ tool: 'write', input: { filePath: path, content } }),
  subagent: (task) => [{ tool: 'task', input: { description: 'sub', prompt: task, subagent_type: 'general' } }],
  neighbour: { path: '.opencode/plugins/mine.js', text: 'export const Mine = async () => ({})\n' },
  events: { tool: 'PreToolUse', stop: 'Stop' },
}
