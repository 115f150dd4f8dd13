import { own } from '../own.ts'
import { note, setPossibleCwds, type State, type Variable } from './state.ts'
import { isSecretVariable } from '../words/secret-names.ts'
import { anyOf, EMPTY, fromVariable, known, MAX_VALUE, unknown, type Value } from '../words/value.ts'
import type { ShellWorld } from './world.ts'

const MAX_ALTERNATIVES = 32

interface Attributes {
  readonly exported?: boolean
  readonly readonly?: boolean
  readonly integer?: boolean
  readonly recased?: boolean
  readonly alias?: string
}

export function assign(state: State, name: string, value: Value, how: Attributes = {}): void {
  set(state, name, { values: [value.text.length > MAX_VALUE ? unknown(value.from) : value] }, how)
}

export function assignList(state: State, name: string, list: readonly Value[], how: Attributes = {}): void {
  set(state, name, { values: [list[0] ?? EMPTY], list }, how)
}

/** A loop variable takes each of the values in turn. */
export function assignEach(state: State, name: string, all: readonly Value[]): void {
  const values = distinct(all, ({ text }) => text)
  const some = values.length > MAX_ALTERNATIVES ? [anyOf(values), ...values] : values
  set(state, name, { values: some.length === 0 ? [EMPTY] : some.slice(0, MAX_ALTERNATIVES) }, {})
}

function set(state: State, given: string, next: Variable, how: Attributes): void {
  const name = how.alias === undefined ? namedBy(state, given) : given
  const old = state.variables.get(name)
  if (old?.readonly === true) return
  const exported = how.exported ?? old?.exported
  const fixed = how.readonly ?? old?.readonly
  const integer = how.integer ?? old?.integer
  const recased = how.recased ?? old?.recased
  const values = recased === true ? next.values.map(unlessEmpty) : next.values
  const { alias } = how
  if (exported === true) state.exports.add(name)
  const variable = {
    ...next,
    values,
    ...(recased && { recased }),
    ...(exported && { exported }),
    ...(fixed && { readonly: fixed }),
    ...(integer && { integer }),
    ...(alias !== undefined && alias !== '' && { alias }),
  }
  put(state, name, variable, old)
}

function put(state: State, name: string, variable: Variable, old: Variable | undefined): void {
  state.variables.set(name, variable)
  note(state, {
    name,
    undo: () => void (old === undefined ? state.variables.delete(name) : state.variables.set(name, old)),
    blur() {
      const now = mergedWith(state.variables.get(name), old)
      if (now !== undefined) state.variables.set(name, now)
    },
  })
}

/** Either of two states of a variable, of which the first is the more likely one. */
function mergedWith(now: Variable | undefined, old: Variable | undefined): Variable | undefined {
  if (now === undefined) return old === undefined ? undefined : mergedWith(old, now)
  const { list: _list, otherLists: _others, gone, ...rest } = now
  const isGone = gone !== undefined || old?.gone !== undefined
  const both = gone === 'surely' && (old === undefined || old.gone === 'surely')
  return { ...rest, ...either(now, old), ...(isGone && { gone: both ? ('surely' as const) : ('maybe' as const) }) }
}

/** One of these runs, and no other: afterwards a variable holds what that one has left in it. */
export function inOneOf<T>(state: State, bodies: readonly (() => T)[]): readonly T[] {
  const { cwd, otherCwds, changes } = state
  const reached: string[] = []
  const ends: ReadonlyMap<string, Variable | undefined>[] = []
  const start = changes.length
  const results = bodies.map((body) => {
    const from = changes.length
    const result = body()
    const own = changes.splice(from)
    const names = new Set(own.flatMap(({ name }) => (name === undefined ? [] : [name])))
    ends.push(new Map([...names].map((name) => [name, state.variables.get(name)])))
    for (const change of own.toReversed()) if (change.name !== undefined) change.undo()
    changes.push(...own.filter(({ name }) => name === undefined))
    state.clock.now += 1
    reached.push(state.cwd, ...state.otherCwds)
    Object.assign(state, { cwd, otherCwds })
    return result
  })
  for (const change of changes.slice(start)) change.blur()
  for (const name of new Set(ends.flatMap((end) => [...end.keys()]))) {
    const before = state.variables.get(name)
    const [first, ...others] = ends.map((end) => (end.has(name) ? end.get(name) : before))
    const merged = others.reduce(mergedWith, first)
    put(state, name, merged ?? { values: [unknown()] }, before)
  }
  setPossibleCwds(state, reached)
  return results
}

const unlessEmpty = (value: Value): Value => (value.text === '' ? value : unknown(value.from))

/** What variables may hold that were set since then. */
export function valuesSince({ changes, variables }: State, start: number): ReadonlyMap<string, string> {
  const names = new Set(changes.slice(start).flatMap(({ name }) => (name === undefined ? [] : [name])))
  return new Map(
    [...names].map((name) => {
      const found = variables.get(name)
      const texts = [...(found?.values ?? []), ...(found === undefined ? [] : listsOf(found).flat())]
      return [name, texts.map(({ text }) => text).join('\0')]
    }),
  )
}

/** It may hold anything now, made of what it holds. */
export function widen(state: State, name: string): void {
  const found = state.variables.get(name)
  if (found === undefined) return
  const any = anyOf([...found.values, ...listsOf(found).flat()])
  set(state, name, { values: distinct([...found.values, any], ({ text }) => text) }, {})
}

