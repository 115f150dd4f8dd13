import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, until } from '../../../../../test/process/support/process.ts'
import { program } from '../../../../../test/process/support/program.ts'
import { aDirectory } from '../../../../../test/process/support/temporary.ts'
import { openArea } from '../state/area.ts'
import { cancelJob, fileFor, isBusy, requestJob, wellFormed, type Wanted } from './background.ts'
import { startDetached } from './detached.ts'

/** A worker whose job runs a shell command, and records who waited for it. */
const worker = await program(`
  import { appendFileSync } from 'node:fs'
  import { work } from './packages/runtime/src/system/process/background-work.ts'
  import { watch } from './packages/runtime/src/system/process/watch.ts'
  import { openArea } from './packages/runtime/src/system/state/area.ts'
  const [directory, name, token] = process.argv.slice(2)
  const note = (text) => appendFileSync(directory + '/log', text + '\\n')
  const job = {
    startAt: ({ restMs = 0 }, requestedAt) => requestedAt + restMs,
    async perform({ command }, world, signal) {
      note('start ' + command)
      const { how, output } = await watch('sh', ['-c', command], { cwd: directory, env: process.env, limitMs: 60000, signal })
      if (how === 'aborted') note('gave up ' + command)
      return (waiting) => note('done ' + command + ' for ' + waiting.join('+') + ': ' + output.trim())
    },
  }
  const stop = new AbortController()
  process.once('SIGTERM', () => stop.abort())
  const find = async (wanted) => (wanted === 'shell' ? job : undefined)
  await work({ name, token, area: openArea(directory), world: { now: () => new Date() }, stop: stop.signal, find })
  process.exit(0)
`)

interface Desk {
  readonly path: string
  readonly started: readonly number[]
  ask(command: string, more?: { restMs?: number; session?: string }): boolean
  log(): readonly string[]
  wanted(): Wanted | undefined
  busy(): boolean
}

function aDesk(): Desk {
  const { path } = aDirectory()
  const area = openArea(path)
  const started: number[] = []
  const log = (): readonly string[] =>
    existsSync(join(path, 'log')) ? readFileSync(join(path, 'log'), 'utf8').trim().split('\n') : []
  return {
    path,
    started,
    ask: (command, { restMs = 0, session = 's1' } = {}) =>
      requestJob(area, 'it', { job: 'shell', data: { command, restMs }, session }, (name, token) => {
        const pid = startDetached(process.execPath, [worker.file, path, name, token], process.env)
        if (pid !== undefined) started.push(pid)
        return pid
      }),
    log,
    wanted: () => wellFormed(area.get(fileFor('it'))),
    busy: () => isBusy(area, 'it'),
  }
}

const gone = (pids: readonly number[]): Promise<void> => until(() => !pids.some(isRunning), 'the worker has ended')

