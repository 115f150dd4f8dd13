import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  batchOf,
  call,
  HEADERS,
  newKeyPair,
  newNonce,
  signRequest,
  PATHS,
  ship,
  verifyWithServer,
  type Batch,
  type Enrolment,
  type Level,
} from '../../packages/runtime/src/fleet/index.ts'
import { ingest } from '../../packages/runtime/src/audit/ingest.ts'
import { makeLink } from '../../packages/server/src/people/links.ts'
import { rollUp } from '../../packages/server/src/jobs/jobs.ts'
import { aSpool, line } from '../store/support/spool.ts'
import { aDatabase, aTeam, type Team } from './support/team.ts'
import type { Caller } from '../../packages/runtime/src/fleet/index.ts'

const DENY = {
  decision: 'deny',
  tool: 'Bash',
  subject: 'rm -rf "$SECRET_DIR"',
  hooks: [{ id: 'guard/rm', decision: 'deny', messageId: 'root', reason: 'Blocked: it.', ms: 1 }],
}

/** A project with some decisions on an enrolled machine. */
async function aMachine(team: Team, level: Level, lines: readonly string[]) {
  const caller = await team.enrol({ level })
  const spool = aSpool()
  const store = await spool.open()
  spool.append(lines.map((text) => `${text}\n`).join(''), '2026-03-01')
  await ingest(store, spool.directory, new Date())
  const enrolment: Enrolment = { ...caller, team: 't', name: 'n', level, enrolledAt: 0 }
  const go = (at = Date.now()) =>
    ship({
      store,
      directory: spool.directory,
      root: '/',
      project: 'github.com/a/b',
      enrolment,
      now: () => at,
      deadline: Infinity,
    })
  return { caller, spool, store, enrolment, go }
}

const some = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => line(`e-${index}`, index % 5 === 0 ? DENY : { decision: 'pass' }))

const post = (caller: Caller, batch: unknown) => call(caller, 'POST', PATHS.ship, batch)

async function counted(team: Team, machine: string) {
  const number = async (text: string) => Number((await team.database.query(text, [machine])).rows[0]?.['number'])
  return {
    segments: await number(
      'SELECT coalesce(sum(number), 0) AS number FROM segments JOIN chains ON chains.id = chain WHERE machine = $1',
    ),
    tallied: await number('SELECT coalesce(sum(number), 0) AS number FROM decision_tallies WHERE machine = $1'),
    notable: await number('SELECT count(*) AS number FROM notable WHERE machine = $1'),
    bodies: await number(
      'SELECT count(body) AS number FROM segments JOIN chains ON chains.id = chain WHERE machine = $1',
    ),
  }
}

const alarmsOf = async (team: Team, machine: string) =>
  (await team.database.query('SELECT kind FROM alarms WHERE machine = $1 ORDER BY id', [machine])).rows.map(
    ({ kind }) => kind,
  )

/** On a busy machine the embedded database takes long to start. */
beforeAll(aDatabase, 120_000)

