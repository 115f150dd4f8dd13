import { UNKNOWN } from '../../effects.ts'
import { type Arguments, DYNAMIC, emit, type Machine, type Rule } from './machine.ts'
import { canonical, own } from './members.ts'
import { followSecrets, used, withoutContent } from './secrets.ts'
import { leaveFunction, newScope } from './scope.ts'
import { mayDo } from './unlisted.ts'
import {
  type Closure,
  either,
  isUnknown,
  listValue,
  marksOf,
  NOTHING,
  optionsOf,
  plainText,
  refValue,
  type CodeScope,
  UNKNOWN_VALUE,
  unknownWith,
  type CodeValue,
} from './values.ts'
import { bindParam } from './assign.ts'

const MAX_CALLS = 30
/** Behind so many arguments, a function is not passed together with what it shall be called with. */
const MAX_HANDED_ON = 20

/** Calls a value with arguments: a function of the code itself, or something the rules know. */
export function callValue(machine: Machine, callee: CodeValue, given: Arguments, scope: CodeScope): CodeValue {
  if (callee.kind === 'either') return either(callee.options.map((option) => callValue(machine, option, given, scope)))
  showEnvironment(machine, given)
  if (callee.kind === 'function') return invoke(machine, callee, given)
  if (isPlain(callee) && given.args.length + given.named.size === 0 && !machine.runtime.callsTexts) return callee
  const named = callee.kind === 'text' && machine.runtime.callsTexts && !callee.text.includes(UNKNOWN)
  const ref = asMethod(machine, named ? refValue(canonical(machine, callee.text)) : callee)
  if (ref.kind === 'ref') {
    const args = ref.bound === undefined ? given : { ...given, args: [...ref.bound, ...given.args] }
    const rule = ruleFor(machine, ref)
    if (rule !== undefined) {
      const before = machine.actions.length
      const value = rule({ ...args, machine, self: ref.self, scope })
      followSecrets(machine, ref, args, before)
      const made = value ?? unknownWith(marksOf([...args.args, ...(ref.self ? [ref.self] : [])]))
      const result = withoutContent(ref.name, made)
      handOn(given, result)
      return result
    }
  }
  if (ref.kind !== 'ref') return callUnknown(machine, callee, given, scope)
  followSecrets(machine, ref, given, machine.actions.length)
  mayDo(machine, ref, given)
  return used(ref, callUnknown(machine, callee, given, scope))
}

/** In Ruby a variable looks like a call without arguments; elsewhere calling such a value does nothing. */
const isPlain = (value: CodeValue): boolean => value.kind !== 'ref' && value.kind !== 'function'

/** `f.call(x)` where only `f` is known by name: a method that everything has. */
function asMethod(machine: Machine, callee: CodeValue): CodeValue {
  if (callee.kind !== 'ref' || callee.self !== undefined || ruleFor(machine, callee) !== undefined) return callee
  const dot = callee.name.lastIndexOf('.')
  const method = `#${callee.name.slice(dot + 1)}`
  if (dot <= 0 || own(machine.runtime.rules, method) === undefined) return callee
  return { kind: 'ref', name: method, self: refValue(callee.name.slice(0, dot)) }
}

/** Something unknown is called. */
const unseen: Rule = (call) => {
  emit(call.machine, { kind: 'code', decoded: false, network: false })
  return undefined
}

function ruleFor(machine: Machine, ref: CodeValue & { kind: 'ref' }): Rule | undefined {
  const { rules, guesses } = machine.runtime
  if (ref.name === DYNAMIC) return unseen
  if (ref.self === undefined) return own(rules, ref.name) ?? guess(rules, guesses, ref.name.split('.').at(-1) ?? '')
  const name = ref.name.slice(1)
  const typed = ref.self.kind === 'thing' ? own(rules, `${ref.self.type}#${name}`) : undefined
  const shaped = own(rules, `${ref.self.kind}#${name}`)
  const guessed = isUnknown(ref.self) ? guess(rules, guesses, name) : undefined
  return typed ?? shaped ?? guessed ?? own(rules, `#${name}`)
}

function guess(
  rules: Readonly<Record<string, Rule>>,
  guesses: Readonly<Record<string, string>>,
  method: string,
): Rule | undefined {
  const name = own(guesses, method)
  return name === undefined ? undefined : own(rules, name)
}

