import { program } from './program.ts'
import type { Ended, Started, StartOptions } from '../../process/support/process.ts'

/** The commands as they are called by the command line, each in a process of its own. */
const start = await program(`
  import { UserError } from './core/errors.ts'
  import { auditPath, auditVerify } from './cli/audit.ts'
  import { breakerReset, breakerStatus } from './cli/breaker.ts'
  import { exportAudit } from './cli/export.ts'
  import { log } from './cli/log.ts'
  import { report } from './cli/report.ts'
  import { status } from './cli/status.ts'
  import { why } from './cli/why.ts'
  const commands = { auditPath, auditVerify, breakerReset, breakerStatus, exportAudit, log, report, status, why }
  const [name, given] = process.argv.slice(2)
  try {
    await commands[name](...JSON.parse(given).map((value) => value ?? undefined))
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    process.stderr.write('holdpoint: ' + error.message + '\\n')
    process.exitCode = 1
  }
`)

export type CommandName =
  | 'auditPath'
  | 'auditVerify'
  | 'breakerReset'
  | 'breakerStatus'
  | 'exportAudit'
  | 'log'
  | 'report'
  | 'status'
  | 'why'

export const startCommand = (name: CommandName, args: readonly unknown[], options: StartOptions): Started =>
  start([name, JSON.stringify(args)], options)

export const runCommand = (name: CommandName, args: readonly unknown[], options: StartOptions): Promise<Ended> =>
  startCommand(name, args, options).ended
