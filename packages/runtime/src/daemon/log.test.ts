import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { temporaryDirectory } from '../../../testing/src/repository.ts'
import { logFile, openLog } from './log.ts'

describe('the log', () => {
  let home: ReturnType<typeof temporaryDirectory>
  beforeEach(() => (home = temporaryDirectory()))
  afterEach(() => home.dispose())
  const env = () => ({ HOME: home.path })
  const now = (): Date => new Date('2026-03-01T12:00:00Z')
  const read = (): string => readFileSync(logFile(env()), 'utf8')

  it('has a line with time and process for each note, for our eyes only', () => {
    const note = openLog(env(), now)
    note('listening')
    note('ending')
    expect(read()).toBe(
      `2026-03-01T12:00:00.000Z ${process.pid} listening\n2026-03-01T12:00:00.000Z ${process.pid} ending\n`,
    )
    expect(statSync(logFile(env())).mode & 0o777).toBe(0o600)
  })

  it('masks secrets, keeps to one line, and is short', () => {
    const note = openLog(env(), now)
    note(`failed:\n  token ghp_${'a1B2'.repeat(9)}\r\n${'x'.repeat(10_000)}`)
    expect(read()).not.toContain('a1B2a1B2')
    expect(read().split('\n')).toHaveLength(2)
    expect(read().length).toBeLessThan(600)
  })

  it('keeps one predecessor', () => {
    const note = openLog(env(), now)
    for (const letter of ['a', 'b', 'c']) {
      note(letter)
      writeFileSync(logFile(env()), letter.repeat((1 << 20) + 1))
    }
    note('new')
    expect(read()).toContain('new')
    expect(read().length).toBeLessThan(100)
    expect(readFileSync(`${logFile(env())}.1`, 'utf8').slice(0, 3)).toBe('ccc')
    expect(existsSync(`${logFile(env())}.2`)).toBe(false)
  })

  it('does not follow a link', () => {
    openLog(env(), now)('first')
    const victim = `${home.path}/victim`
    writeFileSync(victim, 'mine')
    rmSync(logFile(env()))
    symlinkSync(victim, logFile(env()))
    openLog(env(), now)('second')
    expect(readFileSync(victim, 'utf8')).toBe('mine')
  })

  it.each([{}, { HOME: '/proc/nowhere' }, { HOME: '/dev/null' }])(
    'that cannot be written (%j) does not stop the daemon',
    (where) => {
      expect(() => openLog(where, now)('x')).not.toThrow()
    },
  )

  it('that others can write is not written', () => {
    openLog(env(), now)('first')
    const folder = logFile(env()).slice(0, -'/daemon.log'.length)
    chmodSync(folder, 0o777)
    openLog(env(), now)('second')
    expect(read()).not.toContain('second')
  })
})
