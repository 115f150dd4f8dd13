import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isAnswering } from '../../packages/runtime/src/installs.ts'
import { argumentsAbove } from '../../packages/runtime/src/host-arguments.ts'
import { parseTable } from '../../packages/runtime/src/process-table.ts'
import type { AgentEvent } from '../../packages/engine/src/event.ts'
import { aSandbox, HOLDPOINT, spoolIn, type Sandbox } from './support/sandbox.ts'
import { start } from './support/process.ts'
import { aDirectory } from './support/temporary.ts'

type Scope = 'user' | 'plugin' | 'local' | 'project'

const agent = { agent_id: 'a1', agent_type: 'writer' }
const command = (scope: string): string => `"/opt/bin/holdpoint" hook SubagentStop --from ${scope}`
const entry = (text: string, matcher = ''): object => ({ matcher, hooks: [{ type: 'command', command: text }] })
const settingsFor = (scope: string, matcher = ''): object => ({
  hooks: { SubagentStop: [entry(command(scope), matcher)] },
})

/** As a host starts it without a shell. */
const withoutShell = (scope: string): object => ({
  hooks: {
    SubagentStop: [
      {
        hooks: [
          { type: 'command', command: '/opt/ask.sh', args: ['hook', 'SubagentStop', '--from', scope, 'holdpoint.cjs'] },
        ],
      },
    ],
  },
})

const fileOf = ({ home, project }: Pick<Sandbox, 'home' | 'project'>, scope: Exclude<Scope, 'plugin'>): string =>
  scope === 'user' ? join(home, '.claude/settings.json') : join(project, `.claude/settings${LOCAL[scope]}.json`)
const LOCAL = { local: '.local', project: '' }

/** What the settings files of the user, of the local checkout and of the project hold. */
type Files = Partial<Record<Exclude<Scope, 'plugin'>, object | string>>

const ALL: Files = { user: settingsFor('user'), local: settingsFor('local'), project: settingsFor('project') }
const PLUGIN = enabled(true)

/** Which install is asked, what is installed, whether it answers. */
const CASES: readonly (readonly [string, Scope, Files, boolean])[] = [
  ['the project’s, alone', 'project', { project: settingsFor('project') }, true],
  ['the project’s, beside the user’s', 'project', ALL, false],
  ['the local one, beside the user’s', 'local', ALL, false],
  ['the user’s, beside all others', 'user', ALL, true],
  ['the user’s, when the project claims to be the user', 'user', { project: settingsFor('user') }, true],
  ['the user’s, when the project enables the plugin', 'user', { ...ALL, project: PLUGIN }, true],
  ['the local one, beside the user’s without a shell', 'local', { user: withoutShell('user') }, false],
  ['the user’s, beside a local one without a shell', 'user', { local: withoutShell('local') }, true],
  ['the project’s, beside a local one without a shell', 'project', { local: withoutShell('local') }, false],
  ['the project’s, beside the local one', 'project', { local: settingsFor('local') }, false],
  ['the local one, beside the project’s', 'local', { project: settingsFor('project') }, true],
  ['the project’s, beside an enabled plugin', 'project', { user: PLUGIN }, false],
  ['the local one, when only the repository claims the plugin', 'local', { project: PLUGIN }, true],
  ['the local one, beside a plugin of the user’s', 'local', { user: PLUGIN }, false],
  ['the project’s, beside a disabled plugin', 'project', { user: disabled() }, true],
  ['the plugin’s, beside the user’s', 'plugin', { user: settingsFor('user') }, false],
  ['the plugin’s, beside the project’s', 'plugin', { project: settingsFor('project') }, true],
  ['the project’s, when the user’s is for another event', 'project', { user: otherEvent() }, true],
  ['the project’s, when the user’s is for another agent', 'project', { user: settingsFor('user', 'planner') }, true],
  ['the project’s, when the user’s is for this agent', 'project', { user: settingsFor('user', 'writer') }, false],
  ['the project’s, when the user’s hook is not ours', 'project', { user: foreign() }, true],
  ['the project’s, when the user’s settings are damaged', 'project', { user: '{"hooks": {' }, true],
  [
    'the project’s, when the user’s settings begin with a mark',
    'project',
    { user: marked(settingsFor('user')) },
    false,
  ],
  ['the project’s, when the user’s settings are odd', 'project', { user: '{"hooks":{"SubagentStop":[null,7]}}' }, true],
]

