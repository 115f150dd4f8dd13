import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Database } from '../database/database.ts'
import { formatOf, FORMATS, isFormat, textsOf } from '../exports/formats.ts'
import { Refused } from '../failure.ts'
import { signedDays } from '../heads/days.ts'
import { linesOf } from '../reads/decisions.ts'
import type { TimeRange } from './read-request.ts'

/** Decisions other than pass for other programs, oldest first. */
export function exportRoute(
  database: Database,
  { format = 'jsonl' }: Readonly<Record<string, string | undefined>>,
  { since, until }: TimeRange,
  version: string,
  reply: FastifyReply,
): FastifyReply {
  if (!isFormat(format)) throw new Refused(400, `\`format\` is one of ${FORMATS.join(', ')}`)
  const chosen = formatOf(format, version)
  return sent(reply, chosen.type, `decisions.${chosen.ending}`, textsOf(linesOf(database, since, until), chosen))
}

/** The signed heads of each day, oldest first. */
export const headsRoute = (database: Database, reply: FastifyReply): FastifyReply =>
  sent(reply, 'application/x-ndjson', 'heads.jsonl', dayLines(database))

async function* dayLines(database: Database): AsyncGenerator<string> {
  for await (const day of signedDays(database)) yield `${JSON.stringify(day)}\n`
}

const sent = (reply: FastifyReply, type: string, name: string, texts: AsyncGenerator<string>): FastifyReply =>
  reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="holdpoint-${name}"`)
    .send(Readable.from(texts))
