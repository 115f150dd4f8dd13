import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { start } from './support/process.ts'
import { answerOf, aSandbox, HOLDPOINT, type HookAnswer, type Sandbox } from './support/sandbox.ts'
import { aDirectory } from './support/temporary.ts'

const agent = { agent_id: 'a1', agent_type: 'writer' }
const uid = process.getuid?.() ?? 'user'

describe('a state directory that cannot be used', () => {
  const stateHome = ({ home }: Sandbox): string => join(home, '.local/state/holdpoint')
  const kinds: readonly (readonly [string, (sandbox: Sandbox) => void])[] = [
    ['is a file', (sandbox) => writeFileSync(parentOf(stateHome(sandbox)), '')],
    ['lies below a file', ({ home }) => writeFileSync(join(home, '.local'), '')],
    ['lies in /proc', ({ env }) => (env['XDG_STATE_HOME'] = '/proc/nowhere')],
    ['lies below /dev/null', ({ env }) => (env['XDG_STATE_HOME'] = '/dev/null')],
    ['is a link', (sandbox) => symlinkSync(aDirectory().path, parentOf(stateHome(sandbox)))],
    ['is a link to nowhere', (sandbox) => symlinkSync('/nowhere', parentOf(stateHome(sandbox)))],
    ['can be written by others', (sandbox) => mkdirOpen(parentOf(stateHome(sandbox)))],
  ]

  it.each(kinds)('T-ENG-44: %s: what needs it fails open, and the user hears why', async (_, make) => {
    const sandbox = aSandbox()
    make(sandbox)
    const { code, json } = await sandbox.hook('SubagentStop', agent)
    expect(code).toBe(0)
    expect(json['decision']).toBeUndefined()
    expect(json['systemMessage']).toMatch(/^Hook scratchpad\/subagent-stop .* Failing open\. \(.+\)$/)
  })

  it.each(kinds)('%s: what does not need it works', async (_, make) => {
    const sandbox = aSandbox()
    make(sandbox)
    const start = await sandbox.hook('SubagentStart', agent)
    expect(start).toMatchObject({ code: 0, stderr: '' })
    expect(start.stdout).toContain('Your scratchpad: ')
  })

  it.each(kinds)('%s: the start of a session says that there is no audit', async (_, make) => {
    const sandbox = aSandbox()
    make(sandbox)
    const { code, json } = await sandbox.hook('SessionStart', { source: 'startup' })
    expect(code).toBe(0)
    expect(json['systemMessage']).toMatch(/holdpoint: the audit cannot be written: /)
  })

  it.each(kinds)(
    '%s: a tool call says once that its decision was not recorded, and status and doctor say it',
    async (_, make) => {
      const sandbox = aSandbox('presets: [recommended]\n')
      Object.assign(sandbox.env, { TMPDIR: aDirectory().path })
      make(sandbox)
      const call = { tool_name: 'Bash', tool_input: { command: 'rm -rf /' } }
      const { json } = await sandbox.hook('PreToolUse', call)
      expect(json).toMatchObject({
        hookSpecificOutput: { permissionDecision: 'deny' },
        systemMessage: expect.stringContaining('holdpoint: the audit cannot be written: '),
      })
      const again = await sandbox.hook('PreToolUse', call)
      expect(again.json['systemMessage'] ?? '').not.toContain('the audit cannot be written')
      const say = async (command: string): Promise<string> =>
        (
          await start(process.execPath, [HOLDPOINT, command], { cwd: sandbox.project, env: sandbox.env }).ended
        ).stdout.replaceAll(/\s+/g, ' ')
      expect(await say('status')).toMatch(/2 decisions since .* were not written to the audit: /)
      expect(await say('doctor')).toMatch(
        /the state directory cannot be used: [^]*2 decisions since .* were not written/,
      )
    },
  )

  it('what was lost where the host shows nothing is told at the next prompt', async () => {
    const sandbox = aSandbox('presets: [all]\n')
    Object.assign(sandbox.env, { TMPDIR: aDirectory().path })
    writeFileSync(join(sandbox.home, '.local'), '')
    expect((await sandbox.hook('SubagentStart', agent)).json['systemMessage']).toBeUndefined()
    rmSync(join(sandbox.home, '.local'))
    const { json } = await sandbox.hook('UserPromptSubmit', { prompt: 'x' })
    expect(json['systemMessage']).toMatch(/1 decision was not written to the audit: /)
    const next = await sandbox.hook('UserPromptSubmit', { prompt: 'y' })
    expect(next.json['systemMessage'] ?? '').not.toContain('not written to the audit')
  })

  it('an event without an active hook says nothing', async () => {
    const sandbox = aSandbox('presets: []\n')
    Object.assign(sandbox.env, { TMPDIR: aDirectory().path })
    writeFileSync(join(sandbox.home, '.local'), '')
    expect(await sandbox.hook('Notification', { message: 'x' })).toMatchObject({ code: 0, stdout: '' })
  })

  it('T-ENG-44: a full disk: what needs to write fails open, and the user hears why', async () => {
    const { env, project } = aSandbox()
    const onFullDisk = async (event: string, input: object): Promise<HookAnswer> => {
      const script = ['-c', 'ulimit -f 0; exec "$0" "$@"', process.execPath, HOLDPOINT, 'hook', event]
      return answerOf(await start('sh', script, { cwd: project, env, input: JSON.stringify(input) }).ended)
    }
    const stop = await onFullDisk('SubagentStop', agent)
    expect(stop).toMatchObject({ code: 0, json: { systemMessage: expect.stringContaining('Failing open') } })
    const begin = await onFullDisk('SessionStart', { source: 'startup' })
    expect(begin.json['systemMessage']).toMatch(/the audit cannot be written/)
    expect(begin.stdout).toContain('## Recent commits')
  })

  it('a link is not followed, whatever it points at', async () => {
    const sandbox = aSandbox()
    const target = aDirectory().path
    symlinkSync(target, parentOf(stateHome(sandbox)))
    await sandbox.hook('SubagentStop', agent)
    await sandbox.hook('PreToolUse', 'not json')
    expect(readdirSync(target)).toEqual([])
  })
})

