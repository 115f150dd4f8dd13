import { rmSync } from 'node:fs'
import { libsqlDriver, type Sql } from './store/sqlite/driver.ts'
import { databaseFile } from './store/open.ts'
import { aSpool, line, lines, type Spool } from '../../../../test/store/support/spool.ts'
import { ingest } from './ingest.ts'
import { verify, type Verification } from './verify.ts'

const driver = await libsqlDriver()
const NOW = new Date('2026-03-02T00:00:00Z')

/** Four chained entries, then an illegitimate change. */
async function after(harm: (sql: Sql, spool: Spool) => void): Promise<Verification> {
  const spool = aSpool()
  spool.append(`${lines('a')}${line('b', { decision: 'deny', session: 'secret' })}\n${lines('c', 'd')}`)
  const store = await spool.open()
  await ingest(store, spool.directory, NOW)
  const sql = driver.open(databaseFile(spool.directory))
  try {
    harm(sql, spool)
    return await verify(store, spool.directory)
  } finally {
    sql.close()
  }
}

describe('verify', () => {
  const other = line('b', { decision: 'pass' })
  const tampered: readonly (readonly [string, (sql: Sql) => void, number, RegExp])[] = [
    [
      'a line is changed',
      (sql) => sql.run('UPDATE entries SET line = ? WHERE sequence = 2', [other]),
      2,
      /not what was chained/,
    ],
    [
      'a hash is changed',
      (sql) => sql.run('UPDATE entries SET hash = zeroblob(32) WHERE sequence = 3'),
      3,
      /not what was chained/,
    ],
    ['one is removed', (sql) => sql.run('DELETE FROM entries WHERE sequence = 2'), 3, /1 before it is gone/],
    [
      'the first two are removed',
      (sql) => sql.run('DELETE FROM entries WHERE sequence <= 2'),
      3,
      /2 before it are gone/,
    ],
    ['the last is removed', (sql) => sql.run('DELETE FROM entries WHERE sequence = 4'), 4, /the last 1 are gone/],
    ['all are removed', (sql) => sql.run('DELETE FROM entries'), 4, /the last 4 are gone/],
    [
      'one is put at the end',
      (sql) =>
        void sql.run(
          `INSERT INTO entries SELECT 5, 'x', kind, at, chained_at, session, agent, event, tool, decision, hash, encoding, line, ms, trouble FROM entries WHERE sequence = 4`,
        ),
      5,
      /not what was chained/,
    ],
    [
      'two change places',
      (sql) =>
        sql.exec(
          'UPDATE entries SET sequence = 9 WHERE sequence = 2; UPDATE entries SET sequence = 2 WHERE sequence = 3; UPDATE entries SET sequence = 3 WHERE sequence = 9',
        ),
      2,
      /not what was chained/,
    ],
    [
      'a decision is hidden from searches',
      (sql) => sql.run(`UPDATE entries SET decision = 'pass' WHERE sequence = 2`),
      2,
      /what is searched/,
    ],
    [
      'a session is hidden from searches',
      (sql) => sql.run('UPDATE entries SET session = NULL WHERE sequence = 2'),
      2,
      /what is searched/,
    ],
    [
      'an entry is declared unreadable',
      (sql) => sql.run(`UPDATE entries SET kind = 'unreadable' WHERE sequence = 2`),
      2,
      /what is searched/,
    ],
    ['a time is changed', (sql) => sql.run('UPDATE entries SET at = at - 1 WHERE sequence = 2'), 2, /what is searched/],
    ['the anchor is moved', (sql) => sql.run('UPDATE chain SET anchor_hash = head_hash'), 1, /not what was chained/],
    ['the end is moved', (sql) => sql.run('UPDATE chain SET head_hash = anchor_hash'), 4, /not the recorded one/],
  ]
  it.each(tampered)('names the first broken entry when %s', async (_, harm, sequence, problem) => {
    const { ok, broken } = await after((sql) => harm(sql))
    expect(ok).toBe(false)
    expect(broken?.sequence).toBe(sequence)
    expect(broken?.problem).toMatch(problem)
  })

  const spoiled: readonly (readonly [
    string,
    (spool: Spool) => void,
    Partial<Record<keyof Verification, number>>,
    boolean,
  ])[] = [
    ['nothing', () => undefined, {}, true],
    ['a line after the last', (spool) => spool.append(lines('e', 'f')), { waiting: 2 }, true],
    ['a line of another day', (spool) => spool.append(lines('e'), '2026-03-02'), { waiting: 1 }, true],
    ['half a line', (spool) => spool.append('{"v":1,'), { torn: 1 }, true],
    [
      'a changed line',
      (spool) => spool.replace(spool.read().replace('"deny"', '"pass"')),
      { altered: 1, missing: 1 },
      false,
    ],
    ['a line taken out', (spool) => spool.replace(spool.read().replace(`${line('c')}\n`, '')), { missing: 1 }, false],
    ['a line put between', (spool) => spool.replace(lines('x') + spool.read()), { altered: 1 }, false],
    ['the file gone', (spool) => rmSync(spool.file()), { missing: 4 }, false],
    ['the file emptied', (spool) => spool.replace(''), { missing: 4 }, false],
  ]
  it.each(spoiled)('compares with the spool: %s', async (_, harm, expected, ok) => {
    const found = await after((_sql, spool) => harm(spool))
    const count = (name: 'waiting' | 'altered' | 'missing' | 'torn'): number => found[name].count
    expect({
      waiting: count('waiting'),
      altered: count('altered'),
      missing: count('missing'),
      torn: count('torn'),
    }).toEqual({
      waiting: 0,
      altered: 0,
      missing: 0,
      torn: 0,
      ...expected,
    })
    expect(found.ok).toBe(ok)
    expect(found.broken).toBeUndefined()
  })

  it('says where the lines are', async () => {
    const found = await after((_, spool) => spool.replace(lines('x') + spool.read().replace(`${line('a')}\n`, '')))
    expect(found.altered.first).toEqual(['2026-03-01.jsonl, byte 0'])
    expect(found.missing.first).toEqual(['a'])
  })

  it('changes nothing', async () => {
    const spool = aSpool()
    const store = await spool.open()
    spool.append(lines('a'))
    await verify(store, spool.directory)
    expect((await verify(store, spool.directory)).waiting.count).toBe(1)
    expect(spool.read()).toBe(lines('a'))
  })
})
