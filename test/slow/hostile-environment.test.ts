import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { aWatched, BUILD, isDenied, type LineOptions, type Watched } from '../process/support/daemon.ts'
import type { Ended } from '../process/support/process.ts'
import { PACKAGE } from '../process/support/sandbox.ts'
import { aDirectory } from '../process/support/temporary.ts'

/** The installed line, run as a host does, where a repository chooses what it can: files, PATH and variables. */

/** Only judged, never run. */
const DELETES = { tool_name: 'Bash', tool_input: { command: 'rm -rf ~' } }

interface Hostile extends Watched {
  /** Written when code of the repository has run. */
  readonly marker: string
  /** A script in the project that leaves the marker and says nothing, or what it is told to. */
  evil(name: string, text?: string): string
  ask(input: object, how: How): Promise<Ended>
}

interface How extends LineOptions {
  readonly scope?: 'project' | 'user' | 'local' | 'plugin'
}

function aHostile(config?: string): Hostile {
  const watched = aWatched(config)
  const marker = join(aDirectory().path, 'marker')
  watched.write({ 'node_modules/.keep': '', 'bin/.keep': '' })
  symlinkSync(PACKAGE, join(watched.project, 'node_modules/holdpoint'))
  return {
    ...watched,
    marker,
    evil(name, text = '') {
      const file = join(watched.project, name)
      watched.write({ [name]: `#!/bin/sh\n: > ${marker}\n${text}` })
      chmodSync(file, 0o755)
      return file
    },
    ask: (input, { scope = 'project', env, ...rest }) =>
      watched.line('PreToolUse', input, { ...rest, env: { ...env }, program: { scope } }),
  }
}

/** As systems have it: dash, bash, zsh; under the name sh, which changes what bash and zsh do. */
function shells(): readonly (readonly [string, readonly string[]])[] {
  const folder = aDirectory().path
  return [
    ['dash', ['/bin/sh']],
    ['bash --posix', ['/bin/bash', '--posix']],
    ['bash as sh', [linked(folder, '/bin/bash', 'bash')]],
    ...(existsSync('/usr/bin/zsh') ? ([['zsh as sh', [linked(folder, '/usr/bin/zsh', 'zsh')]]] as const) : []),
  ]
}

function linked(folder: string, target: string, name: string): string {
  mkdirSync(join(folder, name))
  symlinkSync(target, join(folder, name, 'sh'))
  return join(folder, name, 'sh')
}

const PATH = process.env['PATH'] ?? ''
const functions = (names: readonly string[], body: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`BASH_FUNC_${name}%%`, `() { ${body}; }`]))

