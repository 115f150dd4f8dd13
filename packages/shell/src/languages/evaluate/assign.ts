import type { Entry, Expr, Param } from '../ast.ts'
import { ENV, type Machine } from './machine.ts'
import { canonical, indexOf } from './members.ts'
import { operate } from './operators.ts'
import { lookup, setName } from './scope.ts'
import {
  either,
  isUnknown,
  listValue,
  marksOf,
  NOTHING,
  plainText,
  type CodeScope,
  textValue,
  UNKNOWN_VALUE,
  unknownWith,
  type CodeValue,
} from './values.ts'

type Assignment = Expr & { kind: 'assign' }

export function evaluateAssign(machine: Machine, node: Assignment, scope: CodeScope): CodeValue {
  const value = machine.evaluate(node.value, scope)
  if (node.op === '=' || node.op === ':=' || node.op === '<-') {
    assignTo(machine, node.target, value, scope, node.own)
    return value
  }
  const before = machine.evaluate(node.target, scope)
  const combined = operate(COMBINED[node.op] ?? node.op.slice(0, -1), before, value)
  assignTo(machine, node.target, combined, scope, false)
  return combined
}

const COMBINED: Readonly<Record<string, string>> = {
  '.=': 'concat',
  '??=': 'or',
  '//=': 'or',
  'x=': '*',
  '<<=': 'append',
}

/** Gives a value to a name, to a member, or to the parts of a pattern. */
export function assignTo(machine: Machine, target: Expr, value: CodeValue, scope: CodeScope, own: boolean): void {
  if (target.kind === 'name') setName(scope, target.name, shaped(target.name, value), own)
  else if (target.kind === 'list') assignList(machine, target.items, value, scope, own)
  else if (target.kind === 'map') assignMap(machine, target.entries, value, scope, own)
  else if (target.kind === 'chain') assignMember(machine, target, value, scope)
  else if (target.kind === 'spread') assignTo(machine, target.value, value, scope, own)
  else if (target.kind === 'assign') {
    assignTo(machine, target.target, orFallback(machine, value, target.value, scope), scope, own)
  } else machine.evaluate(target, scope)
}

function assignMap(
  machine: Machine,
  entries: readonly Entry[],
  value: CodeValue,
  scope: CodeScope,
  own: boolean,
): void {
  for (const { key, value: part } of entries) {
    const name = key === undefined ? UNKNOWN_VALUE : machine.evaluate(key, scope)
    assignTo(machine, part, indexOf(machine, value, name, scope), scope, own)
  }
}

/** In Perl the sign before a name says what it holds: a list stays one with a single item, and pairs become a map. */
function shaped(name: string, value: CodeValue): CodeValue {
  if (name.startsWith('@')) return value.kind === 'list' || isUnknown(value) ? value : listValue([value])
  if (!name.startsWith('%') || value.kind !== 'list') return value
  const entries = new Map<string, CodeValue>()
  for (let at = 0; at < value.items.length; at += 2)
    entries.set(plainText(value.items[at]), value.items[at + 1] ?? NOTHING)
  return { kind: 'map', entries, rest: [] }
}

function orFallback(machine: Machine, value: CodeValue, fallback: Expr, scope: CodeScope): CodeValue {
  const other = machine.evaluate(fallback, scope)
  return value.kind === 'nothing' ? other : isUnknown(value) ? either([value, other]) : value
}

function assignList(
  machine: Machine,
  targets: readonly Expr[],
  value: CodeValue,
  scope: CodeScope,
  own: boolean,
): void {
  for (const [index, part] of targets.entries()) {
    const rest = part.kind === 'spread' || (part.kind === 'name' && part.name.startsWith('@'))
    if (value.kind !== 'list') assignTo(machine, part, unknownWith(marksOf([value])), scope, own)
    else if (rest) assignTo(machine, part, listValue(value.items.slice(index), value.open), scope, own)
    else assignTo(machine, part, value.items[index] ?? (value.open ? either(value.items) : NOTHING), scope, own)
  }
}

function assignMember(machine: Machine, target: Expr & { kind: 'chain' }, value: CodeValue, scope: CodeScope): void {
  const last = target.steps.at(-1)
  if (last === undefined || last.kind === 'call' || last.kind === 'slice') {
    machine.evaluate(target, scope)
    return
  }
  const object = machine.evaluate({ ...target, steps: target.steps.slice(0, -1) }, scope)
  const index = last.kind === 'member' ? textValue(last.name) : machine.evaluate(last.index, scope)
  const key = plainText(index)
  if (object.kind === 'map') object.entries.set(key, value)
  else if (object.kind === 'list') assignItem(object.items, index, value)
  else if (object.kind === 'thing' && object.type === 'env') setName(scope, ENV + key, value)
  else if (object.kind === 'ref' && object.self === undefined) {
    const full = canonical(machine, `${object.name}.${key}`)
    // `$ENV{HOME} = …` and the like set the variable itself.
    setName(scope, full, value)
  } else if (
    target.base.kind === 'name' &&
    target.steps.length === 1 &&
    lookup(scope, target.base.name) === undefined
  ) {
    // The first item of something that did not exist makes it.
    setName(scope, target.base.name, { kind: 'map', entries: new Map([[key, value]]), rest: [] })
  }
}

function assignItem(items: CodeValue[], index: CodeValue, value: CodeValue): void {
  const at = index.kind === 'number' ? index.value : Number(plainText(index))
  if (Number.isInteger(at) && at >= 0 && at <= items.length) items[at] = value
  else items.push(value)
}

export function bindParam(machine: Machine, param: Param, value: CodeValue | undefined, scope: CodeScope): void {
  const fallback = param.fallback === undefined ? undefined : machine.evaluate(param.fallback, scope)
  const bound = value ?? fallback ?? NOTHING
  assignTo(machine, param.target, isUnknown(bound) && fallback ? either([bound, fallback]) : bound, scope, true)
}
