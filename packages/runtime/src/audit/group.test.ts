import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { aDirectory } from '../../../../test/process/support/temporary.ts'
import { openGroupedSpool } from './group.ts'
import type { AuditEntry } from './spool.ts'

const entry = (id: string, day = '2026-03-01'): AuditEntry => ({
  event: { id, at: new Date(`${day}T12:00:00Z`), host: 'claude-code', name: 'Stop', session: 's1' },
  decision: 'pass',
  ms: 1,
  hooks: [],
})

const idsIn = (directory: string, day = '2026-03-01'): readonly unknown[] =>
  readFileSync(join(directory, `spool/${day}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: unknown }).id)

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('the lines of one turn', () => {
  it('are written at its end, in order, before anyone is told', async () => {
    const { path } = aDirectory()
    const write = openGroupedSpool()
    const told: string[] = []
    const all = ['a', 'b', 'c'].map(async (id) => {
      await write(path, entry(id))
      told.push(id)
      expect(idsIn(path)).toEqual(['a', 'b', 'c'])
    })
    await Promise.resolve()
    expect({ told, written: existsSync(join(path, 'spool')) }).toEqual({ told: [], written: false })
    await Promise.all(all)
    expect(told).toEqual(['a', 'b', 'c'])
  })

  it('go to the file of their project and day', async () => {
    const [one, two] = [aDirectory().path, aDirectory().path]
    const write = openGroupedSpool()
    await Promise.all([
      write(one, entry('a')),
      write(two, entry('b')),
      write(one, entry('c', '2026-03-02')),
      write(one, entry('d')),
    ])
    expect([idsIn(one), idsIn(two), idsIn(one, '2026-03-02')]).toEqual([['a', 'd'], ['b'], ['c']])
  })

  it('do not wait for those of the next turn', async () => {
    const { path } = aDirectory()
    const write = openGroupedSpool()
    const first = write(path, entry('a'))
    await turn()
    const second = write(path, entry('b'))
    await first
    expect(idsIn(path)).toEqual(['a'])
    await second
    expect(idsIn(path)).toEqual(['a', 'b'])
  })

  it('of a project whose spool cannot be written are lost, each with the reason; those of others are not', async () => {
    const [bad, good] = [aDirectory().path, aDirectory().path]
    mkdirSync(join(bad, 'elsewhere'))
    symlinkSync(join(bad, 'elsewhere'), join(bad, 'spool'))
    const write = openGroupedSpool()
    const ends = await Promise.allSettled([write(bad, entry('a')), write(good, entry('b')), write(bad, entry('c'))])
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
    expect(String((ends[2] as PromiseRejectedResult).reason)).toContain('is not a directory')
    expect(idsIn(good)).toEqual(['b'])
  })
})
