import type { AuditRecord } from '../decode.ts'
import { speakers } from '../timeline.ts'
import type { Exported } from './pages.ts'

type Column = readonly [name: string, value: (record: AuditRecord) => string | number | undefined]

/** One row per decision. Lists only hooks with a result other than a plain pass. */
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

/** Quotes as RFC 4180 requires. */
export const csvRow = (cells: readonly (string | number | undefined)[]): string =>
  `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoted(harmless(cell ?? '')))).join(',')}\r\n`

const quoted = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * A spreadsheet treats a cell that begins like this as a formula, and an agent controls how a command begins. The
 * apostrophe marks the cell as text; an existing apostrophe is doubled, so that nothing is lost.
 */
const harmless = (text: string): string => (/^[=+\-@\t\r']/.test(text) ? `'${text}` : text)
