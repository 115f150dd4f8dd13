import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../../packages/server/src/database/migrate.ts'
import { makePartitions } from '../../packages/server/src/database/partitions.ts'
import { openPglite } from '../../packages/server/src/database/pglite.ts'
import { eraseMachine } from '../../packages/server/src/machines/remove.ts'
import { appendBatch } from '../../packages/server/src/machines/ship.ts'
import { checkBatch } from '../../packages/server/src/machines/shape.ts'
import { signDays, signedDays, type SignedDay } from '../../packages/server/src/heads/days.ts'
import { readDays, writeDays } from '../../packages/server/src/heads/files.ts'
import { signingKey, type SigningKey } from '../../packages/server/src/heads/key.ts'
import { verifyDays } from '../../packages/server/src/heads/verify.ts'
import type { Database, Sql } from '../../packages/server/src/database/database.ts'
import { temporaryDirectory } from '../../packages/testing/src/repository.ts'
import { aBatch } from './support/batch.ts'

const DAY_MS = 86_400_000
const MONDAY = Date.parse('2026-03-02T12:00:00Z')
const NOW = MONDAY + 3 * DAY_MS

const folder = temporaryDirectory('holdpoint-heads-')
let [database, key]: [Database, SigningKey] = [] as never
let days: readonly SignedDay[] = []

/** Monday: two machines. Tuesday: one. Wednesday: nothing. */
beforeAll(async () => {
  key = signingKey(join(folder.path, 'new/key.pem'))
  database = await openPglite()
  await migrate(database)
  for (const at of [MONDAY, MONDAY + DAY_MS]) await makePartitions(database, at)
  for (const id of ['ada', 'bob'])
    await database.query(
      `INSERT INTO machines (id, name, public_key, fingerprint, level, enrolled_at) VALUES ($1, $1, $1, '', 'full', 0)`,
      [id],
    )
  const ship = (id: string, at: number) =>
    appendBatch(database, { id, name: id }, checkBatch(aBatch([{ decision: 'deny' }, {}])), at)
  await ship('ada', MONDAY)
  await ship('bob', MONDAY)
  await ship('ada', MONDAY + DAY_MS)
  days = await signDays(database, key, 'Team', NOW)
}, 120_000)
afterAll(async () => {
  await database.close()
  folder.dispose()
})

const check = async (sql: Sql, more: object = {}) =>
  (await verifyDays(sql, { trusted: [key.publicKey], retention: 90, now: NOW, ...more })).problems

/** Changes the database, looks, and takes the change back. */
async function after(tamper: (sql: Sql) => Promise<unknown>, more: object = {}) {
  let problems: Awaited<ReturnType<typeof check>> = []
  const back = new Error('back')
  await expect(
    database.transaction(async (sql) => {
      await tamper(sql)
      problems = await check(sql, more)
      throw back
    }),
  ).rejects.toBe(back)
  return problems.map(({ day, text }) => `${day}: ${text}`)
}

it('signs each whole day once, in order, also a day without a batch', async () => {
  expect(days.map(({ day }) => day)).toEqual(['2026-03-02', '2026-03-03', '2026-03-04'])
  expect(days.map(({ statement }) => (JSON.parse(statement) as { chains: unknown[] }).chains.length)).toEqual([2, 1, 0])
  expect(await signDays(database, key, 'Team', NOW)).toEqual([])
  expect(await check(database)).toEqual([])
})

it('leaves the last day alone until batches from before midnight are written', async () => {
  const midnight = Date.parse('2026-03-06T00:00:00Z')
  const back = new Error('back')
  await expect(
    database.transaction(async (sql) => {
      const inside: Database = { ...database, query: sql.query, transaction: (work) => work(sql) }
      expect(await signDays(inside, key, 'Team', midnight + 60_000)).toEqual([])
      expect((await signDays(inside, key, 'Team', midnight + 11 * 60_000)).map(({ day }) => day)).toEqual([
        '2026-03-05',
      ])
      throw back
    }),
  ).rejects.toBe(back)
})

