import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { BUILD as SOURCE_BUILD } from '../../packages/runtime/src/build.ts'
import { openJudge } from '../../packages/runtime/src/daemon/judge.ts'
import { logFile } from '../../packages/runtime/src/daemon/log.ts'
import { openSessions } from '../../packages/runtime/src/daemon/sessions.ts'
import { ask } from '../../packages/runtime/src/daemon/client/ask.ts'
import { writeHttpEntry } from '../../packages/runtime/src/daemon/client/http-entry.ts'
import { builtIn } from '../../packages/packs/src/registry.ts'
import { stateHome } from '../../packages/runtime/src/system/state/place.ts'
import { aWatched, end, isDenied, later, type Watched } from '../process/support/daemon.ts'
import { start, startNode, until } from '../process/support/process.ts'
import { HOLDPOINT, spoolIn } from '../process/support/sandbox.ts'

/**
 * What may happen to a daemon while many ask it. Whatever it is: no dangerous command is let through, every client
 * is answered (a client that hangs fails the test), every answer is in the audit, and in the end there is one daemon.
 */

const CLIENTS = 8
const LOAD_MS = 6_000

interface Asked {
  readonly marker: string
  readonly isDangerous: boolean
  readonly isDenied: boolean
  readonly code: number | null
}

/** Clients that ask through the installed line, again and again, until the time is up. */
async function load(watched: Watched, during: (isOver: () => boolean) => Promise<void>): Promise<readonly Asked[]> {
  const endsAt = performance.now() + LOAD_MS
  const isOver = (): boolean => performance.now() > endsAt
  const asked: Asked[] = []
  let serial = 0
  async function client(index: number): Promise<void> {
    while (!isOver()) {
      const marker = `number-${++serial}-`
      const isDangerous = serial % 2 === 0
      const shell = index % 2 === 0 ? ['/bin/sh'] : ['bash']
      const answer = await watched.bash(`${isDangerous ? 'rm -rf /' : 'ls'} # ${marker}`, { shell })
      asked.push({ marker, isDangerous, isDenied: isDenied(answer), code: answer.code })
    }
  }
  await Promise.all([during(isOver), ...Array.from({ length: CLIENTS }, (_, index) => client(index))])
  return asked
}

async function check(watched: Watched, asked: readonly Asked[]): Promise<void> {
  expect(asked.length).toBeGreaterThan(CLIENTS)
  expect(asked.filter(({ code }) => code !== 0)).toEqual([])
  expect(asked.filter((one) => one.isDenied !== one.isDangerous)).toEqual([])
  const { stdout } = await startNode(HOLDPOINT, ['log', '--json', '--limit', '1000000'], {
    cwd: watched.project,
    env: watched.env,
  }).ended
  expect(asked.filter(({ marker }) => !stdout.includes(marker))).toEqual([])
}

/** By the next events there is one daemon again, and it answers. */
async function heals(watched: Watched): Promise<void> {
  for (let round = 0; round < 20; round++) {
    expect(isDenied(await watched.bash('rm -rf /'))).toBe(true)
    const status = await watched.status()
    if (status !== undefined && watched.daemons().length === 1) {
      expect(watched.daemons()).toEqual([status.pid])
      expect(isDenied(await watched.bash('rm -rf /'))).toBe(true)
      expect((await watched.status())?.requests).toBeGreaterThan(status.requests)
      return
    }
    await later(500)
  }
  const told = readFileSync(logFile(watched.env), 'utf8').split('\n').slice(-12).join('\n')
  throw new Error(`daemons in the end: ${watched.daemons().join(', ')}; the last of them said:\n${told}`)
}

async function begun(config?: string): Promise<Watched> {
  const watched = aWatched(config)
  await watched.line('SessionStart', { source: 'startup' })
  await watched.settled(({ sessions }) => sessions === 1)
  return watched
}

const someTime = (): Promise<void> => later(200 + Math.random() * 1_000)

