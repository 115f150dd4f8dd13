import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { program } from '../../../../../test/process/support/program.ts'
import { aDirectory } from '../../../../../test/process/support/temporary.ts'
import { openArea } from '../state/area.ts'
import { LockTimeout, withLock } from './lock.ts'

const counter = await program(`
  import { keepLockFile } from './packages/runtime/src/system/files/lock.ts'
  import { openArea } from './packages/runtime/src/system/state/area.ts'
  const area = openArea(process.argv[2])
  if (process.argv[3] === 'keep') keepLockFile()
  for (let n = 0; n < 25; n++) {
    try {
      area.update('counter', (old) => (old ?? 0) + 1)
    } catch (error) {
      // On a busy machine a process may time out; then it has not counted, and tries again.
      if (error.name !== 'LockTimeout') throw error
      n -= 1
    }
  }
`)

const keeper = await program(`
  import { mkdirSync, readdirSync, rmSync } from 'node:fs'
  import { keepLockFile, withLock } from './packages/runtime/src/system/files/lock.ts'
  const [, , first, second] = process.argv
  keepLockFile()
  const seen = []
  const hold = (folder) => withLock(folder + '/lock', 1000, () => seen.push(readdirSync(folder).length))
  hold(first)
  hold(second)
  withLock(first + '/lock', 1000, () => hold(second))
  rmSync(first, { recursive: true })
  hold(second)
  mkdirSync(first)
  hold(first)
  console.log(JSON.stringify([seen, readdirSync(first), readdirSync(second).length]))
`)

const holder = await program(`
  import { writeSync } from 'node:fs'
  import { withLock } from './packages/runtime/src/system/files/lock.ts'
  withLock(process.argv[2], 1000, () => {
    writeSync(1, 'held')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })
`)

/** Above the largest pid of any system we run on. */
const DEAD = '4194999 gone'

describe('many processes', () => {
  it.each([
    ['', undefined],
    [' and a lock that a dead process left', DEAD],
  ])('count together and lose nothing%s', async (_, leftover) => {
    const { path } = aDirectory()
    const state = join(path, 'state')
    openArea(state).update('counter', () => 0)
    if (leftover !== undefined) writeFileSync(join(state, 'counter.json.lock'), leftover)

    const ends = await Promise.all(Array.from({ length: 16 }, () => counter.start([state]).ended))
    expect(ends.map(({ stderr }) => stderr).filter((text) => text !== '')).toEqual([])
    expect(openArea(state).get('counter')).toBe(16 * 25)
    expect(readdirSync(state)).toEqual(['counter.json'])
  })
})

describe('a process that takes many locks', () => {
  it('makes one file for all of them, makes it anew when it is gone, and leaves nothing', async () => {
    const [first, second] = [join(aDirectory().path, 'a'), join(aDirectory().path, 'b')]
    for (const folder of [first, second]) mkdirSync(folder)
    const { stdout, stderr } = await keeper.start([first, second]).ended
    expect(stderr).toBe('')
    // The file is in the first directory, beside the lock there; later in the second.
    expect(JSON.parse(stdout)).toEqual([[2, 1, 1, 2, 1], [], 1])
    expect([readdirSync(first), readdirSync(second)]).toEqual([[], []])
  })

  it('removes the file of one that was killed, and of no other', async () => {
    const [first, second] = [join(aDirectory().path, 'a'), join(aDirectory().path, 'b')]
    for (const folder of [first, second]) mkdirSync(folder)
    const ended = await keeper.start([first, second]).ended
    expect(ended.stderr).toBe('')
    const [dead, alive] = ['x.json.lock.999999999-1-abc.try', `x.json.lock.${process.pid}-1-abc.try`]
    for (const name of [dead, alive, 'mine.try']) writeFileSync(join(second, name), '')
    await keeper.start([first, second]).ended
    expect(readdirSync(second).toSorted()).toEqual(['mine.try', alive].toSorted())
  })

  it('counts with others and loses nothing', async () => {
    const { path } = aDirectory()
    const state = join(path, 'state')
    openArea(state).update('counter', () => 0)
    const ends = await Promise.all(Array.from({ length: 8 }, () => counter.start([state, 'keep']).ended))
    expect(ends.map(({ stderr }) => stderr).filter((text) => text !== '')).toEqual([])
    expect(openArea(state).get('counter')).toBe(8 * 25)
    expect(readdirSync(state)).toEqual(['counter.json'])
  })
})

describe('a lock in use', () => {
  it('keeps others out, and lets them in when its holder is killed', async () => {
    const path = join(aDirectory().path, 'lock')
    const holding = holder.start([path])
    await holding.printed('held')
    expect(() => withLock(path, 50, () => 'in')).toThrow(LockTimeout)

    holding.child.kill('SIGKILL')
    await holding.ended
    expect(existsSync(path)).toBe(true)
    expect(withLock(path, 2000, () => 'in')).toBe('in')
  })

  it('is given back when the work fails', () => {
    const { path } = aDirectory()
    const fail = (): never => {
      throw new Error('broken')
    }
    expect(() => withLock(join(path, 'lock'), 0, fail)).toThrow('broken')
    expect(readdirSync(path)).toEqual([])
  })

  it('is not removed from the process that took it over', () => {
    const path = join(aDirectory().path, 'lock')
    withLock(path, 0, () => writeFileSync(path, 'somebody else'))
    expect(readFileSync(path, 'utf8')).toBe('somebody else')
  })

  it('leaves nothing behind when it cannot be had', () => {
    const { path, write } = aDirectory()
    write({ lock: `${process.pid} me` })
    expect(() => withLock(join(path, 'lock'), 0, () => 'in')).toThrow(LockTimeout)
    expect(readdirSync(path)).toEqual(['lock'])
  })
})

describe('a lock without a holder', () => {
  it.each(['', 'garbage', '0', '-1 x', '\0\0', DEAD])('is taken over when it says %j', (text) => {
    const { path, write } = aDirectory()
    write({ lock: text })
    expect(withLock(join(path, 'lock'), 1000, () => 'in')).toBe('in')
    expect(readdirSync(path)).toEqual([])
  })

  it('is taken over when it is old, even if its pid lives again', () => {
    const { path, write } = aDirectory()
    write({ lock: `${process.pid} me` })
    makeOld(join(path, 'lock'))
    expect(withLock(join(path, 'lock'), 1000, () => 'in')).toBe('in')
  })

  it('is left to the process that is removing it', () => {
    const { path, write } = aDirectory()
    write({ lock: DEAD, 'lock.clean': '' })
    expect(() => withLock(join(path, 'lock'), 50, () => 'in')).toThrow(LockTimeout)
    expect(readdirSync(path)).toEqual(['lock', 'lock.clean'])
  })

  it('is cleared away when the one who began to has gone', () => {
    const { path, write } = aDirectory()
    write({ lock: DEAD, 'lock.clean': '' })
    makeOld(join(path, 'lock.clean'))
    expect(withLock(join(path, 'lock'), 1000, () => 'in')).toBe('in')
    expect(readdirSync(path)).toEqual([])
  })
})

function makeOld(path: string): void {
  const minuteAgo = new Date(Date.now() - 60_000)
  utimesSync(path, minuteAgo, minuteAgo)
}
