import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { idBeside } from './store/chain.ts'
import type { Entry, NewEntry } from './store/log.ts'
import { decodeLine, type AuditRecord } from './decode.ts'
import { FORMAT } from './spool.ts'
import type { Chunk } from './read-spool.ts'

/** Text where it is valid text, else bytes; a zero byte makes it bytes because databases truncate there. */
export type Line = string | Buffer

export interface PlacedLine {
  readonly line: Line
  /** Its offset in the file. */
  readonly offset: number
}

/** The entries of a chunk, in order. An unreadable line is kept too. */
export const entriesOf = (source: string, chunk: Chunk): readonly NewEntry[] =>
  linesIn(chunk).map(({ line, offset }) => entryOf(line, `${source}:${offset}`))

/** The lines of a chunk that are not blank. */
export function linesIn({ bytes, from }: Chunk): readonly PlacedLine[] {
  const placed: PlacedLine[] = []
  let offset = from
  for (const whole of linesOf(bytes)) {
    for (const line of piecesOf(whole)) {
      if (!isBlank(line)) placed.push({ line, offset })
      offset += typeof line === 'string' ? Buffer.byteLength(line) : line.length
    }
    offset += 1
  }
  return placed
}

function linesOf(bytes: Buffer): readonly Line[] {
  if (isText(bytes)) return bytes.toString('utf8').split('\n')
  const lines: Line[] = []
  for (let start = 0; start <= bytes.length;) {
    const found = bytes.indexOf(0x0a, start)
    const end = found === -1 ? bytes.length : found
    lines.push(textIfText(bytes.subarray(start, end)))
    start = end + 1
  }
  return lines
}

const isText = (bytes: Buffer): boolean => isUtf8(bytes) && !bytes.includes(0)
const isBlank = (line: Line): boolean => typeof line === 'string' && line.trim() === ''

const START_OF_ENTRY = '{"v":'

/**
 * A full disk or a kill can truncate a line, and the next one is appended to its rest. The next one is complete, and
 * must not be lost with the truncated one.
 */
function piecesOf(line: Line): readonly Line[] {
  const start = line.lastIndexOf(START_OF_ENTRY)
  if (start <= 0 || isEntry(line) || !isEntry(line.slice(start))) return [line]
  return [textIfText(line.slice(0, start)), textIfText(line.slice(start))]
}

const textIfText = (line: Line): Line => (typeof line !== 'string' && isText(line) ? line.toString('utf8') : line)

function isEntry(line: Line): boolean {
  const text = textIfText(line)
  return typeof text === 'string' && decodeLine(text) !== undefined
}

export function entryOf(line: Line, place: string): NewEntry {
  const record = typeof line === 'string' ? decodeLine(line) : undefined
  const kept = typeof line === 'string' ? ({ line, encoding: 'utf8' } as const) : inBase64(line)
  if (record === undefined)
    return { id: `line-${hash('sha256', place + kept.line).slice(0, 16)}`, ...UNREADABLE, ...kept }
  const { id, at, session, agent, event, tool, decision, ms, hooks } = record
  const time = Date.parse(at ?? '')
  return {
    id: searchable(id),
    kind: record.version === FORMAT ? 'entry' : 'newer',
    ...(!Number.isNaN(time) && { at: time }),
    ...(session !== undefined && { session: searchable(session) }),
    ...(agent !== undefined && { agent: searchable(agent) }),
    ...(event !== undefined && { event: searchable(event) }),
    ...(tool !== undefined && { tool: searchable(tool) }),
    ...(decision !== undefined && { decision: searchable(decision) }),
    ...(ms !== undefined && { ms }),
    ...(hasTrouble(record) && { trouble: true }),
    hooks: hooks.map((hook) => searchable(hook.id)),
    ...kept,
  }
}

export const hasTrouble = ({ error, hooks }: AuditRecord): boolean =>
  error !== undefined || hooks.some(({ failure, skipped }) => failure !== undefined || skipped === 'breaker')

/** The line of a stored entry, as it was in the spool. */
export const lineOf = ({ line, encoding }: Pick<Entry, 'line' | 'encoding'>): Line =>
  encoding === 'utf8' ? line : Buffer.from(line, 'base64')

const SEARCHED = ['kind', 'at', 'session', 'agent', 'event', 'tool', 'decision', 'ms', 'trouble'] as const

/** Whether the fields of a stored entry still match its line. */
export function isIndexedRightly(stored: Entry): boolean {
  const derived = entryOf(lineOf(stored), '')
  if (SEARCHED.some((name) => stored[name] !== derived[name])) return false
  return stored.kind === 'unreadable' || stored.id === derived.id || stored.id === idBeside(derived)
}

const UNREADABLE = { kind: 'unreadable', hooks: [] } as const

const inBase64 = (bytes: Buffer) => ({ line: bytes.toString('base64'), encoding: 'base64' }) as const

/** JSON can contain lone surrogates and zero characters, which a database cannot store. */
export const searchable = (text: string): string =>
  /[\0\uD800-\uDFFF]/.test(text) ? Buffer.from(text.replaceAll('\0', '\u{FFFD}')).toString('utf8') : text
