import { UNKNOWN } from '../../effects.ts'
import { type CodeCall, DYNAMIC, emit, ENV, type Machine, positional } from './machine.ts'
import { isSecretVariable } from '../../words/secret-names.ts'
import { lookup } from './scope.ts'
import { withoutContent } from './secrets.ts'
import {
  either,
  forEachOption,
  listValue,
  LOCAL,
  SECRET,
  marksOf,
  NOTHING,
  optionsOf,
  plainText,
  refValue,
  type CodeScope,
  textValue,
  UNKNOWN_VALUE,
  unknownWith,
  type CodeValue,
} from './values.ts'

export const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

/** Members that are the thing itself: a module's default, a function's own call. */
const TRANSPARENT = ['default', '__dict__', '__call__']

/** No name that the rules know comes near it. */
const MAX_NAME = 200

/** The full name under which the rules know it. */
export function canonical(machine: Machine, name: string): string {
  let short = name
  for (let again = true; again;) {
    const root = machine.runtime.roots.find((it) => short.startsWith(it) && short.length > it.length)
    again = root !== undefined
    if (root !== undefined) short = short.slice(root.length)
  }
  return own(machine.runtime.aliases, short) ?? short
}

/** What a name means here: a variable, something the language gives, or something of that name. */
export function resolveName(machine: Machine, name: string, scope: CodeScope): CodeValue {
  const known = lookup(scope, name)
  if (known !== undefined) return known
  const { runtime } = machine
  const full = canonical(machine, name)
  const given = own(runtime.values, full)
  if (given !== undefined) return given(callFor(machine, undefined, scope)) ?? UNKNOWN_VALUE
  if (/^[$@%*]/.test(name) && own(runtime.rules, full) === undefined) return UNKNOWN_VALUE
  const star = machine.stars.find((module) => isKnownName(machine, `${module}.${full}`))
  return refValue(star === undefined ? full : `${star}.${full}`)
}

const isKnownName = (machine: Machine, name: string): boolean =>
  own(machine.runtime.rules, name) !== undefined || own(machine.runtime.values, name) !== undefined

const callFor = (machine: Machine, self: CodeValue | undefined, scope: CodeScope): CodeCall => ({
  ...positional(),
  machine,
  self,
  scope,
})

export function memberOf(machine: Machine, value: CodeValue, name: string, scope: CodeScope): CodeValue {
  return forEachOption(value, (option) => member(machine, option, name, scope))
}

function member(machine: Machine, value: CodeValue, name: string, scope: CodeScope): CodeValue {
  const { values, rules } = machine.runtime
  if (value.kind === 'map') return value.entries.get(name) ?? bound(value, name)
  const isModule = value.kind === 'ref' && value.self === undefined
  if (isModule && name.includes(UNKNOWN) && machine.runtime.risky.includes(value.name)) return refValue(DYNAMIC)
  if (isModule && value.name.length < MAX_NAME) {
    const full = canonical(machine, `${value.name}.${name}`)
    const assigned = lookup(scope, full)
    if (assigned !== undefined) return assigned
    const given = own(values, full)
    if (given !== undefined) return given(callFor(machine, undefined, scope)) ?? UNKNOWN_VALUE
    return TRANSPARENT.includes(name) ? value : refValue(full)
  }
  if (value.kind === 'thing') {
    const given = own(values, `${value.type}#${name}`)
    if (given !== undefined) return given(callFor(machine, value, scope)) ?? unknownWith(value.marks)
    if (value.type === 'env' && own(rules, `env#${name}`) === undefined) return readEnv(machine, name, scope)
  }
  const given = own(values, `#${name}`)
  if (given !== undefined)
    return withoutContent(`#${name}`, given(callFor(machine, value, scope)) ?? unknownWith(marksOf([value])))
  // A member of an unknown member is still a member of something from the same place.
  if (value.kind === 'ref') return bound(unknownWith(marksOf([value])), name)
  return bound(value, name)
}

const bound = (self: CodeValue, name: string): CodeValue => ({ kind: 'ref', name: `#${name}`, self })

