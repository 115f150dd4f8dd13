import { auditPath, auditVerify } from '../../../packages/cli/src/commands/audit.ts'
import { breakerReset, breakerStatus } from '../../../packages/cli/src/commands/breaker.ts'
import { exportAudit } from '../../../packages/cli/src/commands/export.ts'
import { log } from '../../../packages/cli/src/commands/log.ts'
import { report } from '../../../packages/cli/src/commands/report.ts'
import { status } from '../../../packages/cli/src/commands/status.ts'
import { why } from '../../../packages/cli/src/commands/why.ts'
import type { Ended, StartOptions } from '../../process/support/process.ts'
import { runHere } from '../../support/command-line.ts'

const commands = { auditPath, auditVerify, breakerReset, breakerStatus, exportAudit, log, report, status, why }

export type CommandName = keyof typeof commands

/** A command as the command line calls it. */
export function runCommand(
  name: CommandName,
  args: readonly unknown[],
  surroundings: Pick<StartOptions, 'cwd' | 'env'>,
): Promise<Ended> {
  const run = commands[name] as (...given: readonly unknown[]) => unknown
  return runHere(() => run(...args.map((value) => value ?? undefined)), surroundings)
}
