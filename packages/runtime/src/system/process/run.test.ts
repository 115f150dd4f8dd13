import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, until } from '../../../../../test/process/support/process.ts'
import { aDirectory } from '../../../../../test/process/support/temporary.ts'
import { run, type RunOptions, type RunResult } from './run.ts'

const never = new AbortController().signal
const script = (source: string, options: Partial<RunOptions> = {}): Promise<RunResult> =>
  run(process.execPath, ['-e', source], { cwd: '/', signal: never, ...options })

describe('run', () => {
  it('returns the exit code and both outputs separately', async () => {
    const source = `console.log('out – é'); console.error('err'); process.exitCode = 3`
    expect(await script(source)).toEqual({ exitCode: 3, stdout: 'out – é\n', stderr: 'err\n' })
  })

  it('hands over input, arguments and environment as they are, without a shell', async () => {
    const source = `process.stdin.pipe(process.stdout); console.log(process.argv[1], process.env.HP_TEST)`
    const { stdout } = await run(process.execPath, ['-e', source, '$(id) "x" * '], {
      cwd: '/',
      signal: never,
      input: 'typed',
      env: { HP_TEST: 'a b' },
    })
    expect(stdout).toBe('$(id) "x" *  a b\ntyped')
  })

  it('starts in the given directory', async () => {
    const { path } = aDirectory()
    expect((await script('console.log(process.cwd())', { cwd: path })).stdout).toBe(`${path}\n`)
  })

  it('drops output beyond the limit and still waits for the end', async () => {
    const source = `process.stdout.write('x'.repeat(3e6), () => console.error('done'))`
    const { exitCode, stdout, stderr } = await script(source, { maxBytes: 1000 })
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'done\n' })
    expect(stdout).toBe('x'.repeat(1000))
  })

  it('bears a program that does not read its input', async () => {
    expect((await script('process.exit(0)', { input: 'x'.repeat(5e6) })).exitCode).toBe(0)
  })

  const cannotStart: readonly (readonly [string, string, readonly string[], string])[] = [
    ['the program is missing', 'holdpoint-no-such-program', [], '/'],
    ['the program is a directory', '/tmp', [], '/'],
    ['the directory is missing', process.execPath, ['-v'], '/nowhere/at/all'],
    ['an argument holds a zero byte', process.execPath, ['-e', '\0'], '/'],
    ['there are too many arguments', process.execPath, ['-e', '', 'x'.repeat(4 << 20)], '/'],
  ]
  it.each(cannotStart)('has no exit code when %s', async (_, name, args, cwd) => {
    const result = await run(name, args, { cwd, signal: never })
    expect(result).toMatchObject({ exitCode: undefined, stdout: '' })
  })

  it('has no exit code when the program was killed', async () => {
    const { exitCode, stdout } = await script(`console.log('hi'); process.kill(process.pid, 'SIGKILL')`)
    expect({ exitCode, stdout }).toEqual({ exitCode: undefined, stdout: 'hi\n' })
  })
})

describe('what has no exit code says why', () => {
  it.each([
    ['it could not be started (ENOENT)', 'holdpoint-no-such-program', []],
    ['it could not be started (EACCES)', '/tmp', []],
    ['it could not be started (ERR_INVALID_ARG_VALUE)', process.execPath, ['\0']],
    ['it was ended by SIGKILL', 'sh', ['-c', 'kill -9 $$']],
  ])('%s', async (problem, name, args) => {
    expect(await run(name, args, { cwd: '/', signal: never })).toMatchObject({ exitCode: undefined, problem })
  })

  it('its time was up', async () => {
    expect((await run('true', [], { cwd: '/', signal: AbortSignal.abort() })).problem).toBe('its time was up')
  })
})

describe('a program that never stops printing', () => {
  it.each(['yes', 'yes >&2'])('is ended: %s', async (source) => {
    const result = await run('sh', ['-c', `echo $$ >&2; ${source}`], {
      cwd: '/',
      signal: never,
      maxBytes: 1000,
      endBeyond: 2 << 20,
    })
    expect(result).toMatchObject({ exitCode: undefined, problem: 'it printed more than 2 MB' })
    expect(result.stdout.length).toBeLessThanOrEqual(1000)
    await until(() => !isRunning(Number.parseInt(result.stderr, 10)), 'it is gone')
  })
})

describe('T-ENG-64: when the time is up', () => {
  /** Starts a child that starts a grandchild, both with our pipes; says their pids in a file. */
  const family = (last: string): string => `sleep 600 & echo "$$ $!" > pids; echo started; ${last}`

  it('child and grandchild are ended, and the result does not wait', async () => {
    const { path } = aDirectory()
    const controller = new AbortController()
    const result = run('sh', ['-c', family('wait')], { cwd: path, signal: controller.signal })
    const pids = await pidsIn(path)
    expect(pids.map(isRunning)).toEqual([true, true])
    controller.abort()
    expect((await result).exitCode).toBeUndefined()
    await until(() => !pids.some(isRunning), 'both are gone')
  })

  it('nothing is started any more', async () => {
    const { path } = aDirectory()
    const result = await run('touch', ['file'], { cwd: path, signal: AbortSignal.abort() })
    expect(result.exitCode).toBeUndefined()
    expect(existsSync(join(path, 'file'))).toBe(false)
  })
})

describe('what a program leaves behind', () => {
  it.each([
    ['holds our pipes', 'sleep 600 & echo "$$ $!" > pids; echo started; exit 3'],
    ['has pipes of its own', 'sleep 600 >/dev/null 2>&1 & echo "$$ $!" > pids; echo started; exit 3'],
  ])('is ended with it when it %s, and the result is that of the program', async (_, source) => {
    const { path } = aDirectory()
    const result = await run('sh', ['-c', source], { cwd: path, signal: never })
    expect(result).toEqual({ exitCode: 3, stdout: 'started\n', stderr: '' })
    const pids = await pidsIn(path)
    await until(() => !pids.some(isRunning), 'both are gone')
  })

  it('may go on when it is asked for, and then without our pipes', async () => {
    const { path } = aDirectory()
    const source = 'sleep 600 & echo "$$ $!" > pids; echo started; exit 3'
    const result = await run('sh', ['-c', source], { cwd: path, signal: never, leavesRest: true })
    expect(result).toEqual({ exitCode: 3, stdout: 'started\n', stderr: '' })
    const [, child = 0] = await pidsIn(path)
    expect(isRunning(child)).toBe(true)
    process.kill(child, 'SIGKILL')
  })

  it.each([true, false])('does not keep us in a session of its own either (%s)', async (leavesRest) => {
    const { path } = aDirectory()
    const source = `
      const { spawn } = require('node:child_process')
      const child = spawn('sleep', ['600'], { detached: true, stdio: 'inherit' })
      require('node:fs').writeFileSync('pids', process.pid + ' ' + child.pid + '\\n')
      process.exit(0)`
    expect((await script(source, { cwd: path, leavesRest })).exitCode).toBe(0)
    const [, child = 0] = await pidsIn(path)
    process.kill(child, 'SIGKILL')
  })

  it('may finish what it is saying', async () => {
    const { path } = aDirectory()
    const result = await run('sh', ['-c', '(sleep 0.05; echo late) & exit 0'], { cwd: path, signal: never })
    expect(result).toEqual({ exitCode: 0, stdout: 'late\n', stderr: '' })
  })
})

async function pidsIn(path: string): Promise<readonly number[]> {
  const file = join(path, 'pids')
  await until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'), 'both have started')
  return readFileSync(file, 'utf8').split(' ').map(Number)
}
