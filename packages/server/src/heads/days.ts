import { numberOf, textIfAny, textOf, type Database, type Sql } from '../database/database.ts'
import { dayOf } from '../database/partitions.ts'
import { sha256, type SigningKey } from './key.ts'

const DAY_MS = 86_400_000
/** A batch that arrived just before midnight may still be written after it. */
const GRACE_MS = 10 * 60_000
const LOCK = 4_867_534
const GENESIS = '0'.repeat(64)

/** The last entry of a chain on one day, and what was kept of its lines. */
export interface ChainHead {
  readonly machine: string
  readonly project: string
  readonly epoch: string
  readonly sequence: number
  readonly hash: string
  /** How many decisions of that day are kept as rows, and their digest. */
  readonly notable: number
  readonly digest: string
}

export interface Statement {
  readonly version: 1
  readonly team: string
  readonly day: string
  /** SHA-256 of the statement of the day before. */
  readonly previous: string
  readonly chains: readonly ChainHead[]
}

export interface SignedDay {
  readonly day: string
  /** The exact text that is signed: a `Statement` in JSON. */
  readonly statement: string
  readonly publicKey: string
  readonly signature: string
}

export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Signs every whole day that is not signed yet, also days without a batch: a missing day is a sign by itself. */
export async function signDays(
  database: Database,
  key: SigningKey,
  team: string,
  now: number,
): Promise<readonly SignedDay[]> {
  const last = dayOf(now - GRACE_MS) - 1
  return database.transaction(async (sql) => {
    await sql.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    const { rows } = await sql.query('SELECT day, statement FROM daily_heads ORDER BY day DESC LIMIT 1')
    const [newest] = rows
    let previous = newest === undefined ? GENESIS : sha256(textOf(newest['statement']))
    const signed: SignedDay[] = []
    for (let day = newest === undefined ? await firstDay(sql, last) : numberOf(newest['day']) + 1; day <= last; day++) {
      const content: Statement = { version: 1, team, day: dateOf(day), previous, chains: await headsOn(sql, day) }
      const statement = JSON.stringify(content)
      const one = { day: content.day, statement, publicKey: key.publicKey, signature: key.sign(statement) }
      await sql.query('INSERT INTO daily_heads (day, statement, public_key, signature) VALUES ($1, $2, $3, $4)', [
        day,
        statement,
        one.publicKey,
        one.signature,
      ])
      signed.push(one)
      previous = sha256(statement)
    }
    return signed
  })
}

async function firstDay(sql: Sql, last: number): Promise<number> {
  const { rows } = await sql.query('SELECT min(day) AS day FROM segments')
  const day = rows[0]?.['day']
  return day === null || day === undefined ? last + 1 : numberOf(day)
}

const HEADS = `
  SELECT machine, project, epoch, newest.sequence, newest.head, coalesce(kept.number, 0) AS notable,
    coalesce(kept.digest, '') AS digest
  FROM (SELECT DISTINCT ON (chain) chain, first + number - 1 AS sequence, head FROM segments WHERE day = $1
    ORDER BY chain, first DESC) AS newest
  JOIN chains ON chains.id = newest.chain
  LEFT JOIN (SELECT chain, count(*) AS number,
      encode(sha256(convert_to(string_agg(sequence || ' ' || line, E'\\n' ORDER BY sequence), 'UTF8')), 'hex') AS digest
    FROM notable WHERE day = $1 GROUP BY chain) AS kept ON kept.chain = newest.chain
  ORDER BY machine, project, epoch`

/** What the database holds of one day. */
export async function headsOn(sql: Sql, day: number): Promise<readonly ChainHead[]> {
  const { rows } = await sql.query(HEADS, [day])
  return rows.map((row) => ({
    machine: textOf(row['machine']),
    project: textOf(row['project']),
    epoch: textOf(row['epoch']),
    sequence: numberOf(row['sequence']),
    hash: textOf(row['head']),
    notable: numberOf(row['notable']),
    digest: textOf(row['digest']),
  }))
}

/** Oldest first, one at a time: a day of 10,000 machines has megabytes. */
export async function* signedDays(sql: Sql, since = 0): AsyncGenerator<SignedDay> {
  for (let day = since - 1; ;) {
    const { rows } = await sql.query('SELECT * FROM daily_heads WHERE day > $1 ORDER BY day LIMIT 1', [day])
    const [row] = rows
    if (row === undefined) return
    day = numberOf(row['day'])
    yield {
      day: dateOf(day),
      statement: textOf(row['statement']),
      publicKey: textIfAny(row['public_key']) ?? '',
      signature: textOf(row['signature']),
    }
  }
}
