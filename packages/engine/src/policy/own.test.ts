import { compile, type Compiled } from './compile.ts'
import { bell, compileTexts, gate, hooksOf, lock } from '../../../../test/support/config.ts'
import { aDirectory } from '../../../../test/process/support/temporary.ts'
import { join } from 'node:path'
import type { LayerFile } from './layers.ts'

const LAYERS = ['managed', 'user', 'project', 'local'] as const

/** Compiles texts, one for each layer. */
function compiled(texts: Partial<Record<(typeof LAYERS)[number], string>>): Promise<Compiled> {
  const { path, write } = aDirectory()
  write(Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${name}.yml`, text])))
  const files: readonly LayerFile[] = LAYERS.map((name) => ({ name, path: join(path, `${name}.yml`) }))
  return compile(files, {}, hooksOf([gate, bell, lock]))
}

const messages = async (text: string): Promise<readonly string[]> =>
  (await compiled({ project: text })).problems.map(({ line, column, message }) => `${line}:${column} ${message}`)

describe('own hooks in a file', () => {
  it.each<[string, string]>([
    ['own: {a: 7}', '1:10 `own.a` is `7`; allowed: a mapping of keys to values.'],
    ['own: {a: {on: Stop}}', '1:7 `own.a` has no `command`.'],
    ['own: {a: {command: x}}', '1:7 `own.a` does not say `on` which event it runs.'],
    ['own: {a: {on: Stop, type: http}}', '1:7 `own.a` has no `url`.'],
    ['own: {a: {on: Stop, type: agent}}', '1:7 `own.a` has no `prompt`.'],
    [
      'own: {a: {on: Stop, type: shell, command: x}}',
      '1:27 `own.a.type` is `"shell"`; allowed: command, http, prompt, agent.',
    ],
    ['own: {"a b": {on: Stop, command: x}}', '1:7 `a b` is no name; use letters, digits, - and _.'],
    ['own: {rules: {on: Stop, command: x}}', '1:7 `rules` is the name of all rules together; choose another.'],
    ['own: {a: {on: Stop, command: x, matcher: "("}}', '1:42 `"("` is no valid matcher: Unterminated group.'],
    ['own: {a: {on: Stop, command: x, timeout: 0}}', '1:42 `own.a.timeout` is `0`; allowed: 0.1 or more.'],
    ['own: {a: {on: Stop, command: x, on_error: shut}}', '1:43 `own.a.on_error` is `"shut"`; allowed: open, closed.'],
  ])('%s', async (text, message) => {
    expect(await messages(text)).toEqual([message])
    expect((await compiled({ project: text })).settings.own).toBeUndefined()
  })

  it('T-ENG-35: only a command can be async, and the hook is named', async () => {
    expect(await messages('own: {judge: {on: Stop, type: prompt, prompt: x, async: true}}')).toEqual([
      '1:50 `own.judge` is of type prompt; only a command can be `async`.',
    ])
  })

  it('an unknown event is reported, with the one that was meant', async () => {
    const [problem = ''] = await messages('own: {a: {on: PreTooluse, command: x}}')
    expect(problem).toContain('unknown event `PreTooluse`; did you mean `PreToolUse`?')
  })

  it('has the limits of its kind', async () => {
    const { settings } = await compiled({
      project: `own:
  a: {on: Stop, command: x}
  b: {on: [Stop, SubagentStop], type: prompt, prompt: x}
  c: {on: PreToolUse, type: agent, prompt: x, timeout: 7, on_error: closed}
  d: {on: PreToolUse, type: http, url: 'https://example.com', matcher: Bash}`,
    })
    expect(Object.entries(settings.hooks).filter(([id]) => id.startsWith('own/'))).toEqual([
      ['own/a', { level: 'on', timeoutMs: 60_000 }],
      ['own/b', { level: 'on', timeoutMs: 30_000 }],
      ['own/c', { level: 'on', timeoutMs: 7000 }],
      ['own/d', { level: 'on', timeoutMs: 30_000, matcher: 'Bash' }],
    ])
    expect(settings.own?.hooks.map(({ entry }) => [entry.on, entry.events, entry.onError])).toEqual([
      [['turn.stop'], ['Stop'], 'open'],
      [['turn.stop', 'agent.stop'], ['Stop', 'SubagentStop'], 'open'],
      [['tool.before'], ['PreToolUse'], 'closed'],
      [['tool.before'], ['PreToolUse'], 'open'],
    ])
  })
})

describe('layers', () => {
  const hook = (command: string, more = ''): string => `own: {a: {on: Stop, command: ${command}${more}}}`
  const commandOf = ({ settings }: Compiled): unknown => settings.own?.hooks[0]?.definition
  const levelOf = ({ settings }: Compiled): unknown => settings.hooks['own/a']?.level

  it('a later one replaces a hook as a whole', async () => {
    const both = await compiled({ project: hook('one', ', timeout: 5'), local: hook('two') })
    expect(both.problems).toEqual([])
    expect(commandOf(both)).toEqual({ type: 'command', command: 'two' })
    expect(both.settings.hooks['own/a']?.timeoutMs).toBe(60_000)
  })

  it.each(['managed', 'user'] as const)('no project replaces what is in the %s configuration', async (owner) => {
    const both = await compiled({ [owner]: hook('ours'), project: hook('theirs') })
    expect(both.problems.map(({ message }) => message)).toEqual([
      `\`a\` is already in the ${owner} configuration, and stays as it is there.`,
    ])
    expect(commandOf(both)).toMatchObject({ command: 'ours' })
  })

  it.each(['managed', 'user'] as const)('no project switches off what is in the %s configuration', async (owner) => {
    const both = await compiled({ [owner]: hook('ours'), project: 'hooks: {own/a: off}' })
    expect(levelOf(both)).toBe('on')
    expect(both.problems).toHaveLength(1)
  })

  it('a level is in the definition, or elsewhere by its id or pack', async () => {
    expect(levelOf(await compiled({ project: hook('x', ', level: warn') }))).toBe('warn')
    expect(levelOf(await compiled({ project: hook('x'), local: 'hooks: {own/a: off}' }))).toBe('off')
    expect(levelOf(await compiled({ project: hook('x'), local: 'packs: {own: {level: warn}}' }))).toBe('warn')
    expect(levelOf(await compiled({ project: `${hook('x', ', level: warn')}\nhooks: {own/a: {timeout_ms: 9}}` }))).toBe(
      'warn',
    )
  })

  it('a level for a hook that is not defined is reported', async () => {
    const { problems } = await compiled({ project: 'hooks: {own/b: off}' })
    expect(problems.map(({ message }) => message.split(' `holdpoint')[0])).toEqual(['unknown hook `own/b`.'])
  })
})

describe('the level of a pack', () => {
  it.each(['off', 'observe', 'warn'])('%s holds for rules and own hooks that name none', async (level) => {
    const project = `packs: {rules: ${level}, own: ${level}}
rules: {a: {when: {runs: x}, then: deny}, b: {when: {runs: x}, then: deny, level: on}}
own: {c: {on: Stop, command: x}}`
    const { resolved } = await compileTexts({ project })
    const levels = Object.fromEntries(resolved.map((hook) => [hook.id, hook.level.value]))
    expect(levels).toMatchObject({ 'rules/a': level, 'rules/b': 'on', 'own/c': level })
  })

  it('of the user takes nothing from a rule of the machine', async () => {
    const managed = 'rules: {a: {when: {runs: x}, then: deny}}'
    const { resolved } = await compileTexts({ managed, user: 'packs: {rules: off}\nhooks: {rules/a: observe}' })
    expect(resolved.find(({ id }) => id === 'rules/a')?.level.value).toBe('on')
  })
})
