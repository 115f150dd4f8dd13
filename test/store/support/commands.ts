import { UserError, messageOf } from '../../../packages/engine/src/errors.ts'
import { auditPath, auditVerify } from '../../../packages/cli/src/commands/audit.ts'
import { breakerReset, breakerStatus } from '../../../packages/cli/src/commands/breaker.ts'
import { exportAudit } from '../../../packages/cli/src/commands/export.ts'
import { log } from '../../../packages/cli/src/commands/log.ts'
import { report } from '../../../packages/cli/src/commands/report.ts'
import { status } from '../../../packages/cli/src/commands/status.ts'
import { why } from '../../../packages/cli/src/commands/why.ts'
import type { Ended, StartOptions } from '../../process/support/process.ts'

const commands = { auditPath, auditVerify, breakerReset, breakerStatus, exportAudit, log, report, status, why }

export type CommandName = keyof typeof commands

type Surroundings = Pick<StartOptions, 'cwd' | 'env'>

/** The directory and the environment belong to the whole process, so one command waits for the other. */
let queue: Promise<unknown> = Promise.resolve()

/** A command as the command line calls it, in this process: with a directory, an environment and output of its own. */
export function runCommand(name: CommandName, args: readonly unknown[], surroundings: Surroundings): Promise<Ended> {
  const ended = queue.then(() => runAlone(name, args, surroundings))
  queue = ended.catch(() => undefined)
  return ended
}

async function runAlone(name: CommandName, args: readonly unknown[], { cwd, env }: Surroundings): Promise<Ended> {
  const outside = { cwd: process.cwd(), env: { ...process.env } }
  const output = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      output[stream] += String(text)
      return true
    }),
  )
  setEnvironment({ PATH: outside.env['PATH'], ...env })
  if (cwd !== undefined) process.chdir(cwd)
  try {
    const run = commands[name] as (...given: readonly unknown[]) => Promise<void> | void
    await run(...args.map((value) => value ?? undefined))
    return { code: Number(process.exitCode ?? 0), signal: null, ...output }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { code: 1, signal: null, ...output, stderr: `${output.stderr}holdpoint: ${messageOf(error)}\n` }
  } finally {
    process.exitCode = undefined
    process.chdir(outside.cwd)
    setEnvironment(outside.env)
    for (const spy of spies) spy.mockRestore()
  }
}

function setEnvironment(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) delete process.env[name]
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value
}
