// The other agents: which package, how to run it against a model on loopback, and what its tools are called.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Sandbox } from './sandbox.ts'
import type { Part } from './script.ts'

export interface Agent {
  readonly id: string
  readonly package: string
  readonly version: string
  readonly binary: readonly string[]
  /** Writes what the agent needs before it starts. */
  prepare(sandbox: Sandbox): void
  args(prompt: string, url: string): readonly string[]
  env(url: string): Readonly<Record<string, string>>
  /** Calls of its tools. */
  shell(command: string): Part
  write(path: string, content: string): Part
  /** The turns that start a sub-agent and wait for it. */
  subagent(task: string): readonly Part[]
  readonly events: { readonly tool: string; readonly stop: string }
}

const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const codex: Agent = {
  id: 'codex',
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

const gemini: Agent = {
  id: 'gemini',
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

const copilot: Agent = {
  id: 'copilot',
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

export const AGENTS: readonly Agent[] = [codex, gemini, copilot]
