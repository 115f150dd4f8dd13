import { UNKNOWN } from '../../effects.ts'
import type { CodeAction, CodeWorld } from '../actions.ts'
import type { Argument, Expr, Step } from '../ast.ts'
import { assignTo, evaluateAssign } from './assign.ts'
import { callValue, invoke } from './call.ts'
import { type Arguments, emit, type Machine, type Runtime } from './machine.ts'
import { indexOf, memberOf, resolveName, sliceOf } from './members.ts'
import { operate } from './operators.ts'
import { mergeBranches, newScope } from './scope.ts'
import {
  type Closure,
  either,
  isUnknown,
  joinTexts,
  listValue,
  LOCAL,
  marksOf,
  MAX_ITEMS,
  NOTHING,
  numberValue,
  plainText,
  type CodeScope,
  textValue,
  UNKNOWN_VALUE,
  unknownWith,
  type CodeValue,
} from './values.ts'

const MAX_DEPTH = 700
/** How many nodes may be evaluated a second time: rounds of loops, further calls of a function. */
const BUDGET = 300_000

/** More than any command holds; the rest is not read. */
const MAX_SOURCE = 300_000

/** Everything the source does, in the order in which it was found. */
export function run(runtime: Runtime, source: string, world: CodeWorld): readonly CodeAction[] {
  const globals = newScope(undefined, true)
  const machine: Machine = {
    runtime,
    world,
    actions: [],
    seen: new Map(),
    closures: [],
    done: new Set(),
    returns: [],
    stars: [],
    globals,
    limited: source.length > MAX_SOURCE,
    depth: 0,
    repeats: 0,
    budget: BUDGET,
    nesting: 0,
    evaluate: (expr, scope) => evaluate(machine, expr, scope),
    call: (callee, given, scope) => callValue(machine, callee, given, scope),
  }
  try {
    runtime.start?.(machine)
    const program = runtime.read(source.slice(0, MAX_SOURCE))
    machine.limited ||= !program.whole
    evaluate(machine, program.body, globals)
    // A function that is not called here may be called from elsewhere, with anything.
    for (const closure of machine.closures) {
      if (machine.done.has(closure.body) && !closure.unfinished) continue
      machine.done.delete(closure.body)
      const args = closure.params.map(() => unknownWith(closure.marks))
      invoke(machine, closure, { args, named: new Map(), open: true })
    }
  } catch {
    // Whatever went wrong here must not hide what the code does.
    machine.limited = true
  }
  const unread: CodeAction = { kind: 'code', decoded: false, network: false }
  if (!machine.limited || machine.seen.has(JSON.stringify(unread))) return machine.actions
  return [...machine.actions, unread]
}

function evaluate(machine: Machine, expr: Expr, scope: CodeScope): CodeValue {
  // Whatever is not evaluated again for want of budget is read with unknown values later.
  if (machine.repeats > 0 && machine.budget-- <= 0) return UNKNOWN_VALUE
  if (machine.depth >= MAX_DEPTH) {
    machine.limited = true
    return UNKNOWN_VALUE
  }
  machine.depth++
  const value = evaluateKind(machine, expr, scope)
  machine.depth--
  return value
}

function evaluateKind(machine: Machine, expr: Expr, scope: CodeScope): CodeValue {
  switch (expr.kind) {
    case 'text':
      return joinTexts(
        expr.parts.map((part) => (typeof part === 'string' ? textValue(part) : evaluate(machine, part, scope))),
      )
    case 'number':
      return numberValue(expr.value)
    case 'name':
      return resolveName(machine, expr.name, scope)
    case 'chain':
      return evaluateChain(machine, expr.base, expr.steps, scope)
    case 'series':
      return expr.rest.reduce(
        (left, { op, operand }) => operate(op, left, evaluate(machine, operand, scope)),
        evaluate(machine, expr.first, scope),
      )
    case 'prefix': {
      const value = evaluate(machine, expr.operand, scope)
      return expr.op === '-' && value.kind === 'number' ? numberValue(-value.value) : UNKNOWN_VALUE
    }
    case 'list':
      return evaluateList(machine, expr.items, scope)
    case 'spread':
      return evaluate(machine, expr.value, scope)
    case 'map':
      return evaluateMap(machine, expr, scope)
    case 'assign':
      return evaluateAssign(machine, expr, scope)
    case 'choice':
      evaluate(machine, expr.test, scope)
      return either(expr.options.map((option) => evaluate(machine, option, scope)))
    case 'function':
      return makeClosure(machine, expr, scope)
    case 'block':
      return evaluateBlock(machine, expr.body, scope)
    case 'branches':
      return evaluateBranches(machine, expr, scope)
    case 'loop':
      return evaluateLoop(machine, expr, scope)
    case 'return': {
      const value = evaluate(machine, expr.value, scope)
      machine.returns.at(-1)?.push(value)
      return value
    }
    case 'outer':
      for (const name of expr.names) scope.outer.add(name)
      return NOTHING
    case 'nothing':
      return NOTHING
    case 'unknown':
      return UNKNOWN_VALUE
  }
}

/** Function declarations are hoisted: they are known before the first statement runs. */
function evaluateBlock(machine: Machine, body: readonly Expr[], scope: CodeScope): CodeValue {
  for (const part of body) {
    if (part.kind !== 'assign' || part.value.kind !== 'function' || part.value.name === undefined) continue
    assignTo(machine, part.target, makeClosure(machine, part.value, scope), scope, true)
  }
  return body.reduce<CodeValue>((_, part) => evaluate(machine, part, scope), NOTHING)
}

