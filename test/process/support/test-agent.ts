import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { unsigned } from '../../../packages/engine/src/lib/signature.ts'
import { isRunning, until } from './process.ts'
import { program } from './program.ts'
import { aDirectory, aRepository } from './temporary.ts'

/** The hook entry as it is shipped, with the hooks under test. Its workers are the same program again. */
export const holdpoint = await program(`
  import { backgroundWorker } from './packages/runtime/src/background/background-worker.ts'
  import { registryOf } from './packages/runtime/src/dispatch.ts'
  import { main } from './packages/runtime/src/hook-entry.ts'
  import testEvidence from './packages/packs/src/guard/test-evidence/test-evidence.ts'
  import sessionEnd from './packages/packs/src/session/session-end/session-end.ts'
  import sessionInit from './packages/packs/src/session/session-init/session-init.ts'
  import testGate from './packages/packs/src/quality/test-gate/test-gate.ts'
  import testRunner from './packages/packs/src/quality/test-runner/test-runner.ts'
  const [, ...args] = process.argv.slice(2)
  if (args[0] === 'background') backgroundWorker(args.slice(1))
  else main(args, registryOf([sessionEnd, sessionInit, testEvidence, testGate, testRunner]))
`)

type Json = Readonly<Record<string, unknown>>

export interface Agent {
  readonly project: string
  put(files: Readonly<Record<string, string>>): void
  /** Writes a file as the agent's tool would, and sends the event to the hook. */
  write(name: string, text: string, session?: string): Promise<Json>
  prompt(session?: string): Promise<Json>
  /** The session begins or resumes. */
  begin(source: string): Promise<Json>
  end(reason: string): Promise<Json>
  commit(): Promise<string>
  bash(command: string): Promise<Json>
  state(name: string): string
  /** Waits until a run has come to an end and `.test-status` says so. */
  status(pattern: RegExp): Promise<string>
}

interface AgentOptions {
  readonly files: Readonly<Record<string, string>>
  readonly debounceMs?: number
  readonly cooldownMs?: number
  readonly limitSeconds?: number
}

export function anAgent({ files, debounceMs = 50, cooldownMs = 0, limitSeconds = 120 }: AgentOptions): Agent {
  const home = aDirectory().path
  const project = aRepository({ branch: 'topic' }).path
  const put: Agent['put'] = (given) => {
    for (const [name, text] of Object.entries(given)) {
      mkdirSync(dirname(join(project, name)), { recursive: true })
      writeFileSync(join(project, name), text)
      if (text.startsWith('#!')) chmodSync(join(project, name), 0o755)
    }
  }
  const options = `{ debounce_ms: ${debounceMs}, cooldown_ms: ${cooldownMs}, time_limit_seconds: ${limitSeconds} }`
  put({
    'holdpoint.yml': `hooks:\n  session/session-end: on\n  session/session-init: on\n  guard/test-evidence: on\n  quality/test-gate: on\n  quality/test-runner: { level: on, options: ${options} }\n`,
    ...files,
  })
  onTestFinished(() => endWorkers(home))
  const env = { HOME: home, CARGO_HOME: process.env['CARGO_HOME'] ?? `${process.env['HOME']}/.cargo`, ...toolchains() }
  const send = async (event: string, payload: Json): Promise<Json> => {
    const input = JSON.stringify({ session_id: 's1', cwd: project, ...payload })
    const { code, stdout, stderr } = await holdpoint.start(['hook', event], { cwd: project, env, input }).ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return stdout === '' ? {} : (JSON.parse(unsigned(stdout)) as Json)
  }
  const state = (name: string): string => {
    // The worker may delete it at any moment.
    try {
      return readFileSync(join(project, '.claude', name), 'utf8')
    } catch {
      return ''
    }
  }
  return {
    project,
    put,
    write(name, text, session = 's1') {
      put({ [name]: text })
      const input = { file_path: join(project, name), content: text }
      return send('PostToolUse', { session_id: session, tool_name: 'Write', tool_input: input })
    },
    prompt: (session = 's1') => send('UserPromptSubmit', { session_id: session, prompt: 'go on' }),
    begin: (source) => send('SessionStart', { source }),
    end: (reason) => send('SessionEnd', { reason }),
    bash: (command) => send('PostToolUse', { tool_name: 'Bash', tool_input: { command } }),
    async commit() {
      const answer = await send('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'git commit -m x' } })
      const { permissionDecisionReason = 'passes' } = (answer['hookSpecificOutput'] ?? {}) as Record<string, string>
      return permissionDecisionReason
    },
    state,
    async status(pattern) {
      await until(
        () => pattern.test(state('.test-status')),
        `.test-status says ${pattern}; it says ${state('.test-status')}`,
      )
      return state('.test-status')
    },
  }
}

/** A worker ends when its directory is deleted. */
async function endWorkers(home: string): Promise<void> {
  const state = join(home, '.local/state/holdpoint')
  const names = existsSync(state) ? readdirSync(state, { recursive: true, encoding: 'utf8' }) : []
  for (const name of names.filter((each) => /background-[^/]*\.json$/.test(each))) {
    const { worker } = JSON.parse(readFileSync(join(state, name), 'utf8')) as { worker: { pid: number } }
    rmSync(join(state, name))
    await until(() => !isRunning(worker.pid), 'the worker has left')
  }
}

/** Version managers find their programs by the real home. */
const toolchains = (): Record<string, string> => {
  const { HOME = '', RUSTUP_HOME = `${HOME}/.rustup`, PYENV_ROOT = `${HOME}/.pyenv` } = process.env
  return { RUSTUP_HOME, PYENV_ROOT }
}

export const noticeIn = (answer: Json): string => (answer['systemMessage'] ?? '') as string
export const contextIn = (answer: Json): string =>
  (answer['hookSpecificOutput'] as Record<string, string> | undefined)?.['additionalContext'] ?? ''
