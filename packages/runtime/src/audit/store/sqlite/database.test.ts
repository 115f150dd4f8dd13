import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { program } from '../../../../../../test/store/support/program.ts'
import { aDirectory } from '../../../../../../test/process/support/temporary.ts'
import { ingest } from '../../ingest.ts'
import { openStore } from '../open.ts'
import type { Store } from '../store.ts'
import { openDatabase, openIfThere, setAside } from './database.ts'
import { loadDriver } from './driver.ts'
import { migrate, MIGRATIONS, versionOf } from './migrations.ts'

const driver = await loadDriver()

const opener = await program(`
  import { openDatabase } from './packages/runtime/src/audit/store/sqlite/database.ts'
  import { loadDriver } from './packages/runtime/src/audit/store/sqlite/driver.ts'
  const { sql, setAside } = openDatabase(process.argv[2], await loadDriver())
  sql.run("INSERT INTO notes (at, text) VALUES (1, 'here')")
  console.log(setAside === undefined ? 'opened' : 'set aside')
  sql.close()
`)

const filler = await program(`
  import { openDatabase } from './packages/runtime/src/audit/store/sqlite/database.ts'
  import { loadDriver } from './packages/runtime/src/audit/store/sqlite/driver.ts'
  const { sql } = openDatabase(process.argv[2], await loadDriver())
  for (let n = 0; n < 500; n++) sql.run('INSERT INTO notes (at, text) VALUES (?, ?)', [n, 'x'.repeat(200)])
  sql.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  sql.close()
`)

const aFile = (): string => join(aDirectory().path, 'state', 'audit.db')

/** A sound database with enough in it to have something to lose, left by a process that is gone. */
async function fill(file: string): Promise<void> {
  const { stderr } = await filler([file]).ended
  expect(stderr).toBe('')
}

