import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forksIn, milliseconds, openStopwatch } from './stopwatch.mjs'

describe('the stopwatch', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdpoint stopwatch '))
  afterAll(() => rmSync(folder, { recursive: true }))
  const env = { PATH: process.env.PATH, KEPT: 'yes' }

  it('runs each case in its place, with its environment and its input', async () => {
    const word = `it's "$HOME" \\`
    const cases = [
      {
        cwd: folder,
        input: 'hello',
        program: ['bash', '-c', 'cat; printf " %s %s" "$KEPT" "$OWN"'],
        env: { OWN: word },
      },
      { cwd: '/', program: ['sh', '-c', 'pwd; exit 3'] },
      { cwd: folder, input: 'x', each: [['cat'], ['cat'], ['sh', '-c', 'cat; echo trouble >&2; exit 2']] },
    ]
    const stopwatch = await openStopwatch(cases, { folder, env })
    try {
      expect(await stopwatch.measure(0)).toMatchObject({ status: 0, wall: expect.any(Number), cpu: expect.any(Number) })
      expect(stopwatch.said(0).stdout).toBe(`hello yes ${word}`)
      expect(await stopwatch.measure(1)).toMatchObject({ status: 3 })
      expect(stopwatch.said(1).stdout).toBe('/\n')
      expect(await stopwatch.measure(2)).toMatchObject({ status: 2 })
      expect(stopwatch.said(2)).toEqual({ stdout: 'xxx', stderr: 'trouble\n' })
    } finally {
      stopwatch.close()
    }
  })

  it('counts the work of a child of a child', async () => {
    const busy = 'n=0; while [ $n -lt 200000 ]; do n=$((n + 1)); done'
    const stopwatch = await openStopwatch([{ cwd: '/', program: ['sh', '-c', `sh -c '${busy}'; true`] }], {
      folder,
      env,
    })
    try {
      const { cpu } = await stopwatch.measure(0)
      expect(cpu).toBeGreaterThan(0)
    } finally {
      stopwatch.close()
    }
  })

  it('reads the times of a shell', () => {
    expect(milliseconds('0m0.012s')).toBe(12)
    expect(milliseconds('2m1.500s')).toBe(121_500)
  })

  it('distinguishes processes from threads', () => {
    const log = [
      '12 clone3({flags=CLONE_VM|CLONE_THREAD|CLONE_SIGHAND, stack=0x7f}, 88) = 13',
      '12 clone(child_stack=NULL, flags=CLONE_CHILD_CLEARTID|SIGCHLD) = 14',
      '14 vfork( <unfinished ...>',
      '15 clone3({flags=CLONE_VM|CLONE_VFORK}, 88) = -1 ENOSYS (Function not implemented)',
      '14 <... vfork resumed>) = 16',
      '16 +++ exited with 0 +++',
    ]
    expect(forksIn(log.join('\n'))).toBe(2)
  })
})
