import { watch, type FSWatcher } from 'node:fs'
import { decodeLine, type AuditRecord } from './decode.ts'
import { linesIn } from './entries.ts'
import { endOfLines, readChunk, resumeAt, spoolDirectory, spoolFiles, spoolSize } from './read-spool.ts'

/** A decision that was just written, and the spool position after it. */
export interface Written {
  readonly record: AuditRecord
  readonly position: string
}

/** `undefined`: too many decisions were missed to send each one. */
export type Missed = readonly Written[] | undefined

export interface Tail {
  /** The decisions after a position, up to the last one sent; `unknown` when the position no longer exists. */
  since(position: string): Missed | 'unknown'
  close(): void
}

/** A fallback for file systems where the watcher does not fire. */
const LOOK_MS = 700
/** Lines come in bursts; the watcher fires for each. */
const SETTLE_MS = 15
/** More than a person can follow. */
const MOST = 500

/** Reports spool lines as soon as they are written. */
export function openTail(projectDirectory: string, tell: (written: Missed) => void): Tail {
  const ends = new Map(names(projectDirectory).map((name) => [name, endOfLines(projectDirectory, name)]))
  let watcher: FSWatcher | undefined
  let soon: NodeJS.Timeout | undefined

  function look(): void {
    try {
      const found = unread()
      if (found === undefined || found.length > 0) tell(found)
    } catch {
      // Commands that open the audit report why it cannot be read.
    }
  }

  function unread(): Missed {
    const present = names(projectDirectory)
    for (const name of ends.keys()) if (!present.includes(name)) ends.delete(name)
    const all: Written[] = []
    let isTooMuch = false
    for (const name of present) {
      const from = ends.get(name) ?? 0
      const size = spoolSize(projectDirectory, name)
      if (size === from) continue
      const lines = isTooMuch || size < from ? undefined : linesAfter(projectDirectory, name, from, MOST - all.length)
      if (lines === undefined) isTooMuch = true
      else all.push(...lines.written)
      ends.set(name, lines?.end ?? endOfLines(projectDirectory, name))
    }
    return isTooMuch ? undefined : all
  }

  function follow(): void {
    if (watcher !== undefined) return
    try {
      watcher = watch(spoolDirectory(projectDirectory), () => {
        soon ??= setTimeout(() => {
          soon = undefined
          look()
        }, SETTLE_MS)
      }).on('error', forget)
    } catch {
      // The directory does not exist yet; the next poll tries again.
    }
  }

  /** A directory that was removed and created again needs a new watcher. */
  function forget(): void {
    watcher?.close()
    watcher = undefined
  }

  follow()
  let rounds = 0
  const timer = setInterval(() => {
    if (++rounds % 10 === 0) forget()
    follow()
    look()
  }, LOOK_MS)

  return {
    since(position) {
      try {
        return linesSince(projectDirectory, position, ends)
      } catch {
        return 'unknown'
      }
    },
    close() {
      clearInterval(timer)
      clearTimeout(soon)
      forget()
    },
  }
}

/** The lines between a position and the ends, in file order. */
function linesSince(projectDirectory: string, position: string, ends: ReadonlyMap<string, number>): Missed | 'unknown' {
  const [, name = '', offset = ''] = /^([\w.-]+):(\d{1,15})$/.exec(position) ?? []
  const known = ends.get(name)
  const from = Number(offset)
  if (known === undefined || from > known || resumeAt(projectDirectory, name, from) !== from) return 'unknown'
  const all: Written[] = []
  for (const [source, end] of [...ends].filter(([other]) => other >= name).toSorted()) {
    const lines = linesAfter(projectDirectory, source, source === name ? from : 0, MOST - all.length, end)
    if (lines === undefined) return undefined
    all.push(...lines.written)
  }
  return all
}

/** File names that are valid in a position. */
const names = (projectDirectory: string): readonly string[] =>
  spoolFiles(projectDirectory).filter((name) => /^[\w.-]+$/.test(name))

/** Undefined when there are more than `most`. */
function linesAfter(
  projectDirectory: string,
  name: string,
  from: number,
  most: number,
  upTo = Infinity,
): { readonly written: readonly Written[]; readonly end: number } | undefined {
  const written: Written[] = []
  let end = from
  while (end < upTo) {
    const chunk = readChunk(projectDirectory, name, end)
    if (chunk === undefined) break
    for (const { line, offset } of linesIn(chunk)) {
      const record = typeof line === 'string' ? decodeLine(line) : undefined
      const after = offset + Buffer.byteLength(line) + 1
      if (record === undefined || after > upTo) continue
      written.push({ record, position: `${name}:${after}` })
      if (written.length > most) return undefined
    }
    end = chunk.to
  }
  return { written, end }
}
