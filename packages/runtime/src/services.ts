import type { AgentEvent, LlmProvider, OwnPath, Services, State } from '@holdpoint/engine'
import { redact } from './audit/redact.ts'
import { files } from './system/files/files.ts'
import { openGit } from './system/git/git.ts'
import { gitState } from './system/git/state.ts'
import { openLlm } from './system/llm/llm.ts'
import { REENTRY_VARIABLE, type ChildToken } from './system/process/reentry.ts'
import { openTemp } from './system/state/temp.ts'
import { openBackground, openProcesses } from './background.ts'
import type { World } from './compose.ts'
import { openEffects } from './effects.ts'
import type { Environment } from './environment.ts'
import { openMemo } from './memo.ts'
import { ownPaths } from './own-paths.ts'
import { userTextOf } from './user-text.ts'
import { openYaml } from './yaml.ts'

/** What the hooks of one event get of the world. Where none runs, nothing of this is loaded. */

interface Needs {
  readonly event: AgentEvent
  readonly world: World
  readonly state: State
  readonly environment: Environment
  readonly token: ChildToken
  /** Files that decide what own hooks do. */
  readonly scripts: readonly string[]
  readonly carriedOver: Services['carriedOver']
  readonly isDispatched: boolean
  /** Whom the user's own configuration names. */
  readonly sendsTo: readonly LlmProvider[]
}

export interface OpenServices {
  /** What is found out once for all hooks. */
  readonly shared: Omit<Services, 'llm' | 'process' | 'git'>
  for(signal: AbortSignal): Services
}

export function openServices(needs: Needs): OpenServices {
  const { event, world, state, environment, token, scripts, carriedOver, isDispatched, sendsTo } = needs
  const { env, now, program } = world
  const shared = {
    now,
    isDispatched,
    env: environment.get,
    exportVariables: environment.export,
    yaml: openYaml(state.project),
    lastUserText: userTextOf,
    // A command sees what hooks have exported for it.
    effects: openEffects(() => ({ ...env, ...environment.exported() }), program),
    memo: openMemo(),
    carriedOver,
    ownPaths: () => withScripts((world.ownPaths ?? (() => ownPaths(env, program)))(), scripts),
    files,
    state,
    temp: openTemp(env),
    background: openBackground(event, state.project, env, program),
  }
  const forHook: OpenServices['for'] = (signal) => ({
    ...shared,
    llm: openLlm(redact, signal, (provider) => !isDispatched || sendsTo.includes(provider)),
    process: openProcesses(env, signal, token),
    git: openGit({
      async run(file, args, options) {
        // node:child_process costs 0.1 x of a bare start of Node, and most events start no program.
        const { run } = await import('./system/process/run.ts')
        const guarded = { ...options.env, ...reentryGuard(token) }
        return run(file, args, { ...options, env: guarded, signal, dropsErrors: true })
      },
      env,
      state: (directory) => shared.memo(`repository around ${directory}`, () => gitState(directory)),
      remember: shared.memo,
    }),
  })
  return { shared, for: forHook }
}

const withScripts = (own: readonly OwnPath[], scripts: readonly string[]): readonly OwnPath[] =>
  scripts.length === 0 ? own : [...own, ...scripts.map((path) => ({ what: 'script', path }) as const)]

/** The git on the user's PATH may be a wrapper. Without a place for its token git still answers. */
function reentryGuard(token: ChildToken): Readonly<Record<string, string>> {
  try {
    return { [REENTRY_VARIABLE]: token.value() }
  } catch {
    return {}
  }
}