describe('under load', () => {
  const troubles: readonly (readonly [string, (watched: Watched) => Promise<void>])[] = [
    ['it is killed at random moments', async ({ daemons }) => daemons().forEach(end)],
    [
      'it is stopped and goes on',
      async ({ daemons }) => {
        const pids = daemons()
        for (const pid of pids) signal(pid, 'SIGSTOP')
        await someTime()
        for (const pid of pids) signal(pid, 'SIGCONT')
      },
    ],
    ['its socket is deleted', async ({ meeting }) => rmSync(meeting.socket, { force: true })],
    [
      'it is killed and a file lies where its socket was',
      async ({ meeting, daemons }) => {
        daemons().forEach(end)
        rmSync(meeting.socket, { force: true })
        writeFileSync(meeting.socket, '')
      },
    ],
    ['it is asked to stop', async ({ meeting }) => void (await ask(meeting.socket, ['stop'], '', 2_000))],
    [
      'somebody writes a wrong token',
      async ({ meeting }) => {
        writeFileSync(meeting.loopback, `1 ${'0'.repeat(48)} ${'0'.repeat(48)}\n`)
        await someTime()
        rmSync(meeting.loopback, { force: true })
      },
    ],
    [
      'several more are started',
      async ({ env }) => {
        for (let count = 0; count < 3; count++)
          startNode(HOLDPOINT, ['daemon', 'run'], { env }).ended.catch(() => undefined)
      },
    ],
  ]

  it.each(troubles)('%s', async (_, trouble) => {
    const watched = await begun()
    const asked = await load(watched, async (isOver) => {
      while (!isOver()) {
        await someTime()
        await trouble(watched)
      }
    })
    rmSync(watched.meeting.loopback, { force: true })
    await heals(watched)
    await check(watched, asked)
  })

  it('nothing happens to it: it answers all, and nobody else does', async () => {
    const watched = await begun()
    const [pid] = watched.daemons()
    const asked = await load(watched, () => Promise.resolve())
    await check(watched, asked)
    expect(watched.daemons()).toEqual([pid])
  })
})

describe('many at once', () => {
  it('500 connections: each is answered, and none is let through', async () => {
    const watched = await begun()
    const question = (command: string): string =>
      JSON.stringify({
        session_id: 's1',
        cwd: watched.project,
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command },
      })
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, index) =>
        ask(watched.meeting.socket, ['hook', 'PreToolUse', 'user'], question(`rm -rf / # at-once-${index}-`), 60_000),
      ),
    )
    expect(answers.filter((answer) => answer?.includes('"deny"') !== true)).toEqual([])
    const audit = JSON.stringify(spoolIn(watched.home))
    expect(answers.filter((_, index) => !audit.includes(`at-once-${index}-`))).toEqual([])
  })

  it('60 lines of the installed command: each is answered', async () => {
    const watched = await begun()
    const answers = await Promise.all(Array.from({ length: 60 }, () => watched.bash('rm -rf /')))
    expect(answers.every(isDenied)).toBe(true)
    await heals(watched)
  })
})

describe('a disk that takes nothing', () => {
  it('the daemon answers as the program does', async () => {
    const watched = aWatched()
    // The first event prepares what has to be there.
    await watched.hookProcess('SessionStart', { source: 'startup' })
    const full = start(
      'sh',
      ['-c', 'ulimit -f 0; exec "$0" "$@"', process.execPath, HOLDPOINT, 'daemon', 'run', 's1', watched.project],
      { env: watched.env, cwd: '/' },
    )
    full.ended.catch(() => undefined)
    await watched.settled(({ sessions }) => sessions === 1)
    for (let round = 0; round < 5; round++) expect(isDenied(await watched.bash('rm -rf /'))).toBe(true)
    const { requests, pid } = await watched.settled()
    expect({ requests, pid }).toEqual({ requests: 5, pid: full.child.pid })
    expect((await watched.bash('ls')).stdout).not.toContain('deny')
  })
})

