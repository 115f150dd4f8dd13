import { existsSync, readdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  type AgentEvent,
  type HookEntry,
  type Host,
  type LlmProvider,
  type OwnPath,
  type Engine,
  openMemory,
  type Announcement,
  type Env,
} from '@holdpoint/engine'
import {
  areSettingsSound,
  CACHE_PARTS,
  explainSettings,
  loadSettings,
  type CacheFile,
  type CachePart,
  type Kept,
  type SettingsSource,
  type Compiled,
  sealed,
  unsealed,
  showProblem,
  withLoosening,
  type Problem,
} from '@holdpoint/engine/policy'
import { readText } from './system/files/read.ts'
import { fatesIn } from './system/files/transcript.ts'
import { ensurePrivateDirectory, writeAtomic } from './system/files/write.ts'
import type { WriteLine } from './audit/group.ts'
import type { OwnWorld } from './custom/world.ts'
import { endOldGrants, openApprovals, snoozedHooks, withoutSnoozed } from './approvals/open.ts'
import { openBackground } from './background/background.ts'
import { openEnvironment, type Environment } from './environment.ts'
import type { Scope } from './installs.ts'
import { asTrusted, mayLoosen, modulesOf, trustAnnouncements, withOwn } from './custom/own.ts'
import type { IgnoredVariable } from './own-environment.ts'
import { ownPaths as pathsOf } from './own-paths.ts'
import { openPacks, type OpenPacks } from './packs.ts'
import type { OpenServices } from './services.ts'
import type { DriverCache } from './system/git/driver-cache.ts'
import { openChildToken } from './system/process/reentry.ts'
import type { run } from './system/process/run.ts'
import type { Registry } from '@holdpoint/packs'
import { isTrusted, keyOf, openState, placeOf, preparePlace, stateHome, type Place } from './system/state/place.ts'
import { openNotes, type KeptNotes } from './system/state/notes.ts'
import { readSealKey, sealKey } from './system/state/seal-key.ts'

/** Facts about the process, as opposed to its request. */
export interface World {
  readonly env: Env
  readonly cwd: string
  readonly now: () => Date
  readonly registry: Registry
  /** Identifies the code; configuration compiled by other code is not used. */
  readonly build: string
  /** Read-only: the user only wants to see the decision. */
  readonly isRehearsal?: boolean
  /** The cache of a process that answers many events. */
  readonly kept?: Kept
  /** What hooks note for later events, in a process that answers many events. */
  readonly notes?: KeptNotes
  /** This process is another program, which uses the library. */
  readonly isLibrary?: boolean
  ownPaths?(): readonly OwnPath[]
  /** The directory of the plugin or package. */
  pluginRoot(): string
  /** Variables that the process has removed from its environment. */
  readonly ignored?: readonly IgnoredVariable[]
  /** Starts git, in a process that answers many events. */
  readonly runGit?: typeof run
  /** What git's configuration names, in a process that answers many events. */
  readonly gitDrivers?: DriverCache
  /** Writes lines of the audit, in a process that answers many events. */
  readonly writeLine?: WriteLine
  /** The host that the arguments would name, for a policy test of another agent. */
  readonly actsAs?: Host
  /** The file this process was started from, when it is the program and not a library in another program. */
  readonly program?: string
}

export interface Composed {
  readonly engine: Engine
  readonly place: Place
  readonly environment: Environment
  readonly packs: OpenPacks
  /** What the audit records besides the decisions of hooks. */
  readonly warnings: readonly string[]
  /** Called when all hooks have answered. */
  end(): void
}