function evaluateChain(machine: Machine, base: Expr, steps: readonly Step[], scope: CodeScope): CodeValue {
  let value = evaluate(machine, base, scope)
  for (const step of steps) {
    const part = (expr: Expr | undefined): CodeValue | undefined =>
      expr === undefined ? undefined : evaluate(machine, expr, scope)
    if (step.kind === 'member') value = memberOf(machine, value, step.name, scope)
    else if (step.kind === 'index') value = indexOf(machine, value, evaluate(machine, step.index, scope), scope)
    else if (step.kind === 'slice') value = sliceOf(value, part(step.from), part(step.to), part(step.by))
    else value = callValue(machine, value, evaluateArguments(machine, step.args, scope), scope)
  }
  return value
}

function evaluateArguments(machine: Machine, given: readonly Argument[], scope: CodeScope): Arguments {
  const args: CodeValue[] = []
  const named = new Map<string, CodeValue>()
  let open = false
  for (const { value: expr, name, spread } of given) {
    const value = evaluate(machine, expr, scope)
    if (name !== undefined) named.set(name, value)
    else if (spread !== true) args.push(value)
    else if (value.kind === 'list') {
      args.push(...value.items.slice(0, MAX_ITEMS))
      open ||= value.open
    } else if (value.kind === 'map') for (const [key, entry] of value.entries) named.set(key, entry)
    else open = true
  }
  return { args, named, open }
}

function evaluateList(machine: Machine, parts: readonly Expr[], scope: CodeScope): CodeValue {
  const items: CodeValue[] = []
  let open = false
  for (const part of parts) {
    const value = evaluate(machine, part, scope)
    if (part.kind !== 'spread') items.push(value)
    else if (value.kind === 'list') {
      for (const item of value.items) items.push(item)
      open ||= value.open
    } else {
      items.push(unknownWith(marksOf([value])))
      open = true
    }
  }
  return listValue(items, open)
}

function evaluateMap(machine: Machine, node: Expr & { kind: 'map' }, scope: CodeScope): CodeValue {
  const entries = new Map<string, CodeValue>()
  const rest: CodeValue[] = []
  for (const { key, value: expr } of node.entries) {
    const name = key === undefined ? undefined : evaluate(machine, key, scope)
    const value = evaluate(machine, expr, scope)
    if (name !== undefined) entries.set(plainText(name), value)
    else if (value.kind === 'map') {
      for (const [inner, entry] of value.entries) entries.set(inner, entry)
      rest.push(...value.rest)
    } else rest.push(value)
  }
  return { kind: 'map', entries, rest }
}

function makeClosure(machine: Machine, node: Expr & { kind: 'function' }, scope: CodeScope): CodeValue {
  const { params, body } = node
  const closure: Closure = { kind: 'function', params, body, scope, marks: 0, active: 0, unfinished: false }
  machine.closures.push(closure)
  return closure
}

function evaluateBranches(machine: Machine, node: Expr & { kind: 'branches' }, scope: CodeScope): CodeValue {
  for (const test of node.tests) evaluate(machine, test, scope)
  const scopes: CodeScope[] = []
  const values = node.bodies.map((body) => {
    const inner = newScope(scope)
    scopes.push(inner)
    return evaluate(machine, body, inner)
  })
  mergeBranches(scope, scopes, node.total)
  return either(values)
}

/**
 * Rounds over known items are followed one by one, as long as the budget lasts. Any other loop is read with an unknown
 * item, and twice, since one round may prepare the next.
 */
function evaluateLoop(machine: Machine, node: Expr & { kind: 'loop' }, scope: CodeScope): CodeValue {
  const over = node.over === undefined ? undefined : evaluate(machine, node.over, scope)
  const items = over === undefined || machine.budget <= 0 ? [] : itemsOf(machine, over)
  const results: CodeValue[] = []
  const round = (item: CodeValue, inner: CodeScope): void => {
    if (node.target !== undefined) assignTo(machine, node.target, item, inner, false)
    const value = evaluate(machine, node.body, inner)
    if (node.body.kind === 'loop' && value.kind === 'list') for (const each of value.items) results.push(each)
    else results.push(value)
  }
  let done = 0
  for (const item of items) {
    if (done > 0) machine.repeats++
    round(item, scope)
    if (done > 0) machine.repeats--
    done++
    if (machine.budget <= 0) break
  }
  if (done > 0 && done === items.length) return node.collects ? listValue(results) : NOTHING
  const { repeats } = machine
  // What could not be followed to its end must be read to its end at least once.
  if (machine.budget <= 0) machine.repeats = 0
  const inner = newScope(scope)
  const item = over === undefined ? UNKNOWN_VALUE : elementOf(over)
  round(item, inner)
  if (!node.collects && machine.repeats === 0 && machine.budget > 0) {
    machine.repeats++
    round(item, inner)
  }
  machine.repeats = repeats
  mergeBranches(scope, [inner], false)
  return node.collects ? listValue(results, true) : NOTHING
}

function itemsOf(machine: Machine, over: CodeValue): readonly CodeValue[] {
  if (over.kind === 'list' && !over.open) return over.items
  if (over.kind === 'map' && over.rest.length === 0) return [...over.entries.keys()].map((key) => textValue(key))
  if (over.kind === 'thing' && over.type === 'env') emit(machine, { kind: 'env', name: '*' })
  if (over.kind !== 'text' || over.text.includes(UNKNOWN) || over.text.length > MAX_ITEMS) return []
  return Array.from(over.text, (char) => textValue(char, over.marks))
}

function elementOf(over: CodeValue): CodeValue {
  if (over.kind === 'list') return either(over.items)
  if (over.kind === 'either')
    return either(over.options.flatMap((it) => (it.kind === 'list' ? it.items : [UNKNOWN_VALUE])))
  if (over.kind === 'thing') return unknownWith(over.marks | LOCAL)
  return isUnknown(over) ? over : unknownWith(marksOf([over]))
}