/** A function that is handed the whole environment may do anything with it. Handing it on to a program is what programs expect. */
function showEnvironment(machine: Machine, given: Arguments): void {
  const values = [...given.args, ...[...given.named].filter(([name]) => name !== 'env').map(([, value]) => value)]
  if (values.some((value) => holdsEnvironment(value))) emit(machine, { kind: 'env', name: '*' })
}

function holdsEnvironment(value: CodeValue, depth = 0): boolean {
  if (value.kind === 'thing') return value.type === 'env'
  if (value.kind !== 'map' || depth > 1) return false
  if (value.rest.some((rest) => holdsEnvironment(rest))) return true
  return [...value.entries].some(([key, entry]) => key !== 'env' && holdsEnvironment(entry, depth + 1))
}

/** What it does is unknown, but it may call what it is given, with what it is given behind that. */
function callUnknown(machine: Machine, callee: CodeValue, given: Arguments, scope: CodeScope): CodeValue {
  const values = [...given.args, ...given.named.values()]
  // A function whose name is put together from something unknown.
  const isNamed = callee.kind === 'text' && machine.runtime.callsTexts
  if (isNamed && (callee.marks !== 0 || !isUnknown(callee)))
    emit(machine, { kind: 'code', decoded: false, network: false })
  for (const [index, value] of values.entries()) {
    for (const option of optionsOf(value)) feedUnknown(option)
    const rest = index < MAX_HANDED_ON ? values.slice(index + 1) : []
    for (const option of optionsOf(value)) {
      const hasRule = option.kind === 'ref' && ruleFor(machine, option) !== undefined
      if (!hasRule && !(option.kind === 'function' && rest.length > 0)) continue
      callValue(machine, option, { args: rest, named: new Map(), open: rest.length === 0 }, scope)
    }
  }
  const result = unknownWith(marksOf([...values, callee]))
  handOn(given, result)
  return result
}

/** A callback will see what the call returns, or something from the same place. */
function handOn(given: Arguments, result: CodeValue): void {
  const marks = marksOf([result])
  if (marks !== 0) for (const value of given.args) if (value.kind === 'function') value.marks |= marks
}

/** An open file or socket that is handed on may be written to. */
function feedUnknown(value: CodeValue): void {
  if (value.kind === 'thing') value.feed?.(plainText(UNKNOWN_VALUE))
}

/** Runs a function of the code with these arguments. Its body is evaluated again for each call, within limits. */
export function invoke(machine: Machine, closure: Closure, given: Arguments): CodeValue {
  if (closure.active >= 2 || machine.returns.length >= MAX_CALLS) {
    closure.unfinished = true
    machine.limited ||= machine.returns.length >= MAX_CALLS
    return unknownWith(marksOf(given.args))
  }
  const again = machine.done.has(closure.body)
  if (again && machine.budget <= 0) {
    closure.unfinished = true
    return unknownWith(marksOf(given.args))
  }
  machine.done.add(closure.body)
  const scope = newScope(closure.scope, true)
  bindParams(machine, closure, given, scope)
  closure.active++
  if (again) machine.repeats++
  machine.returns.push([])
  const last = machine.evaluate(closure.body, scope)
  const returned = machine.returns.pop() ?? []
  if (again) machine.repeats--
  closure.active--
  leaveFunction(scope, machine.runtime.functionsLeak)
  if (machine.runtime.lastReturns) returned.push(last)
  return returned.length === 0 ? NOTHING : either(returned)
}

function bindParams(machine: Machine, closure: Closure, given: Arguments, scope: CodeScope): void {
  for (const [index, param] of closure.params.entries()) {
    const name = param.target.kind === 'name' ? param.target.name : ''
    const missing = given.open ? UNKNOWN_VALUE : undefined
    const value =
      param.rest === true
        ? listValue(given.args.slice(index), given.open)
        : (given.args[index] ?? given.named.get(name) ?? missing)
    bindParam(machine, param, value, scope)
  }
  // What a function finds its arguments under when it names no parameters: Perl, JavaScript.
  const all = listValue(given.args, given.open)
  for (const name of ['@_', 'arguments']) {
    scope.names.set(name, all)
    scope.own.add(name)
  }
}
