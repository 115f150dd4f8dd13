import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Sandbox } from '../sandbox.ts'
import type { Part } from '../script.ts'

/** Which package an agent is, how it runs against a model on loopback, and what its tools are called. */
export interface Agent {
  readonly id: string
  /** Runs with every change (`npm run e2e`); the others in `npm run e2e:all`. */
  readonly everyChange: boolean
  readonly package: string
  readonly version: string
  /** A path in the folder of the install. */
  readonly binary: readonly string[]
  /** Packages beside it, such as the Node that it needs. */
  readonly beside?: readonly string[]
  /** The program that runs the binary, in the same folder. Without it, the binary runs itself. */
  readonly runner?: readonly string[]
  /** Writes what the agent needs before it starts. */
  prepare(sandbox: Sandbox): void
  /** Writes what names the model's address, which is known only when the agent starts. */
  connect?(sandbox: Sandbox, url: string): void
  args(prompt: string, url: string): readonly string[]
  /** How a prompt reaches it as from a user, where the usual run does not report prompts to hooks. */
  session?(prompt: string, sandbox: Sandbox): Session
  env(url: string): Readonly<Record<string, string>>
  /** Ends what the agent leaves behind. */
  after?(sandbox: Sandbox): void
  /** Calls of its tools. */
  shell(command: string): Part
  write(path: string, content: string): Part
  /** The turns that start a sub-agent and wait for it. Absent: it needs more than a model. */
  subagent?(task: string): readonly Part[]
  /** A refusal ends the whole run. */
  readonly haltsOnly?: true
  /** A file of somebody else beside ours, for an agent whose entries are files. */
  readonly neighbour?: { readonly path: string; readonly text: string }
  readonly events: { readonly tool: string; readonly stop: string }
}

/** Lines on stdin, each when the output contains a text; the end of the list ends the input. */
export interface Session {
  readonly args: readonly string[]
  readonly lines: readonly { readonly after: string; readonly line: string }[]
  readonly until: string
}

export function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