describe('a port that is taken', () => {
  it('the daemon answers on its socket, and takes the port when it is free', async () => {
    const watched = aWatched()
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const { port } = other.address() as { port: number }
    writeHttpEntry(stateHome(watched.env), { port, token: 't'.repeat(48) })
    await watched.line('SessionStart', { source: 'startup' })
    expect(await watched.settled(({ sessions }) => sessions === 1)).toMatchObject({ http: null })
    expect(isDenied(await watched.bash('rm -rf /'))).toBe(true)
    expect((await watched.status())?.requests).toBe(1)
    await until(() => readFileSync(logFile(watched.env), 'utf8').includes(`cannot listen on 127.0.0.1:${port}`), 'told')
    other.close()
    await watched.settled(({ http }) => http === port)
  })

  it('the install may come after the daemon, and change', async () => {
    const watched = await begun()
    const port = await freePort()
    writeHttpEntry(stateHome(watched.env), { port, token: 't'.repeat(48) })
    const { pid } = await watched.settled(({ http }) => http === port)
    writeHttpEntry(stateHome(watched.env), { port, token: 'u'.repeat(48) })
    await until(() => !watched.daemons().includes(pid), 'the old one is gone')
    await heals(watched)
    await watched.settled(({ http }) => http === port)
  })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe('a clock that jumps', () => {
  it('changes no verdict, and loses no line of the audit', async () => {
    const watched = aWatched()
    const sessions = openSessions(watched.env)
    sessions.attach({ session: 's1', cwd: watched.project, env: watched.env })
    const day = 24 * 3600 * 1000
    let now = Date.now()
    const judge = openJudge(sessions, {
      now: () => new Date(now),
      registry: builtIn,
      build: SOURCE_BUILD,
      kept: new Map(),
      pluginRoot: () => '/',
    })
    const jumps = [0, 1, -1, day, -day, 400 * day, -800 * day, 30_000 * day, -20_000 * day]
    for (const [index, jump] of jumps.entries()) {
      now += jump
      const command = `rm -rf / # jump-${index}-`
      const body = JSON.stringify({
        session_id: 's1',
        cwd: watched.project,
        tool_name: 'Bash',
        tool_input: { command },
      })
      const judged = await judge({ event: 'PreToolUse', scope: 'user', body })
      expect(judged).toHaveProperty('stdout', expect.stringContaining('"permissionDecision":"deny"'))
      if ('after' in judged) judged.after()
    }
    const audit = JSON.stringify(spoolIn(watched.home))
    expect(jumps.filter((_, index) => !audit.includes(`jump-${index}-`))).toEqual([])
  })
})

describe('settings that change all the time', () => {
  it('each verdict is that of one of them, and the last one holds at once', async () => {
    const watched = await begun()
    const file = join(watched.project, 'holdpoint.yml')
    // A repository may only tighten, so it is a rule that comes and goes.
    const configure = (level: string): void => {
      const rule = 'rules:\n  no-status: { when: { runs: git }, then: deny, message: No git here. }\n'
      writeFileSync(`${file}.new`, `presets: [recommended]\n${level === 'on' ? rule : ''}`)
      renameSync(`${file}.new`, file)
    }
    const question = JSON.stringify({
      session_id: 's1',
      cwd: watched.project,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'git status' },
    })
    const judged = async (): Promise<string> => {
      const answer = await ask(watched.meeting.socket, ['hook', 'PreToolUse', 'user'], question, 20_000)
      if (answer === undefined) return 'nothing'
      return answer.includes('"deny"') ? 'on' : answer === '' ? 'off' : answer
    }
    let writes = 0
    const writer = setInterval(() => configure(writes++ % 2 === 0 ? 'off' : 'on'), 10)
    const endsAt = performance.now() + 5_000
    const seen: string[] = []
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while (performance.now() < endsAt) seen.push(await judged())
      }),
    )
    clearInterval(writer)
    expect(writes).toBeGreaterThan(50)
    expect([...new Set(seen)].toSorted()).toEqual(['off', 'on'])
    for (let round = 0; round < 50; round++) {
      const level = round % 2 === 0 ? 'off' : 'on'
      configure(level)
      expect(await judged()).toBe(level)
    }
    const { requests, pid } = await watched.settled()
    expect(requests).toBe(seen.length + 50)
    expect(watched.daemons()).toEqual([pid])
  })
})

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended already.
  }
}
