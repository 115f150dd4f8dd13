import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ingest } from '../../packages/runtime/src/audit/ingest.ts'
import { verify } from '../../packages/runtime/src/audit/verify.ts'
import { openStore } from '../../packages/runtime/src/audit/store/open.ts'
import type { Started } from '../process/support/process.ts'
import { aDirectory } from '../process/support/temporary.ts'
import { program } from '../store/support/program.ts'

/** Says an id only after its line is written: whatever it said must be there in the end. */
const appender = await program(`
  import { writeSync } from 'node:fs'
  import { writeSpool } from './packages/runtime/src/audit/spool.ts'
  const directory = process.argv[2]
  for (let n = 0; ; n++) {
    const id = process.pid + '-' + process.hrtime.bigint()
    const reason = 'because '.repeat(n % 100)
    const hooks = [{ id: 'a/b', decision: 'deny', messageId: 'm', reason, ms: 1 }, { id: 'c/d', decision: 'pass', ms: 2 }]
    const event = { id, at: new Date(), host: 'test', name: 'Stop', session: 's' + (n % 5) }
    writeSpool(directory, { event, decision: 'deny', ms: 3, hooks })
    writeSync(1, id + '\\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, n % 3)
  }
`)

/** Opens, takes in, lets go, closes, again and again. */
const ingester = await program(`
  import { withAudit } from './packages/runtime/src/audit/audit.ts'
  console.log('started')
  for (;;) {
    const warnings = await withAudit(process.argv[2], { now: new Date() }, async (audit) => audit.warnings)
    if (warnings.length > 0) throw new Error(warnings.join())
    await new Promise((resolve) => setImmediate(resolve))
  }
`)

const KILLS = 200
/** Two of each at a time: a small machine has two cores. */
const TEAM = [appender, appender, ingester, ingester]

describe('kill -9', () => {
  it(`D17: at ${KILLS} random moments during append and ingest: no decision is lost, and the chain verifies`, async () => {
    const directory = join(aDirectory().path, 'project')
    mkdirSync(directory, { mode: 0o700 })
    const said: string[] = []
    const complaints: string[] = []

    const live = async (start: (typeof TEAM)[number], lives: number): Promise<void> => {
      for (let life = 0; life < lives; life++) {
        const started = start([directory])
        await started.printed('\n')
        await randomMoment(started)
        const { signal, stdout, stderr } = await started.ended
        if (signal !== 'SIGKILL') complaints.push(stderr)
        if (start === appender) said.push(...stdout.split('\n').slice(0, -1))
      }
    }
    await Promise.all(TEAM.map((start) => live(start, KILLS / TEAM.length)))

    expect(complaints).toEqual([])
    const { store, setAside } = await openStore(directory)
    await ingest(store, directory, new Date())
    const kept = new Set<string>()
    await store.walk(({ id }) => kept.add(id))
    expect(said.length).toBeGreaterThan(KILLS)
    expect(said.filter((id) => !kept.has(id))).toEqual([])

    const found = await verify(store, directory)
    expect(found).toMatchObject({ ok: true, waiting: { count: 0 }, missing: { count: 0 } })
    // A kill can tear the very line that is being written. Its decision was never told, and no other is lost with it.
    expect(found.entries - found.unreadable).toBeGreaterThanOrEqual(said.length)
    expect(found.unreadable).toBeLessThan(KILLS / 2)
    expect(setAside).toBeUndefined()
    await store.close()
  })
})

async function randomMoment({ child, ended }: Started): Promise<void> {
  await Promise.race([
    ended,
    new Promise((resolve) => {
      setTimeout(resolve, Math.random() * 200)
    }),
  ])
  child.kill('SIGKILL')
}
