import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { installAgent } from '../install-cli.mjs'
import { cleanEnv } from '../run-agent.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Agent } from './agent.ts'

const ACCOUNT = ['openai-compatible', '-k', 'dummy-key', '-m', 'mock-model']

/** Cline leaves a process behind that serves later runs in the same folder. */
function endHub({ project }: Sandbox): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const words = wordsOf(pid)
    if (words.includes('--cline-hub-daemon') && words.includes(project)) process.kill(Number(pid), 'SIGKILL')
  }
}

function wordsOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

export const cline: Agent = {
  id: 'cline',
  everyChange: false,
  package: 'cline',
  version: '3.0.65',
  binary: ['node_modules', '@cline', 'cli-linux-x64', 'bin', 'cline'],
  prepare: () => undefined,
  connect(sandbox, url) {
    const binary = installAgent(cline, undefined, () => undefined)
    const words = ['auth', '-p', ...ACCOUNT, '-b', `${url}/v1`]
    execFileSync(binary, words, { cwd: sandbox.project, env: cleanEnv(sandbox), stdio: 'ignore' })
  },
  // One word alone would be a command of Cline.
  args: (prompt) => ['-P', ...ACCOUNT, '--json', '-t', '40', `Do this: ${prompt}`],
  env: () => ({}),
  after: endHub,
  shell: (command) => ({ tool: 'run_commands', input: { commands: [command] } }),
  write: (path, content) => ({ tool: 'editor', input: { path, new_text: content } }),
  subagent: (task) => [{ tool: 'spawn_agent', input: { systemPrompt: 'You help.', task } }],
  haltsOnly: true,
  neighbour: { path: '.clinerules/hooks/PreToolUse', text: '#!/bin/sh\ntrue\n' },
  events: { tool: 'PreToolUse', stop: 'TaskComplete' },
}