describe('shipping', () => {
  it.each<readonly [Level, object]>([
    ['full', { segments: 20, tallied: 20, notable: 4, bodies: 1 }],
    ['notable', { segments: 20, tallied: 20, notable: 4, bodies: 0 }],
    ['figures', { segments: 20, tallied: 20, notable: 0, bodies: 0 }],
  ])('at level %s the server gets what the level says, once', async (level, expected) => {
    const team = await aTeam()
    const { go, caller, store, enrolment } = await aMachine(team, level, some(20))
    expect(await go()).toEqual({ sent: 20, left: 0 })
    expect(await go()).toEqual({ sent: 0, left: 0 })
    expect(await counted(team, caller.machine)).toEqual(expected)
    expect(await verifyWithServer(store, 'github.com/a/b', enrolment)).toEqual({ ok: true, compared: 20, missing: 0 })
    expect(await rollUp(team.database)).toBeGreaterThanOrEqual(0)
  })

  it('at level figures, no command, file, reason or agent leaves the machine', async () => {
    const team = await aTeam()
    const { store } = await aMachine(
      team,
      'figures',
      some(20).map((text) => text.replace('"v":1', '"v":1,"agent":"secret-agent"')),
    )
    const { anchor } = await store.state()
    const text = JSON.stringify(batchOf({ project: 'p', epoch: 'e' }, 'figures', anchor, await store.page(0, 100)))
    for (const secret of ['SECRET_DIR', 'Blocked', 'secret-agent', 'rm -rf']) expect(text).not.toContain(secret)
    expect(text).toContain('guard/rm')
  })

  it('goes on where the server is, when the cursor is lost and when answers are lost', async () => {
    const team = await aTeam()
    const { go, caller, spool, store } = await aMachine(team, 'full', some(5))
    await go()
    rmSync(join(spool.directory, 'fleet.json'))
    spool.append(`${line('later')}\n`, '2026-03-02')
    await ingest(store, spool.directory, new Date())
    expect(await go()).toEqual({ sent: 1, left: 0 })
    expect(await counted(team, caller.machine)).toMatchObject({ segments: 6, tallied: 6 })
  })

  it('takes one of many equal batches at once', async () => {
    const team = await aTeam()
    const { caller, store } = await aMachine(team, 'full', some(10))
    const { epoch, anchor } = await store.state()
    const batch = batchOf({ project: 'p', epoch }, 'full', anchor, await store.page(0, 100))
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(caller, batch)))
    expect(answers.filter(({ kind }) => kind === 'ok')).toHaveLength(1)
    expect(await counted(team, caller.machine)).toMatchObject({ segments: 10, tallied: 10 })
  })

  it('names the line that was rewritten, even when the whole chain was computed again', async () => {
    const team = await aTeam()
    const { store, enrolment, go } = await aMachine(team, 'figures', some(20))
    await go()
    const forged = await aMachine(
      team,
      'figures',
      some(20).map((text, index) => (index === 7 ? text.replace('pass', 'deny') : text)),
    )
    const { epoch } = await store.state()
    const rewritten = { ...forged.store, state: async () => ({ ...(await forged.store.state()), epoch }) }
    expect(await verifyWithServer(rewritten, 'github.com/a/b', enrolment)).toMatchObject({
      ok: false,
      compared: 7,
      differs: { sequence: 8, id: 'e-7' },
    })
  })

  it('raises an alarm for a chain that does not follow its head', async () => {
    const team = await aTeam()
    const { store, caller, go } = await aMachine(team, 'full', some(3))
    await go()
    const { epoch } = await store.state()
    const other = batchOf({ project: 'github.com/a/b', epoch }, 'full', { sequence: 3, hash: 'a'.repeat(64) }, [])
    const entry = { line: '{}', encoding: 'utf8' as const }
    const { chained } = await import('../../packages/runtime/src/audit/store/chain.ts')
    const forged: Batch = { ...other, count: 1, head: chained('a'.repeat(64), entry), lines: [entry] }
    expect(await post(caller, forged)).toMatchObject({
      kind: 'refused',
      status: 409,
      body: { fork: true, head: { sequence: 3 } },
    })
    expect(await alarmsOf(team, caller.machine)).toEqual(['fork'])
    expect(await counted(team, caller.machine)).toMatchObject({ segments: 3 })
  })

  it('reports lines that retention deleted before they were shipped, and goes on after them', async () => {
    const team = await aTeam()
    const { store, caller, go, spool } = await aMachine(team, 'full', some(3))
    await go()
    spool.append(`${line('x1')}\n${line('x2')}\n`, '2026-03-03')
    await ingest(store, spool.directory, new Date())
    await store.prune(Date.now() + 1_000, 4)
    expect(await go()).toEqual({ sent: 1, left: 0 })
    expect(await alarmsOf(team, caller.machine)).toEqual(['gap'])
  })
})

