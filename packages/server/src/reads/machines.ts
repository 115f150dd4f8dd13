import { attempt } from '@holdpoint/engine'
import { listAlarms } from '../alarms.ts'
import { numberIfAny, numberOf, textIfAny, textOf, type Row, type Sql } from '../database/database.ts'
import type { MachinePage, MachineProject, MachineRow } from '../api.ts'
import type { CheckedHeartbeat } from '../machines/shape.ts'
import { decisions } from './decisions.ts'
import { summed } from './overview.ts'

const HOUR_MS = 3_600_000
const SHOWN_HOURS = 30 * 24

const MACHINES = `
  SELECT machines.*, (SELECT count(*) FROM alarms WHERE alarms.machine = machines.id AND closed_at IS NULL) AS alarms
  FROM machines`

export async function listMachines(sql: Sql): Promise<readonly MachineRow[]> {
  const { rows } = await sql.query(`${MACHINES} ORDER BY revoked_at IS NOT NULL, name, enrolled_at LIMIT 10000`)
  return rows.map(machineOf)
}

export async function machinePage(sql: Sql, id: string, now: number): Promise<MachinePage | undefined> {
  const { rows } = await sql.query(`${MACHINES} WHERE id = $1`, [id])
  const [row] = rows
  if (row === undefined) return undefined
  const [chains, figures, alarms, latest] = await Promise.all([
    sql.query('SELECT * FROM chains WHERE machine = $1 ORDER BY shipped_at DESC LIMIT 200', [id]),
    sql.query(
      'SELECT decision, sum(number) AS number FROM decision_tallies WHERE machine = $1 AND hour >= $2 GROUP BY decision',
      [id, Math.floor(now / HOUR_MS) - SHOWN_HOURS],
    ),
    listAlarms(sql, id),
    decisions(sql, { machine: id, limit: 20 }),
  ])
  return {
    machine: machineOf(row),
    chains: chains.rows.map((chain) => ({
      project: textOf(chain['project']),
      epoch: textOf(chain['epoch']),
      first: numberOf(chain['anchor_sequence']) + 1,
      head: numberOf(chain['head_sequence']),
      hash: textOf(chain['head_hash']),
      shippedAt: numberOf(chain['shipped_at']),
    })),
    projects: (beatOf(row)?.projects ?? []).map(projectOf),
    alarms,
    decisions: latest.rows,
    counts: summed(figures.rows),
  }
}

const beatOf = (row: Row): CheckedHeartbeat | undefined =>
  attempt(() => JSON.parse(textOf(row['heartbeat'])) as CheckedHeartbeat)

const projectOf = (project: CheckedHeartbeat['projects'][number]): MachineProject => ({
  project: project.chain.project,
  hosts: project.hosts,
  hooks: project.hooks,
  policy: project.policy,
  drift: project.drift,
  lag: project.head.sequence - project.shipped,
  lastEventAt: project.lastEventAt,
})

function machineOf(row: Row): MachineRow {
  const beat = beatOf(row)
  const projects = beat?.projects ?? []
  return {
    id: textOf(row['id']),
    name: textOf(row['name']),
    label: textIfAny(row['label']),
    level: textOf(row['level']),
    version: textIfAny(row['version']),
    enrolledAt: numberOf(row['enrolled_at']),
    seenAt: numberIfAny(row['seen_at']),
    heartbeatAt: numberIfAny(row['heartbeat_at']),
    revokedAt: numberIfAny(row['revoked_at']),
    erasedAt: numberIfAny(row['erased_at']),
    clockMs: numberIfAny(row['clock_ms']),
    daemon: beat?.daemon,
    hosts: [...new Set(projects.flatMap(({ hosts }) => hosts))],
    drift: projects.some(({ drift }) => drift),
    lag: projects.reduce((sum, { head, shipped }) => sum + Math.max(0, head.sequence - shipped), 0),
    alarms: numberOf(row['alarms']),
  }
}
