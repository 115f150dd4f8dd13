import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { program } from '../../../../test/store/support/program.ts'
import { aSpool, idsIn, lines, type Spool } from '../../../../test/store/support/spool.ts'
import { databaseFile } from './store/open.ts'
import { libsqlDriver } from './store/sqlite/driver.ts'
import { hasAudit, withAudit } from './audit.ts'
import { verify } from './verify.ts'

const NOW = new Date('2026-03-02T00:00:00Z')
const driver = await libsqlDriver()

const asNobody = await program(`
  import { withAudit } from './packages/runtime/src/audit/audit.ts'
  if (process.getuid() === 0) process.setuid(65534)
  await withAudit(process.argv[2], { now: new Date('2026-03-02T00:00:00Z') }, async ({ store, warnings }) => {
    const found = await store.query({})
    console.log(JSON.stringify({ ids: found.map(({ id }) => id), warnings }))
  })
`)

/** 300 chained entries, and everything in the database file itself. */
async function anAudit(): Promise<{ spool: Spool; ids: readonly string[] }> {
  const spool = aSpool()
  const ids = Array.from({ length: 300 }, (_, index) => `e${String(index).padStart(3, '0')}`)
  spool.append(lines(...ids))
  await withAudit(spool.directory, { now: NOW }, async () => undefined)
  const sql = driver.open(databaseFile(spool.directory))
  sql.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  sql.close()
  return { spool, ids }
}

describe('withAudit', () => {
  it('brings the store up to date first', async () => {
    const spool = aSpool()
    expect(hasAudit(spool.directory)).toBe(false)
    spool.append(lines('a'))
    expect(hasAudit(spool.directory)).toBe(true)
    const first = await withAudit(spool.directory, { now: NOW }, async ({ store, added }) => [
      added,
      await idsIn(store),
    ])
    expect(first).toEqual([1, ['a']])
    spool.append(lines('b'))
    const second = await withAudit(spool.directory, { now: NOW }, async ({ store, added }) => [
      added,
      await idsIn(store),
    ])
    expect(second).toEqual([1, ['a', 'b']])
  })

  const harms: readonly (readonly [string, (file: string) => void])[] = [
    ['garbage', (file) => writeFileSync(file, 'garbage '.repeat(2000))],
    ['cut off', (file) => truncateSync(file, 9000)],
    ['empty', (file) => truncateSync(file, 0)],
    ['a directory', (file) => replaceByDirectory(file)],
    ['broken deep inside, where opening does not look', (file) => breakInside(file)],
  ]
  it.each(harms)('makes a database that is %s again from the spool, and says so', async (_, harm) => {
    const { spool, ids } = await anAudit()
    harm(databaseFile(spool.directory))
    const [found, warnings] = await withAudit(spool.directory, { now: NOW }, async ({ store, warnings: said }) => [
      await idsIn(store),
      said,
    ])
    expect(found).toEqual(ids)
    expect(warnings).toEqual([
      expect.stringMatching(/damaged.* set aside as .*audit\.db\.corrupt-\S+ and made again.* 300\.$/),
    ])
    expect(readdirSync(spool.directory).filter((name) => name.includes('corrupt'))).not.toEqual([])

    const [later, notes, verified] = await withAudit(
      spool.directory,
      { now: NOW },
      async ({ store, warnings: said }) => [said, await store.notes(), await verify(store, spool.directory)],
    )
    expect(later).toEqual([])
    expect(notes).toEqual([{ at: NOW.getTime(), text: expect.stringContaining('audit.db.corrupt-') }])
    expect(verified).toMatchObject({ ok: true, entries: 300 })
  })

  it.each([
    ['a spool and no database', async () => aSpoolWith(lines('a', 'b')), ['b', 'a']],
    ['a database too', async () => anotherLine(await anAudit()), expect.arrayContaining(['late', 'e000'])],
  ])('reads from the spool alone where nothing can be written: %s', async (_, make, expected) => {
    const spool = await make()
    handOver(spool.directory)
    const { stdout, stderr } = await asNobody([spool.directory]).ended
    expect(stderr).toBe('')
    const { ids, warnings } = JSON.parse(stdout) as { ids: unknown; warnings: unknown }
    expect(ids).toEqual(expected)
    expect(warnings).toEqual([
      expect.stringMatching(/^Nothing can be written in .*; this is read from the spool alone\.$/),
    ])
  })

  it('does not take an error of its caller for one of its own', async () => {
    const { spool } = await anAudit()
    const fail = withAudit(spool.directory, { now: NOW }, async () => {
      throw new Error('theirs')
    })
    await expect(fail).rejects.toThrow('theirs')
    expect(readdirSync(spool.directory).filter((name) => name.includes('corrupt'))).toEqual([])
  })
})

function aSpoolWith(text: string): Spool {
  const spool = aSpool()
  spool.append(text)
  return spool
}

function anotherLine({ spool }: { readonly spool: Spool }): Spool {
  spool.append(lines('late'))
  return spool
}

/** Root may write anywhere, so a test that runs as root gives the files to another user. */
function handOver(directory: string): void {
  const paths = [
    dirname(directory),
    directory,
    ...readdirSync(directory, { recursive: true }).map((name) => join(directory, String(name))),
  ]
  for (const path of paths) if (process.getuid?.() === 0) chownSync(path, 65_534, 65_534)
  const inside = paths.slice(1)
  for (const path of inside) chmodSync(path, statSync(path).isDirectory() ? 0o500 : 0o400)
  // Required for cleanup.
  // What belongs to an open database goes when it is closed.
  onTestFinished(() =>
    inside.filter((path) => !path.endsWith('-shm') && !path.endsWith('-wal')).forEach((path) => chmodSync(path, 0o700)),
  )
}

function replaceByDirectory(file: string): void {
  rmSync(file)
  mkdirSync(join(file, 'inside'), { recursive: true })
}

function breakInside(file: string): void {
  const bytes = readFileSync(file)
  // The first pages hold the tables' names; the damage comes after them.
  writeFileSync(file, bytes.fill(0xab, Math.floor(bytes.length / 2)))
}
