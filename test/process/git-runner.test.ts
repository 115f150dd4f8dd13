import { chmodSync, writeFileSync, readFileSync, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openRunner } from '../../packages/runtime/src/daemon/runner/runner.ts'
import { HOLDPOINT } from './support/sandbox.ts'
import { isRunning, until } from './support/process.ts'
import { aDirectory } from './support/temporary.ts'

/** The process that starts git for the daemon. */

const FILE = join(dirname(HOLDPOINT), 'runner.cjs')
const forever = (): AbortSignal => new AbortController().signal
const shell = (text: string, signal = forever()) =>
  ['/bin/sh', ['-c', text], { cwd: '/', env: { PATH: '/usr/bin:/bin', A: 'ü' }, signal }] as const

describe('the runner', () => {
  it('gives what a program prints, and its exit code', async () => {
    const run = openRunner(FILE)
    expect(await run(...shell('printf "$A $PWD"; echo bad >&2; exit 3'))).toEqual({
      exitCode: 3,
      stdout: 'ü /',
      stderr: 'bad\n',
    })
    expect(await run('/no/such/program', [], { cwd: '/', signal: forever() })).toMatchObject({
      exitCode: undefined,
      problem: 'it could not be started (ENOENT)',
    })
  })

  it('stays, and runs several at once', async () => {
    const run = openRunner(FILE)
    const parents = await Promise.all(Array.from({ length: 20 }, () => run(...shell('echo $PPID'))))
    const again = await run(...shell('echo $PPID'))
    expect(new Set([...parents, again].map(({ stdout }) => stdout)).size).toBe(1)
    expect(Number(again.stdout)).not.toBe(process.pid)
  })

  it('ends a program that hangs when its time is up, with all that it started', async () => {
    const run = openRunner(FILE)
    const file = join(aDirectory().path, 'pid')
    const ending = new AbortController()
    const asked = run(...shell(`sleep 60 & echo $! >${file}; wait`, ending.signal))
    await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '', 'it runs')
    ending.abort()
    expect(await asked).toMatchObject({ exitCode: undefined, problem: 'its time was up' })
    await until(() => !isRunning(Number(readFileSync(file, 'utf8'))), 'it has ended')
  })

  it('that is killed loses no answer, and the next program has a new one', async () => {
    const run = openRunner(FILE)
    const pid = Number((await run(...shell('echo $PPID'))).stdout)
    const asked = Promise.all(Array.from({ length: 5 }, () => run(...shell('sleep 0.2; echo yes'))))
    process.kill(pid, 'SIGKILL')
    expect((await asked).map(({ stdout }) => stdout)).toEqual(Array.from({ length: 5 }, () => 'yes\n'))
    const next = Number((await run(...shell('echo $PPID'))).stdout)
    expect(next).not.toBe(pid)
  })

  it.each(['/no/such/file.cjs', 'ends at once'])('that cannot start (%s) is done without', async (what) => {
    const file = what.startsWith('/') ? what : join(aDirectory().path, 'runner.cjs')
    if (!what.startsWith('/')) {
      writeFileSync(file, 'process.exit(1)')
      chmodSync(file, 0o700)
    }
    expect(await openRunner(file)(...shell('echo yes'))).toMatchObject({ exitCode: 0, stdout: 'yes\n' })
  })
})
