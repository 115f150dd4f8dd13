import { UserError, messageOf } from '../../../src/core/errors.ts'
import { auditPath, auditVerify } from '../../../src/cli/audit.ts'
import { breakerReset, breakerStatus } from '../../../src/cli/breaker.ts'
import { exportAudit } from '../../../src/cli/export.ts'
import { log } from '../../../src/cli/log.ts'
import { report } from '../../../src/cli/report.ts'
import { status } from '../../../src/cli/status.ts'
import { why } from '../../../src/cli/why.ts'
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
