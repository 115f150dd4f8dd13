import { dirname } from 'node:path'
import { type Effects, isWithin, type ShellWorld } from '@holdpoint/shell'
import { attempt, type AgentEvent, type Services, type StateArea, type YamlData, type Env } from '@holdpoint/engine'
import { readEffects } from '../effects.ts'
import { ownPaths } from '../own-paths.ts'
import { openServices, unlimited } from '../services.ts'
import { openYaml } from '../yaml.ts'
import { files } from '../system/files/files.ts'
import { listNames, readText, realPath } from '../system/files/read.ts'
import { gitState } from '../system/git/state.ts'
import { findWorkTree } from '../system/git/worktree.ts'
import { remembering } from './remember.ts'

/**
 * What a hook read besides the call itself. `now`: files or the repository in their current state. `kept`: state
 * from earlier calls. `process`: the hook tried to start a program, which a replay never does.
 */
export type Seen = 'now' | 'kept' | 'process'

type YamlPart = Parameters<Services['yaml']>[1]

export interface ReplayWorld {
  /** The services for one event; calls `see` when a hook reads something that is not in the call. */
  services(event: AgentEvent, memory: ReplayMemory, see?: (what: Seen) => void): Services
}

/** The state of hooks while one policy is replayed: two policies must not share strike counters. */
export interface ReplayMemory {
  readonly project: StateArea
  session(id: string): StateArea
}

export function openReplayMemory(): ReplayMemory {
  const sessions = new Map<string, StateArea>()
  return {
    project: areaInMemory(),
    session(id) {
      const area = sessions.get(id) ?? areaInMemory()
      sessions.set(id, area)
      return area
    },
  }
}

/**
 * The services of a replay: hooks read the current state, but run, write and send nothing. `read` gives a command
 * the files that it names.
 */
export function openReplayWorld(
  env: Env,
  program: string | undefined,
  read: (path: string) => string | undefined = (path) => readText(path),
): ReplayWorld {
  const real = remembering(50_000, (path: string) => realPath(path))
  const workTree = remembering(5_000, (directory: string) => findWorkTree(directory))
  const gitStateOf = remembering(5_000, (directory: string) => gitState(directory))
  const isOwnCode = (path: string): boolean =>
    program !== undefined && isWithin(real(path), dirname(dirname(real(program))))
  const shellWorld: ShellWorld = {
    home: env['HOME'],
    env: (name: string) => env[name],
    read: (path: string) => (isOwnCode(path) ? undefined : attempt(() => read(path))),
    real,
    list: (directory: string) => attempt(() => listNames(directory)) ?? [],
    workTree,
  }
  const effectsOf = openEffectsCache(shellWorld)
  const own = ownPaths(env, program)
  const yaml = openYaml(areaInMemory())

  return {
    services(event, memory, see = () => undefined) {
      const seeing = <A extends readonly unknown[], R>(what: Seen, look: (...args: A) => R) => {
        return (...args: A): R => {
          see(what)
          return look(...args)
        }
      }
      const watched = (area: StateArea): StateArea => ({
        get: (name) => {
          see('kept')
          return area.get(name)
        },
        update: (name, change) => {
          see('kept')
          return area.update(name, change)
        },
      })
      const session = watched(memory.session(event.session))
      const state = { session, project: watched(memory.project) }
      const instead: Partial<Services> = {
        now: () => event.at,
        yaml: seeing('now', (path: string, part?: YamlPart): Promise<YamlData | undefined> => yaml(path, part)),
        lastUserText: () => undefined,
        effects: () => effectsOf(event),
        ownPaths: () => own,
        files: {
          read: seeing('now', files.read),
          list: seeing('now', files.list),
          isDirectory: seeing('now', files.isDirectory),
          stat: seeing('now', files.stat),
          real,
          write: () => undefined,
          append: () => undefined,
          remove: () => undefined,
        },
        temp: session,
        process: {
          run: seeing('process', () => Promise.resolve({ exitCode: undefined, stdout: '', stderr: '' })),
          isAlive: seeing('now', () => false),
        },
        git: {
          state: seeing('now', gitStateOf),
          output: seeing('process', () => Promise.resolve(undefined)),
          answers: seeing('process', () => Promise.resolve(true)),
          status: seeing('process', () => Promise.resolve(undefined)),
          log: seeing('process', () => Promise.resolve([])),
        },
      }
      return openServices({ env, program, state }, instead).for(unlimited)
    },
  }
}

/** Agents repeat commands: the same command in the same directory is parsed once. */
function openEffectsCache(world: ShellWorld): (event: AgentEvent) => Promise<Effects> {
  const read = remembering(4_000, (_key: string, event: AgentEvent) => readEffects(event, () => world))
  return (event) => {
    const isCommand = 'tool' in event && event.tool.kind === 'shell'
    return isCommand
      ? read(`${event.kind}\0${event.cwd}\0${JSON.stringify(event.tool.input)}`, event)
      : readEffects(event, () => world)
  }
}

function areaInMemory(): StateArea {
  const values = new Map<string, unknown>()
  return {
    get: <T>(name: string) => values.get(name) as T | undefined,
    update<T>(name: string, change: (old: T | undefined) => T | undefined): T | undefined {
      const next = change(values.get(name) as T | undefined)
      if (next === undefined) values.delete(name)
      else values.set(name, next)
      return next
    },
  }
}
