import type { Hook, Answer } from '@holdpoint/engine'
import type { Kept } from '@holdpoint/engine/policy'
import { builtIn, entryOf, type Registry } from '@holdpoint/packs'
import { BUILD } from './build.ts'
import { hookCommand } from './hook-command.ts'

export interface DispatchOptions {
  /** The agent that sends the event, by its id; by default Claude Code. */
  readonly host?: string
  /** Keeps the compiled settings of each project in memory. Changed files are detected at each call. */
  readonly keepSettings?: boolean
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  readonly now?: () => Date
  /** Hooks to use instead of the built-in ones; see `registryOf`. */
  readonly registry?: Registry
  /** The directory that is searched for a development-mode marker. */
  readonly pluginRoot?: string
}

/**
 * Does the same as `holdpoint hook <words…>`, without a new process: `dispatch(['PreToolUse'], payload)`,
 * `dispatch(['run', 'scratchpad/stop'], payload)`.
 */
export async function dispatch(
  words: readonly string[],
  payload: unknown,
  options: DispatchOptions = {},
): Promise<Answer> {
  const registry = options.registry ?? builtIn
  const { stdout, stderr, exitCode, after } = await hookCommand(wordsFor(words, options), () => payload, {
    env: options.env ?? process.env,
    cwd: options.cwd ?? process.cwd(),
    now: options.now ?? (() => new Date()),
    registry,
    build: buildOf(registry),
    pluginRoot: () => options.pluginRoot ?? '/',
    ...(options.keepSettings === true && { kept, isLibrary: true }),
  })
  after()
  return { stdout, stderr, exitCode }
}

const kept: Kept = new Map()

/** A host in the words themselves wins. */
const wordsFor = (words: readonly string[], { host }: DispatchOptions): readonly string[] =>
  host === undefined || words.some((word) => word.startsWith('--host') || word.startsWith('--from'))
    ? words
    : [...words, '--host', host]

const ownBuilds = new WeakMap<Registry, string>()

/** Hooks from the caller have no digest, so configuration compiled for them is used in this process only. */
function buildOf(registry: Registry): string {
  if (registry === builtIn) return BUILD
  const build = ownBuilds.get(registry) ?? `${BUILD}-${process.pid}-${Math.random().toString(36).slice(2)}`
  ownBuilds.set(registry, build)
  return build
}

/** The built-in hooks and the given ones; a hook with a known id replaces the built-in one. */
export function registryOf(hooks: readonly Hook[], base: Registry = builtIn): Registry {
  const own = new Map(hooks.map((hook) => [hook.meta.id as string, hook]))
  return {
    catalogue: [...base.catalogue.filter(({ id }) => !own.has(id)), ...hooks.map(({ meta }) => entryOf(meta))],
    load(id) {
      const hook = own.get(id)
      return hook === undefined ? base.load(id) : Promise.resolve(hook)
    },
  }
}
