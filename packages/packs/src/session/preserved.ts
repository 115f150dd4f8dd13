import { harnessFile } from '../shared/harness-state.ts'
import type { Services } from '@holdpoint/engine'

/** `.preserved-context`: the state before a compaction, shown once to the session that continues after it. */

const PRESERVED = '.preserved-context'
const MAX_BYTES = 64 << 10
const HEADER = /^<!-- preserved for session (\S+) at \S+ -->\n/

export const preservedText = (session: string, now: Date, body: string): string =>
  `<!-- preserved for session ${session} at ${now.toISOString()} -->\n${body}\n`

export const writePreserved = (root: string, text: string, files: Services['files']): void =>
  files.write(harnessFile(root, PRESERVED), text)

interface Preserved {
  /** Undefined when another program wrote the file. */
  readonly session: string | undefined
  readonly body: string
}

function read(root: string, files: Services['files']): Preserved | undefined {
  try {
    const text = (files.read(harnessFile(root, PRESERVED), { maxBytes: MAX_BYTES }) ?? '').replaceAll('\r\n', '\n')
    const header = HEADER.exec(text)
    const body = text.slice(header?.[0].length ?? 0).trim()
    return body === '' ? undefined : { session: header?.[1], body }
  } catch {
    return undefined
  }
}

/**
 * Returns the text and deletes the file; empty when there is none, or it belongs to another session. Text that the
 * engine carries over itself is not repeated.
 */
export function takePreserved(
  root: string,
  isForUs: (owner: string | undefined) => boolean,
  services: Services,
): string {
  const found = read(root, services.files)
  if (found === undefined || !isForUs(found.session)) return ''
  services.files.remove(harnessFile(root, PRESERVED))
  return services.carriedOver()?.includes(found.body) === true ? '' : found.body
}
