import { raise } from '../alarms.ts'
import { numberIfAny, numberOf, textOf, type Database, type Sql } from '../database/database.ts'
import { Refused } from '../failure.ts'
import { appendNext } from './append.ts'
import type { Machine } from './authenticate.ts'
import { readBatch } from './batch.ts'
import type { CheckedBatch } from './shape.ts'
import type { Shipped } from '@holdpoint/runtime/fleet'

interface Chain {
  readonly id: number
  readonly headSequence: number
  readonly headHash: string
}

/**
 * Appends a batch to its chain, all or nothing. The batch must follow the chain's head, whose row is locked meanwhile: so
 * a batch that comes twice, late or from two shippers at once is taken once.
 */
export async function appendBatch(
  database: Database,
  machine: Machine,
  batch: CheckedBatch,
  now: number,
): Promise<Shipped> {
  const read = readBatch(batch)
  const taken = { head: { sequence: batch.first + batch.count - 1, hash: batch.head } }
  if (await appendNext(database, machine, batch, read, now)) return taken
  // A new chain, a gap, or a batch that does not follow.
  const outcome = await database.transaction(async (sql) => {
    const chain = await lockChain(sql, machine, batch, now)
    const head = { sequence: chain.headSequence, hash: chain.headHash }
    const isNext = batch.first === head.sequence + 1 && batch.previous === head.hash
    const isGap = batch.gap === true && batch.first > head.sequence + 1
    if (isGap) await skipTo(sql, machine, chain, batch, now)
    else if (!isNext) return { head, fork: batch.first === head.sequence + 1 }
    await appendNext(sql, machine, batch, read, now)
    return undefined
  })
  if (outcome === undefined) return taken
  if (!outcome.fork) throw new Refused(409, 'the batch does not follow the last one', { head: outcome.head })
  // Outside of the transaction, which ended without a change.
  await raise(
    database,
    {
      kind: 'fork',
      subject: `${machine.id} ${batch.chain.project} ${batch.chain.epoch}`,
      machine: machine.id,
      text: `The audit of ${batch.chain.project} on ${machine.name} was rewritten: its entry ${outcome.head.sequence} is not the one that was shipped.`,
    },
    now,
  )
  throw new Refused(409, 'the chain has forked', { head: outcome.head, fork: true })
}

const CHAIN = 'SELECT * FROM chains WHERE machine = $1 AND project = $2 AND epoch = $3 FOR UPDATE'
const NEW_CHAIN = `
  INSERT INTO chains (machine, project, epoch, anchor_sequence, anchor_hash, head_sequence, head_hash, counted_after,
    created_at, shipped_at)
  VALUES ($1, $2, $3, $4, $5, $4, $5, $6, $7, $7) ON CONFLICT DO NOTHING`

async function lockChain(sql: Sql, machine: Machine, batch: CheckedBatch, now: number): Promise<Chain> {
  const { project, epoch } = batch.chain
  const name = [machine.id, project, epoch]
  const found = await sql.query(CHAIN, name)
  if (found.rows[0] !== undefined) return chainOf(found.rows[0])
  const older = await sql.query(
    'SELECT count(*) AS chains, max(last_at) AS last_at FROM chains WHERE machine = $1 AND project = $2',
    [machine.id, project],
  )
  const last = numberIfAny(older.rows[0]?.['last_at']) ?? null
  await sql.query(NEW_CHAIN, [...name, batch.first - 1, batch.previous, last, now])
  if (numberOf(older.rows[0]?.['chains']) > 0)
    await raise(
      sql,
      {
        kind: 'restarted',
        subject: `${machine.id} ${project} ${epoch}`,
        machine: machine.id,
        text: `The audit of ${project} on ${machine.name} begins again at entry ${batch.first}: its database was damaged or removed.`,
      },
      now,
    )
  const made = await sql.query(CHAIN, name)
  return chainOf(made.rows[0] ?? {})
}

const chainOf = (row: Readonly<Record<string, unknown>>): Chain => ({
  id: numberOf(row['id']),
  headSequence: numberOf(row['head_sequence']),
  headHash: textOf(row['head_hash']),
})

/** Moves the head over entries that the machine no longer has. */
async function skipTo(sql: Sql, machine: Machine, chain: Chain, batch: CheckedBatch, now: number): Promise<void> {
  const [from, to] = [chain.headSequence + 1, batch.first - 1]
  await sql.query('UPDATE chains SET head_sequence = $2, head_hash = $3 WHERE id = $1', [chain.id, to, batch.previous])
  await raise(
    sql,
    {
      kind: 'gap',
      subject: `${chain.id} ${from}`,
      machine: machine.id,
      chain: chain.id,
      text: `Entries ${from} to ${to} of ${batch.chain.project} on ${machine.name} were deleted there before they were shipped.`,
    },
    now,
  )
}
