import { capText } from '@holdpoint/engine'

/** The shells' exit codes for a missing or non-executable program. */
const NOT_FOUND = 127
const NOT_EXECUTABLE = 126

const MAX_STDERR = 500

/** Describes an exit code other than 0 and 2. */
export function failureOf(exitCode: number, stderr: string): string {
  const said = stderr === '' ? '' : `: ${capText(stderr, MAX_STDERR)}`
  if (exitCode === NOT_FOUND) return `its program is missing${said}`
  if (exitCode === NOT_EXECUTABLE) return `its program cannot be executed${said}`
  return `it ended with exit code ${exitCode}${said}`
}