/** What a repository puts into its files and the `env` of its settings. */
const ATTACKS: readonly (readonly [string, (hostile: Hostile) => Readonly<Record<string, string>>])[] = [
  ['a bash of its own', (h) => (h.evil('bin/bash'), { PATH: `${h.project}/bin:${PATH}` })],
  ['a node of its own', (h) => (h.evil('bin/node'), { PATH: `${h.project}/bin:${PATH}` })],
  [
    'tools of its own',
    (h) => (['id', 'cat', 'nc', 'sh', 'env'].forEach((n) => h.evil(`bin/${n}`)), { PATH: `${h.project}/bin:${PATH}` }),
  ],
  ['a relative PATH', (h) => (h.evil('bin/node'), h.evil('bin/bash'), { PATH: `bin:./bin:${PATH}` })],
  ['an empty entry of PATH', (h) => (h.evil('node'), h.evil('bash'), { PATH: `:${PATH}` })],
  ['a PATH with dots', (h) => (h.evil('bin/node'), { PATH: `${h.project}/x/../bin:/usr/..${h.project}/bin:${PATH}` })],
  ['a PATH through /proc', (h) => (h.evil('bin/node'), { PATH: `/proc/self/cwd/bin:${PATH}` })],
  [
    'a PATH through a link',
    (h) => {
      h.evil('bin/node')
      const link = join(aDirectory().path, 'link')
      symlinkSync(join(h.project, 'bin'), link)
      return { PATH: `${link}:${PATH}` }
    },
  ],
  [
    'NODE_OPTIONS',
    (h) => (
      h.write({ 'e.cjs': `require('fs').writeFileSync('${h.marker}','')` }),
      { NODE_OPTIONS: `--require=${h.project}/e.cjs` }
    ),
  ],
  [
    'NODE_PATH and a compile cache',
    (h) => ({ NODE_PATH: h.project, NODE_COMPILE_CACHE: `${h.project}/cache`, NODE_V8_COVERAGE: `${h.project}/cover` }),
  ],
  [
    'OPENSSL_CONF',
    (h) => (h.write({ 'o.cnf': 'nodejs_conf = x\n[x]\nproviders = y\n' }), { OPENSSL_CONF: `${h.project}/o.cnf` }),
  ],
  ['BASH_ENV and ENV', (h) => ({ BASH_ENV: h.evil('rc.sh', 'exit 0'), ENV: h.evil('rc.sh', 'exit 0') })],
  [
    'functions for what the line uses',
    (h) => functions(['test', 'printf', 'read', 'unset', 'set', '.', 'exit'], `: > ${h.marker}`),
  ],
  [
    'functions for what the script uses',
    (h) => functions(['cat', 'cd', 'pwd', 'id', 'nc', 'shift', 'exec', 'return'], `: > ${h.marker}`),
  ],
  ['functions by odd names', (h) => functions(['[', ':', 'case', 'command', 'builtin'], `: > ${h.marker}`)],
  [
    'variables by the names that the script uses',
    () => Object.fromEntries('abcdefhiklnopqrstuwx'.split('').map((name) => [name, '/bin/true'])),
  ],
  [
    'IFS, CDPATH and PS4',
    (h) => ({ IFS: '/ok', CDPATH: h.project, PS4: `$(: > ${h.marker})`, EUID: '../../x', UID: '1' }),
  ],
  [
    'a home in the project',
    (h) => (
      h.write({ 'home/.config/holdpoint/holdpoint.yml': 'hooks: {guard/no-catastrophe: off}' }),
      // The state goes to a place of this test, not to the home of whoever runs it.
      { HOME: `${h.project}/home`, XDG_STATE_HOME: aDirectory().path }
    ),
  ],
]

