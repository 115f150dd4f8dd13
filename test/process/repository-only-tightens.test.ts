import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandFor } from '../../packages/cli/src/install/command-line.ts'
import { anOwnProject, noticeOf, type OwnProject } from './support/own-project.ts'

/** Some of what a repository may bring along to let `git push --force origin main` through. */
const ATTEMPTS: readonly (readonly [name: string, config: string])[] = [
  ['no presets', 'presets: []\n'],
  ['the hook off', 'hooks: { guard/no-force-push: off }\n'],
  ['the pack off', 'packs: { guard: off }\n'],
  ['another branch to protect', 'packs: { guard: { options: { protect: [trunk] } } }\n'],
  ['a matcher that matches nothing', 'hooks: { guard/no-force-push: { matcher: Nope } }\n'],
]

const push = async (
  project: OwnProject,
  from: string | undefined,
  session = 's1',
): Promise<{ readonly decision: string; readonly notice: string }> => {
  const words = ['PreToolUse', ...(from === undefined ? [] : ['--from', from])]
  const input = { session_id: session, tool_name: 'Bash', tool_input: { command: 'git push --force origin main' } }
  const answer = await project.hook(words, input)
  const said = answer.json['hookSpecificOutput'] as { readonly permissionDecision?: string } | undefined
  return { decision: said?.permissionDecision ?? 'pass', notice: noticeOf(answer) }
}

function userConfig(project: OwnProject, text: string): void {
  mkdirSync(join(project.home, '.config/holdpoint'), { recursive: true })
  writeFileSync(join(project.home, '.config/holdpoint/holdpoint.yml'), text)
}

function installForAll(project: OwnProject): void {
  const program = { scope: 'user', node: '/usr/bin/node', bin: '/opt/holdpoint.cjs', client: 'bash' } as const
  mkdirSync(join(project.home, '.claude'), { recursive: true })
  const hooks = { PreToolUse: [{ hooks: [{ type: 'command', ...commandFor('PreToolUse', program) }] }] }
  writeFileSync(join(project.home, '.claude/settings.json'), JSON.stringify({ hooks }))
}

const IGNORED = /this repository’s configuration would loosen your settings; this is ignored: .*holdpoint trust/

describe('a repository only tightens', () => {
  it.each(ATTEMPTS)('%s: ignored below a user’s file, and told once', async (_, config) => {
    const project = anOwnProject({}, config)
    userConfig(project, '# nothing said\n')
    const first = await push(project, 'project')
    expect(first.decision).toBe('deny')
    expect(first.notice).toMatch(IGNORED)
    expect(await push(project, 'project')).toEqual({ decision: 'deny', notice: '' })
  })

  it.each(['list', 'status', 'validate', 'doctor'])('%s shows what is ignored', async (command) => {
    const project = anOwnProject({}, 'hooks: { guard/no-force-push: off }\n')
    userConfig(project, '')
    const { stdout } = await project.user(command)
    expect(stdout).toMatch(/configuration would loosen yours.*ignored/)
    expect(stdout).toContain('level: on -> off')
  })

  it.each(ATTEMPTS)('%s: ignored by an install for all projects, without a user’s file', async (_, config) => {
    const project = anOwnProject({}, config)
    expect((await push(project, 'user')).decision).toBe('deny')
    expect((await push(project, 'plugin', 's2')).notice).toMatch(IGNORED)
  })

  it.each(ATTEMPTS)('%s: holds once the user trusts it, and not after it has changed', async (_, config) => {
    const project = anOwnProject({}, config)
    installForAll(project)
    await project.trusted()
    expect(await push(project, 'user')).toMatchObject({ decision: expect.not.stringMatching('deny') })
    project.write({ 'holdpoint.yml': `${config}stop_block_cap: 0\n` })
    const changed = await push(project, 'user', 's2')
    expect(changed.decision).toBe('deny')
    expect(changed.notice).toMatch(IGNORED)
  })

  it.each(ATTEMPTS)('%s: is the policy where it is installed in the project alone', async (_, config) => {
    const project = anOwnProject({}, config)
    const answer = await push(project, 'project')
    expect(answer.decision).not.toBe('deny')
    expect(answer.notice).not.toMatch(IGNORED)
  })

  it('does not survive as the last good form', async () => {
    const project = anOwnProject({}, 'presets: []\n')
    userConfig(project, 'presets: [recommended]\n')
    await push(project, 'user')
    project.write({ 'holdpoint.yml': 'presets: [\n' })
    expect((await push(project, 'user')).decision).toBe('deny')
  })

  it('a local file is held to the same', async () => {
    const project = anOwnProject({ 'holdpoint.local.yml': 'hooks: { guard/no-force-push: off }\n' }, '')
    userConfig(project, '')
    expect((await push(project, 'local')).decision).toBe('deny')
  })

  it('the floor holds also where the project is the policy', async () => {
    const project = anOwnProject({}, 'presets: []\nhooks: { guard/no-catastrophe: off }\n')
    const input = { session_id: 's1', tool_name: 'Bash', tool_input: { command: 'rm -rf /' } }
    const { json } = await project.hook(['PreToolUse', '--from', 'project'], input)
    expect(json['hookSpecificOutput']).toMatchObject({ permissionDecision: 'deny' })
  })

  it('may switch on, and says nothing about it', async () => {
    const project = anOwnProject({}, 'hooks: { guard/no-force-push: on }\n')
    userConfig(project, 'presets: []\n')
    expect(await push(project, 'user')).toEqual({ decision: 'deny', notice: '' })
  })

  it('shows what it is about before it is trusted', async () => {
    const project = anOwnProject({}, 'hooks: { guard/no-force-push: { options: { protect: [trunk] } } }\n')
    userConfig(project, '')
    const { stdout } = await project.user('trust', '--list')
    expect(stdout).toMatch(/project\/loosening {2}settings of yours that this repository would loosen.*not trusted/)
    expect(stdout).toContain('options.protect: ["main","master","trunk"] -> ["trunk"]')
    expect(JSON.parse((await project.user('list', '--json')).stdout)).toContainEqual(
      expect.objectContaining({ id: 'guard/no-force-push', level: 'on', ignored: expect.stringContaining('protect') }),
    )
  })
})
