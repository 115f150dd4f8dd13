import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { lineOf } from '../../packages/runtime/src/installs.ts'
import type { HooksFile } from '../../packages/cli/src/install/plugin.ts'
import { BUILT_PLUGIN, builtPlugin, hooksFileOf } from '../process/support/plugin.ts'
import { start, type Ended } from '../process/support/process.ts'
import { aDirectory, aRepository } from '../process/support/temporary.ts'

const plugin = builtPlugin()
const hooksFile = (): HooksFile => hooksFileOf(plugin)

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
    cpSync(BUILT_PLUGIN, lone, { recursive: true })
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
    for (const event of Object.keys(hooksFile().hooks)) expect(stdout).toContain(`✓ ${event} works`)
    expect(stdout).not.toContain('✗')
    expect(code).toBe(0)
  })

  it('does not expect an answer from the project’s install beside it', async () => {
    const line = `node "${plugin}/dist/bin/holdpoint.cjs" hook Stop --from project`
    const { stdout } = await doctor(installed({ hooks: { Stop: [{ hooks: [{ type: 'command', command: line }] }] } }))
    expect(stdout).toContain('✓ Stop works')
    expect(stdout).not.toContain('left no trace')
  })

  it('says when the repository has switched the plugin off', async () => {
    const { stdout, code } = await doctor(installed({ enabledPlugins: { 'holdpoint@holdpoint': false } }))
    expect(stdout).toContain('! This project’s settings disable the plugin that your settings enable')
    expect(stdout).toContain('✗ holdpoint is not installed here')
    expect(code).toBe(1)
  })
})
