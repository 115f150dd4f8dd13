import { call, PATHS, type Caller, type Heartbeat, type ProjectLife } from '../../packages/runtime/src/fleet/index.ts'
import { migrate } from '../../packages/server/src/database/migrate.ts'
import { MIGRATIONS } from '../../packages/server/src/database/migrations.ts'
import { eraseMachine } from '../../packages/server/src/machines/remove.ts'
import { aDatabase, aTeam, type Team } from './support/team.ts'

const NOW = Date.now()
const LIFE: ProjectLife = {
  chain: { project: 'github.com/a/b', epoch: 'e' },
  anchor: { sequence: 0, hash: '0'.repeat(64) },
  head: { sequence: 0, hash: '0'.repeat(64) },
  shipped: 0,
  lastEventAt: NOW,
  lastWorkAt: NOW,
  hosts: ['claude-code'],
  hooks: ['guard/no-force-push'],
  policy: 'abc',
  drift: false,
}

const beat = (caller: Caller, change: Partial<ProjectLife>) => {
  const body: Heartbeat = {
    version: '1',
    build: 'b',
    level: 'full',
    at: NOW,
    daemon: 'running',
    lost: 0,
    projects: [{ ...LIFE, ...change }],
  }
  return call(caller, 'POST', PATHS.heartbeat, body)
}

const open = async ({ database }: Team, machine: string) =>
  (
    await database.query('SELECT kind FROM alarms WHERE machine = $1 AND closed_at IS NULL ORDER BY kind', [machine])
  ).rows.map(({ kind }) => kind)

/** On a busy machine the embedded database takes long to start. */
beforeAll(aDatabase, 120_000)

describe('a heartbeat', () => {
  it.each<readonly [string, Partial<ProjectLife>, readonly string[]]>([
    ['nothing, when all is well', {}, []],
    ['drift of the compiled settings', { drift: true }, ['drift']],
    ['an agent that works while hooks are silent', { lastEventAt: NOW - 3_600_000 }, ['silent']],
    ['nothing, when the agent has only just begun', { lastEventAt: NOW - 60_000 }, []],
  ])('raises %s, and the alarm ends with its cause', async (_, change, kinds) => {
    const team = await aTeam()
    const caller = await team.enrol()
    expect(await beat(caller, change)).toMatchObject({ kind: 'ok' })
    expect(await open(team, caller.machine)).toEqual(kinds)
    await beat(caller, {})
    expect(await open(team, caller.machine)).toEqual([])
  })

  it('shows that shipped entries are gone, or were replaced', async () => {
    const team = await aTeam()
    const caller = await team.enrol()
    await team.database.query(
      `INSERT INTO chains (machine, project, epoch, anchor_sequence, anchor_hash, head_sequence, head_hash, created_at, shipped_at)
       VALUES ($1, 'github.com/a/b', 'e', 0, '', 5, $2, 0, 0)`,
      [caller.machine, 'a'.repeat(64)],
    )
    await beat(caller, { head: { sequence: 3, hash: 'c'.repeat(64) } })
    await beat(caller, { head: { sequence: 5, hash: 'b'.repeat(64) } })
    expect(await open(team, caller.machine)).toEqual(['fork', 'truncated'])
  })

  it('of another shape is refused', async () => {
    const team = await aTeam()
    const caller = await team.enrol()
    for (const body of [null, {}, { projects: 'x' }, { ...LIFE }])
      expect(await call(caller, 'POST', PATHS.heartbeat, body)).toMatchObject({ kind: 'refused', status: 400 })
  })
})

describe('a machine', () => {
  it('that is enrolled a second time, or moves, is an alarm', async () => {
    const team = await aTeam()
    const first = await team.enrol({ fingerprint: 'a'.repeat(32) })
    await team.enrol({ fingerprint: 'a'.repeat(32) })
    expect(await open(team, first.machine)).toEqual(['enrolled-again'])
    await call(first, 'POST', PATHS.leave, { to: 'https://other.example' })
    expect(await open(team, first.machine)).toEqual(['enrolled-again', 'moved'])
    expect(await beat(first, {})).toMatchObject({ status: 403 })
  })

  it('whose data is erased keeps its chain, without a name', async () => {
    const team = await aTeam()
    const caller = await team.enrol({ name: 'Ada’s laptop' })
    await beat(caller, {})
    expect(await eraseMachine(team.database, caller.machine, 1)).toBe(true)
    expect(await eraseMachine(team.database, caller.machine, 1)).toBe(false)
    const { rows } = await team.database.query('SELECT name, heartbeat FROM machines WHERE id = $1', [caller.machine])
    expect(rows).toEqual([{ name: `erased ${caller.machine.slice(0, 8)}`, heartbeat: null }])
    expect(await beat(caller, {})).toMatchObject({ status: 403 })
  })
})

describe('migrations', () => {
  it('run once, from any number of copies at the same time, and never backwards', async () => {
    const database = await aDatabase()
    expect(await Promise.all([migrate(database), migrate(database), migrate(database)])).toEqual(
      [1, 2, 3].map(() => MIGRATIONS.length),
    )
    await expect(migrate(database, [])).rejects.toThrow('newer holdpoint-server')
  })
})
