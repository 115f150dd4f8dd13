import { UNKNOWN } from '../core/effects.ts'
import { absolutePath } from '../core/paths.ts'
import type { Function as FunctionNode } from './parse.ts'
import {
  ELSEWHERE,
  EMPTY,
  fromFile,
  known,
  MAX_FILES,
  MAX_PLACES,
  MAX_VALUE,
  NOWHERE,
  origins,
  unknown,
  type Value,
} from './value.ts'
import type { World } from './world.ts'

/** What a variable may hold; more than one value when a branch may or may not have set it. */
export interface Variable {
  readonly values: readonly Value[]
  /** Elements, when it is an array. */
  readonly list?: readonly Value[]
  readonly exported?: boolean
  readonly readonly?: boolean
  /** `declare -i`: whatever is assigned to it is computed first. */
  readonly integer?: boolean
  /** `declare -n`: another name for this variable. */
  readonly alias?: string
}

type Body = FunctionNode['body']

/** What a shell knows at one point of a command. Changes go through the functions below, so that they can be taken back. */
export interface State {
  cwd: string
  /** Where it may stand instead: a branch may or may not have gone there. */
  otherCwds: readonly string[]
  previousCwd: string
  /** Arguments of the script or function; `$0` first. */
  positional: readonly Value[]
  readonly variables: Map<string, Variable>
  /** Names that were exported at some point; few, where variables may be many. */
  readonly exports: Set<string>
  /** Several bodies when a branch may have defined another one. */
  readonly functions: Map<string, readonly Body[]>
  readonly aliases: Map<string, string>
  /** `hash -p /bin/rm wipe`: a name that stands for another program. */
  readonly programs: Map<string, string>
  /** What is known of the content of files that this command has written, by absolute path. */
  readonly files: Map<string, Value>
  /** Some of these files by every directory above them, as many as an origin tells. */
  readonly directories: Map<string, string[]>
  /** Symbolic and hard links this command makes. */
  readonly links: Map<string, string>
  /** Descriptors opened by `exec 3<…`, `{fd}<…` or coproc: what can be read from them, which file is written through them. */
  readonly inputs: Map<string, Value>
  readonly outputs: Map<string, string>
  /** `>(cmd)` and coproc: whoever writes there feeds a script. */
  readonly sinks: Map<string, (input: Value) => Value>
  /** Functions and scripts being run, so that recursion ends. */
  readonly running: string[]
  readonly changes: Change[]
  /** Counts every change and every one taken back: the same number, the same state. */
  readonly clock: { now: number }
  /** Functions as they were called, and what they printed. */
  readonly called: Map<string, Value>
  /** What `local` hides until the function ends; the innermost function last. */
  readonly frames: Map<string, Variable | undefined>[]
}

interface Change {
  undo(): void
  /** Afterwards nobody can tell whether the change was made. */
  blur(): void
}

export const initialState = (cwd: string): State => ({
  cwd,
  otherCwds: [],
  previousCwd: UNKNOWN,
  positional: [known('bash')],
  variables: new Map(),
  exports: new Set(),
  functions: new Map(),
  aliases: new Map(),
  programs: new Map(),
  files: new Map(),
  directories: new Map(),
  links: new Map(),
  inputs: new Map(),
  outputs: new Map(),
  sinks: new Map(),
  running: [],
  changes: [],
  clock: { now: 0 },
  called: new Map(),
  frames: [],
})

/** A subshell: what it sets is forgotten afterwards; files stay written. */
export function isolated<T>(state: State, body: () => T): T {
  const { cwd, otherCwds, previousCwd, positional } = state
  const start = state.changes.length
  const result = body()
  while (state.changes.length > start) {
    state.changes.pop()?.undo()
    state.clock.now += 1
  }
  Object.assign(state, { cwd, otherCwds, previousCwd, positional })
  return result
}

/** A branch that may or may not run: afterwards both outcomes are possible. */
export function perhaps<T>(state: State, body: () => T): T {
  const start = state.changes.length
  const before = [state.cwd, ...state.otherCwds]
  const result = body()
  for (const change of state.changes.slice(start)) change.blur()
  standIn(state, [state.cwd, ...state.otherCwds, ...before])
  return result
}

const MAX_CWDS = 4