/** The one place where the parts of the engine are assembled. `only`: one hook runs alone. */
export async function compose(
  event: AgentEvent,
  host: Host,
  world: World,
  only?: HookEntry,
  from?: Scope,
): Promise<Composed> {
  const { env, program, ownPaths = () => pathsOf(env, program) } = world
  const isRehearsal = world.isRehearsal === true
  const place = placeOf(event.root, env)
  const state = openState(place, env, event.session)
  const {
    settings: compiled,
    problems,
    notes = [],
    scripts = [],
    edited = false,
  } = await loadSettings(settingsSource(event.root, place, world), world.build, world.kept, only !== undefined)
  const own: OwnWorld = {
    root: event.root,
    env,
    directory: place.directory,
    program,
    host,
    isRehearsal,
    now: world.now,
  }
  const { settings: trusted, untrusted } = await asTrusted(compiled, from, own)
  const doorWorld = { event, place, env, now: world.now }
  const snoozed = only === undefined ? await snoozedHooks(doorWorld, isRehearsal) : undefined
  if (!isRehearsal) await endOldGrants(doorWorld)
  const settings = snoozed === undefined ? trusted : withoutSnoozed(trusted, snoozed)
  const { catalogue, load } = withOwn(world.registry, settings.own, own)
  const environment = openEnvironment(event, env, state.session, only !== undefined)
  const token = openChildToken(stateHome(env))
  const mayAsk = (provider: LlmProvider): boolean => only !== undefined || settings.sendsTo?.includes(provider) === true
  const hasCommands = from === 'plugin'
  const door = openApprovals({ event, place, env, environment, program, hasCommands, now: world.now })
  let opened: Promise<OpenServices> | undefined
  const services = (): Promise<OpenServices> =>
    (opened ??= import('./services.ts').then(({ openServices, startProgram }) =>
      openServices(
        {
          env,
          program,
          state,
          notes: openNotes(place, env, event.session, world.notes),
          environment,
          token,
          run: startProgram,
          runGit: world.runGit,
          gitDrivers: world.gitDrivers,
          mayAsk,
          isRehearsal: world.isRehearsal,
        },
        {
          now: world.now,
          isDispatched: only === undefined,
          // The engine's state is not open yet.
          carriedOver: () => engine.memory.now.owedContext,
          ownPaths: () => [...ownPaths(), ...scripts.map((path) => ({ what: 'script', path }) as const)],
          background: openBackground(event, state.project, env, program),
          ...(!isRehearsal && only === undefined && { grants: door.grants }),
        },
      ),
    ))
  const isConcerned = ({ id, on }: HookEntry): boolean =>
    on.includes(event.kind) && (only?.id === id || settings.hooks[id]?.level !== 'off')
  const packs = await openPacks(catalogue.filter(isConcerned), {
    event,
    env,
    services: async () => (await services()).shared,
    devModeFile: settings.devMode.file,
    catalogue,
    pluginRoot: world.pluginRoot,
  })
  const engine: Engine = {
    host,
    catalogue,
    load,
    settings,
    memory: openMemory(state.session, packs.ledgers),
    announcements: [
      ...(edited ? [EDITED] : []),
      ...(world.ignored ?? []).map(({ name, text }) => ({ key: `environment:${name}`, text })),
      ...problemAnnouncement(problems),
      ...noteAnnouncement(notes),
      ...untrusted,
      ...(await trustAnnouncements(settings.own, own)),
    ],
    callFates: (of, calls) => callFates(of.raw, calls),
    snoozed,
    approvals: isRehearsal ? undefined : door.approvals,
    services: async (signal) => (await services()).for(signal),
    isDevMode: () => existsSync(resolve(env['CLAUDE_PLUGIN_ROOT'] ?? world.pluginRoot(), settings.devMode.file)),
    rules: packs.rules,
  }
  return { engine, place, environment, packs, warnings: edited ? [EDITED.text] : [], end: token.end }
}

/** How an audit line says it. */
export const SETTINGS_EDITED = 'the compiled settings in the state directory were changed by another program'

const EDITED: Announcement = {
  key: 'settings-edited',
  text:
    `holdpoint: ${SETTINGS_EDITED}. Holdpoint did not use ` +
    'them and compiled your configuration files again. Find out what changed them; `holdpoint doctor` checks the rest.',
}

