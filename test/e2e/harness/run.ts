import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toldText, toolResultsOf, type ModelRequest, type ToolResult } from './conversation.ts'
import { installCli } from './install-cli.mjs'
import { startModel } from './model.ts'
import { cleanEnvironment, type Sandbox } from './sandbox.ts'
import type { Script } from './script.ts'
import { runSession, type Session, type Step } from './session.ts'

/** The versions the suite runs with: the pinned one, and what plain npm gives on Node 20. */
export const VERSIONS = ['2.1.325', '2.1.197'] as const
export type Version = (typeof VERSIONS)[number]

export interface Conversation {
  readonly version: Version
  readonly script: Script
  /** One prompt, or the steps of a conversation held over stdin. */
  readonly prompt?: string | readonly Step[]
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

export interface Run extends Session {
  readonly requests: readonly ModelRequest[]
  readonly toolResults: readonly ToolResult[]
  /** Everything the model was told, as text. */
  readonly told: string
  /** What the CLI showed the user outside of the conversation. */
  readonly shown: readonly string[]
  readonly debugLog: string
  /** Text of a project file after the run, or undefined when there is none. */
  read(path: string): string | undefined
}

/** Runs the real Claude Code CLI once, against a scripted model on loopback. */
export async function runClaude(sandbox: Sandbox, conversation: Conversation): Promise<Run> {
  const { script, version, prompt = 'Go', args = [], env = {} } = conversation
  const binary = installCli(version, undefined, () => undefined)
  const model = await startModel(script)
  try {
    const session = await runSession({
      binary,
      args: [...promptArgs(prompt), '--debug-file', sandbox.debugFile, ...args],
      cwd: sandbox.project,
      env: { ...cleanEnvironment(sandbox, model.url), ...env },
      steps: typeof prompt === 'string' ? [] : prompt,
      timeoutMs: 60_000,
    })
    return {
      ...session,
      requests: model.requests,
      toolResults: toolResultsOf(model.requests),
      told: toldText(model.requests),
      shown: shownToUser(session),
      debugLog: readIfThere(sandbox.debugFile) ?? '',
      read: (path) => readIfThere(join(sandbox.project, path)),
    }
  } finally {
    await model.close()
  }
}

function promptArgs(prompt: string | readonly Step[]): readonly string[] {
  const input = typeof prompt === 'string' ? [prompt] : ['--input-format', 'stream-json']
  return ['-p', ...input, '--output-format', 'stream-json', '--verbose', '--include-hook-events']
}

const shownToUser = ({ events }: Session): readonly string[] =>
  events
    .filter(({ type, subtype }) => type === 'system' && subtype === 'informational')
    .map(({ content }) => String(content))

const readIfThere = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)
