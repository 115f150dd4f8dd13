import { bytesOf, numberOf, textOf, type Sql } from '../database/database.ts'
import type { SegmentMarks } from '@holdpoint/runtime/fleet'

const PAGE = 100

/** What the server has of a machine's own chain, oldest first. */
export async function segmentsAfter(
  sql: Sql,
  machine: string,
  { project, epoch, after }: { readonly project: string; readonly epoch: string; readonly after: string },
): Promise<readonly SegmentMarks[]> {
  const { rows } = await sql.query(
    `SELECT first, number, segments.head, marks FROM segments JOIN chains ON chains.id = segments.chain
     WHERE machine = $1 AND project = $2 AND epoch = $3 AND first > $4 ORDER BY first LIMIT ${PAGE}`,
    [machine, project, epoch, Number(after)],
  )
  return rows.map((row) => ({
    first: numberOf(row['first']),
    count: numberOf(row['number']),
    head: textOf(row['head']),
    marks: Buffer.from(bytesOf(row['marks'])).toString('base64'),
  }))
}
