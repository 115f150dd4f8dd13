import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { textOf, type Database, type Row } from '../database/database.ts'
import { Refused } from '../failure.ts'
import { decisionOf, linesOf } from '../reads/decisions.ts'

const COLUMNS = [
  'at',
  'machineName',
  'project',
  'decision',
  'event',
  'tool',
  'session',
  'agent',
  'subject',
  'reason',
  'id',
] as const

/** Decisions other than pass for other programs, oldest first: JSON lines or CSV. */
export function exportRoute(
  database: Database,
  { format = 'jsonl' }: Readonly<Record<string, string | undefined>>,
  { since, until }: { readonly since: number; readonly until: number },
  reply: FastifyReply,
): FastifyReply {
  const pages = linesOf(database, since, until)
  if (format === 'jsonl') return sent(reply, 'application/x-ndjson', 'jsonl', textsOf(pages, jsonLine))
  if (format === 'csv')
    return sent(reply, 'text/csv; charset=utf-8', 'csv', textsOf(pages, csvLine, `${COLUMNS.join(',')}\r\n`))
  throw new Refused(400, '`format` is jsonl or csv')
}

const sent = (reply: FastifyReply, type: string, ending: string, texts: AsyncGenerator<string>): FastifyReply =>
  reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="holdpoint-decisions.${ending}"`)
    .send(Readable.from(texts))

async function* textsOf(
  pages: AsyncGenerator<readonly Row[]>,
  lineOf: (row: Row) => string,
  head = '',
): AsyncGenerator<string> {
  yield head
  for await (const rows of pages) yield rows.map(lineOf).join('')
}

/** The line as the machine wrote it, beside who sent it. */
const jsonLine = (row: Row): string => {
  const { machine, machineName, project } = decisionOf(row)
  return `${JSON.stringify({ machine, machineName, project, line: textOf(row['line']) })}\n`
}

function csvLine(row: Row): string {
  const decision = decisionOf(row)
  const cells = COLUMNS.map((name) => {
    const value = decision[name]
    return name === 'at' && typeof value === 'number' ? new Date(value).toISOString() : (value ?? '')
  })
  return `${cells.map((cell) => quoted(String(cell))).join(',')}\r\n`
}

/** A spreadsheet would run a cell that begins like a formula. */
const quoted = (cell: string): string => `"${cell.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`
