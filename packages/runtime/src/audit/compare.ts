import { hash } from 'node:crypto'
import type { Cursor, LogState } from './store/log.ts'
import { linesIn, type Line } from './entries.ts'
import { chunksOf, spoolFiles, spoolSize } from './read-spool.ts'

/** A count, and the first items. */
export interface Tally {
  readonly count: number
  readonly first: readonly string[]
}

export interface SpoolFindings {
  /** Lines that are not chained yet. */
  readonly waiting: Tally
  /** Lines that are missing from the chain, although later lines are in it. */
  readonly altered: Tally
  /** Ids of entries whose lines are no longer in the spool. */
  readonly missing: Tally
  /** Files whose last line is incomplete. */
  readonly torn: Tally
}

/** Short, because there may be a million of them; long enough to be unique. */
export const digestOf = (line: Line): string => hash('sha256', line, 'base64').slice(0, 24)

/** `digests` maps the digests of the entries to their ids. */
export function compareWithSpool(
  projectDirectory: string,
  { anchor, cursors }: LogState,
  digests: ReadonlyMap<string, string>,
): SpoolFindings {
  const [waiting, altered, missing, torn] = [tally(), tally(), tally(), tally()]
  const found = new Set<string>()
  for (const source of spoolFiles(projectDirectory)) {
    const cursor = cursors.find((known) => known.source === source)
    // The entries of this file were pruned, and the file will be deleted too.
    let end = cursor !== undefined && isOver(cursor, anchor.sequence) ? cursor.offset : 0
    for (const chunk of chunksOf(projectDirectory, source, end)) {
      for (const { line, offset } of linesIn(chunk)) {
        const digest = digestOf(line)
        if (digests.has(digest)) found.add(digest)
        else add(offset < (cursor?.offset ?? 0) ? altered : waiting, `${source}, byte ${offset}`)
      }
      end = chunk.to
    }
    if (spoolSize(projectDirectory, source) > end) add(torn, source)
  }
  for (const [digest, id] of digests) if (!found.has(digest)) add(missing, id)
  return { waiting, altered, missing, torn }
}

/** Whether all entries of a spool file have been removed, so that the file can be deleted too. */
export const isOver = (cursor: Cursor, anchorSequence: number): boolean => cursor.sequence <= anchorSequence

const SHOWN = 10

interface Counting {
  count: number
  readonly first: string[]
}

const tally = (): Counting => ({ count: 0, first: [] })

function add(to: Counting, item: string): void {
  to.count += 1
  if (to.first.length < SHOWN) to.first.push(item)
}
