import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { unsigned } from '../../packages/engine/src/lib/signature.ts'
import { dirname, join } from 'node:path'
import { start, startNode, type Ended } from '../process/support/process.ts'
import { aSandbox, HOLDPOINT, type Sandbox } from '../process/support/sandbox.ts'

const FOLDERS = [`it's a "quoted" $dir ünï`, 'a b', '`id` $(id)', '-n "', 'back\\slash; exit 9']

interface Settings {
  readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly { readonly command: string }[] }[]>>
}

interface Wrapped extends Sandbox {
  /** Runs exactly what the settings say, as the host does. */
  call(event: string, input: object | string, env?: Readonly<Record<string, string>>): Promise<Ended>
  readonly temp: string
}

/** A project with wrappers, made by the shipped program. */
async function installed(folder = 'a b', args: readonly string[] = ['--namespace', 'moai']): Promise<Wrapped> {
  const sandbox = aSandbox('presets: [recommended]\n', folder)
  const { project, home } = sandbox
  const temp = join(home, 'tmp')
  mkdirSync(temp)
  const env = {
    HOME: home,
    TMPDIR: temp,
    CLAUDE_PROJECT_DIR: project,
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
  }
  const { code, stderr } = await startNode(HOLDPOINT, ['init', '--scope', 'project', ...args], { cwd: project, env })
    .ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return {
    ...sandbox,
    temp,
    call(event, input, more = {}) {
      const { hooks } = JSON.parse(readFileSync(join(project, '.claude/settings.json'), 'utf8')) as Settings
      const command = hooks[event]?.[0]?.hooks[0]?.command ?? 'exit 99'
      const sent =
        typeof input === 'string'
          ? input
          : JSON.stringify({ session_id: 's1', cwd: project, hook_event_name: event, ...input })
      return start('/bin/sh', ['-c', command], { cwd: project, env: { ...env, ...more }, input: sent }).ended
    },
  }
}

const DENIED = { tool_name: 'Bash', tool_input: { command: 'rm -rf /' } }