describe('of several installs one answers', () => {
  it.each(CASES)('%s (--from %s)', async (_, scope, files, answers) => {
    const sandbox = aSandbox()
    writeSettings(sandbox, files)
    installPlugin(sandbox.home)
    const { code, stdout, stderr, json } = await sandbox.hook(['SubagentStop', '--from', scope], agent)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    if (answers) expect(json).toMatchObject({ decision: 'block' })
    else expect(stdout).toBe('')
    expect(sandbox.spool()).toHaveLength(answers ? 1 : 0)
  })

  it('exactly one of all that are called at once', async () => {
    const sandbox = aSandbox()
    writeSettings(sandbox, { ...ALL, user: { ...settingsFor('user'), ...PLUGIN } })
    installPlugin(sandbox.home)
    const scopes: readonly Scope[] = ['user', 'plugin', 'local', 'project']
    const answers = await Promise.all(scopes.map((scope) => sandbox.hook(['SubagentStop', '--from', scope], agent)))
    expect(answers.map(({ json }) => json['decision'])).toEqual(['block', undefined, undefined, undefined])
  })

  it('settings kept elsewhere and linked are seen, as the host sees them', async () => {
    const sandbox = aSandbox()
    writeSettings(sandbox, { user: settingsFor('user') })
    const file = fileOf(sandbox, 'user')
    renameSync(file, join(sandbox.home, 'dotfiles.json'))
    symlinkSync(join(sandbox.home, 'dotfiles.json'), file)
    expect((await sandbox.hook(['SubagentStop', '--from', 'project'], agent)).stdout).toBe('')
  })
})

/** Who may have chosen the plugin, or put it out of action. */
const PLUGINS = {
  none: {},
  'the user’s': { user: true },
  'the local checkout’s': { local: true },
  'the repository’s': { project: true },
  'the user’s and the repository’s': { user: true, project: true },
  'the user’s, switched off by the repository': { user: true, project: false },
  'the user’s, switched off and on again': { user: true, project: false, local: true },
} as const satisfies Readonly<Record<string, Partial<Record<SettingsFile, boolean>>>>
type PluginState = keyof typeof PLUGINS

const YES_NO = [true, false]
const COMBINATIONS = YES_NO.flatMap((user) =>
  (Object.keys(PLUGINS) as readonly PluginState[]).flatMap((plugin) =>
    YES_NO.flatMap((local) => YES_NO.map((project) => ({ user, plugin, local, project }))),
  ),
)
const isLoaded = (plugin: PluginState): boolean =>
  !['none', 'the user’s, switched off by the repository'].includes(plugin)

/** What must come out, told without looking at how it is decided. */
function expected({ user, plugin, local, project }: (typeof COMBINATIONS)[number]): Scope | undefined {
  if (user) return 'user'
  if (isLoaded(plugin) && plugin !== 'the repository’s') return 'plugin'
  if (local) return 'local'
  if (isLoaded(plugin)) return 'plugin'
  return project ? 'project' : undefined
}

describe('D19 every combination of installs', () => {
  it.each(COMBINATIONS)('user $user, plugin: $plugin, local $local, project $project', async (installs) => {
    const { home, root } = aPlace()
    const { user, plugin, local, project } = installs
    const of = (scope: SettingsFile, isThere: boolean): object => ({
      ...(isThere ? settingsFor(scope) : {}),
      ...enabledBy(plugin, scope),
    })
    writeSettings(
      { home, project: root },
      { user: of('user', user), local: of('local', local), project: of('project', project) },
    )
    installPlugin(home)
    const called = { user, plugin: isLoaded(plugin), local, project }
    const answering: Scope[] = []
    for (const scope of ['user', 'plugin', 'local', 'project'] as const) {
      const env = { HOME: home, CLAUDE_PLUGIN_DATA: scope === 'plugin' ? '/d/holdpoint-tools' : undefined }
      if (called[scope] && (await isAnswering(scope, eventIn(root), env))) answering.push(scope)
    }
    expect(answering).toEqual([expected(installs)].filter((scope) => scope !== undefined))
  })
})

