import type { Context } from './context.ts'
import type { Span } from '../effects.ts'
import type { Assignment, Command, Redirection, Word } from './parse.ts'
import type { Argument, CommandPlace, Reader } from './reader.ts'
import { keepOpen, redirect, whileOpen, type Redirected } from './redirect.ts'
import { chosen, wayOf, type Scope } from '../state/scope.ts'
import { blurred, inBranch, setPossibleCwds, type State } from '../state/state.ts'
import { assign, assignList, declareLocal, framed, isInteger, lookUp } from '../state/variables.ts'
import { oneOf } from '../words/alternatives.ts'
import { compute, computeText } from '../words/arithmetic.ts'
import { elementsOf, variable } from '../words/held.ts'
import { prompt } from '../words/parameters.ts'
import { ELSEWHERE, EMPTY, isExact, join, NUMBER, origins, unknown, type Value, joinAll } from '../words/value.ts'
import { expandParts, expandText, expandWord, hasBraces } from '../words/words.ts'
import { assignElement, assignPairs, runHooks } from '../zsh/arrays.ts'
import { spanInSource } from '../zsh/zsh.ts'
import { openFiles } from '../state/files.ts'

export function scopeOf(reader: Reader, state: State, stdin: Value, place: CommandPlace, pick = 0): Scope {
  const scope: Scope = {
    reader,
    state,
    stdin,
    place,
    way: wayOf(pick),
    text: (word) => expandText(word, scope),
    parts: (parts) => expandParts(parts, scope),
    again: (parts) => expandParts(parts, scope.elsewhere()),
    elsewhere: () => ({ ...scope, place: { ...place, offset: undefined } }),
  }
  return scope
}

/** For the words of a program that is about to run. */
export const scopeFor = ({ reader, state, stdin, call }: Context): Scope => scopeOf(reader, state, stdin, call.place)

/** Assignments, redirections, then the program itself, in every possible directory and for each value of its words. */
export function simpleCommand(reader: Reader, node: Command, state: State, stdin: Value, place: CommandPlace): Value {
  if (state.otherCwds.length === 0) return everyValue(reader, node, state, stdin, place)
  const reached: string[] = []
  const printed: Value[] = []
  for (const cwd of [state.cwd, ...state.otherCwds]) {
    state.cwd = cwd
    state.otherCwds = []
    const run = (): Value => everyValue(reader, node, state, stdin, place)
    printed.push(printed.length === 0 ? run() : blurred(state, run))
    reached.push(state.cwd, ...state.otherCwds)
  }
  setPossibleCwds(state, reached)
  return oneOf(printed)
}

function everyValue(reader: Reader, node: Command, state: State, stdin: Value, place: CommandPlace): Value {
  return everyWay(reader, state, stdin, place, (scope) => once(node, scope))
}

/** Does it for each way to choose among the possible values of its words; what one way sets need not be set then. */
export function everyWay(
  reader: Reader,
  state: State,
  stdin: Value,
  place: CommandPlace,
  body: (scope: Scope) => Value,
): Value {
  const first = scopeOf(reader, state, stdin, place)
  const printed = [body(first)]
  let { most } = first.way
  for (let pick = 1; pick < most && reader.step(); pick++) {
    const scope = scopeOf(reader, state, stdin, place, pick)
    inBranch(state, () => printed.push(body(scope)))
    most = Math.max(most, scope.way.most)
  }
  return oneOf(printed)
}

function once(node: Command, scope: Scope): Value {
  const { reader, state, place } = scope
  const argv: Argument[] = []
  if (node.name !== undefined) argv.push(...programOf(node.name, scope))
  const isDeclaration = DECLARATIONS.has(argv[0]?.text ?? '')
  for (const one of node.args) {
    if (one.type === 'Word') argv.push(...argumentsOf(one, scope))
    else if (isDeclaration) argv.push(...declared(one, scope, argv))
    else argv.push(...wordsOfAssignment(one, scope))
  }
  const connected = redirect(node.redirects, scope)
  const assignments = node.prefix.filter((one): one is Assignment => one.type === 'Assignment')
  if (argv.length === 0) {
    for (const one of assignments) perform(one, scope)
    // `$(<file)` is what is in the file; so is `<file` in zsh.
    const isRead = assignments.length === 0 && connected.stdin !== scope.stdin
    return finish(node, connected, isRead ? connected.stdin : EMPTY, scope)
  }
  if (argv.length === 1 && argv[0]?.text === 'exec') {
    keepOpen(connected, state)
    return finish(node, connected, EMPTY, scope)
  }
  const env = new Map(assignments.map((one) => [one.name, valueOfAssignment(one, scope)]))
  const span = spanOf(node, place)
  const call = { argv, env, stdin: connected.stdin, place, ...(span && { span }) }
  const run = (): Value => whileOpen(connected, state, () => reader.call(call, state))
  const isInShell = env.size > 0 && (state.functions.has(argv[0]?.text ?? '') || IN_SHELL.has(argv[0]?.text ?? ''))
  const output = isInShell ? withVariables(env, state, run) : run()
  return finish(node, connected, output, scope)
}

