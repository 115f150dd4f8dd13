import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { isForTheAgent } from '../../packages/packs/src/guard/self-protection/own-commands.ts'
import { claudeCode } from '../../packages/hosts/src/claude-code/claude-code.ts'
import { lineOf } from '../../packages/runtime/src/installs.ts'
import { settingsProblems } from '../../packages/cli/src/install/accepted.ts'
import { implementText } from '../../packages/packs/src/orchestrator/implement-text.ts'
import { pluginHooks, type HooksFile } from '../../packages/cli/src/install/plugin.ts'
import { builtIn } from '../../packages/packs/src/registry.ts'
import { builtPlugin, hooksFileOf } from './support/plugin.ts'

/** The plugin as `npm run build` leaves it. */

const plugin = builtPlugin()

const read = (path: string): string => readFileSync(join(plugin, path), 'utf8')
const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(plugin, folder)).map((name) => join(folder, name))
const markdown = (): readonly string[] => [...filesIn('commands'), ...filesIn('agents'), 'skills/implementer/SKILL.md']
const hooksFile = (): HooksFile => hooksFileOf(plugin)

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
      .filter(({ enabledBy }) => enabledBy !== 'call')
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

  it.each(['proof', 'allow'])('only the user can call %s', (name) => {
    expect(frontOf(`commands/${name}.md`)['disable-model-invocation']).toBe(true)
  })

  it('/holdpoint:allow may run nothing', () => {
    expect(frontOf('commands/allow.md')['allowed-tools']).toBeUndefined()
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
    expect(text).toContain('the path of the living state doc, as in your task prompt')
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