describe('a plugin that is not where the settings say', () => {
  const ask = (home: string, root: string): Promise<boolean> => isAnswering('project', eventIn(root), { HOME: home })

  it.each<readonly [string, (home: string) => void]>([
    ['is not installed', () => undefined],
    ['has lost its hooks', (home) => installPlugin(home, {})],
    ['does not listen to this event', (home) => installPlugin(home, { hooks: { Stop: [entry(command('plugin'))] } })],
    [
      'has hooks of somebody else',
      (home) => installPlugin(home, { hooks: { SubagentStop: [entry('other --from plugin')] } }),
    ],
    ['stands in a damaged list', (home) => put(join(home, '.claude/plugins/installed_plugins.json'), '[}')],
  ])('silences nobody: it %s', async (_, prepare) => {
    const { home, root } = aPlace()
    writeSettings({ home, project: root }, { user: PLUGIN, project: settingsFor('project') })
    prepare(home)
    expect(await ask(home, root)).toBe(true)
  })

  it('is not believed in because of a variable, which a repository can set', async () => {
    const { home, root } = aPlace()
    writeSettings({ home, project: root }, { local: settingsFor('local') })
    const env = { HOME: home, CLAUDE_PLUGIN_DATA: '/d/holdpoint-inline', CLAUDE_PLUGIN_ROOT: '/d' }
    expect(await isAnswering('local', eventIn(root), env)).toBe(true)
  })

  it('does not count among the user’s skills, which an agent may write', async () => {
    const { home, root } = aPlace()
    writeSettings({ home, project: root }, { project: settingsFor('project') })
    put(join(home, '.claude/skills/holdpoint/hooks/hooks.json'), JSON.stringify(settingsFor('plugin')))
    expect(await ask(home, root)).toBe(true)
  })

  it('counts when it is the npm package itself', async () => {
    const { home, root } = aPlace()
    writeSettings({ home, project: root }, { user: PLUGIN, project: settingsFor('project') })
    installPlugin(home, {})
    put(join(home, 'installed/dist/plugin/hooks/hooks.json'), JSON.stringify(settingsFor('plugin')))
    expect(await ask(home, root)).toBe(false)
  })
})