/** One variable of the environment; what the code has set itself comes first. */
function readEnv(machine: Machine, name: string, scope: CodeScope): CodeValue {
  emit(machine, { kind: 'env', name })
  const set = lookup(scope, ENV + name)
  if (set !== undefined) return set
  const value = name === 'HOME' ? machine.world.home : machine.world.env(name)
  return textValue(value ?? UNKNOWN, value === undefined && isSecretVariable(name) ? LOCAL | SECRET : LOCAL)
}

export function indexOf(machine: Machine, value: CodeValue, index: CodeValue, scope: CodeScope): CodeValue {
  if (value.kind === 'either' || index.kind === 'either') {
    return either(optionsOf(value).flatMap((a) => optionsOf(index).map((b) => itemOf(machine, a, b, scope))))
  }
  return itemOf(machine, value, index, scope)
}

function itemOf(machine: Machine, value: CodeValue, index: CodeValue, scope: CodeScope): CodeValue {
  const at =
    index.kind === 'number' ? index.value : /^-?\d+$/.test(plainText(index)) ? Number(plainText(index)) : undefined
  const key = plainText(index)
  const unclear = key.includes(UNKNOWN)
  switch (value.kind) {
    case 'list':
      if (at === undefined) return unclear ? either(value.items) : memberOf(machine, value, key, scope)
      return value.items.at(at) ?? (value.open ? either(value.items) : NOTHING)
    case 'map':
      if (value.entries.has(key)) return value.entries.get(key) ?? UNKNOWN_VALUE
      if (!unclear) return value.rest.length > 0 ? UNKNOWN_VALUE : memberOf(machine, value, key, scope)
      return either([...value.entries.values(), UNKNOWN_VALUE])
    case 'text':
      if (at === undefined) return unclear ? unknownWith(value.marks) : memberOf(machine, value, key, scope)
      return value.text.includes(UNKNOWN) ? unknownWith(value.marks) : textValue(value.text.at(at) ?? '', value.marks)
    case 'thing':
      if (value.type === 'env') return readEnv(machine, unclear ? '*' : key, scope)
      return unclear || at !== undefined ? unknownWith(value.marks) : memberOf(machine, value, key, scope)
    case 'ref':
    case 'function':
    case 'number':
    case 'nothing':
      // `os["remove"]`: the same as the member of that name.
      return at !== undefined ? unknownWith(marksOf([value])) : memberOf(machine, value, key, scope)
    case 'either':
      return UNKNOWN_VALUE
  }
}

const boundary = (value: CodeValue | undefined): number | undefined | 'unknown' =>
  value === undefined || value.kind === 'nothing' ? undefined : value.kind === 'number' ? value.value : 'unknown'

/** `x[from:to:by]`; a negative step turns it round. */
export function sliceOf(value: CodeValue, from?: CodeValue, to?: CodeValue, by?: CodeValue): CodeValue {
  return forEachOption(value, (option) => {
    const [start, end, step] = [boundary(from), boundary(to), boundary(by)]
    if (start === 'unknown' || end === 'unknown' || step === 'unknown') return loose(option)
    if (option.kind === 'list')
      return { kind: 'list', items: stepped(option.items, start, end, step), open: option.open }
    if (option.kind !== 'text' || option.text.includes(UNKNOWN)) return loose(option)
    return textValue(stepped(Array.from(option.text), start, end, step).join(''), option.marks)
  })
}

/** An unknown part of it. */
const loose = (value: CodeValue): CodeValue =>
  value.kind === 'list' ? listValue([either(value.items)], true) : unknownWith(marksOf([value]))

function stepped<T>(items: readonly T[], from = Number.NaN, to = Number.NaN, by = 1): T[] {
  if (by === 0) return []
  const start = Number.isNaN(from) ? undefined : from
  const end = Number.isNaN(to) ? undefined : to
  if (by > 0) return items.slice(start, end).filter((_, index) => index % by === 0)
  // Backwards the bounds count from the other side.
  const low = end === undefined ? 0 : (end < 0 ? items.length + end : end) + 1
  const high = start === undefined ? items.length : (start < 0 ? items.length + start : start) + 1
  return items
    .slice(Math.max(0, low), Math.max(0, high))
    .toReversed()
    .filter((_, index) => index % -by === 0)
}