/** The host names the transcript of a sub-agent when the sub-agent stops. */
function callFates(raw: AgentEvent['raw'], calls: readonly string[]): ReturnType<typeof fatesIn> {
  const paths = [raw['transcript_path'], raw['agent_transcript_path']].filter((path) => typeof path === 'string')
  return new Map(paths.flatMap((path) => [...fatesIn(path, calls)]))
}

function problemAnnouncement(problems: readonly Problem[]): readonly Announcement[] {
  const [first, ...more] = problems
  if (first === undefined) return []
  const rest = more.length === 0 ? '' : ` (and ${more.length} more)`
  const text =
    `holdpoint: configuration problem${rest}: ${showProblem(first)} ` +
    'What was in force before stays in force. Run `holdpoint validate`.'
  return [{ key: `config:${keyOf(problems.map(showProblem).join('\n'))}`, text }]
}

function noteAnnouncement(notes: readonly Problem[]): readonly Announcement[] {
  const [first, ...more] = notes
  if (first === undefined) return []
  const rest = more.length === 0 ? '' : ` (and ${more.length} more)`
  const text = `holdpoint: the configuration is outdated${rest}: ${showProblem(first)}`
  return [{ key: `outdated:${keyOf(notes.map(showProblem).join('\n'))}`, text }]
}

/** The configuration of every hook, and the source of each value. */
export async function explainConfiguration(
  root: string,
  { env, registry }: Pick<World, 'env' | 'registry'>,
  from?: Scope,
): Promise<Compiled> {
  const place = placeOf(root, env)
  const compiled = await explainSettings(settingsSource(root, place, { env, registry }))
  const { settings, wanted } = compiled
  if (settings.loosening === undefined) return compiled
  const isIn = await mayLoosen(settings, from, { root, env, directory: place.directory })
  return isIn ? { ...compiled, settings: withLoosening(settings), resolved: wanted } : compiled
}

/** Whether the compiled settings on disk match the configuration files. */
export const areCompiledSettingsSound = (
  root: string,
  { env, registry, build }: Pick<World, 'env' | 'registry' | 'build'>,
): Promise<boolean> => areSettingsSound(settingsSource(root, placeOf(root, env), { env, registry }), build)

const settingsSource = (
  root: string,
  place: Place,
  { env, registry }: Pick<World, 'env' | 'registry'>,
): SettingsSource => ({
  root,
  env,
  hooks: registry,
  modules: modulesOf(root, place, env),
  cache: cacheFile(place, root, env),
})

/** Linked work trees share a project's state, but each has its own configuration files. */
function cacheFile(place: Place, root: string, env: Env): CacheFile {
  const folder = `${place.directory}/config`
  const nameOf = (part: CachePart): string => `${keyOf(root)}${part === 'settings' ? '' : `.${part}`}.json`
  const named = (part: CachePart): string => `${keyOf(root)} ${part}`
  return {
    read(part) {
      const key = isTrusted(place, env) ? readSealKey(env) : undefined
      const file = key === undefined ? undefined : readText(`${folder}/${nameOf(part)}`, 64 << 20)
      if (key === undefined || file === undefined) return undefined
      return unsealed(file, named(part), key) ?? { edited: true }
    },
    write(part, text) {
      preparePlace(place, env)
      ensurePrivateDirectory(folder)
      writeAtomic(`${folder}/${nameOf(part)}`, sealed(text, named(part), sealKey(env)))
      removeOthers(folder, keyOf(root), CACHE_PARTS.map(nameOf))
    },
  }
}

/** Earlier versions wrote a file for each kind of event here. */
function removeOthers(folder: string, key: string, names: readonly string[]): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`${key}.`) && name.endsWith('.json') && !names.includes(name))
      rmSync(`${folder}/${name}`, { force: true })
  }
}