describe('home', () => {
  it('D1: may be missing; a private temporary directory takes its place', async () => {
    const { hook } = aSandbox()
    const tmp = aDirectory().path
    const env = { HOME: undefined, TMPDIR: tmp }
    const answers = []
    for (let n = 0; n < 4; n++) answers.push((await hook('SubagentStop', agent, { env })).json['decision'])
    expect(answers).toEqual(['block', 'block', 'block', undefined])
    expect(readdirSync(tmp)).toEqual([`holdpoint-${uid}`])
    expect(statSync(join(tmp, `holdpoint-${uid}`)).mode & 0o777).toBe(0o700)
  })

  it.each(['', 'relative', '/nowhere/at/all/../x'])('may be %j', async (home) => {
    const { hook } = aSandbox()
    const env = { HOME: home, TMPDIR: aDirectory().path, XDG_STATE_HOME: aDirectory().path }
    expect((await hook('SubagentStop', agent, { env })).json).toMatchObject({ decision: 'block' })
  })
})

describe('the project', () => {
  const names = [
    'with space',
    "it's",
    'say "hi"',
    'line\nbreak',
    'emoji 🙂 é',
    '$(touch x) `id`',
    '-rf',
    'a\\b',
    '%s{}',
  ]
  it.each(names)('may lie at %j', async (name) => {
    const { hook, spool, project } = aSandbox(undefined, name)
    for (const decision of ['block', 'block', 'block', undefined]) {
      expect((await hook('SubagentStop', agent)).json['decision']).toBe(decision)
    }
    expect(spool()).toHaveLength(4)
    expect(readdirSync(project)).toEqual(['holdpoint.yml'])
  })

  it('is not written to, so it may be read-only', async () => {
    const { hook, project } = aSandbox()
    chmodSync(project, 0o555)
    const before = readdirSync(project, { recursive: true }).toSorted()
    for (const event of ['SessionStart', 'SubagentStart', 'SubagentStop', 'Stop', 'SessionEnd']) {
      expect((await hook(event, agent)).code).toBe(0)
    }
    chmodSync(project, 0o755)
    expect(readdirSync(project, { recursive: true }).toSorted()).toEqual(before)
  })

  const environments: readonly (readonly [string, string])[] = [
    ['with PWD', ''],
    ['without PWD', '-u PWD'],
    ['with a relative PWD', 'PWD=somewhere'],
    ['with an empty PWD', 'PWD='],
  ]
  it.each(environments)('is still found when the working directory is gone, %s', async (_, change) => {
    const { project, env } = aSandbox()
    const gone = join(aDirectory().path, 'gone')
    mkdirSync(gone)
    const script = `rmdir "$PWD" && exec env ${change} "$0" "$@"`
    const { ended } = start('sh', ['-c', script, process.execPath, HOLDPOINT, 'hook', 'SubagentStop'], {
      cwd: gone,
      env: { ...env, CLAUDE_PROJECT_DIR: project },
      input: JSON.stringify({ ...agent, session_id: 's1', cwd: gone }),
    })
    expect(answerOf(await ended).json).toMatchObject({ decision: 'block' })
    expect(existsSync(gone)).toBe(false)
  })

  it('T-ENG-63: is the top level when the session works in a sub-directory', async () => {
    const { hook, project, write } = aSandbox()
    write({ 'src/deep/file': '' })
    const inside = await hook('SubagentStop', { ...agent, cwd: join(project, 'src/deep') }, { cwd: '/' })
    expect(inside.json).toMatchObject({ decision: 'block' })
  })

  it('T-ENG-63: is the same in a linked work tree, which remembers what the main one does', async () => {
    const { hook, git } = aSandbox()
    git('add', '.')
    git('commit', '--quiet', '-m', 'configuration')
    const linked = join(aDirectory().path, 'linked')
    git('worktree', 'add', '--quiet', '-b', 'other', linked)
    const decisions = []
    for (const cwd of [undefined, linked, undefined, linked]) {
      const where = cwd === undefined ? {} : { cwd }
      decisions.push((await hook('SubagentStop', { ...agent, ...where }, where)).json['decision'])
    }
    expect(decisions).toEqual(['block', 'block', 'block', undefined])
  })
})

