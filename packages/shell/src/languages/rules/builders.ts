import { UNKNOWN } from '../../effects.ts'
import type { CodeAction } from '../actions.ts'
import { argument, type CodeCall, CWD, cwdOf, emit, pathsOf, type Rule } from '../evaluate/machine.ts'
import {
  either,
  isTruthy,
  listValue,
  LOCAL,
  NETWORK,
  optionsOf,
  plainText,
  textsOf,
  thing,
  UNKNOWN_VALUE,
  unknownWith,
  type CodeValue,
} from '../evaluate/values.ts'

/** Where a function takes something from: the place of an argument, or the place and the names it may be given under. */
export type Slot = number | readonly [number, ...string[]]

export function pick(call: CodeCall, slot: Slot): CodeValue | undefined {
  if (typeof slot === 'number') return argument(call, slot)
  const [index, ...names] = slot
  for (const name of names) {
    const value = call.named.get(name)
    if (value !== undefined) return value
  }
  return argument(call, index)
}

/** The path it is about; the value itself for a method of a path. */
export const SELF = 'self'
export type ArgumentPlace = Slot | typeof SELF

const valueAt = (call: CodeCall, place: ArgumentPlace): CodeValue | undefined =>
  place === SELF ? call.self : pick(call, place)

const each = (call: CodeCall, place: ArgumentPlace, act: (path: string) => void): void => {
  for (const path of pathsOf(call, valueAt(call, place))) act(path)
}

/** An entry of a map among the arguments: `{ recursive: true }`. */
export const option = (call: CodeCall, name: string, from = 0): CodeValue | undefined => {
  for (const value of [...call.args.slice(from), ...call.named.values()]) {
    if (value.kind === 'map' && value.entries.has(name)) return value.entries.get(name)
  }
  return call.named.get(name)
}

const isOn = (value: CodeValue | undefined): boolean => value !== undefined && isTruthy(value) !== false

export const does =
  (...rules: readonly Rule[]): Rule =>
  (call) => {
    let result: CodeValue | undefined
    for (const rule of rules) result = rule(call) ?? result
    return result
  }

/** Does nothing to the machine. */
export const harmless: Rule = () => undefined

export const gives =
  (make: (call: CodeCall) => CodeValue | undefined): Rule =>
  (call) =>
    make(call)

type FileOp = (CodeAction & { kind: 'file' })['op']

const file =
  (op: FileOp, place: ArgumentPlace, recursive: boolean | string = false): Rule =>
  (call) => {
    const whole = typeof recursive === 'string' ? isOn(option(call, recursive)) : recursive
    each(call, place, (path) => emit(call.machine, { kind: 'file', op, path, ...(whole && { recursive: true }) }))
    return op === 'read' ? unknownWith(LOCAL) : undefined
  }

export const reads = (place: ArgumentPlace): Rule => file('read', place)
/** `recursive` may be the name of an option. */
export const deletes = (place: ArgumentPlace, recursive: boolean | string = false): Rule =>
  file('delete', place, recursive)
export const touches = (place: ArgumentPlace): Rule => file('write', place)

/** Names in a directory: the names are unknown, the directory is known. */
export const lists =
  (place: ArgumentPlace, { recursive = false, full = false } = {}): Rule =>
  (call) => {
    const given = valueAt(call, place)
    const names: CodeValue[] = []
    for (const path of given === undefined ? ['.'] : pathsOf(call, given)) {
      emit(call.machine, { kind: 'file', op: 'list', path, ...(recursive && { recursive: true }) })
      names.push(full ? thing('Path', `${path}/${UNKNOWN}`, LOCAL) : unknownWith(LOCAL))
    }
    return listValue(names, true)
  }

export const writes =
  (place: ArgumentPlace, content?: Slot): Rule =>
  (call) => {
    const value = content === undefined ? undefined : pick(call, content)
    const text = value === undefined ? UNKNOWN : contentOf(value)
    each(call, place, (path) =>
      emit(call.machine, { kind: 'file', op: 'write', path, ...(text !== UNKNOWN && { content: text }) }),
    )
    return undefined
  }

