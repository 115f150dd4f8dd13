import { openServices } from '@holdpoint/runtime'
import { type Hook, type Decision, runHook } from '@holdpoint/engine'
import { isInPreset } from '@holdpoint/engine/policy'
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

/** The same for any tool, as the host sends it. */
export async function judgeCall(
  name: string,
  input: Readonly<Record<string, unknown>>,
  cwd = PROJECT,
  registry = builtIn,
  home = HOME,
): Promise<Judgement> {
  const tool = decodeTool({ tool_name: name, tool_input: input }, cwd)
  const event = eventIn(cwd, { kind: 'tool.before', tool, subjects: [name] }, new Date(0))
  const env: Readonly<Record<string, string>> = { HOME: home, USER: 'test' }
  const services = openServices(
    { env, program: PROGRAM },
    { now: () => new Date(0), lastUserText: () => undefined },
  ).for
  let asked: Judgement | undefined
  const guards = registry.catalogue.filter(
    (entry) =>
      isInPreset('recommended', entry) &&
      entry.on.includes('tool.before') &&
      (entry.tools === undefined || entry.tools.includes(tool.kind)),
  )
  for (const entry of guards) {
    const hook = await registry.load(entry.id)
    const setting = { level: 'on', options: await defaultsOf(hook), timeoutMs: 60_000 } as const
    const { verdict, failure } = await runHook({ entry, setting }, event, 60_000, {
      load: () => Promise.resolve(hook),
      services,
    })
    if (failure !== undefined) return { decision: 'deny', hook: entry.id, id: 'failure', reason: failure.message }
    const { decision, messageId, reason } = verdict
    const judgement = { decision, hook: entry.id, ...(messageId && { id: messageId }), ...(reason && { reason }) }
    if (decision === 'deny') return judgement
    if (decision === 'ask') asked ??= judgement
  }
  return asked ?? { decision: 'pass' }
}

async function defaultsOf(hook: Hook): Promise<unknown> {
  const result = await hook.meta.options['~standard'].validate({})
  return result.issues === undefined ? result.value : {}
}
