import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { aSandbox, type Sandbox } from './support/sandbox.ts'

type Scope = 'user' | 'plugin' | 'local' | 'project'

const agent = { agent_id: 'a1', agent_type: 'writer' }
const command = (scope: string): string => `"/opt/bin/holdpoint" hook SubagentStop --from ${scope}`
const entry = (text: string, matcher = ''): object => ({ matcher, hooks: [{ type: 'command', command: text }] })
const settingsFor = (scope: string, matcher = ''): object => ({
  hooks: { SubagentStop: [entry(command(scope), matcher)] },
})

const fileOf = ({ home, project }: Sandbox, scope: Exclude<Scope, 'plugin'>): string =>
  scope === 'user' ? join(home, '.claude/settings.json') : join(project, `.claude/settings${LOCAL[scope]}.json`)
const LOCAL = { local: '.local', project: '' }

/** What the settings files of the user, of the local checkout and of the project hold. */
type Files = Partial<Record<Exclude<Scope, 'plugin'>, object | string>>

const ALL: Files = { user: settingsFor('user'), local: settingsFor('local'), project: settingsFor('project') }
const PLUGIN = { enabledPlugins: { 'holdpoint@tools': true } }

/** Which install is asked, what is installed, whether it answers. */
const CASES: readonly (readonly [string, Scope, Files, boolean])[] = [
  ['the project’s, alone', 'project', { project: settingsFor('project') }, true],
  ['the project’s, beside the user’s', 'project', ALL, false],
  ['the local one, beside the user’s', 'local', ALL, false],
  ['the user’s, beside all others', 'user', ALL, true],
  ['the user’s, when the project claims to be the user', 'user', { project: settingsFor('user') }, true],
  ['the user’s, when the project enables the plugin', 'user', { ...ALL, project: PLUGIN }, true],
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
  ['the project’s, when the user’s settings are odd', 'project', { user: '{"hooks":{"SubagentStop":[null,7]}}' }, true],
]

describe('of several installs one answers', () => {
  it.each(CASES)('%s (--from %s)', async (_, scope, files, answers) => {
    const sandbox = aSandbox()
    install(sandbox, files)
    const { code, stdout, stderr, json } = await sandbox.hook(['SubagentStop', '--from', scope], agent)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    if (answers) expect(json).toMatchObject({ decision: 'block' })
    else expect(stdout).toBe('')
    expect(sandbox.spool()).toHaveLength(answers ? 1 : 0)
  })

  it('exactly one of all that are called at once', async () => {
    const sandbox = aSandbox()
    install(sandbox, { ...ALL, user: { ...settingsFor('user'), ...PLUGIN } })
    const scopes: readonly Scope[] = ['user', 'plugin', 'local', 'project']
    const answers = await Promise.all(scopes.map((scope) => sandbox.hook(['SubagentStop', '--from', scope], agent)))
    expect(answers.map(({ json }) => json['decision'])).toEqual(['block', undefined, undefined, undefined])
  })

  it('settings kept elsewhere and linked are seen, as the host sees them', async () => {
    const sandbox = aSandbox()
    install(sandbox, { user: settingsFor('user') })
    const file = fileOf(sandbox, 'user')
    renameSync(file, join(sandbox.home, 'dotfiles.json'))
    symlinkSync(join(sandbox.home, 'dotfiles.json'), file)
    expect((await sandbox.hook(['SubagentStop', '--from', 'project'], agent)).stdout).toBe('')
  })
})

function install(sandbox: Sandbox, files: Files): void {
  for (const scope of ['user', 'local', 'project'] as const) {
    const content = files[scope]
    if (content === undefined) continue
    mkdirSync(dirname(fileOf(sandbox, scope)), { recursive: true })
    writeFileSync(fileOf(sandbox, scope), typeof content === 'string' ? content : JSON.stringify(content))
  }
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
