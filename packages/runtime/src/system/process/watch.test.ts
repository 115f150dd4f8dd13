import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, until } from '../../../../../test/process/support/process.ts'
import { aDirectory } from '../../../../../test/process/support/temporary.ts'
import type { Watched, WatchOptions } from '@holdpoint/engine'
import { watch } from './watch.ts'

const never = new AbortController().signal
const inShell = (source: string, options: Partial<Omit<WatchOptions, 'env'>> = {}): Promise<Watched> =>
  watch('sh', ['-c', source], { cwd: '/', env: process.env, limitMs: 60_000, signal: never, ...options })

/** The numbers that a command has written down, when it has. */
function pidsIn(path: string): readonly number[] {
  const text = existsSync(join(path, 'pids')) ? readFileSync(join(path, 'pids'), 'utf8') : ''
  return text.endsWith('\n') ? text.trim().split(' ').map(Number) : []
}

describe('watch', () => {
  it('returns the exit code, and both outputs in order of arrival', async () => {
    const result = await inShell('echo out; sleep 0.1; echo err >&2; exit 3')
    expect(result).toEqual({ how: 'exited', exitCode: 3, output: 'out\nerr\n' })
  })

  it('keeps the end of a long output', async () => {
    const { output, exitCode } = await watch(
      process.execPath,
      ['-e', `process.stdout.write('x'.repeat(50e6), () => console.log('the end'))`],
      { cwd: '/', env: process.env, limitMs: 60_000, signal: never },
    )
    expect(exitCode).toBe(0)
    expect(output).toMatch(/^x+the end\n$/)
    expect(output.length).toBe(256 << 10)
  })

  it('distinguishes a killed program from a missing one', async () => {
    expect((await inShell('kill -9 $$')).how).toBe('killed')
    const options = { cwd: '/', env: process.env, limitMs: 1_000, signal: never }
    expect((await watch('holdpoint-no-such-program', [], options)).how).toBe('not started')
    expect((await watch('sh', ['-c', '\0'], options)).how).toBe('not started')
    expect((await watch('sh', ['-c', 'true'], { ...options, cwd: '/nowhere/at/all' })).how).toBe('not started')
  })

  it('leaves nothing behind, and does not wait for what was left', async () => {
    const { path } = aDirectory()
    const result = await inShell('sleep 600 & echo "$!" > pids; exit 0', { cwd: path })
    expect(result).toMatchObject({ how: 'exited', exitCode: 0 })
    const [left = 0] = pidsIn(path)
    await until(() => !isRunning(left), 'what it left behind is gone')
  })

  it.each([
    ['asked', 'sleep 600 & echo "$$ $!" > pids; wait'],
    ['and, if it does not listen, made to end', 'trap "" TERM; sleep 600 & echo "$$ $!" > pids; wait; sleep 600'],
  ])('a group that takes too long is %s', async (_, source) => {
    const { path } = aDirectory()
    const result = await inShell(source, { cwd: path, limitMs: 500 })
    expect(result.how).toBe('too slow')
    await until(() => pidsIn(path).every((pid) => !isRunning(pid)), 'both are gone')
    expect(pidsIn(path)).toHaveLength(2)
  })

  it('ends on abort, and reports the pid', async () => {
    const { path } = aDirectory()
    const controller = new AbortController()
    let started = 0
    const result = inShell('sleep 600 & echo "$$ $!" > pids; wait', {
      cwd: path,
      signal: controller.signal,
      started: (pid) => {
        started = pid
      },
    })
    await until(() => pidsIn(path).length === 2, 'both have started')
    controller.abort()
    expect((await result).how).toBe('aborted')
    expect(pidsIn(path)[0]).toBe(started)
    await until(() => pidsIn(path).every((pid) => !isRunning(pid)), 'both are gone')
    expect((await inShell('touch here', { cwd: path, signal: controller.signal })).how).toBe('aborted')
    expect(existsSync(join(path, 'here'))).toBe(false)
  })
})
