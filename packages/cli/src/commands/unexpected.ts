import { join } from 'node:path'
import { messageOf } from '@holdpoint/engine'
import { VERSION } from '@holdpoint/runtime'
import { redact } from '@holdpoint/runtime/audit'
import { ensurePrivateDirectory, writeAtomic, stateHome } from '@holdpoint/runtime/system'

/** Writes what a bug report needs to a file, and returns the one line for the user. */
export function reportUnexpected(error: unknown): string {
  const line = `holdpoint: unexpected error: ${messageOf(error)}`
  try {
    const home = stateHome(process.env)
    ensurePrivateDirectory(home)
    const file = join(home, 'last-error.txt')
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    writeAtomic(file, redact(`holdpoint ${VERSION}, Node ${process.version}, ${process.platform}\n\n${stack}\n`))
    return `${line}. Details: ${file}`
  } catch {
    return line
  }
}
