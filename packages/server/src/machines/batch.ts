import { chained, decodeLine, entryOf, searchable, type NewEntry } from '@holdpoint/runtime/audit'
import { figuresOf, hasMarksFor, isNotable, markAt, marksOf, type Figures } from '@holdpoint/runtime/fleet'
import { Refused } from '../failure.ts'
import type { CheckedBatch } from './shape.ts'

/** A decision for the table of notable ones. */
export interface NotableRow {
  readonly sequence: number
  readonly entry: NewEntry
}

export interface ReadBatch {
  readonly marks: Uint8Array
  readonly figures: Figures
  readonly notable: readonly NotableRow[]
}

/**
 * Recomputes what the lines prove. With every line, that is all of the batch; with notable lines, each of them fits
 * between the hashes around it; with figures alone, the hashes are taken on trust until lines are compared with them.
 */
export function readBatch(batch: CheckedBatch): ReadBatch {
  return batch.lines === undefined ? readPartly(batch) : readFully(batch, batch.lines)
}

function readFully(
  { first, previous, head, count }: CheckedBatch,
  lines: NonNullable<CheckedBatch['lines']>,
): ReadBatch {
  if (lines.length !== count) throw new Refused(400, 'the number of lines is not the one given')
  let hash = previous
  const entries = lines.map((line, index) => {
    hash = chained(hash, line)
    return { ...entryOf(lineIn(line), ''), sequence: first + index, hash, chainedAt: 0 }
  })
  if (hash !== head) throw new Refused(400, 'the lines do not have the hash given')
  return {
    marks: Buffer.from(marksOf(entries), 'base64'),
    figures: figuresOf(entries, true),
    notable: entries.filter(isNotable).map((entry) => ({ sequence: entry.sequence, entry })),
  }
}

function readPartly({ first, count, previous, head, marks = '', figures, notable = [] }: CheckedBatch): ReadBatch {
  const bytes = Buffer.from(marks, 'base64')
  if (!hasMarksFor(bytes, count) || !head.startsWith(markAt(bytes, count - 1)))
    throw new Refused(400, 'the marks do not fit the batch')
  if (figures === undefined) throw new Refused(400, 'the figures are missing')
  const read = notable.map((line) => {
    const index = line.sequence - first
    const before = index === 0 ? previous : markAt(bytes, index - 1)
    const isInside = index >= 0 && index < count && line.previous.startsWith(before)
    if (!isInside || !chained(line.previous, line).startsWith(markAt(bytes, index)))
      throw new Refused(400, `line ${line.sequence} does not have the hash given`)
    return { sequence: line.sequence, entry: entryOf(lineIn(line), '') }
  })
  return { marks: bytes, figures: cleanFigures(figures), notable: read }
}

const lineIn = ({ line, encoding }: { line: string; encoding: 'utf8' | 'base64' }): string | Buffer =>
  encoding === 'utf8' ? line : Buffer.from(line, 'base64')

/** A database takes no zero character and no half of a surrogate pair. */
const cleanFigures = ({ decisions, sessions, hooks, lastAt }: NonNullable<CheckedBatch['figures']>): Figures => ({
  decisions: decisions.map((one) => ({
    ...one,
    decision: searchable(one.decision),
    event: searchable(one.event),
    tool: searchable(one.tool),
  })),
  sessions: sessions.map((one) => ({ ...one, session: searchable(one.session), agent: searchable(one.agent) })),
  hooks: hooks.map((one) => ({ ...one, hook: searchable(one.hook), message: searchable(one.message) })),
  ...(lastAt !== undefined && { lastAt }),
})

/** The hooks of a line that did not pass. */
export const hooksOf = (line: string): readonly string[] =>
  (decodeLine(line)?.hooks ?? []).filter(({ decision }) => decision !== 'pass').map(({ id }) => searchable(id))
