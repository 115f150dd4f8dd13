import { numberIfAny, numberOf, textIfAny, textOf, type Sql } from './database/database.ts'
import type { Alarm, AlarmKind } from './api.ts'

export interface NewAlarm {
  readonly kind: AlarmKind
  /** One open alarm for each kind and subject. */
  readonly subject: string
  readonly text: string
  readonly machine?: string
  readonly chain?: number
}

const RAISE = `
  INSERT INTO alarms (kind, subject, text, machine, chain, raised_at, last_at, times)
  VALUES ($1, $2, $3, $4, $5, $6, $6, 1)
  ON CONFLICT (kind, subject) WHERE closed_at IS NULL
  DO UPDATE SET text = excluded.text, last_at = excluded.last_at, times = alarms.times + 1`

export async function raise(sql: Sql, alarm: NewAlarm, now: number): Promise<void> {
  const { kind, subject, text, machine = null, chain = null } = alarm
  await sql.query(RAISE, [kind, subject, text, machine, chain, now])
}

/** For alarms that end when their cause does. */
export async function settle(sql: Sql, kind: AlarmKind, subject: string, now: number): Promise<void> {
  await sql.query(
    `UPDATE alarms SET closed_at = $3, closed_by = 'cause gone' WHERE kind = $1 AND subject = $2 AND closed_at IS NULL`,
    [kind, subject, now],
  )
}

export async function closeAlarm(sql: Sql, id: number, by: string, now: number): Promise<boolean> {
  const { count } = await sql.query(
    'UPDATE alarms SET closed_at = $2, closed_by = $3 WHERE id = $1 AND closed_at IS NULL RETURNING id',
    [id, now, by],
  )
  return count === 1
}

export async function listAlarms(sql: Sql, machine?: string): Promise<readonly Alarm[]> {
  const { rows } = await sql.query(
    `SELECT alarms.*, machines.name FROM alarms LEFT JOIN machines ON machines.id = alarms.machine
     WHERE $1::text IS NULL OR alarms.machine = $1 ORDER BY closed_at IS NULL DESC, last_at DESC LIMIT 200`,
    [machine ?? null],
  )
  return rows.map((row) => ({
    id: numberOf(row['id']),
    kind: textOf(row['kind']) as AlarmKind,
    text: textOf(row['text']),
    machine: textIfAny(row['machine']),
    machineName: textIfAny(row['name']),
    raisedAt: numberOf(row['raised_at']),
    lastAt: numberOf(row['last_at']),
    times: numberOf(row['times']),
    closedAt: numberIfAny(row['closed_at']),
    closedBy: textIfAny(row['closed_by']),
  }))
}
