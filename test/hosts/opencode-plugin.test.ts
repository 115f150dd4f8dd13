import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PLUGIN_ENTRIES } from '../../packages/hosts/src/shared/entries.ts'

/** The plugin file for OpenCode, called as OpenCode calls it, with what OpenCode really sends. */

const SOURCE = join(import.meta.dirname, '../../packages/hosts/src/opencode/plugin.js')
const fixture = (name: string): { input: Record<string, unknown>; output: Record<string, unknown> } =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../fixtures/opencode/${name}.json`), 'utf8')) as never

type Hooks = Readonly<Record<string, (input: unknown, output?: unknown) => Promise<void>>>

let root: string
beforeEach(() => (root = realpathSync(mkdtempSync(join(tmpdir(), 'hp-oc-')))))
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** `commands` are the shell commands of the events; each may keep its input in the file `sent`. */
async function pluginWith(
  commands: Readonly<Record<string, string>>,
  parents: Record<string, string> = {},
): Promise<Hooks> {
  const entries = Object.fromEntries(
    Object.entries(commands).map(([event, command]) => [event, { command, timeout: 2 }]),
  )
  const folder = join(root, '.opencode/plugins')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `holdpoint-${Math.random().toString(36).slice(2)}.mjs`)
  const text = readFileSync(SOURCE, 'utf8').replace(PLUGIN_ENTRIES, () => `const ENTRIES = ${JSON.stringify(entries)}`)
  writeFileSync(file, text)
  const { Holdpoint } = (await import(file)) as { Holdpoint(context: object): Promise<Hooks> }
  const get = ({ path: { id } }: { path: { id: string } }): Promise<object> =>
    Promise.resolve({ data: { parentID: parents[id] } })
  return Holdpoint({ client: { session: { get } }, directory: root, worktree: root })
}

const answer = (body: object): string => `cat > sent; printf '%s' '${JSON.stringify(body)}'`
const sent = (): Record<string, unknown> => JSON.parse(readFileSync(join(root, 'sent'), 'utf8')) as never

async function call(hooks: Hooks, name = 'tool.execute.before.bash'): Promise<Record<string, unknown>> {
  const { input, output } = fixture(name)
  await hooks[name.split('.').slice(0, 3).join('.')]?.(input, output)
  return output
}

it.each(['bash', 'edit', 'read', 'task', 'write'])('sends the tool call %s', async (tool) => {
  await call(await pluginWith({ PreToolUse: answer({}) }), `tool.execute.before.${tool}`)
  expect(sent()).toMatchObject({
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: fixture(`tool.execute.before.${tool}`).output['args'],
    cwd: root,
  })
  expect(sent()).not.toHaveProperty('agent_id')
})

it('throws the reason of a denial', async () => {
  await expect(call(await pluginWith({ PreToolUse: answer({ deny: 'NO' }) }))).rejects.toThrow(/^NO$/)
})

it('changes the arguments in place', async () => {
  const hooks = await pluginWith({ PreToolUse: answer({ args: { command: 'true' } }) })
  const { input, output } = fixture('tool.execute.before.bash')
  const { args } = output
  await hooks['tool.execute.before']?.(input, output)
  expect(output['args']).toBe(args)
  expect(args).toEqual({ command: 'true' })
})

it.each([
  ['nothing', 'true', 'Holdpoint is installed but cannot run'],
  ['a text', 'echo fine', 'Holdpoint is installed but cannot run'],
  ['a list', "printf '[]'", 'Holdpoint is installed but cannot run'],
  ['an answer with an exit code', "printf '{}'; echo WHY >&2; exit 2", 'WHY'],
  ['a signal', 'kill -9 $$', 'Holdpoint is installed but cannot run'],
  ['no end', 'sleep 30', 'Holdpoint gave no answer in 2 seconds'],
  ['an answer, and keeps its output open', "printf '{}'; sleep 30 & sleep 31", 'Holdpoint gave no answer in 2 seconds'],
])('denies a tool call when the command gives %s', async (_, command, reason) => {
  await expect(call(await pluginWith({ PreToolUse: command }))).rejects.toThrow(reason)
})

it('denies a tool call when the directory is gone', async () => {
  const hooks = await pluginWith({ PreToolUse: answer({}) })
  rmSync(root, { recursive: true })
  await expect(call(hooks)).rejects.toThrow('Holdpoint is installed but cannot run')
})

it('lets events pass that have no entry, and those that are no tool call when the command fails', async () => {
  await call(await pluginWith({}))
  const hooks = await pluginWith({ PostToolUse: 'exit 1', UserPromptSubmit: 'exit 1', SessionStart: 'exit 1' })
  expect(await call(hooks, 'tool.execute.after.bash')).toEqual(fixture('tool.execute.after.bash').output)
  const { input, output } = fixture('chat.message')
  await hooks['chat.message']?.(input, output)
})

it('adds feedback and context to the output of a tool', async () => {
  const hooks = await pluginWith({ PostToolUse: answer({ feedback: 'F', context: 'C' }) })
  expect((await call(hooks, 'tool.execute.after.bash'))['output']).toBe('(no output)\n\nF\n\nC')
  expect(sent()).toMatchObject({ tool_response: '(no output)', tool_name: 'bash' })
})

it('blocks a prompt, or adds context to it', async () => {
  const prompt = fixture('chat.message')
  const blocked = await pluginWith({ UserPromptSubmit: answer({ deny: 'NO' }) })
  await expect(blocked['chat.message']?.(prompt.input, prompt.output)).rejects.toThrow('NO')
  expect(sent()).toMatchObject({ prompt: '"MAINTASK make a file"' })
  const told = await pluginWith({ UserPromptSubmit: answer({ context: 'C' }) })
  await told['chat.message']?.(prompt.input, prompt.output)
  expect(JSON.stringify(prompt.output['parts'])).toContain('make a file\\"\\n\\nC')
})

it('asks once for the context of a session, tells it with every model call, and asks again after a compaction', async () => {
  const hooks = await pluginWith({ SessionStart: `cat >> starts; printf '{"context":"C"}'` })
  const created = fixture('event.session.created').input
  await hooks['event']?.({ event: created })
  const { input, output } = fixture('chat.message')
  await hooks['chat.message']?.(input, output)
  await hooks['chat.message']?.(input, output)
  const system = { system: ['S'] }
  await hooks['experimental.chat.system.transform']?.(input, system)
  expect(system).toEqual({ system: ['S', 'C'] })
  await hooks['event']?.({ event: { type: 'session.compacted', properties: input } })
  const starts = readFileSync(join(root, 'starts'), 'utf8').trim().split('\n')
  expect(starts.map((line) => (JSON.parse(line) as { source: string }).source)).toEqual(['startup', 'compact'])
})

it('gives context to a compaction and reports the end of a turn', async () => {
  const hooks = await pluginWith({ PreCompact: answer({ context: 'C' }), Stop: answer({}) })
  const { input, output } = fixture('experimental.session.compacting')
  await hooks['experimental.session.compacting']?.(input, output)
  expect(output).toEqual({ context: ['C'] })
  await hooks['event']?.({ event: fixture('event.session.idle').input })
  expect(sent()).toMatchObject({ hook_event_name: 'Stop' })
})

it('names the session of the user and the sub-agent', async () => {
  const { sessionID } = fixture('tool.execute.before.bash').input
  await call(await pluginWith({ PreToolUse: answer({}) }, { [String(sessionID)]: 'middle', middle: 'main' }))
  expect(sent()).toMatchObject({ session_id: 'main', agent_id: sessionID })
})
