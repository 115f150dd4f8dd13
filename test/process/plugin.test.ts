import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parse } from 'yaml'
import { isForTheAgent } from '../../packages/packs/src/guard/self-protection/own-commands.ts'
import { claudeCode } from '../../packages/hosts/src/claude-code/claude-code.ts'
import { lineOf } from '../../packages/runtime/src/installs.ts'
import { settingsProblems } from '../../packages/cli/src/install/accepted.ts'
import { implementText } from '../../packages/packs/src/orchestrator/implement-text.ts'
import { pluginHooks, type HooksFile } from '../../packages/cli/src/install/plugin.ts'
import { builtIn } from '../../packages/packs/src/registry.ts'
import { temporaryDirectory } from '../../packages/testing/src/repository.ts'
import { start, type Ended } from './support/process.ts'
import { aDirectory, aRepository } from './support/temporary.ts'

/** The plugin as `npm run build` leaves it, in a folder whose name has a space, with nothing around it. */

const BUILT = resolve(import.meta.dirname, '../../packages/cli/dist/plugin')
const away = temporaryDirectory()
const plugin = join(away.path, 'my plugins/holdpoint')
beforeAll(() => cpSync(BUILT, plugin, { recursive: true }))
afterAll(away.dispose)

const read = (path: string): string => readFileSync(join(plugin, path), 'utf8')
const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(plugin, folder)).map((name) => join(folder, name))
const markdown = (): readonly string[] => [...filesIn('commands'), ...filesIn('agents'), 'skills/implementer/SKILL.md']
const hooksFile = (): HooksFile => JSON.parse(read('hooks/hooks.json')) as HooksFile

/** What Claude Code 2.1.197 knows; one other event in a plugin makes it drop all hooks of the plugin. */
const KNOWN =
  `PreToolUse PostToolUse PostToolUseFailure PostToolBatch PermissionRequest PermissionDenied UserPromptSubmit
  UserPromptExpansion SessionStart Setup SessionEnd Stop SubagentStop StopFailure SubagentStart TeammateIdle TaskCreated
  TaskCompleted PreCompact PostCompact Notification Elicitation ElicitationResult ConfigChange InstructionsLoaded
  CwdChanged FileChanged`.split(/\s+/)

