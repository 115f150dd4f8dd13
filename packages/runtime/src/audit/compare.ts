import { hash } from 'node:crypto'
import type { Cursor, LogState } from './store/log.ts'
import { linesIn, type Line } from './entries.ts'
import { chunksOf, spoolFiles, spoolSize } from './read-spool.ts'

/** How many there are, and which are the first. */
export interface Tally {
  readonly count: number
  readonly first: readonly string[]
}

export interface SpoolFindings {
  /** Lines that wait to be chained. */
  readonly waiting: Tally
  /** Lines that are not in the chain, although what stands after them is. */
  readonly altered: Tally
  /** Ids of entries whose lines are no longer in the spool. */
  readonly missing: Tally
  /** Files whose last line has no end yet. */
  readonly torn: Tally
}

/** Short, because there may be a million of them; long enough that no two lines share one. */
export const digestOf = (line: Line): string => hash('sha256', line, 'base64').slice(0, 24)

/** `digests` are those of the entries, each with its id. */
export function compareWithSpool(
  projectDirectory: string,
  { anchor, cursors }: LogState,
  digests: ReadonlyMap<string, string>,
): SpoolFindings {
  const [waiting, altered, missing, torn] = [tally(), tally(), tally(), tally()]
  const found = new Set<string>()
  for (const source of spoolFiles(projectDirectory)) {
    const cursor = cursors.find((known) => known.source === source)
    // What came from it before is gone from the chain, and only waits for the file to go too.
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

/** Whether everything that came from a spool file has been removed, so that the file can go too. */
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
