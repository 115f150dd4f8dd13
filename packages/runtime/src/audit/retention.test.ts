import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aSpool, idsIn, line, type Spool } from '../../../../test/store/support/spool.ts'
import { ingest } from './ingest.ts'
import { retire } from './retention.ts'
import { verify } from './verify.ts'

const NOW = new Date('2026-03-31T12:00:00Z')
const DAYS = ['2026-01-01', '2026-01-31', '2026-03-30'] as const

/** One line per day, chained on that day, each file as old as its day. */
async function threeDays(): Promise<{ spool: Spool; store: Awaited<ReturnType<Spool['open']>> }> {
  const spool = aSpool()
  const store = await spool.open()
  for (const day of DAYS) {
    const at = new Date(`${day}T12:00:00Z`)
    spool.append(`${line(day, { at: at.toISOString() })}\n`, day)
    await ingest(store, spool.directory, at)
    utimesSync(spool.file(day), at, at)
  }
  return { spool, store }
}

const filesLeft = (spool: Spool): readonly string[] => DAYS.filter((day) => existsSync(spool.file(day)))

describe('retire', () => {
  it.each([
    [30, ['2026-03-30']],
    [58, ['2026-03-30']],
    [59, ['2026-01-31', '2026-03-30']],
    [365, DAYS],
    [0, []],
  ])('after %i days lets entries and files go, and the chain still verifies', async (days, left) => {
    const { spool, store } = await threeDays()
    expect(await retire(store, spool.directory, NOW, days)).toBe(DAYS.length - left.length)
    expect(await idsIn(store)).toEqual(left)
    expect(filesLeft(spool)).toEqual(left)
    expect((await store.state()).cursors.map(({ source }) => source)).toEqual(left.map((day) => `${day}.jsonl`))
    expect(await verify(store, spool.directory)).toMatchObject({ ok: true, entries: left.length })
    expect(await ingest(store, spool.directory, NOW)).toBe(0)
  })

  it('keeps 30 days by default', async () => {
    const { spool, store } = await threeDays()
    expect(await retire(store, spool.directory, NOW)).toBe(2)
  })

  it('keeps a file with lines that are not ingested yet', async () => {
    const { spool, store } = await threeDays()
    spool.append(`${line('late')}\n`, '2026-01-01')
    const old = new Date('2026-01-02T00:00:00Z')
    utimesSync(spool.file('2026-01-01'), old, old)
    await retire(store, spool.directory, NOW)
    expect(filesLeft(spool)).toEqual(['2026-01-01', '2026-03-30'])
    expect(await verify(store, spool.directory)).toMatchObject({ ok: true, waiting: { count: 1 } })
    expect(await ingest(store, spool.directory, NOW)).toBe(1)
    expect(await idsIn(store)).toEqual(['2026-03-30', 'late'])
  })

  it('keeps a file that has just changed: the clock may have been set back', async () => {
    const { spool, store } = await threeDays()
    utimesSync(spool.file('2026-01-01'), NOW, NOW)
    await retire(store, spool.directory, NOW)
    expect(filesLeft(spool)).toEqual(['2026-01-01', '2026-03-30'])
    expect(await verify(store, spool.directory)).toMatchObject({ ok: true, waiting: { count: 0 } })
  })

  it('lets a torn last line go with its file', async () => {
    const { spool, store } = await threeDays()
    spool.append('{"v":1,"id":"to', '2026-01-01')
    const old = new Date('2026-01-02T00:00:00Z')
    utimesSync(spool.file('2026-01-01'), old, old)
    await retire(store, spool.directory, NOW)
    expect(filesLeft(spool)).toEqual(['2026-03-30'])
  })

  it('takes up what was cut short: entries gone, files still there', async () => {
    const { spool, store } = await threeDays()
    await store.prune(NOW.getTime() - 30 * 24 * 3600 * 1000)
    expect(filesLeft(spool)).toEqual(DAYS)
    expect(await verify(store, spool.directory)).toMatchObject({ ok: true, entries: 1, altered: { count: 0 } })
    expect(await ingest(store, spool.directory, NOW)).toBe(0)
    await retire(store, spool.directory, NOW)
    expect(filesLeft(spool)).toEqual(['2026-03-30'])
  })

  it('lets go of databases that were set aside, old ones only', async () => {
    const { spool, store } = await threeDays()
    const asides = ['audit.db.corrupt-2026-01-01', 'audit.db.corrupt-2026-03-30'].map((name) =>
      join(spool.directory, name),
    )
    const [old = '', young = ''] = asides
    mkdirSync(old)
    writeFileSync(young, '')
    utimesSync(old, new Date('2026-01-01'), new Date('2026-01-01'))
    await retire(store, spool.directory, NOW)
    expect(asides.map((path) => existsSync(path))).toEqual([false, true])
  })
})

describe('on a machine of a team', () => {
  it.each([
    ['nothing is shipped: the last 90 days stay', 0, ['2026-01-01', '2026-01-31', '2026-03-30'], 89],
    ['the first is shipped: the others wait', 1, ['2026-01-31', '2026-03-30'], 89],
    ['all is shipped: only the young one stays', 3, ['2026-03-30'], 89],
    ['nothing is shipped for longer than 90 days', 0, ['2026-03-30'], 125],
  ])('%s', async (_, shipped, left, day) => {
    const { spool, store } = await threeDays()
    const now = new Date(Date.parse('2026-01-01T12:00:00Z') + day * 86_400_000)
    await retire(store, spool.directory, now, 30, shipped)
    expect(await idsIn(store)).toEqual(left)
    expect(await verify(store, spool.directory)).toMatchObject({ ok: true, entries: left.length })
  })
})
