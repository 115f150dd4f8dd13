import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { randomBytes } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { requestText } from '../../packages/runtime/src/daemon/client/wire.ts'
import { openChildToken } from '../../packages/runtime/src/system/process/reentry.ts'
import { stateHome } from '../../packages/runtime/src/system/state/place.ts'
import { allGone, aWatched, BUILD, buildOf, end, isDenied, later, type Watched } from '../process/support/daemon.ts'
import { isRunning, start, until } from '../process/support/process.ts'
import { HOLDPOINT } from '../process/support/sandbox.ts'
import { aDirectory } from '../process/support/temporary.ts'

/** The daemon as it is shipped, asked through the line that is installed. */

/** Without a shell the host starts the script that asks. */
const SHELLS: readonly (readonly string[])[] = [['/bin/sh'], ['bash'], ['bash', '--posix'], []]

const startup = { source: 'startup' }

/** A session that the daemon knows, as it is after its first event. */
async function begun(config?: string): Promise<Watched> {
  const watched = aWatched(config)
  await watched.line('SessionStart', startup)
  await watched.settled(({ sessions }) => sessions === 1)
  return watched
}

/** The same program with another name for its build, as after an upgrade. */
function copyWithBuild(folder: string, build: string): string {
  const dist = resolve(dirname(HOLDPOINT), '..')
  cpSync(join(dist, 'bin'), join(folder, 'dist/bin'), { recursive: true })
  const bin = join(folder, 'dist/bin')
  for (const name of readdirSync(bin, { recursive: true, encoding: 'utf8' })) {
    const file = join(bin, name)
    if (!/\.(?:cjs|sh)$/.test(name)) continue
    // The launcher names the content of the entry as well, by which it finds the compiled form.
    const names = name === 'holdpoint.cjs' ? /\b[0-9a-f]{16}\b/g : BUILD
    const text = readFileSync(file, 'utf8')
    const changed = text.replaceAll(names, build)
    if (changed !== text) writeFileSync(file, changed)
  }
  return join(bin, 'holdpoint.cjs')
}

const randomBuild = (): string => randomBytes(8).toString('hex')

