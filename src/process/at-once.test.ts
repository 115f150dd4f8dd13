import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, until } from '../../test/process/support/process.ts'
import { aDirectory } from '../../test/process/support/temporary.ts'
import { runAtOnce, type AtOnceOptions, type AtOnceResult } from './at-once.ts'
import { run } from './run.ts'

const options = { cwd: '/', env: { PATH: process.env['PATH'] }, limitMs: 10_000 }
const script = (source: string, given: Partial<AtOnceOptions> = {}): AtOnceResult | undefined =>
  runAtOnce(process.execPath, ['-e', source], { ...options, ...given })

describe('runAtOnce', () => {
  it('tells the exit code and what was printed', () => {
    const source = `console.log('out – é'); console.error('err'); process.exitCode = 3`
    expect(script(source)).toEqual({ exitCode: 3, stdout: 'out – é\n' })
  })

  it('hands over arguments, environment and directory as they are, without a shell, and no input', async () => {
    const { path } = aDirectory()
    const source = `process.stdin.pipe(process.stdout); console.log(process.argv[1], process.env, process.cwd())`
    const args = ['-e', source, '$(id) "x" * ']
    const given = { cwd: path, env: { HP_TEST: 'a = b\n', HP_NONE: undefined }, limitMs: 10_000 }
    const { exitCode, stdout } = await run(process.execPath, args, { ...given, signal: new AbortController().signal })
    expect(stdout).toContain(path)
    expect(runAtOnce(process.execPath, args, given)).toEqual({ exitCode, stdout })
  })

  it('looks for the program where the given environment says', () => {
    const { path } = aDirectory()
    expect(runAtOnce('ls', [], { ...options, env: { PATH: path } })).toBeUndefined()
    expect(runAtOnce('ls', [], { ...options, cwd: path })).toEqual({ exitCode: 0, stdout: '' })
  })

  const cannotStart: readonly (readonly [string, string, readonly string[], Partial<AtOnceOptions>])[] = [
    ['the program is missing', 'holdpoint-no-such-program', [], {}],
    ['the program is a directory', '/tmp', [], {}],
    ['the directory is missing', process.execPath, ['-v'], { cwd: '/nowhere/at/all' }],
    ['an argument holds a zero byte', process.execPath, ['-e', '\0'], {}],
    ['the directory holds a zero byte', process.execPath, ['-v'], { cwd: '/\0x' }],
    ['a variable holds a zero byte', process.execPath, ['-v'], { env: { HP_TEST: 'a\0b' } }],
    ['there are too many arguments', process.execPath, ['-e', '', 'x'.repeat(4 << 20)], {}],
    ['no time is left', process.execPath, ['-v'], { limitMs: 0 }],
    ['it was ended', process.execPath, ['-e', `process.kill(process.pid, 'SIGKILL')`], {}],
    ['it prints without end', 'yes', [], {}],
    ['it takes too long', process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { limitMs: 100 }],
  ]
  it.each(cannotStart)('gives no answer when %s', (_, name, args, given) => {
    expect(runAtOnce(name, args, { ...options, ...given })).toBeUndefined()
  })

  it('keeps as much of a long output as is kept of it otherwise', async () => {
    const source = `process.stdout.write('x'.repeat(3e6))`
    const { exitCode, stdout } = await run(process.execPath, ['-e', source], {
      ...options,
      signal: new AbortController().signal,
    })
    expect(script(source)).toEqual({ exitCode, stdout })
  })

  it('gives no answer where Node keeps it for itself', () => {
    const denied = vi.spyOn(process as unknown as { binding: () => void }, 'binding').mockImplementation(() => {
      throw new Error('denied')
    })
    expect(script('')).toBeUndefined()
    denied.mockRestore()
  })

  it.each([
    ['in time', 'exit 0', 10_000],
    ['too late', 'wait', 300],
  ])('ends what a program leaves running that ends %s', async (_, last, limitMs) => {
    const { path } = aDirectory()
    const file = join(path, 'pid')
    runAtOnce('/bin/sh', ['-c', `sleep 600 >/dev/null & echo $! > ${file}; ${last}`], { ...options, limitMs })
    expect(existsSync(file)).toBe(true)
    const pid = Number(readFileSync(file, 'utf8'))
    await until(() => !isRunning(pid), 'it is gone')
  })
})
