import { openEffects } from '../app/effects.ts'
import { openMemo } from '../app/memo.ts'
import { ownPaths } from '../app/own-paths.ts'
import type { Hook } from '../core/hook.ts'
import type { Services } from '../core/services.ts'
import type { Decision } from '../core/verdict.ts'
import { runHook } from '../engine/run.ts'
import { files } from '../files/files.ts'
import { openGit } from '../git/git.ts'
import { builtIn } from '../registry/registry.ts'
import { shell } from './events.ts'
import { eventIn } from './play-case.ts'

export interface Judgement {
  readonly decision: Decision
  readonly hook?: string
  readonly id?: string
  readonly reason?: string
}

const HOME = '/home/test'

/** What the hooks of the preset `recommended` say to one command, in a project that does not exist. */
export async function judgeCommand(
  command: string,
  cwd = '/workspace/project',
  registry = builtIn,
): Promise<Judgement> {
  const event = eventIn(cwd, shell(command), new Date(0))
  const env: Readonly<Record<string, string>> = { HOME, USER: 'test' }
  const effects = openEffects(() => env)
  const memo = openMemo()
  const services = (): Services =>
    ({
      now: () => new Date(0),
      env: (name: string) => env[name],
      effects,
      files,
      git: openGit(() => Promise.resolve({ exitCode: 1, stdout: '' })),
      state: { session: NOTHING, project: NOTHING },
      memo,
      ownPaths: () => ownPaths(env, '/usr/lib/node_modules/holdpoint/dist/bin/holdpoint.cjs'),
      lastUserText: () => undefined,
    }) as unknown as Services
  let asked: Judgement | undefined
  for (const entry of registry.catalogue.filter(({ recommended, id }) => recommended && id.startsWith('guard/'))) {
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

const NOTHING = { get: () => undefined, update: () => undefined }

async function defaultsOf(hook: Hook): Promise<unknown> {
  const result = await hook.meta.options['~standard'].validate({})
  return result.issues === undefined ? result.value : {}
}