describe('holdpoint daemon', () => {
  it('start, status, logs, restart, stop', async () => {
    const { daemon, daemons, meeting } = aWatched()
    expect(await daemon('status')).toMatchObject({ code: 1, stdout: expect.stringContaining('No daemon is running') })
    expect(await daemon('logs')).toMatchObject({ code: 0, stdout: 'The daemon has no log yet.\n' })
    expect(await daemon('stop')).toMatchObject({ code: 0, stdout: 'No daemon is running.\n' })

    const started = await daemon('start', '--json')
    const { pid, build } = JSON.parse(started.stdout) as { pid: number; build: string }
    expect(build).toBe(BUILD)
    expect(daemons()).toEqual([pid])
    expect((await daemon('start')).stdout).toBe(`The daemon is running (process ${pid}).\n`)
    expect((await daemon('status')).stdout).toContain(`process     ${pid}`)
    expect((await daemon('logs')).stdout).toContain(`listening on ${meeting.socket}`)

    const restarted = await daemon('restart', '--json')
    const next = JSON.parse(restarted.stdout) as { pid: number }
    expect(next.pid).not.toBe(pid)
    await until(() => !isRunning(pid), 'the old one is gone')
    expect(daemons()).toEqual([next.pid])

    expect((await daemon('stop')).stdout).toBe(`Stopped the daemon (process ${next.pid}).\n`)
    await until(() => daemons().length === 0, 'nobody is left')
    expect(existsSync(meeting.socket)).toBe(false)
    expect(existsSync(meeting.starting)).toBe(false)
    expect((await daemon('logs')).stdout).toContain('ending: asked to stop')
  })

  it.each([
    [['start', '--idle', 'x'], '--idle'],
    [['start', '--idle', '-1'], '--idle'],
    [['logs', '--lines', '0'], '--lines'],
  ])('%j is a mistake that is told', async (words, told) => {
    const { code, stderr } = await aWatched().daemon(...words)
    expect(code).toBe(1)
    expect(stderr).toContain(told)
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  it('of several that start at once, one stays', async () => {
    const { daemon, daemons, status } = aWatched()
    await Promise.all([daemon('start'), daemon('start'), daemon('start')])
    await until(() => daemons().length === 1, 'one is left')
    await later(1_500)
    expect(daemons()).toEqual([(await status())?.pid])
  })

  it('goes when nobody has asked for long', async () => {
    const { daemon, daemons, meeting } = aWatched()
    await daemon('start', '--idle', '1')
    expect(daemons()).toHaveLength(1)
    await until(() => daemons().length === 0, 'it is gone')
    expect(existsSync(meeting.socket)).toBe(false)
    expect((await daemon('logs')).stdout).toContain('idle')
  })

  it('goes when its socket is gone, or its directory is open to others', async () => {
    const { daemon, daemons, meeting } = aWatched()
    await daemon('start')
    rmSync(meeting.socket)
    await until(() => daemons().length === 0, 'it is gone')
    await daemon('start')
    chmodSync(meeting.directory, 0o777)
    await until(() => daemons().length === 0, 'it is gone')
  })

  it('ends on SIGTERM and takes its socket along; on SIGHUP it stays', async () => {
    const { daemon, daemons, meeting, status } = aWatched()
    await daemon('start')
    const [pid = 0] = daemons()
    process.kill(pid, 'SIGHUP')
    await later(100)
    expect((await status())?.pid).toBe(pid)
    process.kill(pid, 'SIGTERM')
    await until(() => daemons().length === 0, 'it is gone')
    expect(existsSync(meeting.socket)).toBe(false)
  })

  it('says why it cannot start', async () => {
    const { daemon, meeting } = aWatched()
    chmodSync(meeting.directory, 0o777)
    const { code, stderr } = await daemon('start')
    expect(code).toBe(1)
    expect(stderr).toContain('can be written by others')
  })
})

describe('a session', () => {
  it.each(SHELLS)('starts a daemon, which then answers as the program would: %s %s', async (...shell) => {
    const watched = aWatched()
    const first = await watched.line('SessionStart', startup, { shell })
    expect(first.code).toBe(0)
    await watched.settled(({ sessions, listening }) => sessions === 1 && listening.includes('loopback'))
    const commands = [
      'rm -rf /',
      'ls',
      'git push --force origin main',
      'echo "ä € 😀 \\n $HOME `x`"',
      'cat ~/.ssh/id_rsa',
    ]
    for (const [index, command] of commands.entries()) {
      const warm = await watched.bash(command, { shell })
      const cold = await watched.bash(command, { shell, program: { client: 'node' } })
      expect(warm).toEqual({ ...cold, stderr: '' })
      expect((await watched.status())?.requests).toBe(index + 1)
    }
    expect(isDenied(await watched.bash('rm -rf /', { shell }))).toBe(true)
    await allGone(watched)
  })

  it.each(SHELLS)('begins with an answer of the daemon that is there: %s %s', async (...shell) => {
    const watched = aWatched('presets: [recommended]\nhooks:\n  planning/setup-env: on\n')
    await watched.line('SessionStart', startup, { shell })
    await watched.settled(({ listening }) => listening.includes('loopback'))
    const file = join(aDirectory().path, 'env')
    const odd = { ODD: 'a\nholdpoint-end\n "$x" `y` ü😀 ', LC_ALL: 'C.UTF-8', NODE_OPTIONS: '--no-such-flag' }
    const env = { ...odd, CLAUDE_ENV_FILE: file }
    const { stdout: cold } = await watched.line('SessionStart', startup, {
      shell,
      session: 's2',
      env,
      program: { client: 'node' },
    })
    const written = existsSync(file) ? readFileSync(file, 'utf8') : ''
    rmSync(file, { force: true })
    expect(await watched.line('SessionStart', startup, { shell, session: 's3', env })).toMatchObject({ stdout: cold })
    expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(written)
    expect(await watched.status()).toMatchObject({ requests: 1, sessions: 2 })
    // A value with the byte that separates values cannot be sent, so the program answers.
    await watched.line('SessionStart', startup, { shell, session: 's4', env: { ODD: 'a\u0001b' } })
    expect(watched.spool().map((line) => ('by' in line ? line.by : 'program'))).toEqual([
      'program',
      'program',
      'daemon',
      'program',
    ])
  })

  it('hears its first answer before the daemon is there', async () => {
    const watched = aWatched()
    // A daemon that never comes up must not be waited for.
    writeFileSync(join(watched.runtime, 'holdpoint', `${BUILD}.starting`), '')
    const { code } = await watched.line('SessionStart', startup)
    expect(code).toBe(0)
    await later(500)
    expect(watched.daemons()).toEqual([])
  })

  it('finds a note of a start that lies in the future, and does not wait for that day', async () => {
    const watched = aWatched()
    writeFileSync(watched.meeting.starting, '')
    utimesSync(watched.meeting.starting, Date.now() / 1000 + 3600, Date.now() / 1000 + 3600)
    await watched.line('SessionStart', startup)
    await watched.settled()
  })

  it.each(SHELLS)('that the daemon was not told of is told with its next event: %s %s', async (...shell) => {
    const watched = await begun()
    await watched.settled(({ listening }) => listening.includes('loopback'))
    for (const round of [1, 2]) {
      expect(isDenied(await watched.bash('rm -rf /', { shell, session: 's2' }))).toBe(true)
      expect(await watched.status()).toMatchObject({ sessions: 2, requests: 1 + round })
    }
  })

  it('with another home is never answered by this daemon', async () => {
    const watched = await begun()
    const home = aDirectory().path
    for (let round = 0; round < 2; round++) {
      expect(isDenied(await watched.bash('rm -rf /', { session: 's3', env: { HOME: home } }))).toBe(true)
    }
    expect((await watched.status())?.sessions).toBe(1)
  })

  it.each(['HOLDPOINT_OFF', 'HOLDPOINT_WARN', 'HOLDPOINT_ON', 'HOLDPOINT_PRESETS'])(
    'with %s is answered by the program',
    async (name) => {
      const watched = await begun()
      const env = { [name]: name === 'HOLDPOINT_PRESETS' ? 'recommended' : 'guard/no-destructive-git' }
      const asked = await watched.bash('git reset --hard', { env })
      expect(isDenied(asked)).toBe(name === 'HOLDPOINT_ON' || name === 'HOLDPOINT_PRESETS')
      expect((await watched.status())?.requests).toBe(0)
    },
  )

  it('of a hook’s own child is silent, and one that only says so is not', async () => {
    const watched = await begun()
    const token = openChildToken(stateHome(watched.env))
    const child = await watched.bash('rm -rf /', { env: { HOLDPOINT_PARENT: token.value() } })
    expect(child).toMatchObject({ code: 0, stdout: '' })
    token.end()
    expect(isDenied(await watched.bash('rm -rf /', { env: { HOLDPOINT_PARENT: '1-made-up' } }))).toBe(true)
    expect((await watched.status())?.requests).toBe(0)
  })

  it.each(['', '{', 'null', '[]', '\0', '{"session_id":"s1"', 'x'.repeat(200)])(
    'input that is no event gets the same answer: %j',
    async (input) => {
      const watched = await begun()
      const warm = await watched.line('PreToolUse', input)
      const cold = await watched.line('PreToolUse', input, { program: { client: 'node' } })
      // A shell drops the character NUL, so that the two may name another reason why it cannot be read.
      const withoutWhy = (text: string): string =>
        text.replace(/ \((?:input|the tool call) could not be read: .*?\)\./, '')
      expect(warm.stdout).toContain('"permissionDecision":"ask"')
      expect([warm.code, withoutWhy(warm.stdout)]).toEqual([cold.code, withoutWhy(cold.stdout)])
    },
  )

  it('a command of a megabyte, with every kind of quote and line, is judged whole', async () => {
    const watched = await begun()
    const noise = `: '${'x y\\n"$(z)" \u0000 \u2028 EOF holdpoint-end '.repeat(20_000)}'`
    for (const shell of SHELLS) {
      expect(isDenied(await watched.bash(`${noise}\nEOF\nholdpoint-end\nrm -rf /`, { shell }))).toBe(true)
    }
    expect((await watched.status())?.requests).toBe(SHELLS.length)
  })

  it('what hooks write in a project has the rights that the program gives it', async () => {
    const watched = aWatched('presets: [all]\n')
    const asked = start('sh', ['-c', `umask 022; exec "$0" "$@"`, process.execPath, HOLDPOINT, 'daemon', 'run'], {
      env: watched.env,
      cwd: '/',
    })
    await watched.settled()
    expect(readFileSync(`/proc/${asked.child.pid}/status`, 'utf8')).toMatch(/Umask:\s+0022/)
    await watched.daemon('stop')
    await asked.ended
  })
})

describe('another build', () => {
  it('has a daemon of its own; after an upgrade in place the old one goes', async () => {
    const watched = aWatched()
    const folder = aDirectory().path
    const [first, second] = ['a'.repeat(16), 'b'.repeat(16)]
    const bin = copyWithBuild(folder, first)
    await watched.line('SessionStart', startup, { program: { bin } })
    const old = join(watched.meeting.directory, `${first}.sock`)
    await until(() => existsSync(old), 'the first is there')
    const [pid = 0] = watched.daemons()

    copyWithBuild(folder, second)
    expect(isDenied(await watched.bash('rm -rf /', { program: { bin } }))).toBe(true)
    await until(() => existsSync(join(watched.meeting.directory, `${second}.sock`)), 'the second is there')
    await until(() => !isRunning(pid), 'the first has gone')
    expect(existsSync(old)).toBe(false)
    expect(isDenied(await watched.bash('rm -rf /', { program: { bin } }))).toBe(true)
    await until(() => watched.daemons().length === 1, 'one is left')
  })

  it('a daemon whose program was replaced answers nothing any more', async () => {
    const watched = aWatched()
    const folder = aDirectory().path
    const bin = copyWithBuild(folder, 'c'.repeat(16))
    await watched.line('SessionStart', startup, { program: { bin } })
    const socket = join(watched.meeting.directory, `${'c'.repeat(16)}.sock`)
    await until(() => existsSync(socket), 'it is there')
    const [pid = 0] = watched.daemons()
    rmSync(join(folder, 'dist'), { recursive: true })
    await until(() => !isRunning(pid), 'it has gone')
  })
})

describe('whoever answers instead of the daemon', () => {
  /** Somebody at the daemon's place who does this with each connection. */
  async function impostor({ meeting }: Watched, act: (socket: Socket) => void): Promise<Server> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => act(socket))
    })
    await new Promise<void>((done) => server.listen(meeting.socket, done))
    onTestFinished(() => void server.close())
    // A new daemon would take its place; this test is about the old one.
    writeFileSync(meeting.starting, '')
    return server
  }

  const ALLOW = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'
  const kinds: readonly (readonly [string, (socket: Socket) => void])[] = [
    ['closes at once', (socket) => socket.destroy()],
    ['says nothing', () => undefined],
    ['says half an answer', (socket) => socket.end(`holdpoint-answer 0\n\nholdpoint-stdout\n${ALLOW.slice(0, 40)}`)],
    ['says half an answer and stays', (socket) => socket.write(`holdpoint-answer 0\n\nholdpoint-stdout\n${ALLOW}`)],
    ['says an answer without an end', (socket) => socket.end(`holdpoint-answer 0\n\nholdpoint-stdout\n${ALLOW}\n`)],
    ['says an end without an answer', (socket) => socket.end(`${ALLOW}\nholdpoint-end\n`)],
    [
      'answers twice',
      (socket) => socket.end(`holdpoint-answer 0\n\nholdpoint-stdout\n${ALLOW}\nholdpoint-end\n`.repeat(2)),
    ],
    [
      'answers in an answer',
      (socket) =>
        socket.end(
          `holdpoint-answer 0\n\nholdpoint-stdout\nholdpoint-answer 0\n\nholdpoint-stdout\n${ALLOW}\nholdpoint-end\n`,
        ),
    ],
    [
      'makes noise before',
      (socket) => socket.end(`noise\nholdpoint-answer 0\n\nholdpoint-stdout\n${ALLOW}\nholdpoint-end\n`),
    ],
    [
      'makes noise after',
      (socket) => socket.end(`holdpoint-answer 0\n\nholdpoint-stdout\n${ALLOW}\nholdpoint-end\nnoise\n`),
    ],
    ['makes 10 MB of noise', (socket) => socket.end('noise \n'.repeat(1_500_000))],
    ['makes 1 MB of heartbeats', (socket) => socket.end('\n'.repeat(1 << 20))],
    ['beats a few times and dies', (socket) => void setTimeout(() => socket.destroy(), 300)],
    ['declines', (socket) => socket.end('holdpoint-declined\nno\nholdpoint-end\n')],
    ['says zero bytes', (socket) => socket.end('\0'.repeat(1000))],
    ['speaks HTTP', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n{}')],
  ]

  it.each(kinds)('%s: the program answers', async (_, act) => {
    const watched = aWatched()
    const server = await impostor(watched, act)
    for (const shell of [['/bin/sh'], ['bash']]) {
      expect(isDenied(await watched.bash('rm -rf /', { shell }))).toBe(true)
    }
    server.close()
    await allGone(watched)
  })

  it('a socket that nobody listens on, a file, a folder: the program answers', async () => {
    const watched = await begun()
    end((await watched.status())?.pid ?? 0)
    await until(() => watched.daemons().length === 0, 'it is gone')
    expect(existsSync(watched.meeting.socket)).toBe(true)
    writeFileSync(watched.meeting.starting, '')
    expect(isDenied(await watched.bash('rm -rf /'))).toBe(true)
    rmSync(watched.meeting.socket)
    writeFileSync(watched.meeting.socket, 'x')
    expect(isDenied(await watched.bash('rm -rf /'))).toBe(true)
    rmSync(watched.meeting.socket)
    mkdirSync(watched.meeting.socket)
    expect(isDenied(await watched.bash('rm -rf /'))).toBe(true)
  })

  it('a directory that is a link is not used', async () => {
    const watched = aWatched()
    const { directory } = watched.meeting
    rmSync(directory, { recursive: true })
    mkdirSync(`${directory}-elsewhere`, { mode: 0o700 })
    symlinkSync(`${directory}-elsewhere`, directory)
    let asked = 0
    await impostor(watched, (socket) => {
      asked++
      socket.end(`holdpoint-answer 0\n\nholdpoint-stdout\n${ALLOW}\nholdpoint-end\n`)
    })
    expect(isDenied(await watched.bash('rm -rf /'))).toBe(true)
    expect(asked).toBe(0)
  })

  it.runIf(process.getuid?.() === 0)('a directory, or a socket in it, of somebody else is not used', async () => {
    const watched = aWatched()
    let asked = 0
    await impostor(watched, (socket) => {
      asked++
      socket.end(`holdpoint-answer 0\n\nholdpoint-stdout\n${ALLOW}\nholdpoint-end\n`)
    })
    chownSync(watched.meeting.socket, 65_534, 65_534)
    chmodSync(watched.meeting.directory, 0o777)
    expect(isDenied(await watched.bash('rm -rf /'))).toBe(true)
    chownSync(watched.meeting.socket, 0, 0)
    chownSync(watched.meeting.directory, 65_534, 65_534)
    expect(isDenied(await watched.bash('rm -rf /'))).toBe(true)
    expect(asked).toBe(0)
    chownSync(watched.meeting.directory, 0, 0)
  })

  it('a daemon at the place of those without a runtime directory is none of ours', async () => {
    const watched = aWatched()
    const shared = `/tmp/holdpoint-${process.getuid?.()}`
    mkdirSync(shared, { recursive: true, mode: 0o700 })
    // A build of its own, so that nobody else is met there.
    const bin = copyWithBuild(aDirectory().path, randomBuild())
    let asked = 0
    const server = createServer((socket) => {
      asked++
      socket.end(`holdpoint-answer 0\n\nholdpoint-stdout\n${ALLOW}\nholdpoint-end\n`)
    })
    const socket = join(shared, `${buildOf(bin)}.sock`)
    await new Promise<void>((done) => server.listen(socket, done))
    onTestFinished(() => void server.close())
    expect(isDenied(await watched.bash('rm -rf /', { program: { bin } }))).toBe(true)
    expect(asked).toBe(0)
    await watched.bash('rm -rf /', { program: { bin }, env: { XDG_RUNTIME_DIR: '' } })
    expect(asked).toBeGreaterThan(0)
  })

  it('a directory that depends on where we are is not used', async () => {
    const watched = aWatched()
    const inside = join(watched.project, 'run/holdpoint')
    mkdirSync(inside, { recursive: true, mode: 0o700 })
    let asked = 0
    const server = createServer((socket) => {
      asked++
      socket.end(`holdpoint-answer 0\n\nholdpoint-stdout\n${ALLOW}\nholdpoint-end\n`)
    })
    await new Promise<void>((done) => server.listen(join(inside, `${BUILD}.sock`), done))
    onTestFinished(() => void server.close())
    expect(isDenied(await watched.bash('rm -rf /', { env: { XDG_RUNTIME_DIR: 'run' } }))).toBe(true)
    expect(asked).toBe(0)
  })
})