describe('D24 the environment of the hook is ours', () => {
  it.each(ATTACKS)(
    '%s: the call is denied, and nothing of the repository has run',
    async (_, prepare) => {
      const hostile = aHostile()
      const env = prepare(hostile)
      for (const [name, shell] of shells()) {
        const end = await hostile.ask(DELETES, { env, shell })
        // Bash in POSIX mode refuses functions by the names of its own special commands, and ends with 2: a refusal.
        const denied = isDenied(end) || (name.startsWith('bash') && end.code === 2)
        expect({ name, ran: existsSync(hostile.marker), denied, end }).toMatchObject({ ran: false, denied: true })
      }
      expect(existsSync(join(hostile.project, 'cache'))).toBe(false)
      expect(existsSync(join(hostile.project, 'home/.local'))).toBe(false)
    },
    60_000,
  )

  it.each(ATTACKS)(
    '%s: through the daemon as well',
    async (_, prepare) => {
      const hostile = aHostile()
      await hostile.ask({ tool_name: 'Read', tool_input: {} }, {})
      await hostile.settled(({ listening }) => listening.includes('loopback'))
      const env = prepare(hostile)
      const end = await hostile.ask(DELETES, { env })
      expect({ ran: existsSync(hostile.marker), denied: isDenied(end), end }).toMatchObject({
        ran: false,
        denied: true,
      })
    },
    60_000,
  )

  it.each(['user', 'local'] as const)(
    'an install for one machine, %s: PATH, NODE_OPTIONS, functions',
    async (scope) => {
      for (const shell of [['/bin/sh'], []]) {
        const hostile = aHostile()
        for (const name of ['bash', 'node', 'cat', 'id']) hostile.evil(`bin/${name}`)
        hostile.write({ 'e.cjs': `require('fs').writeFileSync('${hostile.marker}','')` })
        const env = {
          PATH: `${hostile.project}/bin:${PATH}`,
          NODE_OPTIONS: `--require=${hostile.project}/e.cjs`,
          BASH_ENV: hostile.evil('rc.sh', 'exit 0'),
          SHELLOPTS: 'noexec',
          ...functions(['printf', 'read', 'cat', 'unset'], 'exit 0'),
        }
        const end = await hostile.ask(DELETES, { env, shell, scope })
        expect({ ran: existsSync(hostile.marker), denied: isDenied(end), end }).toMatchObject({
          ran: false,
          denied: true,
        })
      }
    },
  )

  it('a daemon of the repository is not asked', async () => {
    const hostile = aHostile()
    const runtime = join(hostile.project, 'run')
    mkdirSync(join(runtime, 'holdpoint'), { recursive: true, mode: 0o700 })
    let asked = 0
    const server = createServer((socket) => {
      asked++
      socket.on('data', () => socket.write('proof\nholdpoint-answer\n{}\nholdpoint-end\n'))
      socket.on('error', () => undefined)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    writeFileSync(join(runtime, 'holdpoint', `${BUILD}.tcp`), `${port} token proof ${hostile.evil('bin/bash')}\n`, {
      mode: 0o600,
    })
    for (const shell of [['/bin/sh'], []]) {
      const scope = shell.length === 0 ? 'local' : 'project'
      const end = await hostile.ask(DELETES, { env: { XDG_RUNTIME_DIR: runtime }, shell, scope })
      expect({ asked, ran: existsSync(hostile.marker), denied: isDenied(end), end }).toMatchObject({
        asked: 0,
        ran: false,
        denied: true,
      })
    }
  })

  it('state in the project: no token of a parent, no compiled code, no configuration is taken from there', async () => {
    const hostile = aHostile()
    const state = join(hostile.project, 'state/holdpoint')
    mkdirSync(join(state, 'running'), { recursive: true, mode: 0o700 })
    mkdirSync(join(state, 'code'), { mode: 0o700 })
    for (const folder of ['state', 'state/holdpoint']) chmodSync(join(hostile.project, folder), 0o700)
    const token = `${process.pid}-x`
    writeFileSync(join(state, 'running', token), '')
    const env = { XDG_STATE_HOME: join(hostile.project, 'state'), HOLDPOINT_PARENT: token }
    expect(isDenied(await hostile.ask(DELETES, { env }))).toBe(true)
    expect(readdirSync(join(state, 'code'))).toEqual([])
    expect(readdirSync(state).toSorted()).toEqual(['code', 'running'])
  })
})

describe('D24 a switch for one run', () => {
  const READS = { tool_name: 'Bash', tool_input: { command: 'cat .env' } }
  const OFF = 'guard/no-secret-access'

  it('counts when somebody sets it for a run', async () => {
    const hostile = aHostile()
    expect(isDenied(await hostile.ask(READS, {}))).toBe(true)
    expect((await hostile.ask(READS, { env: { HOLDPOINT_OFF: OFF } })).stdout).toBe('')
  })

  it.each([
    ['the project', (h: Hostile) => join(h.project, '.claude/settings.json')],
    ['the project, local', (h: Hostile) => join(h.project, '.claude/settings.local.json')],
    ['the user', (h: Hostile) => join(h.home, '.claude/settings.json')],
  ])('named in the settings of %s it is ignored, and the user is told once', async (_, fileOf) => {
    for (const [name, value] of [
      ['HOLDPOINT_OFF', OFF],
      ['HOLDPOINT_WARN', OFF],
      ['HOLDPOINT_PRESETS', 'scratchpad'],
    ] as const) {
      const hostile = aHostile()
      const file = fileOf(hostile)
      mkdirSync(join(file, '..'), { recursive: true })
      writeFileSync(file, JSON.stringify({ env: { [name]: value } }))
      const first = await hostile.ask(READS, { env: { [name]: value } })
      expect(isDenied(first)).toBe(true)
      expect(JSON.parse(first.stdout)).toMatchObject({
        systemMessage: expect.stringContaining(`Holdpoint ignores ${name}`),
      })
      expect((await hostile.ask(READS, { env: { [name]: value } })).stdout).not.toContain('ignores')
    }
  })

  it('the configuration of the user is found, whatever directory the repository’s settings name', async () => {
    const hostile = aHostile('presets: [scratchpad]\n')
    mkdirSync(join(hostile.home, '.config/holdpoint'), { recursive: true })
    writeFileSync(join(hostile.home, '.config/holdpoint/holdpoint.yml'), 'hooks: {guard/no-secret-access: on}\n')
    const env = { XDG_CONFIG_HOME: aDirectory().path }
    hostile.write({ '.claude/settings.json': JSON.stringify({ env }) })
    expect(isDenied(await hostile.ask(READS, { env, scope: 'user' }))).toBe(true)
  })
})

describe('D37 the program is missing', () => {
  const TEXT = 'Holdpoint is installed for this project but cannot run. Run `npm install`, then `npx holdpoint doctor`.'
  const ask = (hostile: Hostile, input: object | string, shell: readonly string[]): Promise<Ended> =>
    hostile.line('PreToolUse', input, { shell, program: { scope: 'project', packageFolder: 'node_modules/gone' } })

  it.each(['Read', 'Glob', 'Grep'])('%s passes, and the user is told', async (tool_name) => {
    const hostile = aHostile()
    for (const [, shell] of shells()) {
      const { stdout, code } = await ask(hostile, { tool_name, tool_input: { file_path: 'a' } }, shell)
      expect({ code, said: JSON.parse(stdout) as unknown }).toEqual({ code: 0, said: { systemMessage: TEXT } })
    }
  })

  it.each([
    ['a shell command', { tool_name: 'Bash', tool_input: { command: 'ls' } }],
    ['the way out', { tool_name: 'Bash', tool_input: { command: 'npm install' } }],
    ['a command that quotes a tool', { tool_name: 'Bash', tool_input: { command: 'echo \'"tool_name":"Read"\'' } }],
    ['a key of the same name', { tool_name: 'Bash', tool_input: { command: 'ls', tool_name: 'Read' } }],
    ['a key of the same name, before', { tool_input: { tool_name: 'Read' }, tool_name: 'mcp__x__run' }],
    ['another tool', { tool_name: 'Write', tool_input: { file_path: 'a', content: '"tool_name":"Read"' } }],
    ['a tool that begins alike', { tool_name: 'ReadAll', tool_input: {} }],
    ['a tool of a server', { tool_name: 'mcp__fs__Read', tool_input: {} }],
    ['no event at all', ''],
    ['an event over several lines', '{\n"tool_name":"Read"}\n'],
  ])('%s is asked about', async (_, input) => {
    const hostile = aHostile()
    for (const [, shell] of shells()) {
      const { stdout, code } = await ask(hostile, input, shell)
      expect(code).toBe(0)
      expect(JSON.parse(stdout)).toEqual({
        hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask', permissionDecisionReason: TEXT },
        systemMessage: TEXT,
      })
    }
  })

  it('Node is missing: the same', async () => {
    const hostile = aHostile()
    for (const [, shell] of shells()) {
      const env = { PATH: `${hostile.project}/bin:/nowhere` }
      expect((await hostile.ask(DELETES, { env, shell })).stdout).toContain('"permissionDecision":"ask"')
      expect((await hostile.ask({ tool_name: 'Read' }, { env, shell })).stdout).toBe(
        JSON.stringify({ systemMessage: TEXT }),
      )
    }
  })

  it('an empty script is no answer', async () => {
    const hostile = aHostile()
    hostile.write({ 'node_modules/half/dist/bin/hook.sh': '' })
    const program = { scope: 'project', packageFolder: 'node_modules/half' } as const
    expect((await hostile.line('PreToolUse', DELETES, { program })).stdout).toContain('"permissionDecision":"ask"')
  })

  it('other events pass with a notice, and nothing is said to a compactor', async () => {
    const hostile = aHostile()
    const program = { scope: 'project', packageFolder: 'node_modules/gone' } as const
    expect(JSON.parse((await hostile.line('Stop', {}, { program })).stdout)).toEqual({ systemMessage: TEXT })
    expect(await hostile.line('PreCompact', {}, { program })).toMatchObject({ stdout: '', code: 0 })
  })
})
