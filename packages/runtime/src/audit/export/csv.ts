import type { AuditRecord } from '../decode.ts'
import { speakers } from '../timeline.ts'
import type { Exported } from './pages.ts'

type Column = readonly [name: string, value: (record: AuditRecord) => string | number | undefined]

/** One row a decision. Of the hooks, those that had something to say. */
const COLUMNS: readonly Column[] = [
  ['at', ({ at }) => at],
  ['id', ({ id }) => id],
  ['host', ({ host }) => host],
  ['session', ({ session }) => session],
  ['agent', ({ agent }) => agent],
  ['event', ({ event }) => event],
  ['tool', ({ tool }) => tool],
  ['subject', ({ subject }) => subject],
  ['decision', ({ decision }) => decision],
  ['hooks', (record) => listed(speakers(record).map(({ id }) => id))],
  ['messages', (record) => listed(speakers(record).map(({ messageId }) => messageId))],
  [
    'reason',
    (record) =>
      listed(
        speakers(record).map(({ reason }) => reason),
        '\n',
      ),
  ],
  ['ms', ({ ms }) => ms],
  ['config', ({ digest }) => digest],
  ['error', (record) => listed([record.error, ...record.hooks.map(({ failure }) => failure)], '\n')],
]

const listed = (texts: readonly (string | undefined)[], between = ' '): string =>
  texts.filter((text) => text !== undefined).join(between)

export const csvHead = (): string => csvRow(COLUMNS.map(([name]) => name))

export const csvRows = (page: readonly Exported[]): string =>
  page.map(({ record }) => csvRow(COLUMNS.map(([, value]) => value(record)))).join('')

/** As RFC 4180 has it. */
export const csvRow = (cells: readonly (string | number | undefined)[]): string =>
  `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoted(harmless(cell ?? '')))).join(',')}\r\n`

const quoted = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * A spreadsheet takes a cell that begins like this for a formula, and a command may begin as its author likes. The
 * apostrophe tells it that this is text; one that stands there anyhow gets another, so that nothing is lost.
 */
const harmless = (text: string): string => (/^[=+\-@\t\r']/.test(text) ? `'${text}` : text)