/** The first is where it most likely stands. */
export function standIn(state: State, places: readonly string[]): void {
  const [cwd = UNKNOWN, ...others] = new Set(places)
  state.cwd = cwd
  state.otherCwds = others.length >= MAX_CWDS ? [...others.slice(0, MAX_CWDS - 1), UNKNOWN] : others
}

/** Another shell, started from this one: it inherits only what is exported. */
export function child(state: State, positional: readonly Value[], env: ReadonlyMap<string, Value>): State {
  const variables = new Map([...state.variables].filter(([, variable]) => variable.exported === true))
  for (const [name, value] of env) variables.set(name, { values: [value], exported: true })
  return {
    ...state,
    positional,
    variables,
    exports: new Set(variables.keys()),
    functions: new Map(),
    aliases: new Map(),
    programs: new Map(),
    changes: [],
    frames: [],
  }
}

function note(state: State, change: Change): void {
  state.clock.now += 1
  state.changes.push(change)
}

const MAX_ALTERNATIVES = 32

interface Attributes {
  readonly exported?: boolean
  readonly readonly?: boolean
  readonly integer?: boolean
  readonly alias?: string
}

export function assign(state: State, name: string, value: Value, how: Attributes = {}): void {
  set(state, name, { values: [value.text.length > MAX_VALUE ? unknown(value.from) : value] }, how)
}

export function assignList(state: State, name: string, list: readonly Value[], how: Attributes = {}): void {
  set(state, name, { values: [list[0] ?? EMPTY], list }, how)
}

/** A loop variable takes each of the values in turn. */
export function assignEach(state: State, name: string, values: readonly Value[]): void {
  const some = values.length > MAX_ALTERNATIVES ? [oneOf(state, values), ...values] : values
  set(state, name, { values: some.length === 0 ? [EMPTY] : some.slice(0, MAX_ALTERNATIVES) }, {})
}

/** More values than are followed one by one: as a path it is one of those they name. */
function oneOf({ cwd }: State, values: readonly Value[]): Value {
  const lists = values.slice(0, MAX_PLACES + 1).map(({ text }) => absolutePath(text, cwd))
  return unknown(origins([ELSEWHERE, { ...NOWHERE, lists }, ...values.map(({ from }) => from)]))
}

function set(state: State, given: string, next: Variable, how: Attributes): void {
  const name = how.alias === undefined ? targetOf(state, given) : given
  const old = state.variables.get(name)
  if (old?.readonly === true) return
  const exported = how.exported ?? old?.exported
  const fixed = how.readonly ?? old?.readonly
  const integer = how.integer ?? old?.integer
  const { alias } = how
  if (exported === true) state.exports.add(name)
  state.variables.set(name, {
    ...next,
    ...(exported && { exported }),
    ...(fixed && { readonly: fixed }),
    ...(integer && { integer }),
    ...(alias !== undefined && { alias }),
  })
  note(state, {
    undo: () => void (old === undefined ? state.variables.delete(name) : state.variables.set(name, old)),
    blur() {
      const now = state.variables.get(name)
      if (now === undefined) return
      const values = [...now.values, ...(old?.values ?? [unknown()])]
      const distinct = values.filter((value, index) => values.findIndex(({ text }) => text === value.text) === index)
      state.variables.set(name, { ...now, values: distinct.slice(0, MAX_ALTERNATIVES) })
    },
  })
}

/** Another name for a variable stands for it; one for itself for nothing. */
const targetOf = (state: State, name: string): string => {
  const alias = state.variables.get(name)?.alias
  return alias === undefined || state.variables.get(alias)?.alias !== undefined ? name : alias
}

/** Some of the shell's own are, too. */
export const isInteger = (state: State, name: string): boolean =>
  state.variables.get(name)?.integer === true || /^(?:RANDOM|SECONDS|OPTIND|LINENO|HISTCMD|SRANDOM)$/.test(name)

export function unset(state: State, name: string): void {
  const isFixed = state.variables.get(name)?.readonly === true
  if (!isFixed) set(state, name, { values: [EMPTY] }, { exported: false })
}

/** `local x`: the function's own from here to its end. */
export function hide(state: State, name: string): void {
  const frame = state.frames.at(-1)
  if (frame !== undefined && !frame.has(name)) frame.set(name, state.variables.get(name))
}

