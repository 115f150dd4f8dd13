import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { matches } from '../../packages/engine/src/matcher.ts'
import { compile } from '../../packages/engine/src/policy/compile.ts'
import { settingsProblems } from '../../packages/cli/src/install/accepted.ts'
import { entriesFor } from '../../packages/cli/src/install/entries.ts'
import { install, isInstalled, uninstall } from '../../packages/cli/src/install/install.ts'
import type { InstallScope } from '../../packages/cli/src/install/scopes.ts'
import { claudeCode } from '../../packages/hosts/src/claude-code/claude-code.ts'
import { builtIn } from '../../packages/packs/src/registry.ts'
import { EXAMPLE } from './support/orchestrator.ts'
import { aDirectory, aRepository } from './support/temporary.ts'

const own = builtIn.catalogue.filter(({ id }) => id.startsWith('orchestrator/'))
const program = { scope: 'project', node: 'node', bin: 'holdpoint' } as const

async function entriesAlone(config = '') {
  const { path, write } = aDirectory()
  write({ 'holdpoint.yml': `presets: [orchestrator]\n${config}` })
  const layers = [{ name: 'project', path: join(path, 'holdpoint.yml') }] as const
  const { settings, problems } = await compile(layers, {}, { ...builtIn, catalogue: own })
  expect(problems).toEqual([])
  return entriesFor(own, settings, claudeCode, program)
}

const delivery = (word: string): string =>
  `hooks:\n  orchestrator/task-completed: { options: { task_verification_delivery: ${word} } }\n`

describe('T-ORC-35: registration of this pack alone', () => {
  it.each([
    ['task-completed.sh', 'TaskCompleted', 10],
    ['stop-guard.sh', 'Stop', 5],
    ['session-context.sh', 'SessionStart', 5],
    ['precompact-state.sh', 'PreCompact', 5],
  ])('ORC-09: %s at %s, %d s', (script, event, seconds) => {
    const hook = own.find(({ aliases }) => aliases.includes(script))
    expect(claudeCode.eventFor(hook?.on[0] ?? 'other')).toBe(event)
    expect([hook?.timeoutMs, hook?.onError, hook?.enabledBy]).toEqual([seconds * 1000, 'open', 'preset'])
    if (event === 'SessionStart') expect(hook?.matcher).toBe('clear|resume')
  })

  it('ORC-08: one entry for each of the four events, whatever project.yml says', async () => {
    const entries = await entriesAlone()
    const seconds = Object.fromEntries(Object.entries(entries).map(([name, { hooks }]) => [name, hooks[0].timeout]))
    // A prompt of the user ends the count of held stops; that entry is the engine's.
    expect(seconds).toEqual({ TaskCompleted: 10, Stop: 5, SessionStart: 5, PreCompact: 5, UserPromptSubmit: 5 })
    expect(entries['TaskCompleted']?.matcher).toBeUndefined()
    expect(entries['Stop']?.matcher).toBeUndefined()
    for (const { hooks } of Object.values(entries)) expect(hooks).toHaveLength(1)
  })

  it('ORC-52: the session after a compaction is registered too, for what is said again there', async () => {
    const { matcher } = (await entriesAlone())['SessionStart'] ?? {}
    expect(['clear', 'resume', 'compact', 'startup'].map((source) => matches(matcher, [source]))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  it('T-ORC-43: no SubagentStop, Notification or TeammateIdle', async () => {
    const events = Object.keys(await entriesAlone())
    for (const event of ['SubagentStop', 'Notification', 'TeammateIdle', 'PreToolUse'])
      expect(events).not.toContain(event)
  })

  it('D10: the result of a call is needed only for the delivery `context`', async () => {
    const entries = await entriesAlone(delivery('context'))
    expect(entries['PostToolUse']?.matcher).toBe('TaskUpdate')
    expect((await entriesAlone(delivery('hook')))['PostToolUse']).toBeUndefined()
  })
})

describe('ORC-10 ORC-30: the delivery `hook`', () => {
  function site(scope: InstallScope = 'local') {
    const project = aRepository()
    project.write({ 'holdpoint.yml': `presets: [orchestrator]\n${delivery('hook')}`, '.claude/project.yml': EXAMPLE })
    const target = { scope, root: project.path, env: { HOME: join(project.path, 'home') } } as const
    const folder = scope === 'user' ? join(project.path, 'home') : project.path
    const settings = join(folder, '.claude', scope === 'local' ? 'settings.local.json' : 'settings.json')
    return {
      project,
      target,
      settings,
      install: () => install(target, { scope, node: '/usr/bin/node', bin: '/opt/holdpoint.cjs' }, []),
      read: () => JSON.parse(readFileSync(settings, 'utf8')) as Settings,
    }
  }
  interface Settings {
    readonly hooks: Readonly<Record<string, readonly { hooks: readonly Record<string, unknown>[] }[]>>
  }
  const taskEntries = ({ hooks }: Settings) => (hooks['TaskCompleted'] ?? []).flatMap((group) => group.hooks)

  it('has the host start an agent, with 120 s', async () => {
    const { install: put, read } = site()
    await put()
    const [ours, host, ...more] = taskEntries(read())
    expect(more).toEqual([])
    expect(ours).toMatchObject({ type: 'command', timeout: 10 })
    expect(host).toMatchObject({ type: 'agent', timeout: 120, prompt: expect.stringContaining('$ARGUMENTS') })
    expect(host?.['prompt']).toContain('3) Task spec requirements from the design doc are met.')
    expect(settingsProblems({ ...read() })).toEqual([])
  })

  it('has the host ask a model, with 30 s, once project.yml says so', async () => {
    const { project, install: put, read } = site()
    await put()
    project.write({ '.claude/project.yml': 'hooks: { task_verification: prompt }\n' })
    await put()
    expect(taskEntries(read()).map(({ type, timeout }) => [type, timeout])).toEqual([
      ['command', 10],
      ['prompt', 30],
    ])
    project.write({ '.claude/project.yml': 'hooks: { task_verification: "off" }\n' })
    await put()
    expect(taskEntries(read()).map(({ type }) => type)).toEqual(['command'])
  })

  it('is written once, and taken out again, also beside an entry of somebody else’s', async () => {
    const { target, settings, install: put } = site()
    await put()
    const once = readFileSync(settings, 'utf8')
    await put()
    expect(readFileSync(settings, 'utf8')).toBe(once)
    const edited = JSON.parse(once) as { hooks: Record<string, { hooks: unknown[] }[]> }
    const theirs = { type: 'command', command: 'say done' }
    edited.hooks['TaskCompleted']?.[0]?.hooks.push(theirs)
    writeFileSync(settings, JSON.stringify(edited, null, 2))
    uninstall(target)
    expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({ hooks: { TaskCompleted: [{ hooks: [theirs] }] } })
    expect(isInstalled(target)).toBe(false)
  })

  it('is not written into the user’s settings, which hold in every project', async () => {
    const { install: put, read } = site('user')
    await put()
    expect(taskEntries(read()).map(({ type }) => type)).toEqual(['command'])
  })
})