/** What the shell does itself sees the variables in front of it; they are gone afterwards. */
const IN_SHELL = new Set(
  'eval source . read mapfile readarray printf echo cd pushd test [ let set shift command builtin trap compgen'.split(
    ' ',
  ),
)

function withVariables(env: ReadonlyMap<string, Value>, state: State, body: () => Value): Value {
  return framed(state, () => {
    for (const [name, value] of env) {
      declareLocal(state, name)
      assign(state, name, value)
    }
    return body()
  })
}

const DECLARATIONS = new Set(['export', 'declare', 'typeset', 'local', 'readonly', 'integer', 'float'])

/** zsh does not split `$x`, but an option makes it; no program has blanks in its name. */
function programOf(word: Word, scope: Scope): readonly Argument[] {
  const words = argumentsOf(word, scope)
  const [part] = word.parts ?? []
  const isExpansion = part?.type === 'SimpleExpansion' || part?.type === 'ParameterExpansion'
  if (scope.place.shell !== 'zsh' || !isExpansion) return words
  return words.flatMap(({ text, from }) =>
    text
      .split(/[ \t\n]+/)
      .filter((one) => one !== '')
      .map((one) => ({ text: one, from })),
  )
}

function argumentsOf(word: Word, scope: Scope): readonly Argument[] {
  const fields = expandWord(word, scope)
  const span = spanOf(word, scope.place)
  return fields.length === 1 && span !== undefined ? fields.map((field) => ({ ...field, span })) : fields
}

function spanOf({ pos, end }: { pos: number; end: number }, { offset, copies }: CommandPlace): Span | undefined {
  if (offset === undefined) return undefined
  const span = copies === undefined ? { start: pos, end } : spanInSource(copies, pos, end)
  return span && { start: offset + span.start, end: offset + span.end }
}

/** `make FOO=bar`: what looks like an assignment behind the name is an argument. */
function wordsOfAssignment(one: Assignment, scope: Scope): readonly Argument[] {
  const value = valueOfAssignment(one, scope)
  return [{ text: `${one.name}${one.append === true ? '+' : ''}=${value.text}`, from: value.from }]
}

function declared(one: Assignment, scope: Scope, argv: readonly Argument[]): readonly Argument[] {
  const flags = argv.map(({ text }) => (text.startsWith('-') ? text : '')).join('')
  if (argv[0]?.text !== 'export' && !flags.includes('g')) declareLocal(scope.state, one.name)
  // `declare -n x=y` sets nothing.
  if (flags.includes('n')) return wordsOfAssignment(one, scope)
  // `declare x={a,b}` is `declare x=a x=b`.
  const values = one.value.type === 'Word' && hasBraces(one.value) ? expandWord(one.value, scope) : undefined
  if (values === undefined) perform(one, scope)
  for (const value of values ?? []) assign(scope.state, one.name, value)
  return (values ?? [valueOfAssignment(one, scope)]).map(({ text, from }) => ({ text: `${one.name}=${text}`, from }))
}

function valueOfAssignment({ value }: Assignment, scope: Scope): Value {
  if (value.type === 'Word') return scope.text(value)
  return joinAll([EMPTY, ...value.elements.flatMap((element) => expandWord(element, scope))])
}

