import { openServices } from '@holdpoint/runtime'
import { type Hook, type HookEntry, type Decision, runHook, type Shell } from '@holdpoint/engine'
import { isInPreset, presetOptions } from '@holdpoint/engine/policy'
import { builtIn } from '@holdpoint/packs'
import { decodeTool } from '@holdpoint/hosts'
import { eventIn } from './play-case.ts'

export interface Judgement {
  readonly decision: Decision
  readonly hook?: string
  readonly id?: string
  readonly reason?: string
}

const HOME = '/home/test'

const PROJECT = '/workspace/project'

const PROGRAM = '/usr/lib/node_modules/holdpoint/dist/bin/holdpoint.cjs'

/** The verdict of the hooks of the preset `recommended` on one command, in a project that does not exist. */
export const judgeCommand = (command: string, cwd = PROJECT, registry = builtIn, home = HOME): Promise<Judgement> =>
  judgeCall('Bash', { command }, cwd, registry, home)

/** The same in a session whose shell is known. */
export const judgeIn = (shell: Shell, command: string): Promise<Judgement> =>
  judgeCall('Bash', { command }, PROJECT, builtIn, HOME, shell)

/** The same under other presets. */
export const judgeUnder = (presets: readonly string[] | undefined, command: string): Promise<Judgement> =>
  judgeCall('Bash', { command }, PROJECT, builtIn, HOME, undefined, presets)

/** The same for any tool, as the host sends it. */
export async function judgeCall(
  name: string,
  input: Readonly<Record<string, unknown>>,
  cwd = PROJECT,
  registry = builtIn,
  home = HOME,
  shell?: Shell,
  presets: readonly string[] = ['recommended'],
): Promise<Judgement> {
  const call = openCall(name, input, cwd, home, shell)
  const guards = registry.catalogue.filter(
    (entry) =>
      presets.some((preset) => isInPreset(preset, entry)) &&
      entry.on.includes('tool.before') &&
      (entry.tools === undefined || entry.tools.includes(call.tool.kind)),
  )
  let asked: Judgement | undefined
  for (const entry of guards) {
    const judgement = await judgeBy(await registry.load(entry.id), call, given(presets, entry))
    if (judgement.decision === 'deny') return judgement
    if (judgement.decision === 'ask') asked ??= judgement
  }
  return asked ?? { decision: 'pass' }
}

/** Whether this hook alone would let the command run without a question. */
export async function isApprovedBy(
  hookId: string,
  command: string,
  cwd = PROJECT,
  registry = builtIn,
  home = HOME,
  shell?: Shell,
): Promise<boolean> {
  const hook = await registry.load(hookId)
  return (await judgeBy(hook, openCall('Bash', { command }, cwd, home, shell))).decision === 'allow'
}

type OpenCall = ReturnType<typeof openCall>

function openCall(name: string, input: Readonly<Record<string, unknown>>, cwd: string, home: string, shell?: Shell) {
  const tool = decodeTool({ tool_name: name, tool_input: input }, cwd, () => shell)
  const event = eventIn(cwd, { kind: 'tool.before', tool, subjects: [name] }, new Date(0))
  const env: Readonly<Record<string, string>> = { HOME: home, USER: 'test' }
  const { for: services } = openServices(
    { env, program: PROGRAM },
    { now: () => new Date(0), lastUserText: () => undefined },
  )
  return { tool, event, services }
}

const given = (presets: readonly string[], entry: HookEntry): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(presetOptions(presets, entry)).map(([name, { value }]) => [name, value]))

async function judgeBy(
  hook: Hook,
  { event, services }: OpenCall,
  options: Readonly<Record<string, unknown>> = {},
): Promise<Judgement> {
  const { id } = hook.meta
  const setting = { level: 'on', options: await complete(hook, options), timeoutMs: 60_000 } as const
  const { verdict, failure } = await runHook({ entry: hook.meta, setting }, event, 60_000, {
    load: () => Promise.resolve(hook),
    services,
  })
  if (failure !== undefined) return { decision: 'deny', hook: id, id: 'failure', reason: failure.message }
  const { decision, messageId, reason } = verdict
  return { decision, hook: id, ...(messageId && { id: messageId }), ...(reason && { reason }) }
}

async function complete(hook: Hook, given: Readonly<Record<string, unknown>>): Promise<unknown> {
  const result = await hook.meta.options['~standard'].validate(given)
  return result.issues === undefined ? result.value : {}
}
