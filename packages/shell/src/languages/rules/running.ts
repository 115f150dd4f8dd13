import { UNKNOWN } from '../../effects.ts'
import type { CodeAction } from '../actions.ts'
import { type CodeCall, cwdOf, emit, emitHidden, pathsOf, type Rule } from '../evaluate/machine.ts'
import {
  asText,
  DECODED,
  either,
  isTruthy,
  listValue,
  LOCAL,
  marksOf,
  NETWORK,
  optionsOf,
  plainText,
  textsOf,
  thing,
  type CodeValue,
  unknownWith,
} from '../evaluate/values.ts'
import { flatten, option, pick, type Slot } from './builders.ts'

/** Programs and code that are started. */

const MAX_COMBINATIONS = 12
const SHELLS = /(?:^|\/)(?:ba|z|da|k|c|tc|fi)?sh$|(?:^|\/)(?:python|perl|ruby|node|php)[\d.]*$/

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
type StartAction = Mutable<CodeAction & { kind: 'shell' | 'run' }>

const MAX_INPUT = 100_000

/** What running something returns: its output, and a process that can be written to. */
const processOf = (actions: readonly StartAction[]): CodeValue =>
  thing('process', UNKNOWN, LOCAL, (text) => {
    for (const action of actions) {
      const stdin = (action.stdin ?? '') + text
      if (stdin !== UNKNOWN && stdin.length <= MAX_INPUT) action.stdin = stdin
    }
  })

/** `input=`, `{ input }`, `stdin_data:` are written at once. */
function giveInput(call: CodeCall, process: CodeValue): CodeValue {
  const input = option(call, 'input', 1) ?? option(call, 'stdin_data')
  if (input !== undefined && input.kind !== 'nothing' && process.kind === 'thing') process.feed?.(plainText(input))
  return process
}

function whereTo(call: CodeCall, cwd: CodeValue | undefined): { cwd?: string } {
  const asked = cwd === undefined || cwd.kind === 'nothing' ? undefined : pathsOf(call, cwd)[0]
  const directory = asked ?? cwdOf(call)
  return directory === undefined ? {} : { cwd: directory }
}

export function emitShell(call: CodeCall, value: CodeValue | undefined, cwd?: CodeValue): CodeValue {
  const actions: StartAction[] = []
  for (const option of optionsOf(asText(value ?? unknownWith(0)))) {
    if (option.kind !== 'text') continue
    actions.push(emit<StartAction>(call.machine, { kind: 'shell', text: option.text, ...whereTo(call, cwd) }))
    const hidden = (option.marks & DECODED) !== 0 || option.text.startsWith(UNKNOWN)
    if (hidden) emitHidden(call.machine, [option], option.text.includes(UNKNOWN) ? undefined : option.text)
  }
  return giveInput(call, processOf(actions))
}

export function emitRun(call: CodeCall, values: readonly CodeValue[], cwd?: CodeValue): CodeValue {
  const actions = combinations(values).map((argv) =>
    emit<StartAction>(call.machine, { kind: 'run', argv, ...whereTo(call, cwd) }),
  )
  const [program = unknownWith(0)] = values
  // Text from outside that names the program, or that a shell is given, is code.
  const shown = SHELLS.test(plainText(program)) ? values : [program]
  const marks = marksOf(shown)
  if ((marks & (DECODED | NETWORK)) !== 0) emitHidden(call.machine, shown)
  return giveInput(call, processOf(actions))
}

/** Every argument list that can come out when an argument is one of several. */
function combinations(values: readonly CodeValue[]): readonly (readonly string[])[] {
  let lists: readonly (readonly string[])[] = [[]]
  for (const value of values) {
    const texts = textsOf(value)
    const few = texts.length * lists.length <= MAX_COMBINATIONS ? texts : [UNKNOWN]
    lists = lists.flatMap((list) => few.map((text) => [...list, text]))
  }
  return lists
}

/** The items of a list; an unknown rest is one unknown argument. */
export function argvOf(value: CodeValue | undefined): readonly CodeValue[] {
  if (value === undefined || value.kind === 'nothing') return []
  if (value.kind !== 'list') return [value]
  const items = flatten(value.items)
  return value.open ? [...items, unknownWith(0)] : items
}

export const shell =
  (slot: Slot): Rule =>
  (call) =>
    emitShell(call, pick(call, slot), option(call, 'cwd', 1))

/** A program and a list of its arguments: `spawn('rm', ['-rf', path], { shell: true })`. */
export const runsWithList =
  (program: Slot, list: Slot): Rule =>
  (call) => {
    const rest = pick(call, list)
    const argv = [
      pick(call, program) ?? unknownWith(0),
      ...(rest?.kind === 'map' || rest?.kind === 'function' ? [] : argvOf(rest)),
    ]
    const cwd = option(call, 'cwd', 1)
    const inShell = option(call, 'shell', 1)
    const shells = inShell !== undefined && isTruthy(inShell) !== false
    return shells ? emitShell(call, joined(argv), cwd) : emitRun(call, argv, cwd)
  }

const joined = (values: readonly CodeValue[]): CodeValue => ({
  kind: 'text',
  text: values.map((value) => textsOf(value)[0] ?? UNKNOWN).join(' '),
  marks: marksOf(values),
})