describe('a daemon in trouble', () => {
  it('that was stopped: the program answers, another daemon takes over, the old one sees it and goes', async () => {
    const watched = await begun()
    const { pid } = await watched.settled()
    process.kill(pid, 'SIGSTOP')
    onTestFinished(() => end(pid))
    expect(isDenied(await watched.bash('rm -rf /'))).toBe(true)
    await until(() => watched.daemons().length === 2, 'another one is there')
    const next = await watched.settled((status) => status.pid !== pid)
    expect(isDenied(await watched.bash('rm -rf /'))).toBe(true)
    process.kill(pid, 'SIGCONT')
    await until(() => !isRunning(pid), 'the old one is gone')
    expect((await watched.status())?.pid).toBe(next.pid)
    expect(watched.daemons()).toEqual([next.pid])
  })

  it('that was killed: the program answers, and the next event finds a new one', async () => {
    const watched = await begun()
    const { pid } = await watched.settled()
    end(pid)
    expect(isDenied(await watched.bash('rm -rf /'))).toBe(true)
    const next = await watched.settled((status) => status.pid !== pid)
    expect(isDenied(await watched.bash('rm -rf /'))).toBe(true)
    expect((await watched.status())?.requests).toBe(next.requests + 1)
  })

  it('that dies in the middle of an event: the program answers', async () => {
    // A commit check that takes a moment gives the time to kill it.
    const watched = await begun()
    const { pid } = await watched.settled()
    process.kill(pid, 'SIGSTOP')
    const asked = watched.bash('rm -rf /')
    await later(300)
    end(pid)
    expect(isDenied(await asked)).toBe(true)
  })
})

