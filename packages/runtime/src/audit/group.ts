import { appendBytes, ensurePrivateDirectory, notWhole } from '../system/files/write.ts'
import { spoolLine, type AuditEntry } from './spool.ts'

/** Resolves when the line is in the file; rejects when it is not. */
export type WriteLine = (directory: string, entry: AuditEntry) => Promise<void>

interface Waiting {
  readonly bytes: Buffer
  written(): void
  lost(error: unknown): void
}

/**
 * For a process that answers many events: the lines of one turn of its loop go into the file in one write. Each answer
 * waits for its line, so what was answered is recorded. Of a write that the disk takes in part, the complete lines
 * count as written.
 */
export function openGroupedSpool(): WriteLine {
  let groups = new Map<string, { readonly spool: string; readonly name: string; readonly lines: Waiting[] }>()

  function flush(): void {
    const due = groups.values()
    groups = new Map()
    for (const { spool, name, lines } of due) writeGroup(spool, name, lines)
  }

  return (directory, entry) =>
    new Promise((written, lost) => {
      const { spool, name, line } = spoolLine(directory, entry)
      const path = `${spool}/${name}`
      if (groups.size === 0) setImmediate(flush)
      const group = groups.get(path) ?? { spool, name, lines: [] }
      group.lines.push({ bytes: Buffer.from(line), written, lost })
      groups.set(path, group)
    })
}

function writeGroup(spool: string, name: string, lines: readonly Waiting[]): void {
  let taken = 0
  let problem: unknown
  try {
    ensurePrivateDirectory(spool)
    taken = appendBytes(spool, name, Buffer.concat(lines.map(({ bytes }) => bytes)))
  } catch (error) {
    problem = error
  }
  let end = 0
  for (const { bytes, written, lost } of lines) {
    end += bytes.length
    if (problem === undefined && end <= taken) written()
    else lost(problem ?? new Error(notWhole(`${spool}/${name}`)))
  }
}