describe('what the server refuses', () => {
  const valid = async (team: Team) => {
    const made = await aMachine(team, 'full', some(3))
    const { epoch, anchor } = await made.store.state()
    return { ...made, batch: batchOf({ project: 'p', epoch }, 'full', anchor, await made.store.page(0, 10)) }
  }

  it('another hash, another count, odd shapes, hostile names', async () => {
    const team = await aTeam()
    const { caller, batch } = await valid(team)
    const bad: readonly unknown[] = [
      { ...batch, head: 'b'.repeat(64) },
      { ...batch, count: 2 },
      { ...batch, lines: undefined },
      { ...batch, first: 0 },
      { ...batch, previous: 'x' },
      { ...batch, chain: { ...batch.chain, project: "'; DROP TABLE machines; --\n" } },
      { ...batch, chain: { ...batch.chain, epoch: '<script>' } },
      { ...batch, lines: [1] },
      null,
      [],
      'text',
    ]
    for (const body of bad)
      expect(await post(caller, body), JSON.stringify(body)?.slice(0, 80)).toMatchObject({
        kind: 'refused',
        status: 400,
      })
    expect(await post(caller, batch)).toMatchObject({ kind: 'ok' })
  })

  it('another machine’s name, a wrong key, a revoked machine', async () => {
    const team = await aTeam()
    const { caller, batch } = await valid(team)
    const other = await team.enrol()
    expect(await post({ ...caller, machine: other.machine }, batch)).toMatchObject({ status: 401 })
    expect(await post({ ...caller, machine: 'nobody' }, batch)).toMatchObject({ status: 401 })
    await team.database.query('UPDATE machines SET revoked_at = 1 WHERE id = $1', [caller.machine])
    expect(await post(caller, batch)).toMatchObject({ status: 403, body: { revoked: true } })
  })

  it('a token that was used, a request that is sent twice, and a name with control characters', async () => {
    const team = await aTeam()
    await expect(team.enrol({ name: '\u0007' })).rejects.toThrow('400')
    const keys = newKeyPair()
    const token = await makeLink(team.database, { purpose: 'enrol', lifeMs: 60_000 }, Date.now())
    const body = {
      token,
      publicKey: keys.publicKey,
      name: 'm',
      fingerprint: 'f'.repeat(32),
      level: 'full',
      version: '1',
    }
    const caller = { server: team.url, machine: 'new', privateKey: keys.privateKey }
    expect(await call(caller, 'POST', PATHS.enrol, body)).toMatchObject({ kind: 'ok' })
    expect(await call(caller, 'POST', PATHS.enrol, body)).toMatchObject({ status: 403 })

    const one = await team.enrol()
    const path = `${PATHS.segments}?project=p&epoch=e&after=0`
    const signed = { method: 'GET', path, machine: one.machine, time: String(Date.now()), nonce: newNonce() }
    const headers = {
      [HEADERS.machine]: signed.machine,
      [HEADERS.time]: signed.time,
      [HEADERS.nonce]: signed.nonce,
      [HEADERS.signature]: signRequest(one.privateKey, signed, new Uint8Array()),
    }
    const send = async () => (await fetch(team.url + path, { headers })).status
    expect([await send(), await send()]).toEqual([200, 401])
  })

  it('a body that is too large, a gzip bomb, and a body that is no text', async () => {
    const team = await aTeam()
    const { caller } = await valid(team)
    const send = async (body: Uint8Array) => {
      const signed = {
        method: 'POST',
        path: PATHS.ship,
        machine: caller.machine,
        time: String(Date.now()),
        nonce: newNonce(),
      }
      const headers = {
        'content-type': 'application/vnd.holdpoint+gzip',
        [HEADERS.machine]: signed.machine,
        [HEADERS.time]: signed.time,
        [HEADERS.nonce]: signed.nonce,
        [HEADERS.signature]: signRequest(caller.privateKey, signed, body),
      }
      return (await fetch(team.url + signed.path, { method: 'POST', headers, body })).status
    }
    expect(await send(Buffer.alloc(5 << 20))).toBe(413)
    expect(await send(gzipSync(Buffer.alloc(64 << 20)))).toBe(413)
    expect(await send(gzipSync(Buffer.from([0x22, 0xff, 0x22])))).toBe(400)
    expect(await send(Buffer.from('{}'))).toBe(400)
    expect(await send(gzipSync('{'))).toBe(400)
  })

  it('corrects a clock that is hours wrong, and takes the batch', async () => {
    const team = await aTeam()
    const { caller, batch } = await valid(team)
    team.clock.now = Date.now() + 5 * 3_600_000
    expect(await post(caller, batch)).toMatchObject({ kind: 'ok' })
    team.clock.now = undefined
    expect(await call(caller, 'GET', `${PATHS.segments}?project=p&epoch=e&after=0`)).toMatchObject({ kind: 'ok' })
  })

  it('more requests than a machine may send', async () => {
    const team = await aTeam({ machineLimit: 3 })
    const [one, other] = [await team.enrol(), await team.enrol()]
    const ask = (caller: Caller) => call(caller, 'GET', `${PATHS.segments}?project=p&epoch=e&after=0`)
    for (let time = 0; time < 3; time++) expect(await ask(one)).toMatchObject({ kind: 'ok' })
    expect(await ask(one)).toMatchObject({ kind: 'later', problem: expect.stringContaining('429') })
    expect(await ask(other)).toMatchObject({ kind: 'ok' })
  })
})
