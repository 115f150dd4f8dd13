import { UNKNOWN } from '../effects.ts'
import type { Function as FunctionNode } from '../read/parse.ts'
import { known, type Value } from '../words/value.ts'

/** What a variable may hold; more than one value when a branch may or may not have set it. */
export interface Variable {
  readonly values: readonly Value[]
  /** Elements, when it is an array. */
  readonly list?: readonly Value[]
  /** Other elements it may have, when a branch may have set it. */
  readonly otherLists?: readonly (readonly Value[])[]
  /** It is gone, or a branch may have removed it. Its text is empty then. */
  readonly gone?: 'surely' | 'maybe'
  readonly exported?: boolean
  readonly readonly?: boolean
  /** `declare -i`: whatever is assigned to it is computed first. */
  readonly integer?: boolean
  /** `declare -u`, `declare -l`: what is assigned to it is changed first. */
  readonly recased?: boolean
  /** `declare -n`: another name for this variable. */
  readonly alias?: string
}

export type Body = FunctionNode['body']

/** What a shell knows at one point of a command. Changes go through the functions below, so that they can be taken back. */
export interface State {
  cwd: string
  /** The shell may have given up on the command it was in, as it does after a computation that fails. */
  gaveUp: boolean
  /** Other possible working directories: a branch may or may not have changed it. */
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
  /** `hash -p /bin/rm wipe`: a name that runs another program. */
  readonly programs: Map<string, string>
  /** What is known of the content of files that this command has written, by absolute path. */
  readonly files: Map<string, Value>
  /** Some of these files by every directory above them, at most as many as an origin lists. */
  readonly directories: Map<string, string[]>
  /** The last file of each name that this command has written: what runs when a name is looked up. */
  readonly named: Map<string, string>
  /** Each time one was written, with what was known of it before. */
  readonly puts: { readonly path: string; readonly old: Value | undefined }[]
  /** Those of them that programs load automatically when they find them, and that are not loaded yet. */
  readonly loadable: Set<string>
  /** Tasks of project files that were read, with the text of the file. */
  readonly tasks: Map<string, string>
  /** Symbolic and hard links this command makes. */
  readonly links: Map<string, string>
  /** Descriptors opened by `exec 3<…`, `{fd}<…` or coproc: what can be read from them, which file is written through them. */
  readonly inputs: Map<string, Value>
  readonly outputs: Map<string, string>
  /** `>(cmd)` and coproc: what is written there feeds a script. */
  readonly sinks: Map<string, (input: Value) => Value>
  /** Functions and scripts being run, so that recursion ends. */
  readonly running: string[]
  /** `trap … EXIT`: what runs at the end, with what is set then. */
  readonly traps: Value[]
  readonly changes: Change[]
  /** Counts every change and every one taken back: the same number, the same state. */
  readonly clock: { now: number }
  /** Functions as they were called, and what they printed. */
  readonly called: Map<string, Value>
  /** What `local` hides until the function ends; the innermost function last. */
  readonly frames: Map<string, Variable | undefined>[]
}

interface Change {
  /** The variable that was set. */
  readonly name?: string

  undo(): void
  /** Afterwards both outcomes are possible. */
  blur(): void
}

export const initialState = (cwd: string): State => ({
  cwd,
  gaveUp: false,
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
  named: new Map(),
  puts: [],
  loadable: new Set(),
  tasks: new Map(),
  links: new Map(),
  inputs: new Map(),
  outputs: new Map(),
  sinks: new Map(),
  running: [],
  traps: [],
  changes: [],
  clock: { now: 0 },
  called: new Map(),
  frames: [],
})

/** A subshell: what it sets is forgotten afterwards; files stay written. */
export function isolated<T>(state: State, body: () => T): T {
  const { cwd, otherCwds, previousCwd, positional, gaveUp } = state
  const start = state.changes.length
  const result = body()
  while (state.changes.length > start) {
    state.changes.pop()?.undo()
    state.clock.now += 1
  }
  Object.assign(state, { cwd, otherCwds, previousCwd, positional, gaveUp })
  return result
}

/** Whatever it sets may or may not be set afterwards. */
export function blurred<T>(state: State, body: () => T): T {
  const start = state.changes.length
  const result = body()
  for (const change of state.changes.slice(start)) change.blur()
  return result
}

/** A branch that may or may not run: afterwards both outcomes are possible. */
export function inBranch<T>(state: State, body: () => T): T {
  const before = [state.cwd, ...state.otherCwds]
  const result = blurred(state, body)
  setPossibleCwds(state, [state.cwd, ...state.otherCwds, ...before])
  return result
}

const MAX_CWDS = 4

/** The first is the most likely one. */
export function setPossibleCwds(state: State, places: readonly string[]): void {
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
    exports: new Set([...variables.keys(), ...[...state.exports].filter((name) => name.endsWith('()'))]),
    functions: new Map([...state.functions].filter(([name]) => state.exports.has(`${name}()`))),
    aliases: new Map(),
    programs: new Map(),
    traps: [],
    changes: [],
    frames: [],
  }
}

/** Records a change that was just made, so that it can be taken back. */
export function note(state: State, change: Change): void {
  state.clock.now += 1
  state.changes.push(change)
}
