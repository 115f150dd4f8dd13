import { codeOf, UserError } from '@holdpoint/engine'
import { ownEnvironment, type IgnoredVariable } from '@holdpoint/runtime'
import { program } from './commands/commands.ts'
import { projectRoot } from './commands/project.ts'
import { reportUnexpected } from './commands/unexpected.ts'

/** A user error, or a finding. */
const EXIT_FINDING = 1
/** A bug in Holdpoint. */
const EXIT_UNEXPECTED = 70

export async function main(argv: readonly string[]): Promise<void> {
  // `holdpoint list | head` closes the pipe early; that is no error. A full disk is.
  process.stdout.on('error', (error) => {
    if (codeOf(error) === 'EPIPE') process.exit()
    process.stderr.write(`holdpoint: ${error.message}\n`)
    process.exit(EXIT_FINDING)
  })
  try {
    for (const { text } of ignoredVariables()) process.stderr.write(`holdpoint: ${text}\n`)
    await program().parseAsync([...argv])
  } catch (error) {
    if (error instanceof UserError) {
      process.stderr.write(`holdpoint: ${error.message}\n`)
      process.exitCode = EXIT_FINDING
      return
    }
    process.stderr.write(`${reportUnexpected(error)}\n`)
    process.exitCode = EXIT_UNEXPECTED
  }
}

/**
 * An agent's environment can come from settings in a repository. In a terminal it is the user's own: `init` then writes
 * below HOME, wherever that is.
 */
function ignoredVariables(): readonly IgnoredVariable[] {
  const { CLAUDECODE, CLAUDE_PROJECT_DIR } = process.env
  if (CLAUDECODE === undefined && CLAUDE_PROJECT_DIR === undefined) return []
  return ownEnvironment(process.env, CLAUDE_PROJECT_DIR ?? workTree())
}

/** The working directory may have been deleted; then there is no project either. */
function workTree(): string {
  try {
    return projectRoot(undefined)
  } catch {
    return '/nonexistent'
  }
}