describe('a plugin that only the host’s command line names', () => {
  /** A host: it has the arguments, and starts the installed lines in a shell, as the real one does. */
  const HOST = `const { spawnSync } = require('node:child_process')
    const [lines, input] = process.argv.slice(1, 3)
    for (const { line, env } of JSON.parse(lines)) {
      const { stdout, stderr } = spawnSync('/bin/sh', ['-c', line], { input, env: { ...process.env, ...env }, encoding: 'utf8' })
      process.stdout.write(stdout + '\\n')
      process.stderr.write(stderr)
    }`
  const line = (scope: Scope): string =>
    `o=$("${process.execPath}" "${HOLDPOINT}" hook SubagentStop --from ${scope}) && printf %s "$o"`

  it.each<readonly [string, readonly string[], Files, readonly Scope[], Scope]>([
    ['beside the project’s', ['--plugin-dir', '{plugin}'], {}, ['plugin', 'project'], 'plugin'],
    ['beside the local one', ['--plugin-dir', '{plugin}'], {}, ['plugin', 'local'], 'plugin'],
    [
      'beside the user’s',
      ['--plugin-dir', '{plugin}'],
      { user: settingsFor('user') },
      ['user', 'plugin', 'project'],
      'user',
    ],
    ['written with a sign', ['--plugin-dir={plugin}'], {}, ['plugin', 'local', 'project'], 'plugin'],
    ['in a folder of plugins', ['--plugin-dir', '{plugin}/..'], {}, ['plugin', 'project'], 'plugin'],
    ['switched off by the repository', ['--plugin-dir', '{plugin}'], { project: inlineOff() }, ['project'], 'project'],
    ['that is another one', ['--plugin-dir', '/nowhere'], {}, ['project'], 'project'],
  ])('%s', async (_, args, files, scopes, answers) => {
    const sandbox = aSandbox()
    const plugin = join(aDirectory().path, 'my plugins/holdpoint')
    put(join(plugin, 'hooks/hooks.json'), JSON.stringify(settingsFor('plugin')))
    const local = scopes.includes('local') ? settingsFor('local') : {}
    writeSettings(sandbox, { local, ...files, project: { ...settingsFor('project'), ...(files.project as object) } })
    const lines = scopes.map((scope) => ({
      line: line(scope),
      env:
        scope === 'plugin' ? { CLAUDE_PLUGIN_DATA: join(sandbox.home, '.claude/plugins/data/holdpoint-inline') } : {},
    }))
    const input = JSON.stringify({ session_id: 's1', cwd: sandbox.project, ...agent })
    const words = args.map((arg) => arg.replace('{plugin}', plugin))
    const { ended } = start(process.execPath, ['-e', HOST, '--', JSON.stringify(lines), input, ...words], {
      cwd: sandbox.project,
      env: sandbox.env,
    })
    const { stdout, stderr } = await ended
    expect(stderr).toBe('')
    const said = stdout.split('\n').slice(0, scopes.length)
    expect(scopes.filter((_scope, index) => said[index] !== '')).toEqual([answers])
    expect(spoolIn(sandbox.home)).toHaveLength(1)
  })

  it('is found where there is no /proc, whatever spaces its path has', () => {
    const text = `    1     0 /sbin/init
  700     1 /usr/local/bin/claude -p do it --plugin-dir /a b/holdpoint --verbose
  701   700 /bin/sh -c o=$(node x hook Stop --from project) && printf %s "$o"
  702   701 /bin/sh -c o=$(node x hook Stop --from project) && printf %s "$o"
not a line`
    const table = parseTable(text)
    const found = argumentsAbove(702, (pid) => table.get(pid))
    expect(found).toContain('--plugin-dir=/a b/holdpoint')
    expect(argumentsAbove(1, (pid) => table.get(pid))).toEqual(['/sbin/init'])
    expect(argumentsAbove(9999, (pid) => table.get(pid))).toEqual([])
  })

  it('is not looked for without end', () => {
    const circle = { parent: 5, args: ['/bin/bash', '-c', 'x hook Stop --from project'] }
    expect(argumentsAbove(5, () => circle)).toEqual([])
  })
})

type SettingsFile = Exclude<Scope, 'plugin'>

function aPlace(): { home: string; root: string } {
  return { home: aDirectory().path, root: aDirectory().path }
}

/** As far as this question goes, all there is to an event. */
const eventIn = (root: string): AgentEvent =>
  ({
    host: 'claude-code',
    root,
    name: 'SubagentStop',
    kind: 'agent.stop',
    subjects: ['writer'],
  }) as unknown as AgentEvent

function writeSettings(place: Pick<Sandbox, 'home' | 'project'>, files: Files): void {
  for (const scope of ['user', 'local', 'project'] as const) {
    const content = files[scope]
    if (content !== undefined)
      put(fileOf(place, scope), typeof content === 'string' ? content : JSON.stringify(content))
  }
}

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** As the host keeps it: a list of copies, and the copy itself. */
function installPlugin(home: string, hooks: object = settingsFor('plugin')): void {
  const installPath = join(home, 'installed')
  put(
    join(home, '.claude/plugins/installed_plugins.json'),
    JSON.stringify({ version: 2, plugins: { 'holdpoint@tools': [{ scope: 'user', installPath }] } }),
  )
  put(join(installPath, 'hooks/hooks.json'), JSON.stringify(hooks))
}

function enabledBy(plugin: PluginState, scope: SettingsFile): object {
  const state: Partial<Record<SettingsFile, boolean>> = PLUGINS[plugin]
  const value = state[scope]
  return value === undefined ? {} : enabled(value)
}

function enabled(value: boolean): object {
  return { enabledPlugins: { 'holdpoint@tools': value } }
}

function inlineOff(): object {
  return { enabledPlugins: { 'holdpoint@inline': false } }
}

function marked(settings: object): string {
  return `\uFEFF${JSON.stringify(settings)}`
}

function disabled(): object {
  return { enabledPlugins: { 'holdpoint@tools': false, 'other@tools': true } }
}

function otherEvent(): object {
  return { hooks: { Stop: [entry(command('user'))] } }
}

function foreign(): object {
  return { hooks: { SubagentStop: [entry('other-tool --from user')] } }
}