describe('wrappers as the host runs them', () => {
  it.each(FOLDERS)('T-AGT-23 AGT-34 in a folder called %j', async (folder) => {
    const site = await installed(folder)
    const place = join(site.project, '.claude/hooks/moai')
    expect(readdirSync(place)).toHaveLength(6)
    for (const name of readdirSync(place)) expect(statSync(join(place, name)).mode & 0o111).toBe(0o111)
    const { code, stdout, stderr } = await site.call('PreToolUse', DENIED)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } })
    for (const event of ['SessionStart', 'PreCompact', 'PostToolUse', 'Stop']) {
      expect(await site.call(event, {})).toMatchObject({ code: 0, stderr: '' })
    }
    // Nothing listens to the other two.
    expect(site.spool().map(({ event }) => event)).toEqual(['PreToolUse', 'SessionStart', 'PreCompact'])
    // The original leaves a copy of every input behind.
    expect(readdirSync(site.temp)).toEqual([])
  })

  it.each<[string, object | string]>([
    ['a denied input', DENIED],
    ['a harmless one', { tool_name: 'Bash', tool_input: { command: 'ls' } }],
    ['what is no JSON', 'not json'],
    ['nothing', ''],
    ['2 MB', { tool_name: 'Write', tool_input: { file_path: 'a', content: 'é'.repeat(1 << 20) } }],
  ])('T-AGT-24 AGT-26 AGT-30 %s: the same output and exit code as without a wrapper', async (_, input) => {
    const site = await installed()
    const wrapped = await site.call('PreToolUse', input)
    const sent = typeof input === 'string' ? input : { hook_event_name: 'PreToolUse', ...input }
    const { code, stdout, stderr } = await site.hook('PreToolUse', sent, { env: { CLAUDE_PROJECT_DIR: site.project } })
    expect({ code: wrapped.code, stdout: unsigned(wrapped.stdout), stderr: wrapped.stderr }).toEqual({
      code,
      stdout,
      stderr,
    })
  })

  it('T-AGT-24 the action of an agent, and exit codes that are not 0', async () => {
    const site = await installed()
    const wrapper = join(site.project, '.claude/hooks/moai/handle-agent-hook.sh')
    const env = { HOME: site.home, CLAUDE_PROJECT_DIR: site.project }
    const call = (...args: readonly string[]): Promise<Ended> =>
      start(wrapper, args, {
        cwd: site.project,
        env,
        input: JSON.stringify({ session_id: 's1', eventType: 'SubagentStop' }),
      }).ended
    const direct = (...args: readonly string[]): Promise<Ended> =>
      site.start(['agent', ...args], { input: JSON.stringify({ session_id: 's1', eventType: 'SubagentStop' }) }).ended
    for (const args of [[], ['tdd-completion'], ['no-such-action']]) {
      const [wrapped, plain] = [await call(...args), await direct(...args)]
      expect({ ...wrapped }).toEqual({ ...plain })
    }
    expect(await call()).toMatchObject({ code: 1, stderr: expect.stringContaining('usage') })
  })

  it('AGT-31 the program on the PATH comes first, then where it was, then the project’s own', async () => {
    const site = await installed()
    const bin = join(site.home, 'bin')
    site.write({ 'node_modules/.bin/holdpoint': '#!/bin/sh\necho project\n' })
    chmodSync(join(site.project, 'node_modules/.bin/holdpoint'), 0o755)
    mkdirSync(bin)
    symlinkSync('/bin/echo', join(bin, 'holdpoint'))
    const { stdout } = await site.call('Stop', {}, { PATH: `${bin}:/usr/bin:/bin` })
    expect(stdout).toBe('hook Stop --from project\n')
    const place = join(site.project, '.claude/hooks/moai/handle-stop.sh')
    const lost = readFileSync(place, 'utf8').replace(HOLDPOINT, '/nowhere/holdpoint.cjs')
    site.write({ '.claude/hooks/moai/handle-stop.sh': lost })
    expect((await site.call('Stop', {})).stdout).toBe('project\n')
  })

  it('D19 with an install of the user’s only that one answers', async () => {
    const site = await installed()
    const env = { HOME: site.home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` }
    await startNode(HOLDPOINT, ['init', '--scope', 'user', '--preset', 'recommended'], { cwd: site.project, env }).ended
    expect(await site.call('PreToolUse', DENIED)).toMatchObject({ code: 0, stdout: '' })
    expect(site.spool()).toEqual([])
  })

  it('AGT-29 on request every event that hooks need', async () => {
    const site = await installed('a b', [
      '--namespace',
      'moai',
      '--all-events',
      '--preset',
      'recommended',
      'scratchpad',
    ])
    const { stdout } = await site.call('SubagentStop', { agent_id: 'a1', agent_type: 'writer' })
    expect(JSON.parse(stdout)).toMatchObject({ decision: 'block' })
  })
})

describe('the status line as the host runs it', () => {
  it('AGT-35 counts what was held up in this session', async () => {
    const site = await installed(FOLDERS[0], ['--namespace', 'moai', '--statusline'])
    await site.call('PreToolUse', DENIED)
    const input = { session_id: 's1', model: { display_name: 'Opus' }, workspace: { current_dir: site.project } }
    const env = { HOME: site.home, NO_COLOR: '1' }
    const { code, stdout, stderr } = await start('/bin/sh', ['-c', '.moai/status_line.sh'], {
      cwd: site.project,
      env,
      input: JSON.stringify(input),
    }).ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(`Opus · ${FOLDERS[0]} · holdpoint: 1 denied\n`)
  })

  it.each([
    ['empty', ''],
    ['broken', '{"model":'],
    ['no object', '[1]'],
    ['wrong types', '{"model":7,"workspace":"x","cwd":{},"session_id":[]}'],
    ['hostile', JSON.stringify({ model: { display_name: '\u001b[31m\nrm\u202e' }, cwd: '/no/such/\u001b]0;x\u0007' })],
  ])('input that is %s still gives one line', async (_, input) => {
    const { code, stdout, stderr } = await startNode(HOLDPOINT, ['statusline'], {
      cwd: '/',
      env: { NO_COLOR: '1' },
      input,
    }).ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^[^\n\p{Cc}\u202e]*holdpoint off\n$/u)
  })

  it('does not wait for an end that never comes', async () => {
    const { child, ended } = startNode(HOLDPOINT, ['statusline'], {
      cwd: '/',
      env: { NO_COLOR: '1' },
      input: '{}\n',
      keepOpen: true,
    })
    expect(await ended).toMatchObject({ code: 0, stdout: 'holdpoint off\n' })
    child.stdin?.destroy()
  })
})
