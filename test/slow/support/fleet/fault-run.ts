import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isNotable, LEVELS } from '../../../../packages/runtime/src/fleet/index.ts'
import { bytesOf, numberOf, textOf, type Database } from '../../../../packages/server/src/database/database.ts'
import { openPostgres } from '../../../../packages/server/src/database/postgres.ts'
import { startPostgres } from '../postgres.ts'
import { faultyProxy, type FaultyProxy } from './faulty-proxy.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { aShipper, enrolAt, type Shipper } from './shipper.ts'

export interface FaultRunOptions {
  readonly root: string
  /** How many requests are sent before the faults end. */
  readonly sends: number
  readonly machines: number
  /** How often a copy of the server is killed, and the database crashes. */
  readonly kills: number
  readonly crashes: number
  readonly note?: (text: string) => void
}

export interface FaultReport {
  readonly counts: FaultyProxy['counts']
  readonly kills: number
  readonly crashes: number
  readonly lines: number
  readonly seconds: number
  /** One text for each thing that is not as it must be; none is the result. */
  readonly wrong: readonly string[]
}

const SHARE = 0.25
const COPIES = 2

/**
 * Machines ship through faults to two copies of the server on one PostgreSQL, while copies are killed and the database
 * crashes; then the faults end, everything is sent, and both sides are compared.
 */
export async function faultRun(options: FaultRunOptions): Promise<FaultReport> {
  const start = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'holdpoint-faults-'))
  const postgres = await startPostgres()
  const copies: (ServerProcess | undefined)[] = []
  const launch = (): Promise<ServerProcess> => startServer(options.root, { database: postgres.url })
  for (let copy = 0; copy < COPIES; copy++) copies.push(await launch())
  const database = await openPostgres(postgres.url)
  const proxy = await faultyProxy(() => copies.flatMap((copy) => copy?.url ?? []), {
    share: SHARE,
    random: Math.random,
  })
  try {
    const [first] = copies
    const machines = await Promise.all(
      Array.from({ length: options.machines }, async (_, index) => {
        const level = LEVELS[index % LEVELS.length] ?? 'full'
        const enrolment = await enrolAt(first?.url ?? '', database, `machine ${index}`, level)
        return aShipper({ ...enrolment, server: proxy.url }, folder)
      }),
    )
    let isOver = false
    const accidents = happen(options, proxy, () => isOver, {
      async kill(index) {
        const copy = copies[index % COPIES]
        copies[index % COPIES] = undefined
        await copy?.kill()
        copies[index % COPIES] = await launch()
      },
      crash: () => postgres.crash(),
    })
    await Promise.all(machines.map((machine, index) => work(machine, index, () => proxy.counts.sent >= options.sends)))
    isOver = true
    const { kills, crashes } = await accidents
    const counts = { ...proxy.counts }
    proxy.heal()
    for (const machine of machines) await untilSent(machine)
    const wrong = (await Promise.all(machines.map((machine) => differences(database, machine)))).flat()
    const lines = machines.reduce((sum, { entries }) => sum + entries.length, 0)
    return { counts, kills, crashes, lines, wrong, seconds: (performance.now() - start) / 1000 }
  } finally {
    await proxy.close()
    await database.close()
    for (const copy of copies) await copy?.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Adds a few lines and sends them, again and again; sometimes by two processes at once, sometimes without a cursor. */
async function work(machine: Shipper, number: number, isDone: () => boolean): Promise<void> {
  for (let round = 0; !isDone(); round++) {
    const size = 1 + Math.floor(Math.random() * 6)
    machine.grow(Array.from({ length: size }, (_, index) => lineOf(`${number}-${round}-${index}`, index)))
    if (Math.random() < 0.02) machine.loseCursor()
    await Promise.all(Math.random() < 0.05 ? [machine.go(), machine.go()] : [machine.go()])
  }
}

async function untilSent(machine: Shipper): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const { left, problem } = await machine.go()
    if (left === 0 && problem === undefined) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Spreads the accidents over the sends. */
async function happen(
  { sends, kills, crashes, note }: FaultRunOptions,
  proxy: FaultyProxy,
  isOver: () => boolean,
  { kill, crash }: { kill(index: number): Promise<void>; crash(): Promise<void> },
): Promise<{ readonly kills: number; readonly crashes: number }> {
  const done = { kills: 0, crashes: 0 }
  const all = kills + crashes
  for (let index = 0; index < all && !isOver();) {
    if (proxy.counts.sent < ((index + 1) * sends) / (all + 1)) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      continue
    }
    // Evenly mixed: every so many kills, one crash.
    if (Math.floor(((index + 1) * crashes) / all) > done.crashes) {
      await crash()
      done.crashes += 1
    } else {
      await kill(done.kills)
      done.kills += 1
    }
    index += 1
    note?.(`${proxy.counts.sent} of ${sends} sent, ${done.kills} kills, ${done.crashes} crashes`)
  }
  return done
}

const lineOf = (id: string, index: number): string =>
  JSON.stringify({
    v: 1,
    id,
    at: new Date().toISOString(),
    host: 'claude-code',
    event: 'PreToolUse',
    tool: 'Bash',
    session: `session-${id.split('-')[0]}`,
    decision: index === 0 ? 'deny' : 'pass',
    ms: 1.5,
    hooks: [{ id: 'guard/no-catastrophe', decision: index === 0 ? 'deny' : 'pass', ms: 0.2 }],
  })

/** What the server has of a machine, against what the machine has. */
async function differences(database: Database, { enrolment, entries }: Shipper): Promise<readonly string[]> {
  const { machine, level, name } = enrolment
  const [chains, segments, tallied, notable] = await Promise.all(
    [
      'SELECT head_sequence, head_hash FROM chains WHERE machine = $1',
      'SELECT first, number, body FROM segments JOIN chains ON chains.id = chain WHERE machine = $1 ORDER BY first',
      'SELECT coalesce(sum(number), 0) AS number FROM decision_tallies WHERE machine = $1',
      'SELECT sequence, line FROM notable WHERE machine = $1 ORDER BY sequence',
    ].map((text) => database.query(text, [machine])),
  )
  const wrong: string[] = []
  const expect = (what: string, found: unknown, wanted: unknown): void => {
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      wrong.push(
        `${name}: ${what} is ${JSON.stringify(found)?.slice(0, 200)}, not ${JSON.stringify(wanted)?.slice(0, 200)}`,
      )
  }
  const head = entries.at(-1)
  expect(
    'head',
    chains?.rows.map((row) => [numberOf(row['head_sequence']), textOf(row['head_hash'])]),
    [[head?.sequence, head?.hash]],
  )
  let next = 1
  for (const row of segments?.rows ?? []) {
    expect('the start of a segment', numberOf(row['first']), next)
    next += numberOf(row['number'])
  }
  expect('the end of the segments', next - 1, entries.length)
  expect('the count', numberOf(tallied?.rows[0]?.['number']), entries.length)
  const texts = level === 'full' ? (segments?.rows ?? []).flatMap((row) => linesIn(bytesOf(row['body']))) : undefined
  if (texts !== undefined)
    expect(
      'the lines',
      texts,
      entries.map(({ line }) => line),
    )
  const kept = level === 'figures' ? [] : entries.filter(isNotable)
  expect(
    'the notable lines',
    notable?.rows.map((row) => [numberOf(row['sequence']), textOf(row['line'])]),
    kept.map(({ sequence, line }) => [sequence, line]),
  )
  return wrong
}

const linesIn = (body: Uint8Array): readonly string[] =>
  (JSON.parse(gunzipSync(body).toString('utf8')) as { line: string }[]).map(({ line }) => line)
