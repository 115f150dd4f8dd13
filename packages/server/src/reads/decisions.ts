import { decodeLine } from '@holdpoint/runtime/audit'
import { numberIfAny, numberOf, textIfAny, textOf, type Row, type Sql, type SqlValue } from '../database/database.ts'
import { Refused } from '../failure.ts'
import type { TeamDecision, TeamDecisions } from '../api.ts'

export interface DecisionFilter {
  readonly since?: number | undefined
  readonly until?: number | undefined
  readonly machine?: string | undefined
  readonly project?: string | undefined
  readonly decision?: string | undefined
  readonly tool?: string | undefined
  readonly hook?: string | undefined
  readonly session?: string | undefined
  /** A substring of the line. */
  readonly text?: string | undefined
  /** `next` of the page before. */
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

const COLUMNS = `notable.*, machines.name AS machine_name`
const USUAL = 50

/** Of lines that are read for a text in one request; the next page goes on from there. */
const MOST_SEARCHED = 20_000
const ORDER = 'ORDER BY at DESC, chain DESC, sequence DESC'

/** Decisions other than pass, latest first. */
export async function decisions(sql: Sql, filter: DecisionFilter): Promise<TeamDecisions> {
  const { where, values } = conditions(filter)
  const limit = filter.limit ?? USUAL
  const { text } = filter
  const searched =
    text === undefined
      ? `notable ${where}`
      : `(SELECT * FROM notable ${where} ${ORDER} LIMIT ${MOST_SEARCHED}) AS notable
         WHERE position(lower($${values.length + 1}) in lower(line)) > 0`
  const { rows } = await sql.query(
    `SELECT found.*, machines.name AS machine_name FROM (SELECT * FROM ${searched} ${ORDER} LIMIT ${limit + 1}) AS found
     JOIN machines ON machines.id = found.machine ${ORDER}`,
    text === undefined ? values : [...values, text],
  )
  const shown = rows.slice(0, limit)
  const last =
    rows.length > limit ? shown.at(-1) : text === undefined ? undefined : await lastSearched(sql, where, values)
  const next = last === undefined ? undefined : [last['at'], last['chain'], last['sequence']].join('.')
  return { rows: shown.map(decisionOf), next }
}

/** Where a search stopped; undefined when it has seen everything. */
async function lastSearched(sql: Sql, where: string, values: readonly SqlValue[]): Promise<Row | undefined> {
  const { rows } = await sql.query(
    `SELECT at, chain, sequence FROM notable ${where} ${ORDER} OFFSET ${MOST_SEARCHED - 1} LIMIT 1`,
    values,
  )
  return rows[0]
}

function conditions(filter: DecisionFilter): { readonly where: string; readonly values: readonly SqlValue[] } {
  const values: SqlValue[] = []
  const parts = ['at IS NOT NULL']
  const add = (condition: string, ...given: readonly SqlValue[]): void => {
    let text = condition
    for (const value of given) text = text.replace('?', `$${values.push(value)}`)
    parts.push(text)
  }
  const { since, until, machine, project, decision, tool, hook, session, cursor } = filter
  if (since !== undefined) add('at >= ?', since)
  if (until !== undefined) add('at < ?', until)
  if (machine !== undefined) add('machine = ?', machine)
  if (project !== undefined) add('project = ?', project)
  if (decision !== undefined) add('decision = ?', decision)
  if (tool !== undefined) add('tool = ?', tool)
  if (session !== undefined) add('session = ?', session)
  if (hook !== undefined) add('position(? in hooks) > 0', ` ${hook} `)
  if (cursor !== undefined) add('(at, chain, sequence) < (?, ?, ?)', ...positionOf(cursor))
  return { where: `WHERE ${parts.join(' AND ')}`, values }
}

function positionOf(cursor: string): readonly number[] {
  if (!/^-?\d{1,16}\.\d{1,16}\.\d{1,16}$/.test(cursor)) throw new Refused(400, '`cursor` is not one of this page')
  return cursor.split('.').map(Number)
}

export function decisionOf(row: Row): TeamDecision {
  const record = decodeLine(textOf(row['line']))
  const deciding =
    record?.hooks.find(({ decision }) => decision === row['decision']) ??
    record?.hooks.find(({ reason }) => reason !== undefined)
  return {
    id: textOf(row['id']),
    at: numberIfAny(row['at']),
    machine: textOf(row['machine']),
    machineName: textOf(row['machine_name']),
    project: textOf(row['project']),
    decision: textOf(row['decision']),
    event: textIfAny(row['event']),
    tool: textIfAny(row['tool']),
    session: textIfAny(row['session']),
    agent: textIfAny(row['agent']),
    subject: record?.subject,
    reason: deciding?.reason ?? record?.error,
    hooks: textOf(row['hooks'])
      .split(' ')
      .filter((hook) => hook !== ''),
    trouble: row['trouble'] === true,
  }
}

/** Every line of the filter, oldest first, page by page, so that memory does not depend on their number. */
export async function* linesOf(sql: Sql, since: number, until: number): AsyncGenerator<readonly Row[]> {
  let [at, chain, sequence] = [since, -1, -1]
  for (;;) {
    const { rows } = await sql.query(
      `SELECT ${COLUMNS} FROM notable JOIN machines ON machines.id = notable.machine
       WHERE (at, chain, sequence) > ($1, $2, $3) AND at < $4 ORDER BY at, chain, sequence LIMIT 500`,
      [at, chain, sequence, until],
    )
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    ;[at, chain, sequence] = [numberOf(last['at']), numberOf(last['chain']), numberOf(last['sequence'])]
  }
}