describe('the ways to the daemon', () => {
  /** A PATH with links to these programs and nothing else. */
  function pathWith(names: readonly string[]): string {
    const folder = aDirectory().path
    for (const name of names) {
      const found = ['/usr/bin', '/bin', '/usr/local/bin'].map((place) => join(place, name)).find(existsSync)
      if (found !== undefined) symlinkSync(found, join(folder, name))
    }
    return folder
  }
  const TOOLS = ['cat', 'id', 'git', 'sh', 'node']
  const HAS_NC = ['/usr/bin/nc', '/bin/nc', '/usr/local/bin/nc'].some(existsSync)
  const BY_BASH = [['/bin/sh'], ['/bin/bash'], []]
  const WAYS: readonly (readonly [string, string, readonly (readonly string[])[]])[] = [
    ['bash over loopback', 'bash', BY_BASH],
    ...(HAS_NC ? ([['nc through the socket', 'nc', [['/bin/sh'], ['/bin/bash']]]] as const) : []),
  ]

  /** A daemon whose user has only these programs, and who starts them from these shells. */
  async function reachedBy(tool: string): Promise<Watched> {
    const watched = aWatched()
    watched.env['PATH'] = pathWith([...TOOLS, tool])
    await watched.line('SessionStart', startup)
    await watched.settled(({ listening }) => listening.includes('loopback'))
    // As where no bash is new enough.
    if (tool !== 'bash') rmSync(watched.meeting.loopback)
    return watched
  }

  const PROOF = '2'.repeat(48)

  /** Somebody at the port that the daemon's note names. */
  async function onLoopback({ meeting }: Watched, meet: (socket: Socket) => void): Promise<void> {
    const server = createServer((socket) => meet(socket.on('error', () => undefined)))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    writeFileSync(meeting.loopback, `${port} ${'1'.repeat(48)} ${PROOF} /bin/bash\n`)
    // A new daemon would take its place.
    writeFileSync(meeting.starting, '')
  }

  /** One who knows the proof, and does this with the event. */
  const provenOnLoopback = (watched: Watched, act: (socket: Socket) => unknown): Promise<void> =>
    onLoopback(watched, (socket) =>
      socket.once('data', () => {
        socket.write(`${PROOF}\n`)
        socket.once('data', () => void act(socket))
      }),
    )

  it.each(WAYS)('%s', async (_, tool, shells) => {
    const watched = await reachedBy(tool)
    for (const shell of shells) {
      const before = (await watched.status())?.requests ?? 0
      expect(isDenied(await watched.bash('rm -rf /', { shell }))).toBe(true)
      expect((await watched.status())?.requests).toBe(before + 1)
    }
    if (tool === 'bash') {
      expect(readFileSync(watched.meeting.loopback, 'utf8')).toMatch(/^\d+ [0-9a-f]{48} [0-9a-f]{48} \/.*bash\n$/)
      await watched.daemon('stop')
    }
    expect(existsSync(watched.meeting.loopback)).toBe(false)
  })

  it.each(WAYS)('%s: every letter of an event arrives, however many there are', async (_, tool, shells) => {
    const watched = await reachedBy(tool)
    const noise = `: '${'x y\\n"$(z)" \u0000 \u0001 \u007F \u2028 ü😀 holdpoint-end '.repeat(10_000)}'`
    // More than a daemon takes.
    const description = 'x'.repeat(17 << 20)
    const large = { session_id: 's1', tool_name: 'Bash', tool_input: { command: 'rm -rf /', description } }
    for (const [index, shell] of shells.entries()) {
      expect(isDenied(await watched.bash(`${noise}\nholdpoint-event\nrm -rf /`, { shell }))).toBe(true)
      expect((await watched.status())?.requests).toBe(index + 1)
      expect(isDenied(await watched.line('PreToolUse', large, { shell }))).toBe(true)
      expect((await watched.status())?.requests).toBe(index + 1)
    }
  })

  it.each<[string, boolean, readonly string[]]>([
    [
      'takes three seconds, with a heartbeat',
      true,
      [...Array<string>(12).fill('\n'), 'holdpoint-answer 0\n\nholdpoint-stdout\n{"a":\n1}\nholdpoint-end\n'],
    ],
    ['answers in pieces', true, ['hold', 'point-answer 0\n\nholdpoint-stdout\n{"a":', '\n1}\nholdpoint', '-end\n']],
    ['beats a few times and is silent', false, ['\n', '\n', '\n']],
  ])('a daemon that %s (believed: %s)', async (_, isBelieved, pieces) => {
    const watched = aWatched()
    await provenOnLoopback(watched, async (socket) => {
      for (const piece of pieces) {
        await later(250)
        socket.write(piece)
      }
      if (isBelieved) socket.end()
    })
    const said = await watched.bash('rm -rf /', { shell: [] })
    expect(isBelieved ? said.stdout : isDenied(said)).toBe(isBelieved ? '{"a":\n1}' : true)
  })

  it.each<[string, string | undefined]>([
    ['hangs up', undefined],
    ['says nothing', ''],
    ['answers half', 'holdpoint-answer 0\n\nholdpoint-stdout\n{}\nholdpoint-e'],
    [
      'answers twice',
      'holdpoint-answer 0\n\nholdpoint-stdout\n\nholdpoint-end\nholdpoint-answer 0\n\nholdpoint-stdout\n\nholdpoint-end\n',
    ],
    [
      'answers with the words of the protocol',
      'holdpoint-answer 0\n\nholdpoint-stdout\nholdpoint-end\nholdpoint-end\n',
    ],
    ['gives back an event', 'holdpoint-event\n{}\n'],
    ['declines', 'holdpoint-declined\nnot now\nholdpoint-end\n'],
    ['wants the environment again and again', 'holdpoint-declined\nthe session is not known\nholdpoint-end\n'],
  ])('a daemon that takes the event and %s: the program answers', async (_, said) => {
    const watched = aWatched()
    await provenOnLoopback(watched, (socket) => (said === undefined ? socket.resetAndDestroy() : socket.end(said)))
    for (const shell of BY_BASH)
      for (const env of [{}, { POSIXLY_CORRECT: '1' }])
        expect(isDenied(await watched.bash('rm -rf /', { env, shell }))).toBe(true)
  })

  it.each([
    ['after a proof of its own', `${'0'.repeat(48)}\nholdpoint-answer 0\n\nholdpoint-stdout\n{}\nholdpoint-end\n`],
    // As long as a proof.
    ['in place of the proof', `holdpoint-answer 0\n\nholdpoint-stdout\n{}${' '.repeat(9)}\nholdpoint-end\n`],
    ['at once', 'holdpoint-answer 0\n\nholdpoint-stdout\n{}\nholdpoint-end\n'],
  ])(
    'whoever has taken the port of a daemon that is gone learns nothing and is not believed: an answer %s',
    async (_, said) => {
      const watched = aWatched()
      const heard: string[] = []
      await onLoopback(watched, (socket) =>
        socket.setEncoding('utf8').on('data', (text: string) => {
          heard.push(text)
          socket.end(said)
        }),
      )
      const stale = createServer()
      await new Promise<void>((done) => stale.listen(watched.meeting.socket, done))
      onTestFinished(() => void stale.close())
      for (const shell of BY_BASH) {
        heard.length = 0
        expect(isDenied(await watched.bash('rm -rf / --secret', { shell }))).toBe(true)
        expect(heard.join('')).toBe(`${'1'.repeat(48)}\n`)
      }
    },
  )

  it.each(['', 'x\n', '1 2\n', '1\n', '99999999 a b\n', '22;rm a b\n', '1 a b\n'])(
    'a damaged note of the port (%j): the program answers',
    async (text) => {
      const watched = await begun()
      writeFileSync(watched.meeting.loopback, text)
      for (const shell of BY_BASH)
        for (const env of [{}, { POSIXLY_CORRECT: '1' }])
          expect(isDenied(await watched.bash('rm -rf /', { env, shell }))).toBe(true)
    },
  )

  it('no bash that is new enough: nc asks, or without it the program answers', async () => {
    const watched = await reachedBy('true')
    expect(isDenied(await watched.bash('rm -rf /'))).toBe(true)
    expect((await watched.status())?.requests).toBe(HAS_NC ? 1 : 0)
  })
})

