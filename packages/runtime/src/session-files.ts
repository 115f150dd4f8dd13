import { lstatSync } from 'node:fs'
import { isKnown, UNKNOWN, type Effects, type FileEffect, type FileOrigin } from '@holdpoint/shell'
import { attempt, type StateArea } from '@holdpoint/engine'

/**
 * What earlier calls of the session have put where, as far as the files themselves do not show it: that a file came
 * from the network, was decoded, or was made in a way that is unknown. Its text is read when it runs; this decides
 * only what counts when the text cannot be read or leaves doubts.
 */
export interface SessionFiles {
  originOf(path: string): FileOrigin | undefined
  /** Before the call: a call that is not made leaves a note that no file is younger than. */
  remember(effects: Effects, at: Date): void
}

interface Note {
  /** A directory ends in `/`: everything below it. */
  readonly path: string
  readonly origin: FileOrigin
  readonly at: number
}

const NAME = 'written-files'
/** Beyond any session; the oldest are forgotten first. */
const MAX_NOTES = 400
const MAX_PATH = 1024
/** Clocks of file systems are coarse. */
const SLACK_MS = 2_000

export function openSessionFiles(area: StateArea, isRehearsal = false): SessionFiles {
  let notes: ReadonlyMap<string, Note> | undefined
  const read = (): ReadonlyMap<string, Note> => (notes ??= notesIn(attempt(() => area.get(NAME))))
  return {
    originOf(path) {
      const all = read()
      if (all.size === 0) return undefined
      const note = all.get(path) ?? noteAbove(path, all)
      return note !== undefined && isYounger(path, note.at) ? note.origin : undefined
    },
    remember(effects, at) {
      const found = isRehearsal ? [] : effects.files.flatMap((effect) => noteOf(effect, at) ?? [])
      const all = found.length === 0 ? undefined : read()
      const fresh = found.filter(({ path, origin }) => all?.get(path)?.origin !== origin)
      if (fresh.length === 0) return
      // Without a place to keep it, the guard knows as much as without a session.
      attempt(() =>
        area.update(NAME, (old: unknown) => {
          const merged = new Map(notesIn(old))
          for (const note of fresh) {
            merged.delete(note.path)
            merged.set(note.path, note)
          }
          return [...merged.values()].slice(-MAX_NOTES).map(({ path, origin, at }) => [path, origin, at])
        }),
      )
      notes = undefined
    },
  }
}

/** Whatever else is in there is no note. */
function notesIn(value: unknown): ReadonlyMap<string, Note> {
  if (!Array.isArray(value)) return new Map()
  return new Map(
    value.slice(-MAX_NOTES).flatMap((one: unknown) => {
      const [path, origin, at] = Array.isArray(one) ? (one as readonly unknown[]) : []
      const isNote =
        typeof path === 'string' && (origin === 'foreign' || origin === 'session') && typeof at === 'number'
      return isNote ? [[path, { path, origin, at }] as const] : []
    }),
  )
}

function noteAbove(path: string, notes: ReadonlyMap<string, Note>): Note | undefined {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const note = notes.get(path.slice(0, end + 1))
    if (note !== undefined) return note
  }
  return undefined
}

/** A file that has not changed since was not written by the call. */
function isYounger(path: string, at: number): boolean {
  const stat = attempt(() => lstatSync(path, { throwIfNoEntry: false }))
  return stat !== undefined && stat.ctimeMs >= at - SLACK_MS
}

/** What may be started later. Other files are read as they are. */
const RUNS = /\.(?:sh|bash|zsh|ksh|fish|py|rb|pl|pm|php|js|cjs|mjs|awk|sed|lua)$|\/[^./]+$/i

function noteOf({ op, path, maybe, content, from, run }: FileEffect, at: Date): Note | undefined {
  if (op !== 'write' || maybe || run?.own === true || path.length > MAX_PATH) return undefined
  if (!isKnown(path)) {
    // An unpacked archive: a published program, whose scripts are read to the last doubt.
    const isBelow = path.endsWith(`/${UNKNOWN}`) && isKnown(path.slice(0, -1)) && from?.network === true
    return isBelow ? { path: path.slice(0, -1), origin: 'session', at: at.getTime() } : undefined
  }
  const isSeen = content !== undefined || from === undefined
  const isForeign = from !== undefined && (from.network || from.decoded || (!isSeen && from.files.length === 0))
  if (!isForeign && !RUNS.test(path)) return undefined
  return { path, origin: isForeign ? 'foreign' : 'session', at: at.getTime() }
}
