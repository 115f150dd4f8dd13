import { aSpool, entriesIn, idsIn, line, lines } from '../../../../test/store/support/spool.ts'
import { program } from '../../../../test/store/support/program.ts'
import { ingest } from './ingest.ts'
import { verify } from './verify.ts'

const NOW = new Date('2026-03-02T00:00:00Z')

const ingester = await program(`
  import { ingest } from './packages/runtime/src/audit/ingest.ts'
  import { openStore } from './packages/runtime/src/audit/store/open.ts'
  const { store } = await openStore(process.argv[2])
  console.log(await ingest(store, process.argv[2], new Date()))
  await store.close()
`)

describe('D17: ingest', () => {
  it('takes each line once, however often it is called', async () => {
    const spool = aSpool()
    const store = await spool.open()
    expect(await ingest(store, spool.directory, NOW)).toBe(0)
    spool.append(lines('a', 'b'))
    expect(await ingest(store, spool.directory, NOW)).toBe(2)
    expect(await ingest(store, spool.directory, NOW)).toBe(0)
    spool.append(lines('c'))
    expect(await ingest(store, spool.directory, NOW)).toBe(1)
    expect(await idsIn(store)).toEqual(['a', 'b', 'c'])
    expect(await verify(store, spool.directory)).toMatchObject({ ok: true, entries: 3 })
  })

  it('leaves a torn last line alone until it is complete', async () => {
    const spool = aSpool()
    const store = await spool.open()
    const [whole, torn] = [line('a'), line('b', { decision: 'deny', error: 'ä🙂' })]
    const middle = Buffer.from(torn).indexOf(Buffer.from('🙂')) + 2
    spool.append(Buffer.concat([Buffer.from(`${whole}\n`), Buffer.from(torn).subarray(0, middle)]))
    expect(await ingest(store, spool.directory, NOW)).toBe(1)
    expect(await verify(store, spool.directory)).toMatchObject({ ok: true, torn: { count: 1 }, waiting: { count: 0 } })

    spool.append(Buffer.from(`${torn}\n`).subarray(middle))
    expect(await ingest(store, spool.directory, NOW)).toBe(1)
    expect((await entriesIn(store)).map((entry) => entry.line)).toEqual([whole, torn])
    expect(await verify(store, spool.directory)).toMatchObject({ ok: true, torn: { count: 0 } })
  })

  it.each([
    ['a torn one', line('torn').slice(0, 40)],
    ['two torn ones', line('torn').slice(0, 40) + line('again').slice(0, 3)],
    ['one torn inside a character', Buffer.from('{"v":1,"error":"🙂').subarray(0, -2)],
  ])('saves the whole line that was appended to %s', async (_, torn) => {
    const spool = aSpool()
    const store = await spool.open()
    spool.append(Buffer.concat([lines('a'), torn, lines('b', 'c')].map((part) => Buffer.from(part))))
    await ingest(store, spool.directory, NOW)
    expect(await idsIn(store)).toEqual(['a', expect.stringMatching(/^line-/), 'b', 'c'])
    expect(await verify(store, spool.directory)).toMatchObject({ ok: true, entries: 4, unreadable: 1 })
  })

  const newer = { at: undefined, v: 99, shape: [{ deep: '🙂' }], decision: 'escalate', event: 7 }
  const strange: readonly (readonly [string, string | Uint8Array, Readonly<Record<string, unknown>>])[] = [
    ['a line of version 99', line('x', newer), { id: 'x', kind: 'newer', decision: 'escalate', session: 's1' }],
    ['a line with CRLF', `${line('x')}\r`, { id: 'x', kind: 'entry', line: `${line('x')}\r` }],
    ['words', 'not JSON', { kind: 'unreadable', line: 'not JSON' }],
    ['JSON that is no entry', '[1]', { kind: 'unreadable', line: '[1]' }],
    ['an entry without a time', line('x', { at: 'soon' }), { kind: 'unreadable' }],
    ['an entry without an id', line('', {}), { kind: 'unreadable' }],
    ['an entry of version 0', line('x', { v: 0 }), { kind: 'unreadable' }],
    [
      'bytes that are no text',
      Buffer.from([0xff, 0xfe, 0x41]),
      { kind: 'unreadable', line: '//5B', encoding: 'base64' },
    ],
    ['a zero byte', 'a\0b', { kind: 'unreadable', encoding: 'base64', line: 'YQBi' }],
    [
      'names that a database would cut',
      line('x', { session: 'a\0b', tool: '\uD83D' }),
      { session: 'a\uFFFDb', tool: '\uFFFD' },
    ],
    [
      'hooks of a wrong shape',
      line('x', { hooks: [null, 7, { id: 1 }, 'y'], lowered: 'z' }),
      { id: 'x', kind: 'entry' },
    ],
  ]
  it.each(strange)('keeps %s verbatim, and goes on', async (_, given, expected) => {
    const spool = aSpool()
    const store = await spool.open()
    const bytes = Buffer.concat([Buffer.from(lines('before')), Buffer.from(given), Buffer.from(`\n${lines('after')}`)])
    spool.append(bytes)
    expect(await ingest(store, spool.directory, NOW)).toBe(3)
    const [before, kept, after] = await entriesIn(store)
    expect([before?.id, after?.id]).toEqual(['before', 'after'])
    expect(kept).toMatchObject(expected)
    expect(Buffer.from(kept?.line ?? '', kept?.encoding)).toEqual(Buffer.from(given))
    expect(await verify(store, spool.directory)).toMatchObject({ ok: true, entries: 3, waiting: { count: 0 } })
  })

  it('counts what it could not read, the same rubbish twice as two', async () => {
    const spool = aSpool()
    const store = await spool.open()
    spool.append(`rubbish\nrubbish\n${line('x', { v: 2 })}\n\n \r\n${lines('a')}`)
    await ingest(store, spool.directory, NOW)
    expect(await store.counts()).toEqual({ entry: 1, newer: 1, unreadable: 2 })
  })

  it('follows the days, and a clock that goes back', async () => {
    const spool = aSpool()
    const store = await spool.open()
    spool.append(lines('monday'), '2026-03-02')
    await ingest(store, spool.directory, NOW)
    spool.append(lines('sunday-late'), '2026-03-01')
    spool.append(lines('monday-2'), '2026-03-02')
    await ingest(store, spool.directory, new Date('1999-01-01T00:00:00Z'))
    spool.append(lines('sunday-later'), '2026-03-01')
    await ingest(store, spool.directory, NOW)
    expect(await idsIn(store)).toEqual(['monday', 'sunday-late', 'monday-2', 'sunday-later'])
    expect(await verify(store, spool.directory)).toMatchObject({ ok: true, entries: 4 })
  })

  it('reads a file again that was cut or replaced, and still has each line once', async () => {
    const spool = aSpool()
    const store = await spool.open()
    spool.append(lines('a', 'b', 'c'))
    await ingest(store, spool.directory, NOW)
    spool.replace(lines('a', 'd'))
    await ingest(store, spool.directory, NOW)
    expect(await idsIn(store)).toEqual(['a', 'b', 'c', 'd'])
    spool.replace('')
    await ingest(store, spool.directory, NOW)
    spool.replace(lines('e'))
    await ingest(store, spool.directory, NOW)
    expect(await idsIn(store)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('keeps two different lines of one id', async () => {
    const spool = aSpool()
    const store = await spool.open()
    spool.append(`${line('a')}\n${line('a', { decision: 'deny' })}\n${line('a')}\n`)
    await ingest(store, spool.directory, NOW)
    expect((await entriesIn(store)).map(({ decision }) => decision)).toEqual(['pass', 'deny'])
    expect(await verify(store, spool.directory)).toMatchObject({ ok: true })
  })

  it('is safe with four ingesters at once: one chain, nothing twice', async () => {
    const spool = aSpool()
    const ids = Array.from({ length: 12_000 }, (_, index) => `e${index}`)
    spool.append(lines(...ids.slice(0, 6_000)), '2026-03-01')
    spool.append(lines(...ids.slice(6_000)), '2026-03-02')
    const ends = await Promise.all(Array.from({ length: 4 }, () => ingester([spool.directory]).ended))
    expect(ends.map(({ stderr }) => stderr).join('')).toBe('')
    expect(ends.reduce((sum, { stdout }) => sum + Number(stdout), 0)).toBe(ids.length)
    const store = await spool.open()
    expect((await idsIn(store)).toSorted()).toEqual(ids.toSorted())
    expect(await verify(store, spool.directory)).toMatchObject({ ok: true, entries: ids.length, missing: { count: 0 } })
  })
})