describe('work in the background', () => {
  it('is done by a process of its own, which then ends', async () => {
    const desk = aDesk()
    expect(desk.busy()).toBe(false)
    expect(desk.ask('echo hello')).toBe(true)
    expect(desk.busy()).toBe(true)
    await gone(desk.started)
    expect(desk.log()).toEqual(['start echo hello', 'done echo hello for s1: hello'])
    expect(desk.busy()).toBe(false)
    expect(desk.wanted()).toBeUndefined()
  })

  it('T-HAR-84, ENG-102: a newer request ends the run that is at work, and only its result is recorded', async () => {
    const desk = aDesk()
    desk.ask('echo $$ > pid; sleep 600')
    await until(() => existsSync(join(desk.path, 'pid')), 'the first run is at work')
    const first = Number(readFileSync(join(desk.path, 'pid'), 'utf8'))
    desk.ask('echo second', { session: 's2' })
    await gone(desk.started)
    expect(desk.started).toHaveLength(1)
    expect(isRunning(first)).toBe(false)
    expect(desk.log()).toEqual([
      'start echo $$ > pid; sleep 600',
      'gave up echo $$ > pid; sleep 600',
      'start echo second',
      'done echo second for s1+s2: second',
    ])
  })

  it('HAR-TR-02: requests that come before it may start are one', async () => {
    const desk = aDesk()
    desk.ask('echo a', { restMs: 60_000 })
    desk.ask('echo b', { restMs: 60_000 })
    desk.ask('echo c', { restMs: 300 })
    await gone(desk.started)
    expect(desk.started).toHaveLength(1)
    expect(desk.log()).toEqual(['start echo c', 'done echo c for s1: c'])
  })

  it('a request that comes while the result is written down is not lost', async () => {
    const desk = aDesk()
    for (let n = 0; n < 20; n++) {
      desk.ask(`echo ${n}`)
      await new Promise((resolve) => {
        setTimeout(resolve, n * 15)
      })
    }
    await gone(desk.started)
    expect(desk.log().at(-1)).toBe('done echo 19 for s1: 19')
  })

  it('is withdrawn for a session, and ended when no session waits', async () => {
    const desk = aDesk()
    const area = openArea(desk.path)
    desk.ask('sleep 600', { session: 's1' })
    desk.ask('sleep 601', { session: 's2' })
    await until(() => desk.log().at(-1) === 'start sleep 601', 'the second is at work')
    cancelJob(area, 'it', 's1')
    expect(desk.wanted()?.waiting).toEqual(['s2'])
    cancelJob(area, 'it', 's2')
    await gone(desk.started)
    expect(desk.log().at(-1)).toBe('gave up sleep 601')
    expect(desk.wanted()).toBeUndefined()
    cancelJob(area, 'it', 's2')
  })

  it('a worker that was killed is replaced by the next request', async () => {
    const desk = aDesk()
    desk.ask('sleep 0.1; echo first')
    const [first = 0] = desk.started
    process.kill(first, 'SIGKILL')
    // It is a child of this process, and exists until its exit status is read.
    await until(() => !desk.busy(), 'no worker is running')
    desk.ask('echo second')
    await gone(desk.started)
    expect(desk.log().at(-1)).toBe('done echo second for s1: second')
  })

  it('a worker that has not been heard of for long finds itself replaced, and leaves', async () => {
    const desk = aDesk()
    const area = openArea(desk.path)
    desk.ask('sleep 600')
    await until(() => desk.log().length === 1, 'the first is at work')
    area.update<Wanted>(fileFor('it'), (old) => old && { ...old, worker: { ...old.worker, beatAt: 0 } })
    desk.ask('echo second')
    await gone(desk.started)
    expect(desk.started).toHaveLength(2)
    expect(desk.log()).toContain('gave up sleep 600')
    expect(desk.log()).toContain('done echo second for s1: second')
  })

  it('a worker that is asked to end takes its run along', async () => {
    const desk = aDesk()
    desk.ask('echo $$ > pid; sleep 600')
    await until(() => existsSync(join(desk.path, 'pid')), 'it is at work')
    const [pid = 0] = desk.started
    process.kill(pid, 'SIGTERM')
    await gone([pid, Number(readFileSync(join(desk.path, 'pid'), 'utf8'))])
  })

  it('a token that no hook has recorded is invalid', async () => {
    const { path } = aDirectory()
    const { code } = await worker.start([path, 'it', 'forged'], {}).ended
    expect(code).toBe(0)
    expect(existsSync(join(path, 'log'))).toBe(false)
  })

  it.each(['garbage', '{}', '[]', 'null', '{"worker":{"pid":1}}', '{"job":"shell","serial":1}'])(
    'a damaged file (%s) wants nothing, and is no obstacle',
    async (text) => {
      const desk = aDesk()
      writeFileSync(join(desk.path, `${fileFor('it')}.json`), text)
      expect(desk.busy()).toBe(false)
      expect(desk.ask('echo anew')).toBe(true)
      await gone(desk.started)
      expect(desk.log().at(-1)).toBe('done echo anew for s1: anew')
    },
  )

  it('says so when no worker can be started', () => {
    const area = openArea(aDirectory().path)
    expect(requestJob(area, 'it', { job: 'shell', data: {}, session: 's1' }, () => undefined)).toBe(false)
    expect(isBusy(area, 'it')).toBe(false)
    expect(startDetached('/no/such/program', [], {})).toBeUndefined()
  })
})