/** What is written: a text, or lines. */
export const contentOf = (value: CodeValue): string =>
  value.kind === 'list' && !value.open ? value.items.map(plainText).join('\n') : (textsOf(value)[0] ?? UNKNOWN)

export const changesMode =
  (place: ArgumentPlace, mode: Slot): Rule =>
  (call) => {
    const text = modeText(pick(call, mode))
    each(call, place, (path) => emit(call.machine, { kind: 'file', op: 'mode', path, mode: text }))
    return undefined
  }

/** Numbers are meant in eights: 511 is `777`. */
function modeText(value: CodeValue | undefined): string {
  return value?.kind === 'number' ? value.value.toString(8) : plainText(value)
}

export const changesOwner =
  (place: ArgumentPlace, user: Slot, group: Slot): Rule =>
  (call) => {
    const mode = `${plainText(pick(call, user))}:${plainText(pick(call, group))}`
    each(call, place, (path) => emit(call.machine, { kind: 'file', op: 'mode', path, mode }))
    return undefined
  }

const pair =
  (kind: 'move' | 'copy', from: ArgumentPlace, to: ArgumentPlace): Rule =>
  (call) => {
    each(call, from, (source) => each(call, to, (target) => emit(call.machine, { kind, from: source, to: target })))
    return valueAt(call, to)
  }

export const moves = (from: ArgumentPlace, to: ArgumentPlace): Rule => pair('move', from, to)
export const copies = (from: ArgumentPlace, to: ArgumentPlace): Rule => pair('copy', from, to)

export const links =
  (target: ArgumentPlace, place: ArgumentPlace): Rule =>
  (call) => {
    // What a link says counts from where the link is, so it stays as written.
    for (const text of textsOf(valueAt(call, target))) {
      each(call, place, (path) => emit(call.machine, { kind: 'link', target: text, path }))
    }
    return undefined
  }

/** The same rule for every argument, lists taken apart: `unlink "a", "b"`. */
export const forEachArgument =
  (rule: Rule, from = 0): Rule =>
  (call) => {
    const values = flatten(call.args.slice(from))
    for (const value of values) if (value.kind !== 'map') rule({ ...call, args: [value], open: false })
    if (call.open || values.length === 0) rule({ ...call, args: [UNKNOWN_VALUE], open: false })
    return undefined
  }

export function flatten(values: readonly CodeValue[], depth = 0): readonly CodeValue[] {
  if (depth > 4) return values
  return values.flatMap((value) => (value.kind === 'list' ? flatten(value.items, depth + 1) : [value]))
}

/** Goes to another directory; what is relative counts from there. With a block, only inside it. */
export const goesTo =
  (place: ArgumentPlace): Rule =>
  (call) => {
    const paths = pathsOf(call, valueAt(call, place))
    const before = cwdOf(call)
    call.scope.names.set(CWD, either(paths.map((text) => ({ kind: 'text', text, marks: 0 }))))
    const block = call.args.find((value) => value.kind === 'function')
    if (block === undefined) return undefined
    const result = call.machine.call(block, { args: [UNKNOWN_VALUE], named: new Map(), open: false }, call.scope)
    if (before === undefined) call.scope.names.delete(CWD)
    else call.scope.names.set(CWD, { kind: 'text', text: before, marks: 0 })
    return result
  }

export const kills =
  (place: ArgumentPlace): Rule =>
  (call) => {
    for (const value of optionsOf(valueAt(call, place) ?? UNKNOWN_VALUE)) {
      for (const target of flatten([value])) emit(call.machine, { kind: 'kill', target: plainText(target) })
    }
    return undefined
  }

/** Something that came over the network. */
export const fromNetwork: CodeValue = { kind: 'text', text: UNKNOWN, marks: NETWORK }
