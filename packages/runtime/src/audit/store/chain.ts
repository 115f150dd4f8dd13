import { hash } from 'node:crypto'
import type { Link, NewEntry } from './log.ts'

/** The start value of the chain. */
export const GENESIS: Link = { sequence: 0, hash: '0'.repeat(64) }

/** SHA-256 over the previous hash and the exact bytes of the line. */
export function chained(previous: string, { line, encoding }: Pick<NewEntry, 'line' | 'encoding'>): string {
  if (encoding === 'utf8') return hash('sha256', `${previous}\n${line}`)
  return hash('sha256', Buffer.concat([Buffer.from(`${previous}\n`), Buffer.from(line, 'base64')]))
}

/** The id of an entry whose own id belongs to another line already. */
export const idBeside = ({ id, line }: Pick<NewEntry, 'id' | 'line'>): string =>
  `${id}~${hash('sha256', line).slice(0, 12)}`