describe('a host that does not read the answer', () => {
  const full = existsSync('/dev/full') ? [['has a full disk behind it', '> /dev/full'] as const] : []
  const hosts: readonly (readonly [string, string])[] = [
    ['has closed the pipe', '| true'],
    ['never opened one', '>&-'],
    ...full,
  ]
  it.each(hosts)('and %s is left in peace', async (_, where) => {
    const { env, project, spool } = aSandbox()
    const script = `"$0" "$@" ${where}`
    const { ended } = start('sh', ['-c', script, process.execPath, HOLDPOINT, 'hook', 'SubagentStop'], {
      cwd: project,
      env,
      input: JSON.stringify(agent),
    })
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
    expect(spool()).toMatchObject([{ decision: 'block' }])
  })
})

describe('two sessions at once', () => {
  it('count for themselves, and parallel stops are each counted once', async () => {
    const { hook, spool } = aSandbox()
    const stops = ['s1', 's2'].flatMap((session_id) => Array.from({ length: 4 }, () => ({ ...agent, session_id })))
    const answers = await Promise.all(stops.map((input) => hook('SubagentStop', input)))
    const decisions = answers.map(({ json }) => json['decision'] ?? 'released')
    expect(decisions.slice(0, 4).toSorted()).toEqual(['block', 'block', 'block', 'released'])
    expect(decisions.slice(4).toSorted()).toEqual(['block', 'block', 'block', 'released'])
    expect(spool().filter(({ event }) => event === 'SubagentStop')).toHaveLength(8)
  })
})

/** Creates the directory above, so that the test can put something else in the place. */
function parentOf(path: string): string {
  mkdirSync(join(path, '..'), { recursive: true })
  return join(realpathSync(join(path, '..')), 'holdpoint')
}

function mkdirOpen(path: string): void {
  mkdirSync(path)
  chmodSync(path, 0o777)
}
