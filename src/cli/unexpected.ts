import { join } from 'node:path'
import { messageOf } from '../core/errors.ts'
import { VERSION } from '../app/build.ts'
import { redact } from '../audit/redact.ts'
import { ensurePrivateDirectory, writeAtomic } from '../files/write.ts'
import { stateHome } from '../state/place.ts'

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
