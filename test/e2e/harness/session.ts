// One process of the CLI: feeds it the steps of a conversation and collects its stream-json events.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { text as readText } from 'node:stream/consumers'

/** A user message, or a control request such as `{ control: { subtype: 'set_model', model } }`. */
export type Step = string | { readonly control: { readonly subtype: string } & Readonly<Record<string, unknown>> }

/** One line of stream-json. Only the fields that most tests look at are named. */
export type CliEvent = {
  readonly type: string
  readonly subtype?: string
  readonly content?: unknown
  readonly [field: string]: unknown
}

export type Session = {
  readonly exitCode: number | null
  readonly timedOut: boolean
  readonly events: readonly CliEvent[]
  readonly stderr: string
}

export type SessionOptions = {
  readonly binary: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Record<string, string>
  /** Sent one by one, each after the answer to the one before. Empty: stdin is closed at once. */
  readonly steps: readonly Step[]
  readonly timeoutMs: number
}

export async function runSession(options: SessionOptions): Promise<Session> {
  const { binary, args, cwd, env, timeoutMs } = options
  const child = spawn(binary, args, { cwd, env, detached: true, stdio: 'pipe' })
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    killGroup(child.pid)
  }, timeoutMs)

  const steps = options.steps.entries()
  function sendNext(): void {
    const { value, done } = steps.next()
    if (done) child.stdin.end()
    else child.stdin.write(`${JSON.stringify(stepMessage(value[1], value[0]))}\n`)
  }
  child.stdin.on('error', () => {}) // the CLI may leave before it has read everything
  sendNext()

  const events: CliEvent[] = []
  const stderr = readText(child.stderr)
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const event = parseEvent(line)
      events.push(event)
      if (event.type === 'result' || event.type === 'control_response') sendNext()
    }
    return { exitCode: await exit, timedOut, events, stderr: await stderr }
  } finally {
    clearTimeout(timer)
    killGroup(child.pid) // hooks may have left children behind
  }
}

function stepMessage(step: Step, index: number): object {
  return typeof step === 'string'
    ? { type: 'user', message: { role: 'user', content: step } }
    : { type: 'control_request', request_id: `step-${index}`, request: step.control }
}

function parseEvent(line: string): CliEvent {
  try {
    return JSON.parse(line) as CliEvent
  } catch {
    return { type: 'not-json', content: line }
  }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // the whole group has ended already
  }
}
