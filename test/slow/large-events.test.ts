import { aWatched, end, isDenied, later, type Watched } from '../process/support/daemon.ts'
import { isRunning, until, type Ended } from '../process/support/process.ts'

/** Large commands, which the daemon judges in a process of their own, through the line that is installed. */

const text = `echo ${'x'.repeat(64 << 10)}`
const dangerous = `${text}\nrm -rf /`
/** Takes seconds to read, and needs approval where there is no time for all of it. */
const slow = `${'git status --short | grep -v foo > out.txt; cp -r src/a build/b && echo "done" || true\n'.repeat(6_000)}\nrm -rf /`
const isRefused = ({ stdout }: Ended): boolean => /"permissionDecision":"(?:deny|ask)"/.test(stdout)

async function begun(): Promise<Watched> {
  const watched = aWatched()
  await watched.line('SessionStart', { source: 'startup' })
  await watched.settled(({ sessions }) => sessions === 1)
  return watched
}

const asides = ({ processes }: Watched): readonly number[] =>
  processes()
    .filter(({ command }) => /\baside\.cjs\b/.test(command))
    .map(({ pid }) => pid)

const ways: readonly (readonly string[])[] = [['/bin/sh'], []]

describe('a large command', () => {
  it.each(ways)('has the verdict of the program: %s', async (...shell) => {
    const watched = await begun()
    for (const command of [dangerous, text]) {
      const cold = await watched.hookProcess('PreToolUse', { tool_name: 'Bash', tool_input: { command } })
      const warm = await watched.bash(command, { shell })
      expect(isDenied(warm)).toBe(command === dangerous)
      expect({ code: warm.code, isDenied: isDenied(warm) }).toEqual({ code: cold.code, isDenied: isDenied(cold) })
    }
    expect((await watched.status())?.requests).toBe(2)
    expect(asides(watched)).toHaveLength(1)
  })

  it('does not hold others up: they are answered while it is judged', async () => {
    const watched = await begun()
    await watched.bash(dangerous, { shell: [] })
    let isDone = false
    const large = watched.bash(slow, { shell: [] }).finally(() => (isDone = true))
    await later(200)
    expect(isDenied(await watched.bash('rm -rf /', { shell: [] }))).toBe(true)
    expect(isDone).toBe(false)
    expect(isRefused(await large)).toBe(true)
  })

  it('whose process is killed again and again is answered by the program', async () => {
    const watched = await begun()
    const killer = setInterval(() => asides(watched).forEach((pid) => end(pid)), 50)
    const answers = await Promise.all(Array.from({ length: 3 }, () => watched.bash(dangerous, { shell: [] })))
    clearInterval(killer)
    expect(answers.map(isDenied)).toEqual([true, true, true])
    expect(isDenied(await watched.bash(dangerous, { shell: [] }))).toBe(true)
  })

  it('many at once: each is judged, by the daemon or by the program', async () => {
    const watched = await begun()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => watched.bash(n % 2 === 0 ? dangerous : text, { shell: [] })),
    )
    expect(answers.map(isDenied)).toEqual(answers.map((_, n) => n % 2 === 0))
    expect(answers.every(({ code }) => code === 0)).toBe(true)
    expect(asides(watched)).toHaveLength(1)
  })

  it('the process ends with the daemon', async () => {
    const watched = await begun()
    await watched.bash(dangerous, { shell: [] })
    const [pid = 0] = asides(watched)
    const daemon = (await watched.settled()).pid
    end(daemon)
    await until(() => !isRunning(pid), 'it has ended')
  })
})