describe('openDatabase', () => {
  it('makes one for our eyes only, with its companions, and leaves nothing else', () => {
    const file = aFile()
    const { sql } = openDatabase(file, driver)
    sql.run(`INSERT INTO notes (at, text) VALUES (1, 'a')`)
    const names = readdirSync(join(file, '..'))
    expect(names).toEqual(['audit.db', 'audit.db-shm', 'audit.db-wal'])
    expect(names.map((name) => statSync(join(file, '..', name)).mode & 0o777)).toEqual([0o600, 0o600, 0o600])
    expect(sql.all('PRAGMA journal_mode')).toEqual([expect.objectContaining({ journal_mode: 'wal' })])
    sql.close()
  })

  it('is the same one the next time', async () => {
    const file = aFile()
    await fill(file)
    const { sql, setAside: aside } = openDatabase(file, driver)
    expect(sql.all('SELECT count(*) AS n FROM notes')[0]).toMatchObject({ n: 500 })
    expect(aside).toBeUndefined()
    sql.close()
  })

  const harms: readonly (readonly [string, (file: string) => void])[] = [
    ['holds garbage', (file) => writeFileSync(file, 'garbage '.repeat(2000))],
    ['is cut off', (file) => truncateSync(file, 9000)],
    ['is cut off in its first page', (file) => truncateSync(file, 60)],
    ['is empty', (file) => truncateSync(file, 0)],
    ['has a broken header', (file) => writeFileSync(file, readFileSync(file).fill(7, 0, 100))],
    ['has no tables of ours', (file) => foreign(file)],
  ]
  it.each(harms)('puts away one that %s, keeps its bytes, and makes a new one', async (_, harm) => {
    const file = aFile()
    await fill(file)
    harm(file)
    const before = readFileSync(file)
    const { sql, setAside: aside } = openDatabase(file, driver)
    expect(aside).toMatch(/audit\.db\.corrupt-\d{4}-\d\d-\d\dT[\d-]+Z$/)
    expect(readFileSync(aside ?? '').equals(before)).toBe(true)
    expect(sql.all('SELECT count(*) AS n FROM notes')[0]).toMatchObject({ n: 0 })
    sql.close()
  })

  const strangers: readonly (readonly [string, (file: string) => void])[] = [
    ['a directory', (file) => mkdirSync(join(file, 'inside'), { recursive: true })],
    ['a link', (file) => symlinkSync('/etc/passwd', file)],
  ]
  it.each(strangers)('puts away %s in its place', (_, make) => {
    const file = aFile()
    mkdirSync(join(file, '..'), { mode: 0o700 })
    make(file)
    const { sql, setAside: aside } = openDatabase(file, driver)
    expect(existsSync(aside ?? '')).toBe(true)
    expect(statSync(file).isFile()).toBe(true)
    sql.close()
  })

  it('does not play a write-ahead log into a database it does not belong to', () => {
    const file = aFile()
    const { sql } = openDatabase(file, driver)
    sql.run(`INSERT INTO notes (at, text) VALUES (1, 'only in the log')`)
    const log = readFileSync(`${file}-wal`)
    expect(log.length).toBeGreaterThan(0)
    const other = aFile()
    mkdirSync(join(other, '..'), { mode: 0o700 })
    writeFileSync(`${other}-wal`, log)
    writeFileSync(`${other}.123-1-abc.new`, 'left by a process that was killed')
    const fresh = openDatabase(other, driver).sql
    expect(fresh.all('SELECT * FROM notes')).toEqual([])
    expect(readdirSync(join(other, '..')).filter((name) => name.endsWith('.new'))).toEqual([])
    fresh.close()
    sql.close()
  })

  it.each([
    ['is none yet', () => undefined, 0],
    ['is a damaged one', (file: string) => writeFileSync(file, 'garbage'), 1],
  ])('agrees with eight others that open at once when there %s', async (_, prepare, aside) => {
    const file = aFile()
    mkdirSync(join(file, '..'), { mode: 0o700 })
    prepare(file)
    const ends = await Promise.all(Array.from({ length: 8 }, () => opener([file]).ended))
    expect(ends.map(({ stderr }) => stderr).join('')).toBe('')
    expect(ends.filter(({ stdout }) => stdout === 'set aside\n')).toHaveLength(aside)
    const { sql } = openDatabase(file, driver)
    expect(sql.all('SELECT count(*) AS n FROM notes')[0]).toMatchObject({ n: 8 })
    sql.close()
  })

  it('refuses one that a newer version wrote, and leaves it alone', async () => {
    const file = aFile()
    await fill(file)
    const { sql } = openDatabase(file, driver)
    sql.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`)
    sql.close()
    expect(() => openDatabase(file, driver)).toThrow('newer holdpoint')
    expect(readdirSync(join(file, '..')).filter((name) => name.includes('corrupt'))).toEqual([])
  })
})

describe('openIfThere', () => {
  it('makes none, and leaves a damaged one as it is', () => {
    const file = aFile()
    expect(openIfThere(file, driver)).toBeUndefined()
    expect(existsSync(join(file, '..'))).toBe(false)
    mkdirSync(join(file, '..'), { mode: 0o700 })
    writeFileSync(file, 'garbage')
    expect(() => openIfThere(file, driver)).toThrow(/not a database/)
    expect(readFileSync(file, 'utf8')).toBe('garbage')
  })
})

describe('setAside', () => {
  it('looks again before it puts anything away', async () => {
    const file = aFile()
    await fill(file)
    expect(setAside(file, driver)).toBeUndefined()
    writeFileSync(file, readFileSync(file).fill(7, 4096))
    expect(setAside(file, driver)).toContain('audit.db.corrupt-')
    expect(existsSync(file)).toBe(false)
    expect(setAside(file, driver)).toBeUndefined()
  })
})

describe('migrate', () => {
  const steps = ['CREATE TABLE one (a)', 'INSERT INTO one VALUES (1); ALTER TABLE one ADD COLUMN b', 'nonsense']

  it('goes on from the version it finds', () => {
    const sql = driver.open(':memory:')
    migrate(sql, steps.slice(0, 1))
    migrate(sql, steps.slice(0, 2))
    migrate(sql, steps.slice(0, 2))
    expect(versionOf(sql)).toBe(2)
    expect(sql.all('SELECT a, b FROM one').map((row) => ({ ...row }))).toEqual([{ a: 1, b: null }])
    sql.close()
  })

  it('finds in older lines what newer ones are searched for', async () => {
    const directory = join(aDirectory().path, 'project')
    const line = (fields: object): string =>
      JSON.stringify({ v: 1, id: 'x', at: '2026-03-01T12:00:00Z', decision: 'pass', ...fields })
    const lines = [
      line({ id: 'a', ms: 1.5, session: 's', decision: 'deny', agent: 'w' }),
      line({ id: 'b', ms: '2', hooks: [{ id: 'h', failure: 'error: x' }, 7, 'text'] }),
      line({ id: 'c', ms: 3, hooks: [{ id: 'h', skipped: 'breaker' }] }),
      line({ id: 'd', error: 'gone', hooks: 'none' }),
      line({ id: 'e', hooks: [{ failure: 'of nobody' }, { id: 'h', skipped: 'dev-mode' }] }),
      'no JSON',
      `{"v":2,"id":"deep","ms":4,"more":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
    ]
    // What the code of today takes in, without what only it knows.
    const { store } = await openStore(directory, driver)
    mkdirSync(join(directory, 'spool'))
    writeFileSync(join(directory, 'spool/2026-03-01.jsonl'), lines.map((text) => `${text}\n`).join(''))
    await ingest(store, directory, new Date())
    const today = await store.query({})
    const overview = async (of: Store) => [await of.figures({ since: 0, until: 1e14 }), await of.activity({ since: 0 })]
    const sums = await overview(store)
    await store.close()
    const sql = driver.open(join(directory, 'audit.db'))
    sql.exec(`DROP INDEX entries_notable; DROP INDEX entries_trouble; DROP TABLE decision_tallies;
      DROP TABLE session_tallies; ALTER TABLE entries DROP COLUMN ms; ALTER TABLE entries DROP COLUMN trouble;
      ALTER TABLE chain DROP COLUMN epoch;
      PRAGMA user_version = 1`)
    sql.close()

    const { store: migrated } = await openStore(directory, driver)
    const found = await migrated.query({})
    expect(await overview(migrated)).toEqual(sums)
    await migrated.close()
    // SQLite reads no JSON that is so deep; it is left without.
    const { ms: _, ...deep } = today[0] ?? {}
    expect(found).toEqual([deep, ...today.slice(1)])
    expect(found.map(({ id, ms, trouble }) => [id, ms, trouble])).toEqual([
      ['deep', undefined, undefined],
      ['e', undefined, undefined],
      ['d', undefined, true],
      ['c', 3, true],
      ['b', undefined, true],
      ['a', 1.5, undefined],
    ])
  })

  it('does all of it or nothing', () => {
    const sql = driver.open(':memory:')
    expect(() => migrate(sql, steps)).toThrow(/syntax error/)
    expect(versionOf(sql)).toBe(0)
    expect(sql.all('SELECT name FROM sqlite_master')).toEqual([])
    sql.close()
  })
})

function foreign(file: string): void {
  const sql = driver.open(`${file}.theirs`)
  sql.exec('CREATE TABLE theirs (a)')
  sql.close()
  renameSync(`${file}.theirs`, file)
}
