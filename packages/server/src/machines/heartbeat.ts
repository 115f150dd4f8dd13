import { searchable } from '@holdpoint/runtime/audit'
import { raise, settle } from '../alarms.ts'
import { numberOf, textOf, type Database, type Sql } from '../database/database.ts'
import type { Machine } from './authenticate.ts'
import type { CheckedHeartbeat } from './shape.ts'

/** Agents pause: work this much later than the last judged event means that no hook was called. */
const SILENT_MS = 15 * 60_000

/** Records what is active on a machine, and raises what it shows to be wrong. */
export async function takeHeartbeat(
  database: Database,
  machine: Machine,
  beat: CheckedHeartbeat,
  clockMs: number,
  now: number,
): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.query(
      `UPDATE machines SET heartbeat = $2, heartbeat_at = $3, seen_at = $3, version = $4, level = $5, clock_ms = $6
       WHERE id = $1`,
      [machine.id, JSON.stringify(beat, cleaned), now, beat.version, beat.level, Math.round(clockMs)],
    )
    for (const project of beat.projects) await judge(sql, machine, project, now)
  })
}

/** PostgreSQL reads no JSON with a zero character or half of a surrogate pair in it. */
const cleaned = (_: string, value: unknown): unknown => (typeof value === 'string' ? searchable(value) : value)

async function judge(
  sql: Sql,
  machine: Machine,
  project: CheckedHeartbeat['projects'][number],
  now: number,
): Promise<void> {
  const { chain, head, drift, lastEventAt = 0, lastWorkAt = 0 } = project
  const subject = `${machine.id} ${chain.project}`
  const common = { subject, machine: machine.id }
  const where = `${chain.project} on ${machine.name}`
  if (drift)
    await raise(
      sql,
      { ...common, kind: 'drift', text: `The compiled settings of ${where} are not what its configuration files say.` },
      now,
    )
  else await settle(sql, 'drift', subject, now)
  if (lastWorkAt - lastEventAt > SILENT_MS)
    await raise(
      sql,
      {
        ...common,
        kind: 'silent',
        text: `An agent works in ${where}, but no hook is called. Run there: holdpoint doctor`,
      },
      now,
    )
  else await settle(sql, 'silent', subject, now)
  await compareHeads(sql, machine, project, head, now)
}

async function compareHeads(
  sql: Sql,
  machine: Machine,
  { chain }: CheckedHeartbeat['projects'][number],
  head: { readonly sequence: number; readonly hash: string },
  now: number,
): Promise<void> {
  const { rows } = await sql.query(
    'SELECT head_sequence, head_hash FROM chains WHERE machine = $1 AND project = $2 AND epoch = $3',
    [machine.id, chain.project, chain.epoch],
  )
  const [known] = rows
  if (known === undefined) return
  const sequence = numberOf(known['head_sequence'])
  const isGone = sequence > head.sequence
  const isOther = sequence === head.sequence && textOf(known['head_hash']) !== head.hash
  if (!isGone && !isOther) return
  const text = isGone
    ? `${sequence - head.sequence} entries of ${chain.project} on ${machine.name} were shipped and are gone there.`
    : `The audit of ${chain.project} on ${machine.name} was rewritten: its entry ${sequence} is not the one that was shipped.`
  const kind = isGone ? 'truncated' : 'fork'
  await raise(sql, { kind, subject: `${machine.id} ${chain.project} ${chain.epoch}`, machine: machine.id, text }, now)
}
