import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { ingest } from '../../packages/runtime/src/audit/ingest.ts'
import { retire } from '../../packages/runtime/src/audit/retention.ts'
import { readShipState, ship, verifyWithServer, type Enrolment } from '../../packages/runtime/src/fleet/index.ts'
import { aSpool, line } from '../store/support/spool.ts'
import { aDatabase, aTeam, type Team } from '../server/support/team.ts'

/** On a busy machine the embedded database takes long to start. */
beforeAll(aDatabase, 120_000)

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const START = Date.parse('2026-03-01T00:00:00Z')
const PER_DAY = 300

/** A machine whose clock the test moves, and a server address that can lead nowhere. */
async function aMachine(team: Team) {
  const caller = await team.enrol({ level: 'figures' })
  const spool = aSpool()
  const store = await spool.open()
  const online: Enrolment = { ...caller, team: 't', name: 'n', level: 'figures', enrolledAt: 0 }
  let [attempts, serial] = [0, 0]
  return {
    caller,
    store,
    spool,
    online,
    attempts: () => attempts,
    async work(at: number, count: number) {
      const lines = Array.from({ length: count }, () =>
        line(`e-${serial++}`, { at: new Date(at).toISOString(), decision: serial % 20 === 0 ? 'deny' : 'pass' }),
      )
      const day = new Date(at).toISOString().slice(0, 10)
      appendFileSync(join(spool.directory, 'spool', `${day}.jsonl`), lines.map((text) => `${text}\n`).join(''))
      await ingest(store, spool.directory, new Date(at))
    },
    /** The daemon's minute job. */
    async minute(at: number, isOnline: boolean) {
      const before = readShipState(spool.directory)?.failures ?? 0
      const enrolment = isOnline ? online : { ...online, server: 'http://127.0.0.1:1' }
      const given = { store, directory: spool.directory, root: '/', project: 'github.com/a/b', patient: true }
      const result = await ship({ ...given, enrolment, now: () => at, deadline: Infinity })
      if ((readShipState(spool.directory)?.failures ?? 0) > before) attempts += 1
      return result
    },
  }
}

describe('a machine that is offline for 7 days', () => {
  it('asks at most about once an hour, then sends everything within the hour', async () => {
    const team = await aTeam()
    const machine = await aMachine(team)
    for (let at = START; at < START + 7 * DAY; at += MINUTE) {
      if ((at - START) % (DAY / 12) === 0) await machine.work(at, PER_DAY / 12)
      await machine.minute(at, false)
    }
    // Doubling from a minute to an hour, with jitter down to half: never more than two an hour after the first hours.
    expect(machine.attempts()).toBeGreaterThanOrEqual(7 * 24)
    expect(machine.attempts()).toBeLessThanOrEqual(2 * 7 * 24 + 10)
    let left = Infinity
    for (let at = START + 7 * DAY; at <= START + 7 * DAY + HOUR && left > 0; at += MINUTE)
      left = (await machine.minute(at, true)).left
    expect(left).toBe(0)
    expect(await verifyWithServer(machine.store, 'github.com/a/b', machine.online)).toEqual({
      ok: true,
      compared: 7 * PER_DAY,
      missing: 0,
    })
    const { rows } = await team.database.query(
      'SELECT sum(number) AS number, count(DISTINCT hour) AS hours FROM decision_tallies WHERE machine = $1',
      [machine.caller.machine],
    )
    // The hours are those of the decisions, not of their arrival.
    expect(rows.map(({ number, hours }) => [Number(number), Number(hours)])).toEqual([[7 * PER_DAY, 7 * 12]])
  }, 120_000)
})

describe('retention', () => {
  it.each<readonly [string, number, number, number]>([
    ['keeps what was not sent beyond 30 days', 31, 0, 10],
    ['removes what was sent', 31, 10, 0],
    ['removes only what was sent', 31, 4, 6],
    ['waits for at most 90 days', 91, 0, 0],
  ])('%s', async (_, days, sent, left) => {
    const machine = await aMachine(await aTeam())
    await machine.work(START, 10)
    await retire(machine.store, machine.spool.directory, new Date(START + days * DAY), undefined, sent)
    const { anchor, head } = await machine.store.state()
    expect(head.sequence - anchor.sequence).toBe(left)
  })
})