describe('hooks.json of the plugin', () => {
  it('ENG-09 has one dispatcher entry for each event, and nothing that the CLI would reject', () => {
    const { description, hooks } = hooksFile()
    expect(description).not.toBe('')
    expect(settingsProblems({ hooks })).toEqual([])
    for (const [event, groups] of Object.entries(hooks)) {
      expect(groups.flatMap((group) => group.hooks)).toHaveLength(1)
      const command = lineOf(groups[0].hooks[0])
      expect(command).toContain(`hook ${event} --from plugin`)
      expect(command).toContain('f="${CLAUDE_PLUGIN_ROOT}/dist/bin/hook.sh"')
      // Wherever the folder is named, it stands in double quotes.
      expect(command.replaceAll(/"\$\{CLAUDE_PLUGIN_ROOT\}\/[^"]*"/g, '')).not.toContain('CLAUDE_PLUGIN_ROOT')
    }
  })

  it('D2 names only events that every supported CLI knows', () => {
    expect(Object.keys(hooksFile().hooks).filter((event) => !KNOWN.includes(event))).toEqual([])
  })

  it('ORC-08 registers whatever any hook could need, so that switching one on needs no new install', () => {
    const needed = builtIn.catalogue
      .filter(({ onlyCalled }) => onlyCalled !== true)
      .flatMap(({ on }) => on.map((kind) => claudeCode.eventFor(kind)))
    expect(Object.keys(hooksFile().hooks)).toEqual(expect.arrayContaining([...new Set(needed)]))
    expect(hooksFile()).toEqual(JSON.parse(JSON.stringify(pluginHooks(builtIn.catalogue))))
  })

  it('T-ORC-35 T-ORC-43 ORC-09 ORC-56 with the orchestrator alone has its four events, with their limits', () => {
    const own = builtIn.catalogue.filter(({ id }) => id.startsWith('orchestrator/'))
    const { hooks } = pluginHooks(own)
    const seconds = Object.fromEntries(Object.entries(hooks).map(([event, [group]]) => [event, group.hooks[0].timeout]))
    expect(seconds).toMatchObject({ TaskCompleted: 10, Stop: 5, SessionStart: 5, PreCompact: 5 })
    expect(hooks['TaskCompleted']?.[0]).not.toHaveProperty('matcher')
    expect(hooks['Stop']?.[0]).not.toHaveProperty('matcher')
    for (const event of ['SubagentStop', 'Notification', 'TeammateIdle']) expect(hooks).not.toHaveProperty(event)
  })
})

/** Only Node can be found, and nobody has ever lived here. */
function bareWorld(): { readonly cwd: string; readonly env: Record<string, string> } {
  const [bin, home] = [aDirectory().path, aDirectory().path]
  symlinkSync(process.execPath, join(bin, 'node'))
  const { path: cwd } = aRepository()
  // Where no directory can be made, no daemon is started that would outlive the test.
  return { cwd, env: { PATH: bin, HOME: home, TMPDIR: home, XDG_RUNTIME_DIR: '/dev/null' } }
}

/** As the host does it: the folder is put in, the line goes to a shell. */
function hostRuns(
  event: string,
  payload: object,
  world: ReturnType<typeof bareWorld>,
  folder = plugin,
): Promise<Ended> {
  const [group] = hooksFile().hooks[event] ?? []
  const line = (group === undefined ? '' : lineOf(group.hooks[0])).replaceAll('${CLAUDE_PLUGIN_ROOT}', folder)
  const input = JSON.stringify({ session_id: 's1', hook_event_name: event, cwd: world.cwd, ...payload })
  return start('/bin/sh', ['-c', line], {
    cwd: world.cwd,
    env: { ...world.env, CLAUDE_PLUGIN_ROOT: folder, CLAUDE_PROJECT_DIR: world.cwd },
    input,
  }).ended
}

const destructive = { tool_name: 'Bash', tool_input: { command: 'rm -rf ~' } }
const decisionOf = ({ stdout }: Ended): unknown =>
  (JSON.parse(stdout) as { hookSpecificOutput?: { permissionDecision?: string } }).hookSpecificOutput
    ?.permissionDecision

describe('the built plugin, anywhere', () => {
  it('denies what cannot be undone, with nothing on the PATH but Node and an empty home', async () => {
    expect(decisionOf(await hostRuns('PreToolUse', destructive, bareWorld()))).toBe('deny')
  })

  it('works from a directory that nobody may write', async () => {
    const world = bareWorld()
    chmodSync(world.cwd, 0o555)
    try {
      expect(decisionOf(await hostRuns('PreToolUse', destructive, world))).toBe('deny')
    } finally {
      chmodSync(world.cwd, 0o755)
    }
  })

  it('says nothing to harmless calls and unknown events of a session', async () => {
    const world = bareWorld()
    const harmless = { tool_name: 'Bash', tool_input: { command: 'ls' } }
    expect(await hostRuns('PreToolUse', harmless, world)).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(await hostRuns('Stop', {}, world)).toMatchObject({ code: 0, stdout: '', stderr: '' })
  })

  it.each([
    ['the program is gone', bareWorld, '/nowhere at all'],
    ['there is no Node', () => ({ ...bareWorld(), env: { PATH: '/nowhere', XDG_RUNTIME_DIR: '/dev/null' } }), plugin],
  ])('D8 asks when %s', async (_, world, folder) => {
    const answer = await hostRuns('PreToolUse', destructive, world(), folder)
    expect(decisionOf(answer)).toBe('ask')
    expect(answer.code).toBe(0)
    expect(JSON.parse((await hostRuns('Stop', {}, world(), folder)).stdout)).toHaveProperty('systemMessage')
  })

  it.each([
    [['status'], 0],
    [['log', '--since', '1d'], 0],
    [['why', 'last'], 0],
    [['list', '--enabled'], 0],
    [['explain', 'guard/no-catastrophe'], 0],
    [['validate'], 0],
    [['proof', 'status'], 0],
    [['check', '--', 'rm -rf ~'], 2],
  ] as const)('its command line answers: %s', async (words, code) => {
    const world = bareWorld()
    await hostRuns('PreToolUse', destructive, world)
    const end = await start('node', [join(plugin, 'dist/bin/holdpoint.cjs'), ...words], world).ended
    expect({ code: end.code, stderr: end.stderr }).toEqual({ code, stderr: '' })
    expect(end.stdout).not.toBe('')
  })

  it('tells the past, or says plainly what is missing, where it has lost its SQLite', async () => {
    const world = bareWorld()
    const lone = join(aDirectory().path, 'holdpoint')
    cpSync(BUILT, lone, { recursive: true })
    rmSync(join(lone, 'node_modules'), { recursive: true, force: true })
    expect(decisionOf(await hostRuns('PreToolUse', destructive, world, lone))).toBe('deny')
    const end = await start('node', [join(lone, 'dist/bin/holdpoint.cjs'), 'log'], world).ended
    if (process.getBuiltinModule('node:sqlite') === undefined) {
      expect(end).toMatchObject({ code: 1, stdout: '' })
      expect(end.stderr).toMatch(
        /^holdpoint: there is no SQLite for this platform; Node 22\.13 or newer brings its own\./,
      )
    } else expect(end.stdout).toContain('deny')
  })

  it('protects itself, hooks and manifest included', async () => {
    for (const file of ['hooks/hooks.json', '.claude-plugin/plugin.json', 'dist/bin/hook.cjs']) {
      const call = { tool_name: 'Write', tool_input: { file_path: join(plugin, file), content: '{}' } }
      expect([file, decisionOf(await hostRuns('PreToolUse', call, bareWorld()))]).toEqual([file, 'deny'])
    }
  })

  it('ORC-12 has a launcher for each orchestrator hook, which runs it alone from anywhere', async () => {
    const scripts = ['precompact-state.sh', 'session-context.sh', 'stop-guard.sh', 'task-completed.sh']
    expect(readdirSync(join(plugin, 'scripts')).toSorted()).toEqual(scripts)
    const world = bareWorld()
    for (const name of scripts) {
      const file = join(plugin, 'scripts', name)
      expect(statSync(file).mode & 0o111).not.toBe(0)
      const end = await start('/bin/sh', [file], { ...world, input: '{}' }).ended
      expect({ name, ...end }).toMatchObject({ name, code: 0, stdout: '', stderr: '' })
    }
    const beside = await start('/bin/sh', ['stop-guard.sh'], { ...world, cwd: join(plugin, 'scripts'), input: '{}' })
      .ended
    expect(beside).toMatchObject({ code: 0, stderr: '' })
  })

  it('ORC-12 keeps the documented folders', () => {
    const folders = ['.claude-plugin', 'hooks', 'scripts', 'agents', 'commands', 'skills', 'docs', 'examples']
    expect(folders.filter((name) => !existsSync(join(plugin, name)))).toEqual([])
    expect(JSON.stringify(hooksFile().hooks['PreToolUse'])).not.toContain('scope-protection')
  })
})

describe('the doctor', () => {
  const ENABLED = { enabledPlugins: { 'holdpoint@holdpoint': true } }

  /** As the host keeps a plugin that is installed for the user. */
  function installed(settings: object = {}): ReturnType<typeof bareWorld> {
    const world = bareWorld()
    const put = (file: string, value: object): void => {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify(value))
    }
    const claude = join(world.env['HOME'] ?? '', '.claude')
    put(join(claude, 'settings.json'), ENABLED)
    put(join(claude, 'plugins/installed_plugins.json'), {
      plugins: { 'holdpoint@holdpoint': [{ installPath: plugin }] },
    })
    put(join(world.cwd, '.claude/settings.json'), settings)
    return world
  }
  const doctor = (world: ReturnType<typeof bareWorld>): Promise<Ended> =>
    start('node', [join(plugin, 'dist/bin/holdpoint.cjs'), 'doctor'], {
      ...world,
      env: { ...world.env, PATH: `${world.env['PATH']}:${process.env['PATH']}` },
    }).ended

  it('proves every event of an installed plugin', async () => {
    const { stdout, code } = await doctor(installed())
    expect(stdout).toContain(`✓ the plugin in ${plugin} registers`)
    for (const event of Object.keys(hooksFile().hooks)) expect(stdout).toContain(`✓ ${event} fires`)
    expect(stdout).not.toContain('✗')
    expect(code).toBe(0)
  })

  it('does not expect an answer from the project’s install beside it', async () => {
    const line = `node "${plugin}/dist/bin/holdpoint.cjs" hook Stop --from project`
    const { stdout } = await doctor(installed({ hooks: { Stop: [{ hooks: [{ type: 'command', command: line }] }] } }))
    expect(stdout).toContain('✓ Stop fires')
    expect(stdout).not.toContain('left no trace')
  })

  it('says when the repository has switched the plugin off', async () => {
    const { stdout, code } = await doctor(installed({ enabledPlugins: { 'holdpoint@holdpoint': false } }))
    expect(stdout).toContain('! The settings of this project switch off the plugin that yours switch on')
    expect(stdout).toContain('✗ holdpoint is not installed here')
    expect(code).toBe(1)
  })
})