/** `execlp(file, arg0, arg1, …)`: the first is the program, the second only what it calls itself. */
export const runsFrom =
  (from: number, { skip = 0, trailing = 0 } = {}): Rule =>
  (call) => {
    const values = flatten(call.args.slice(from))
    const rest = values.slice(1 + skip, trailing === 0 ? undefined : -trailing)
    return emitRun(call, [values[0] ?? unknownWith(0), ...rest, ...(call.open ? [unknownWith(0)] : [])])
  }

/** `system`: one text goes to a shell, several words run at once. Options and an environment in maps are left out. */
export const system =
  (from = 0): Rule =>
  (call) => {
    const given = call.args.slice(from).filter((value) => value.kind !== 'map' && value.kind !== 'function')
    const cwd = option(call, 'chdir') ?? option(call, 'cwd')
    const [first] = given
    const values = flatten(given)
    if (values.length <= 1 && !call.open) return emitShell(call, values[0], cwd)
    // `[program, name it calls itself], argument…`
    if (first?.kind === 'list' && given.length > 1)
      return emitRun(call, [...first.items.slice(0, 1), ...flatten(given.slice(1))], cwd)
    return emitRun(call, call.open ? [...values, unknownWith(0)] : values, cwd)
  }

const MAX_NESTING = 4

/** Code in a text: read like the rest when it is known, reported when it is not. */
export const evaluates =
  (slot: Slot): Rule =>
  (call) => {
    const value = pick(call, slot)
    let result: CodeValue | undefined
    for (const option of optionsOf(asText(value ?? unknownWith(0))))
      if (option.kind === 'text') result = readNested(call, option)
    return result
  }

function readNested(call: CodeCall, code: CodeValue & { kind: 'text' }): CodeValue | undefined {
  const { machine } = call
  const known = !code.text.includes(UNKNOWN)
  emitHidden(machine, [code], known ? code.text : undefined)
  const marks = marksOf([code])
  if (!known && (marks & (DECODED | NETWORK)) === 0) emit(machine, { kind: 'code', decoded: false, network: false })
  if (code.text === UNKNOWN) return unknownWith(marks)
  machine.budget -= code.text.length
  if (machine.nesting >= MAX_NESTING || machine.budget <= 0) {
    machine.limited = true
    return unknownWith(marks)
  }
  machine.nesting++
  machine.returns.push([])
  const program = machine.runtime.read(code.text)
  machine.limited ||= !program.whole
  const last = machine.evaluate(program.body, call.scope)
  const returned = machine.returns.pop() ?? []
  machine.nesting--
  return returned.length > 0 ? either(returned) : last
}

/** Loads code that cannot be read: a pickle, a shared library, a file that is not there yet. */
export const loadsCode =
  ({ decoded = false } = {}): Rule =>
  (call) => {
    const network = (marksOf(call.args) & NETWORK) !== 0
    emit(call.machine, { kind: 'code', decoded, network })
    return undefined
  }

/** Runs what it is given, with what it is given: `call_user_func(f, …)`, `Thread(target=f, args=(…))`. */
export const callsArgument =
  (slot: Slot, args?: Slot): Rule =>
  (call) => {
    const callee = pick(call, slot)
    if (callee === undefined) return undefined
    const index = typeof slot === 'number' ? slot : slot[0]
    const list = args === undefined ? undefined : pick(call, args)
    const given = args === undefined ? call.args.slice(index + 1) : list?.kind === 'list' ? list.items : []
    const open = args === undefined ? call.open : list !== undefined && (list.kind !== 'list' || list.open)
    return call.machine.call(callee, { args: given, named: new Map(), open }, call.scope)
  }

/** The same function with its first arguments given: `partial(f, a)`, `f.bind(null, a)`. */
export const bindsArguments =
  (slot: Slot): Rule =>
  (call) => {
    const callee = pick(call, slot)
    const rest = call.args.slice((typeof slot === 'number' ? slot : slot[0]) + 1)
    return callee?.kind === 'ref' ? { ...callee, bound: [...(callee.bound ?? []), ...rest] } : callee
  }

/** Hands something to the function among the arguments, and returns what it makes of it. */
export function handTo(call: CodeCall, ...values: readonly CodeValue[]): CodeValue | undefined {
  const callee = call.args.find((value) => value.kind === 'function')
  return callee === undefined
    ? undefined
    : call.machine.call(callee, { args: values, named: new Map(), open: true }, call.scope)
}

/** Calls a function for every item, and returns the results. */
export function overItems(call: CodeCall, callee: CodeValue | undefined, over: CodeValue | undefined): CodeValue {
  const items =
    over?.kind === 'list' ? over.items : [over === undefined ? unknownWith(0) : unknownWith(marksOf([over]))]
  if (callee === undefined) return listValue(items, true)
  const results = items.map((item, index) => {
    if (index > 0) call.machine.repeats++
    const result = call.machine.call(callee, { args: [item], named: new Map(), open: false }, call.scope)
    if (index > 0) call.machine.repeats--
    return result
  })
  return listValue(results, over?.kind !== 'list' || over.open)
}