function perform(one: Assignment, scope: Scope): void {
  const { state, reader } = scope
  const { name, value, append, index } = one
  if (value.type === 'ArrayValue') return assignElements(one, value.elements, scope)
  const next = scope.text(value)
  if (index !== undefined && OF_BASH.has(name)) return ofBash(name, scope.text(index), next, state)
  if (index !== undefined && scope.place.shell !== 'bash' && assignElement(name, scope.text(index), next, scope)) return
  if (index !== undefined) return assignAt(name, compute(index, scope), next, append === true, scope)
  const old = lookUp(state, reader.world, name)
  if (isInteger(state, name)) {
    const number = computeText(next, scope)
    return assign(state, name, append === true ? NUMBER : number)
  }
  // In zsh it is one more element.
  const list = append === true && scope.place.shell === 'zsh' ? elementsOf(name, scope) : undefined
  if (list !== undefined) return assignList(state, name, [...list, next])
  const before = append === true && old !== undefined ? chosen(scope, old, `$${name}`) : undefined
  const whole = before === undefined ? next : join(before, next)
  // Shown in front of every command once `set -x` is on.
  if (name === 'PS4') prompt(whole, scope)
  assign(state, name, whole)
}

/** Tables in which bash keeps its aliases, and the places of programs. */
const OF_BASH = new Set(['BASH_ALIASES', 'BASH_CMDS'])

function ofBash(name: string, key: Value, value: Value, state: State): void {
  if (name === 'BASH_CMDS') state.programs.set(key.text, value.text)
  else state.aliases.set(key.text, value.text)
}

/** A text that becomes a list is its first element. */
function onlyElement(name: string, scope: Scope): readonly Value[] {
  const value = variable(name, scope)
  return value === undefined || value.text === '' ? [] : [value]
}

function assignElements({ name, append }: Assignment, elements: readonly Word[], scope: Scope): void {
  const { state, reader } = scope
  const list = elements.flatMap((element) => expandWord(element, scope))
  const isIndexed = list.some(({ text }) => /^\[.*\]\+?=/s.test(text))
  const before = append === true ? (elementsOf(name, scope) ?? onlyElement(name, scope)) : []
  reader.step(before.length)
  if (scope.place.shell !== 'bash' && assignPairs(name, list, scope)) return
  const all = isIndexed ? placed(list, before, scope) : [...before, ...list]
  if (all === undefined) assign(state, name, unknown(origins([ELSEWHERE, ...list.map(({ from }) => from)])))
  else assignList(state, name, all)
  runHooks(name, list, scope)
}

/** `([2]=c [0]=a b)`; undefined when an index is unknown or one is left out. */
function placed(list: readonly Value[], before: readonly Value[], scope: Scope): readonly Value[] | undefined {
  const made = new Map(before.map((value, at) => [at, value]))
  let at = before.length
  let isKnownList = true
  for (const one of list) {
    const [, index, text = one.text] = /^\[(.*?)\]=(.*)$/s.exec(one.text) ?? []
    if (index !== undefined) {
      const number = computeText({ text: index, from: one.from }, scope)
      isKnownList &&= isExact(number) && Number(number.text) >= 0
      at = Number(number.text)
    }
    made.set(at, { text, from: one.from })
    at += 1
  }
  const all = Array.from({ length: made.size }, (_, place) => made.get(place))
  return isKnownList && all.every((value) => value !== undefined) ? all : undefined
}

function assignAt(name: string, index: Value, value: Value, appends: boolean, scope: Scope): void {
  const { state, reader } = scope
  const old = state.variables.get(name)
  const list = [...(old?.list ?? (old === undefined || old.gone === 'surely' ? [] : old.values))]
  const at = Number(index.text) < 0 ? list.length + Number(index.text) : Number(index.text)
  const isFollowed = isExact(index) && old?.otherLists?.length !== 0 ? old?.otherLists === undefined : isExact(index)
  // An array with gaps is not followed.
  if (!isFollowed || !Number.isInteger(at) || at < 0 || at > list.length || (old?.values.length ?? 1) > 1)
    return assign(state, name, unknown(origins([ELSEWHERE, value.from])))
  reader.step(list.length)
  const before = list[at]
  list[at] = appends && before !== undefined ? join(before, value) : value
  assignList(state, name, list)
}

/** Writes what the command printed to where its redirections point; what is left goes on to the next one. */
export function finish(
  node: { readonly pos: number; readonly end: number; readonly redirects?: readonly Redirection[] },
  connected: Redirected,
  output: Value,
  scope: Scope,
): Value {
  if (connected.opened.length === 0 && connected.stdout === undefined) return output
  openFiles(connected, output, scope, spanOf(node, scope.place))
  return connected.stdout === undefined ? output : EMPTY
}