/** One or the other, as a text and as an array. */
function either(now: Variable, old: Variable | undefined): Pick<Variable, 'values' | 'list' | 'otherLists'> {
  const values = distinct([...now.values, ...(old?.values ?? [unknown()])], ({ text }) => text)
  const some = values.length > MAX_ALTERNATIVES ? [anyOf(values), ...values.slice(0, MAX_ALTERNATIVES - 1)] : values
  const all = [...listsOf(now), ...(old === undefined ? [] : listsOf(old))]
  if (all.length === 0) return { values: some }
  const lists = distinct(all, (list) => list.map(({ text }) => text).join('\0'))
  const isScalar = old !== undefined && old.list === undefined
  // An array beside a text, or too many arrays: any words at all.
  if (isScalar || lists.length > MAX_LISTS)
    return { values: [anyOf([...some, ...all.flat()]), ...some].slice(0, MAX_ALTERNATIVES) }
  return { values: some, list: lists[0] ?? [], otherLists: lists.slice(1) }
}

const listsOf = ({ list, otherLists = [] }: Variable): readonly (readonly Value[])[] =>
  list === undefined ? [] : [list, ...otherLists]

const MAX_LISTS = 8

const distinct = <T>(all: readonly T[], key: (one: T) => string): readonly T[] => [
  ...new Map(all.map((one) => [key(one), one])).values(),
]

/** The variable that a name means after `declare -n`; aliases in a circle mean none. */
export function namedBy(state: State, name: string): string {
  let target = name
  for (let steps = 0; steps < MAX_ALIASES; steps++) {
    const next = state.variables.get(target)?.alias
    if (next === undefined) return target
    target = next
  }
  return name
}

/** bash itself follows no more. */
const MAX_ALIASES = 8

/** Some of the shell's own are, too. */
export const isInteger = (state: State, name: string): boolean =>
  state.variables.get(namedBy(state, name))?.integer === true ||
  /^(?:RANDOM|SECONDS|OPTIND|LINENO|HISTCMD|SRANDOM)$/.test(name)

export function unset(state: State, name: string): void {
  const isFixed = state.variables.get(name)?.readonly === true
  if (!isFixed) set(state, name, { values: [EMPTY], gone: 'surely' }, { exported: false, integer: false })
}

/** `unset -n`: the name means itself again, and nothing. */
export function removeAlias(state: State, name: string): void {
  if (state.variables.get(name)?.alias !== undefined)
    set(state, name, { values: [EMPTY], gone: 'surely' }, { alias: '' })
}

/** Whether `unset` has removed it. */
export const isUnset = (state: State, name: string): Variable['gone'] => state.variables.get(namedBy(state, name))?.gone

export const isReadOnly = (state: State, name: string): boolean =>
  state.variables.get(namedBy(state, name))?.readonly === true

/** `local x`: the function's own from here to its end. */
export function declareLocal(state: State, name: string): void {
  const frame = state.frames.at(-1)
  if (frame !== undefined && !frame.has(name)) frame.set(name, state.variables.get(name))
}

/** Runs a function's body and returns what its `local`s had hidden. */
export function framed<T>(state: State, body: () => T): T {
  state.frames.push(new Map())
  const result = body()
  for (const [name, old] of state.frames.pop() ?? []) {
    if (old === undefined) state.variables.delete(name)
    else state.variables.set(name, old)
  }
  return result
}

/** What a program started here finds in its environment, as far as this command has put it there. */
export function environmentOf(state: State, own: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  if (state.exports.size === 0) return own
  const exported = [...state.exports].flatMap((name) => {
    const variable = state.variables.get(name)
    if (variable?.exported !== true) return []
    // Of several values, one that says something.
    const value = variable.values.find(({ text }) => text !== '') ?? variable.values[0]
    return value === undefined ? [] : [[name, value] as const]
  })
  return new Map([...exported, ...own])
}

/** Names whose value is the same in the agent's shell, and no secret. Anything else belongs to the user alone. */
const AMBIENT =
  /^(?:HOME|USER|LOGNAME|SHELL|TMPDIR|TMP|TEMP|EDITOR|VISUAL|PAGER|HOSTNAME|LANG|TERM|XDG_[A-Z]+_(?:HOME|DIR)|CLAUDE_PROJECT_DIR|PLANNING_[A-Z_]+|CLAUDE_PLUGIN_ROOT|VIRTUAL_ENV|CARGO_HOME|RUSTUP_HOME|GOPATH|GOROOT|JAVA_HOME|NVM_DIR|PYENV_ROOT|HOMEBREW_PREFIX|GITHUB_WORKSPACE|CI_PROJECT_DIR|NODE_ENV)$/

const DEFAULTS: Readonly<Record<string, string>> = { SHELL: '/bin/bash', IFS: ' \t\n', TMPDIR: '/tmp' }

/** Undefined: not set, as far as is known. */
export function lookUp(state: State, world: ShellWorld, name: string): readonly Value[] | undefined {
  const held = state.variables.get(namedBy(state, name))
  if (held !== undefined) return held.values
  if (name === 'PWD') return [known(state.cwd)]
  if (name === 'OLDPWD') return [known(state.previousCwd)]
  if (name === 'HOME') return [known(homeOf(world))]
  const text = AMBIENT.test(name) ? world.env(name) : undefined
  const value = text ?? own(DEFAULTS, name)
  if (value !== undefined) return [known(value)]
  // Whether it is set is not known either, but where it is, its value must not get lost on the way.
  const target = namedBy(state, name)
  return isSecretVariable(target) ? [unknown(fromVariable(target))] : undefined
}

/** Without a home, `~` is still no place to delete. */
export const homeOf = (world: ShellWorld): string => world.home ?? '/root'