describe('whoever asks the daemon directly', () => {
  it('cannot give a session that is running another environment', async () => {
    const watched = await begun()
    const { ask } = await import('../../packages/runtime/src/daemon/client/ask.ts')
    const env = { ...watched.env, PATH: '/evil', CLAUDE_PID: '1' }
    await ask(watched.meeting.socket, ['attach'], JSON.stringify({ session: 's1', cwd: '/', env }), 2_000)
    expect(isDenied(await watched.bash('git push --force origin main'))).toBe(true)
    expect((await watched.status())?.sessions).toBe(1)
  })

  it.each(['', 'nonsense', 'hook', 'hook Nonsense user', 'hook PreToolUse --host=x', `hook ${'x'.repeat(200)} user`])(
    'gets a refusal for %j, and the daemon goes on',
    async (words) => {
      const watched = await begun()
      const { ask } = await import('../../packages/runtime/src/daemon/client/ask.ts')
      expect(await ask(watched.meeting.socket, [words], '{"session_id":"s1"}', 5_000)).toSatisfy(
        (answer) => answer === undefined || !String(answer).includes('allow'),
      )
      expect((await watched.status())?.pid).toBe(watched.daemons()[0])
      expect(requestText([words], '')).toContain('holdpoint 2')
    },
  )
})
