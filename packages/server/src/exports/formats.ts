import { csvRow, decodeLine, logRecordOf, logsOf } from '@holdpoint/runtime/audit'
import { textOf, type Row } from '../database/database.ts'
import { decisionOf } from '../reads/decisions.ts'

export interface Format {
  readonly type: string
  readonly ending: string
  readonly head: string
  page(rows: readonly Row[]): string
}

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

export const FORMATS = ['jsonl', 'csv', 'otlp'] as const
export type FormatName = (typeof FORMATS)[number]

export const isFormat = (text: string): text is FormatName => FORMATS.some((name) => name === text)

export const formatOf = (name: FormatName, version: string): Format =>
  ({
    /** The lines as the machines wrote them, beside who sent them. */
    jsonl: {
      type: 'application/x-ndjson',
      ending: 'jsonl',
      head: '',
      page: (rows: readonly Row[]) => rows.map((row) => `${JSON.stringify(lineOf(row))}\n`).join(''),
    },
    csv: { type: 'text/csv; charset=utf-8', ending: 'csv', head: csvRow(COLUMNS), page: csvPage },
    /** A request for a collector in each line: the JSON file format of OTLP. */
    otlp: {
      type: 'application/x-ndjson',
      ending: 'otlp.jsonl',
      head: '',
      page: (rows: readonly Row[]) => `${JSON.stringify(logsIn(rows, version))}\n`,
    },
  })[name]

function lineOf(row: Row): object {
  const { machine, machineName, project } = decisionOf(row)
  return { machine, machineName, project, line: textOf(row['line']) }
}

const csvPage = (rows: readonly Row[]): string =>
  rows
    .map(decisionOf)
    .map((decision) =>
      csvRow(
        COLUMNS.map((name) => {
          const value = decision[name]
          return name === 'at' && typeof value === 'number' ? new Date(value).toISOString() : value
        }),
      ),
    )
    .join('')

/** One resource for each machine and project of the rows. */
export function logsIn(rows: readonly Row[], version: string): object {
  const parts = new Map<string, { source: Parameters<typeof logsOf>[0][number]['source']; rows: Row[] }>()
  for (const row of rows) {
    const { machine: id, machineName: name, project } = decisionOf(row)
    const part = parts.get(`${id} ${project}`) ?? { source: { version, project, machine: { id, name } }, rows: [] }
    parts.set(`${id} ${project}`, part)
    part.rows.push(row)
  }
  return logsOf(
    [...parts.values()].map(({ source, rows: own }) => ({
      source,
      records: own.flatMap((row) => {
        const record = decodeLine(textOf(row['line']))
        return record === undefined ? [] : (logRecordOf(record, true) ?? [])
      }),
    })),
  )
}

/** Page by page, so that memory does not depend on the number of rows; the next page is read when this one is taken. */
export async function* textsOf(pages: AsyncIterable<readonly Row[]>, { head, page }: Format): AsyncGenerator<string> {
  if (head !== '') yield head
  for await (const rows of pages) yield page(rows)
}