interface Front {
  readonly description?: string
  readonly 'allowed-tools'?: string
  readonly 'disable-model-invocation'?: boolean
}

function frontOf(path: string): Front {
  const [, front = ''] = /^---\n([\s\S]*?)\n---\n/.exec(read(path)) ?? []
  return parse(front) as Front
}

describe('texts of the plugin', () => {
  it('every command, agent and skill has a front that can be read, and a description', () => {
    for (const path of markdown()) expect([path, typeof frontOf(path).description]).toEqual([path, 'string'])
  })

  it('D7 commands are allowed to run nothing that is not for the agent', () => {
    for (const path of filesIn('commands')) {
      const tools = frontOf(path)['allowed-tools'] ?? ''
      const rules = [...tools.matchAll(/Bash\((.*?):\*\)/g)].map(([, rule = '']) => rule)
      expect(rules.length).toBeGreaterThan(0)
      for (const rule of rules) {
        const words = rule.replace('node "${CLAUDE_PLUGIN_ROOT}/dist/bin/holdpoint.cjs" ', '').split(' ')
        expect([path, rule, isForTheAgent(words, {})]).toEqual([path, rule, true])
      }
      expect(tools.replaceAll(/Bash\((.*?):\*\)/g, '').replaceAll(/[,\s]/g, '')).toBe('')
    }
  })

  it('no command hands its arguments to a shell by itself', () => {
    // What stands in such marks runs before any hook is asked, and the model may call a command with any arguments.
    for (const path of filesIn('commands')) expect([path, /!`/.test(read(path))]).toEqual([path, false])
  })

  it('only the user can call proof', () => {
    expect(frontOf('commands/proof.md')['disable-model-invocation']).toBe(true)
  })

  it('T-ORC-41 ORC-34 the skill reports with the metadata first and the message after it', () => {
    const text = read('skills/implementer/SKILL.md')
    const order = [
      'TaskUpdate(taskId, status: "completed", metadata: {',
      '"commit"',
      '"files_changed"',
      '"tests_passed"',
      '"design_doc"',
      'with `SendMessage` to the lead',
    ].map((words) => text.indexOf(words))
    expect(order).not.toContain(-1)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(text).toContain('the path of the living state doc, as it stands in your task prompt')
    expect(text).toContain('It has nothing to do with saving state')
  })

  it.each([
    ['the plugin', () => read('commands/implement.md')],
    ['a project', () => implementText('npx --no-install holdpoint')],
  ])('T-ORC-41 ORC-40 ORC-42 ORC-44 the implement command of %s keeps the order', (_, text) => {
    const order = [
      '6. Write the state, then create the team',
      'orchestrator start --plan <path> --slug <slug> --team <team>',
      'TeamCreate',
      'orchestrator abort',
      '10. Delete the team (TeamDelete)',
      'orchestrator finish`.',
    ].map((words) => text().indexOf(words, text().indexOf('6. Write the state')))
    expect(order).not.toContain(-1)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  it('T-ORC-41 ORC-57 ORC-35 the README tells of the four hooks, their cost and the scope example', () => {
    const text = read('README.md')
    expect(text.match(/^## .*$/gm)?.join('\n')).toContain('## Project Config\n## Plugin Hooks')
    const [, section = ''] = /^## Plugin Hooks\n([\s\S]*?)^## /m.exec(text) ?? []
    for (const words of [
      'task_verification',
      'stop_guard',
      'session_context',
      'precompact_state',
      'Trade-off',
      'When to enable',
    ]) {
      expect(section).toContain(words)
    }
    for (const words of ['30–120 seconds per task', '3–12 minutes for 6 tasks and 3 workers', 'about 5 seconds']) {
      expect(section).toContain(words)
    }
    expect(section).toContain('(examples/hooks/scope-protection/README.md)')
    expect(section).toContain('permission_prompt|idle_prompt')
  })

  it('links only to what is in the folder', () => {
    for (const path of ['README.md', 'docs/orchestrator.md', ...markdown()]) {
      const links = [...read(path).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, target = '']) => target)
      const missing = links.filter((target) => !existsSync(join(plugin, dirname(path), target)))
      expect([path, missing]).toEqual([path, []])
    }
  })
})