/** Runs a function's body and gives back what its `local`s had hidden. */
export function framed<T>(state: State, body: () => T): T {
  state.frames.push(new Map())
  const result = body()
  for (const [name, old] of state.frames.pop() ?? []) {
    if (old === undefined) state.variables.delete(name)
    else state.variables.set(name, old)
  }
  return result
}

export function define(state: State, name: string, body: Body): void {
  const old = state.functions.get(name)
  state.functions.set(name, [body])
  note(state, {
    undo: () => void (old === undefined ? state.functions.delete(name) : state.functions.set(name, old)),
    blur: () =>
      void (old !== undefined && state.functions.set(name, [...(state.functions.get(name) ?? []), ...old].slice(0, 4))),
  })
}

export function putFile(state: State, path: string, content: Value): void {
  const old = state.files.get(path)
  state.files.set(path, content)
  if (old === undefined) noteDirectories(state, path)
  note(state, {
    undo: () => undefined,
    blur() {
      const now = state.files.get(path)
      if (now === undefined) return
      // Whoever did not write it leaves what is on disk.
      state.files.set(path, either(now, old ?? unknown(fromFile(path))))
    },
  })
}

/** Deeper trees than this nobody packs up in the same command. */
const MAX_LEVELS = 32

function noteDirectories({ directories }: State, path: string): void {
  let end = path.lastIndexOf('/')
  for (let level = 0; end > 0 && level < MAX_LEVELS; level++) {
    const directory = path.slice(0, end)
    const known = directories.get(directory) ?? []
    if (known.length < MAX_FILES) known.push(path)
    directories.set(directory, known)
    end = path.lastIndexOf('/', end - 1)
  }
}

const MAX_CONTENTS = 8

/** One or the other: text that is not known, and everything it may be. */
function either(one: Value, other: Value): Value {
  const all = [...(one.or ?? [one]), ...(other.or ?? [other])]
  const distinct = new Map(all.map((value) => [[value.text, ...value.from.files].join('\0'), value]))
  const from = { ...origins(all.map((value) => value.from)), unknown: true }
  return { ...unknown(from), ...(distinct.size <= MAX_CONTENTS && { or: [...distinct.values()] }) }
}

/** What a program started here finds in its environment, as far as this command has put it there. */
export function environmentOf(state: State, own: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  if (state.exports.size === 0) return own
  const exported = [...state.exports].flatMap((name) => {
    const variable = state.variables.get(name)
    return variable?.exported === true && variable.values[0] !== undefined ? [[name, variable.values[0]] as const] : []
  })
  return new Map([...exported, ...own])
}

/** Names whose value is the same in the agent's shell, and no secret. Anything else is somebody's own business. */
const AMBIENT =
  /^(?:HOME|USER|LOGNAME|SHELL|TMPDIR|TMP|TEMP|EDITOR|VISUAL|PAGER|HOSTNAME|LANG|TERM|XDG_[A-Z]+_(?:HOME|DIR)|CLAUDE_PROJECT_DIR|PLANNING_[A-Z_]+|CLAUDE_PLUGIN_ROOT|VIRTUAL_ENV|CARGO_HOME|RUSTUP_HOME|GOPATH|GOROOT|JAVA_HOME|NVM_DIR|PYENV_ROOT|HOMEBREW_PREFIX|GITHUB_WORKSPACE|CI_PROJECT_DIR|NODE_ENV)$/

const DEFAULTS: Readonly<Record<string, string>> = { SHELL: '/bin/bash', IFS: ' \t\n', TMPDIR: '/tmp' }

/** Undefined: not set, as far as anybody can tell. */
export function lookUp(state: State, world: World, name: string): readonly Value[] | undefined {
  const own = state.variables.get(targetOf(state, name))
  if (own !== undefined) return own.values
  if (name === 'PWD') return [known(state.cwd)]
  if (name === 'OLDPWD') return [known(state.previousCwd)]
  if (name === 'HOME') return [known(homeOf(world))]
  const text = AMBIENT.test(name) ? world.env(name) : undefined
  const value = text ?? DEFAULTS[name]
  return value === undefined ? undefined : [known(value)]
}

/** Without a home, `~` is still nobody's to delete. */
export const homeOf = (world: World): string => world.home ?? '/root'
