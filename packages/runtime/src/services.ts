import type { Background, Llm, Notes, RunResult, Services, State, StateArea, Env } from '@holdpoint/engine'
import { redact } from './audit/redact.ts'
import { isAlive } from './system/files/alive.ts'
import { files } from './system/files/files.ts'
import { openRealPath } from './system/files/read.ts'
import type { DriverCache } from './system/git/driver-cache.ts'
import { openGit } from './system/git/git.ts'
import { headOf } from './system/git/safe-git.ts'
import { gitState } from './system/git/state.ts'
import { openLlm } from './system/llm/llm.ts'
import { REENTRY_VARIABLE, type ChildToken } from './system/process/reentry.ts'
import type { run } from './system/process/run.ts'
import { openTemp } from './system/state/temp.ts'
import { openEffects } from './effects.ts'
import type { Environment } from './environment.ts'
import { openSessionFiles } from './session-files.ts'
import { openMemo } from './memo.ts'
import { ownPaths } from './own-paths.ts'
import { userTextOf } from './user-text.ts'
import { openYaml } from './yaml.ts'

/** What services use. What is left out is disabled: nothing is stored, exported, started or sent. */
export interface ServicesWorld {
  readonly env: Env
  /** The file this process was started from. */
  readonly program?: string | undefined
  readonly state?: State
  readonly notes?: Notes
  readonly environment?: Pick<Environment, 'get' | 'export' | 'exported'>
  /** Starts programs, for hooks and for git. */
  readonly run?: typeof run
  /** Starts git, when that differs. */
  readonly runGit?: typeof run | undefined
  readonly gitDrivers?: DriverCache | undefined
  /** The environment of git, if it differs from that of the hooks. */
  readonly gitEnv?: Env
  /** Prevents an agent that a program starts from calling Holdpoint again. */
  readonly token?: ChildToken
  readonly mayAsk?: Llm['mayAsk']
  /** Nothing that it reads is about to happen. */
  readonly isRehearsal?: boolean | undefined
}

export interface OpenServices {
  /** Results shared by all hooks. */
  readonly shared: Omit<Services, 'llm' | 'process' | 'git'>
  /** The services for one hook, which the signal ends. It is asked for when a service first needs it. */
  for(signal: () => AbortSignal): Services
}

/** Below the time that a hook has by default, so that a guard still says why it asks. */
const JUDGING_MS = 4_000
/** Enough for every command that a person would read. */
const LEAST_MS = 400

/** Nothing ends these services. */
export const unlimited = (): AbortSignal => new AbortController().signal

/** The time counts from now. */
export function within(milliseconds: number): () => AbortSignal {
  const signal = AbortSignal.timeout(milliseconds)
  return () => signal
}

/** Everything that hooks can use. `instead` replaces single services. */
export function openServices(world: ServicesWorld, instead: Partial<Services> = {}): OpenServices {
  const { env, program, state = NOTHING_KEPT, environment = fixed(env), mayAsk } = world
  const memo = openMemo()
  const real = openRealPath()
  const due = performance.now() + JUDGING_MS
  const until = (): number => Math.max(due, performance.now() + LEAST_MS)
  const shared = {
    now: () => new Date(),
    until,
    env: environment.get,
    exportVariables: environment.export,
    yaml: openYaml(state.project),
    lastUserText: userTextOf,
    // A command gets the variables that hooks have exported for it.
    effects: openEffects(
      () => ({ ...env, ...environment.exported() }),
      program,
      openSessionFiles(state.session, world.isRehearsal),
      real,
      until,
    ),
    memo,
    carriedOver: () => undefined,
    ownPaths: () => ownPaths(env, program, real),
    files: { ...files, real },
    state,
    notes: world.notes ?? NO_NOTES,
    temp: openTemp(env),
    background: NO_BACKGROUND,
    ...instead,
  }
  const gitEnv = world.gitEnv ?? env
  const repositoryAround = (directory: string): ReturnType<typeof gitState> =>
    memo(`repository around ${directory}`, () => gitState(directory, (tree) => headOf(tree, gitEnv)))
  const start = (signal: () => AbortSignal): Services => ({
    ...shared,
    ...(mayAsk !== undefined && { llm: openLlm(redact, signal, mayAsk) }),
    process: { run: programsOf(world, signal), isAlive },
    git: openGit({
      run: gitRunOf(world, signal),
      env: gitEnv,
      state: repositoryAround,
      remember: memo,
      drivers: world.gitDrivers,
    }),
    ...instead,
  })
  return { shared, for: start }
}

/** Loaded when it is needed: node:child_process costs 0.1 x of a bare start of Node, and most events start no program. */
export const startProgram: typeof run = async (program, args, options) =>
  (await import('./system/process/run.ts')).run(program, args, options)

function programsOf({ env, run: start, token }: ServicesWorld, signal: () => AbortSignal): Services['process']['run'] {
  if (start === undefined) return () => Promise.resolve(NOT_RUN)
  return async (program, args, { env: more, timeoutMs, ...options }) => {
    const guard = token === undefined ? {} : { [REENTRY_VARIABLE]: token.value() }
    const limit = timeoutMs === undefined ? signal() : AbortSignal.any([signal(), AbortSignal.timeout(timeoutMs)])
    return start(program, args, { ...options, signal: limit, env: { ...env, ...more, ...guard } })
  }
}

type GitRun = Parameters<typeof openGit>[0]['run']

function gitRunOf({ run, runGit: start = run, token }: ServicesWorld, signal: () => AbortSignal): GitRun {
  if (start === undefined) return () => Promise.resolve(NOT_RUN)
  return (file, args, options) =>
    start(file, args, {
      ...options,
      env: { ...options.env, ...reentryGuard(token) },
      signal: signal(),
      dropsErrors: true,
    })
}

/** The git on the user's PATH may be a wrapper. Without a location for its token, git still answers. */
function reentryGuard(token: ChildToken | undefined): Readonly<Record<string, string>> {
  try {
    return token === undefined ? {} : { [REENTRY_VARIABLE]: token.value() }
  } catch {
    return {}
  }
}

const NOT_RUN: RunResult = { exitCode: undefined, stdout: '', stderr: '' }

const NO_BACKGROUND: Background = {
  request: () => Promise.resolve(false),
  isBusy: () => Promise.resolve(false),
  cancel: () => Promise.resolve(),
}

const NO_AREA: StateArea = { get: () => undefined, update: (_, change) => change(undefined) }
const NO_NOTES: Notes = { leave: () => undefined, take: () => false }
const NOTHING_KEPT: State = { session: NO_AREA, project: NO_AREA }

const fixed = (env: Env): NonNullable<ServicesWorld['environment']> => ({
  get: (name) => env[name],
  export: () => undefined,
  exported: () => ({}),
})
