import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openGroupedSpool } from '../../packages/runtime/src/audit/group.ts'
import { entriesOf } from '../../packages/runtime/src/audit/entries.ts'
import { chunksOf, spoolFiles } from '../../packages/runtime/src/audit/read-spool.ts'
import type { AuditEntry } from '../../packages/runtime/src/audit/spool.ts'
import { lostLines } from '../../packages/runtime/src/system/state/lost-lines.ts'
import { stateHome } from '../../packages/runtime/src/system/state/place.ts'
import { aWatched, isDenied, type Watched } from '../process/support/daemon.ts'
import { aDirectory } from '../process/support/temporary.ts'
import { aSmallDisk, type SmallDisk } from './support/small-disk.ts'

/** A disk that is full in the middle of a group of lines. */

const entry = (id: string): AuditEntry => ({
  event: { id, at: new Date('2026-03-01T12:00:00Z'), host: 'claude-code', name: 'Stop', session: 's1' },
  decision: 'block',
  ms: 1,
  hooks: Array.from({ length: 4 }, () => ({ id: 'a/b', decision: 'block', reason: `${id} `.repeat(80), ms: 1 })),
})

/** What a reader finds: ids of whole lines. */
const readable = (directory: string): readonly string[] =>
  spoolFiles(directory).flatMap((name) =>
    [...chunksOf(directory, name)].flatMap((chunk) =>
      entriesOf(name, chunk).flatMap(({ kind, id }) => (kind === 'entry' ? [id] : [])),
    ),
  )

describe('lines of one turn', () => {
  it('exactly those that the disk took count as written, and later ones are not lost with a cut one', async () => {
    const { path } = aDirectory()
    const disk = aSmallDisk(path)
    const write = openGroupedSpool()
    await write(path, entry('before'))
    disk.fillUpTo(16 << 10)
    const ids = Array.from({ length: 40 }, (_, n) => `line-${n}`)
    const ends = await Promise.allSettled(ids.map((id) => write(path, entry(id))))
    const written = ids.filter((_, n) => ends[n]?.status === 'fulfilled')
    // Some of them: the disk was full in the middle of the group.
    expect(written.length).toBeGreaterThan(0)
    expect(written.length).toBeLessThan(ids.length)
    const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []))
    expect(new Set(reasons).size).toBe(1)
    expect(reasons[0]).toMatch(/is the disk full\?|ENOSPC/)
    await expect(write(path, entry('refused'))).rejects.toThrow(/ENOSPC|is the disk full/)

    disk.clear()
    await write(path, entry('after'))
    expect(readable(path)).toEqual(['before', ...written, 'after'])
  })
})

describe('the daemon', () => {
  const COMMANDS = Array.from({ length: 60 }, (_, n) => `${n % 2 === 0 ? 'rm -rf /' : 'ls'} # number-${n}-`)

  it.each<[string, RegExp, (disk: SmallDisk) => void]>([
    ['full', /ENOSPC|is the disk full/, (disk) => disk.fillUpTo(12 << 10)],
    ['read-only', /EROFS/, (disk) => disk.lock()],
  ])('%s: decides as before, and each decision is in the audit or counted as lost', async (_, reason, harm) => {
    const watched = await onASmallDisk()
    const before = (await watched.settled()).requests
    harm(watched.disk)
    const answers = await Promise.all(COMMANDS.map((command) => watched.bash(command, { shell: [] })))
    expect(answers.map(isDenied)).toEqual(COMMANDS.map((command) => command.startsWith('rm')))
    expect(answers.every(({ code }) => code === 0)).toBe(true)

    const key = readdirSync(watched.state).find((name) => existsSync(join(watched.state, name, 'spool'))) ?? ''
    const lost = lostLines(watched.env, key, Date.now())
    const kept = COMMANDS.filter((_, n) => linesIn(watched.state, key).some((line) => line.includes(`number-${n}-`)))
    expect(kept.length).toBeLessThan(COMMANDS.length)
    // All were answered by one process, so each lost line is counted.
    expect((await watched.status())?.requests).toBe(before + COMMANDS.length)
    expect(kept.length + (lost?.count ?? 0)).toBe(COMMANDS.length)
    expect(lost?.reason).toMatch(reason)

    // The user is told once, and with space again new decisions are recorded.
    const told = answers.filter(({ stdout }) => stdout.includes('the audit cannot be written'))
    expect(told).toHaveLength(1)
    watched.disk.clear()
    expect(isDenied(await watched.bash('rm -rf / # number-last-', { shell: [] }))).toBe(true)
    expect(linesIn(watched.state, key).some((line) => line.includes('number-last-'))).toBe(true)
  })

  const linesIn = (state: string, key: string): readonly string[] => {
    const directory = join(state, key)
    return spoolFiles(directory).flatMap((name) =>
      [...chunksOf(directory, name)].flatMap((chunk) =>
        entriesOf(name, chunk).flatMap(({ kind, line }) => (kind === 'entry' ? [line] : [])),
      ),
    )
  }

  async function onASmallDisk(): Promise<Watched & { disk: SmallDisk; state: string }> {
    const watched = aWatched()
    const state = stateHome(watched.env)
    mkdirSync(state, { recursive: true, mode: 0o700 })
    const disk = aSmallDisk(state)
    await watched.line('SessionStart', { source: 'startup' })
    await watched.settled(({ sessions }) => sessions === 1)
    await watched.bash('ls')
    return { ...watched, disk, state }
  }
})