describe('names a rewritten day', () => {
  const MON = 'day = (SELECT min(day) FROM segments) AND chain = (SELECT min(chain) FROM segments)'
  it.each<readonly [string, string, RegExp]>([
    [
      'another head',
      `UPDATE segments SET head = repeat('a', 64) WHERE ${MON}`,
      /^2026-03-02: entry 2 of .* is not the one that was signed/,
    ],
    ['entries removed', `DELETE FROM segments WHERE ${MON}`, /^2026-03-02: the entries of .*ada.* are gone/],
    [
      'a decision removed',
      `DELETE FROM notable WHERE ${MON}`,
      /^2026-03-02: decisions of .* were changed, added or removed/,
    ],
    [
      'a decision rewritten',
      `UPDATE notable SET line = replace(line, 'deny', 'pass') WHERE ${MON}`,
      /^2026-03-02: decisions of/,
    ],
    [
      'entries added later',
      `INSERT INTO segments SELECT day + 1, chain, first, number, level, previous, head, marks, body, received_at FROM segments WHERE ${MON}`,
      /^2026-03-03: entries of .* were added later/,
    ],
    [
      'a statement changed',
      `UPDATE daily_heads SET statement = replace(statement, '"Team"', '"Other"') WHERE day = (SELECT min(day) FROM daily_heads)`,
      /^2026-03-02: the signature is not of a trusted key/,
    ],
    [
      'a statement removed',
      `DELETE FROM daily_heads WHERE day = (SELECT min(day) + 1 FROM daily_heads)`,
      /^2026-03-04: it does not follow the statement of 2026-03-02/,
    ],
    [
      'two statements exchanged',
      `UPDATE daily_heads SET statement = (SELECT statement FROM daily_heads ORDER BY day LIMIT 1), signature = (SELECT signature FROM daily_heads ORDER BY day LIMIT 1) WHERE day = (SELECT max(day) FROM daily_heads)`,
      /^2026-03-04: the statement is of another day/,
    ],
  ])('%s', async (_, statement, problem) => {
    expect((await after((sql) => sql.query(statement)))[0]).toMatch(problem)
  })

  it('lines that no longer have their hash', async () => {
    const rewritten = await after(async (sql) => {
      const { rows } = await sql.query(`SELECT body FROM segments WHERE ${MON}`)
      const { gunzipSync, gzipSync } = await import('node:zlib')
      const text = gunzipSync(rows[0]?.['body'] as Uint8Array).toString('utf8')
      await sql.query(`UPDATE segments SET body = $1 WHERE ${MON}`, [gzipSync(text.replace('deny', 'pass'))])
    })
    expect(rewritten[0]).toMatch(/^2026-03-02: the lines from entry 1 of .* do not have the hash that was sent/)
  })

  it('a history that was signed again with another key', async () => {
    const other = signingKey(join(folder.path, 'other.pem'))
    const again = await after(async (sql) => {
      await sql.query('DELETE FROM daily_heads')
      const inside: Database = { ...database, query: sql.query, transaction: (work) => work(sql) }
      await signDays(inside, other, 'Team', NOW)
    })
    expect(again).toHaveLength(3)
    expect(again[0]).toContain('not of a trusted key')
  })

  it('with copies that were kept elsewhere, also when the whole history was signed again with the same key', async () => {
    writeDays(join(folder.path, 'heads'), days)
    const exported = readDays(join(folder.path, 'heads'))
    expect(exported).toEqual(days)
    expect(await check(database, { exported })).toEqual([])
    const forged = await after(
      async (sql) => {
        await sql.query(`DELETE FROM notable WHERE ${MON}`)
        await sql.query('DELETE FROM daily_heads')
        const inside: Database = { ...database, query: sql.query, transaction: (work) => work(sql) }
        await signDays(inside, key, 'Team', NOW)
        expect(await check(sql)).toEqual([])
      },
      { exported },
    )
    expect(forged[0]).toBe('2026-03-02: the database holds another statement.')
  })
})

it('takes retention and erased machines for what they are', async () => {
  expect(await after((sql) => sql.query('DELETE FROM segments'), { retention: 1 })).toEqual([])
  const erased = await after(async (sql) => {
    const inside: Database = { ...database, query: sql.query, transaction: (work) => work(sql) }
    await eraseMachine(inside, 'ada', 1)
  })
  expect(erased).toEqual([])
})

it('reads days one at a time', async () => {
  const seen: string[] = []
  for await (const { day } of signedDays(database)) seen.push(day)
  expect(seen).toEqual(days.map(({ day }) => day))
})

describe('the key', () => {
  it('is made once, for its owner alone', () => {
    const file = join(folder.path, 'one/key.pem')
    expect(signingKey(file).publicKey).toBe(signingKey(file).publicKey)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toContain('PRIVATE KEY')
  })

  it.each([
    ['others can read it', (file: string) => chmodSync(file, 0o640), 'chmod 600'],
    ['it is none', (file: string) => writeFileSync(file, 'nonsense'), 'cannot be used'],
  ])('is refused when %s', (_, damage, text) => {
    const file = join(folder.path, `${text}.pem`)
    signingKey(file)
    damage(file)
    expect(() => signingKey(file)).toThrow(text)
  })

  it.each([
    ['no file', 'missing', 'cannot be read'],
    ['no signed day', 'nonsense.jsonl', 'not a signed day: `{"day":1}`'],
  ])('copies: %s', (_, name, text) => {
    writeFileSync(join(folder.path, 'nonsense.jsonl'), '{"day":1}\n')
    expect(() => readDays(join(folder.path, name))).toThrow(text)
  })
})
