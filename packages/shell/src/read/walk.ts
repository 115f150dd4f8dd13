import type {
  CommandNode,
  CompoundList,
  ParsedScript,
  PipelineNode,
  Redirected as RedirectedNode,
  Statement,
  TestExpression,
  Word,
} from './parse.ts'
import { evaluate, evaluateName } from './evaluate.ts'
import { ANY } from '../effects.ts'
import { isForkBomb, spawnsForever } from './hazards.ts'
import { mayLeave, mayLeaveAny } from './leaving.ts'
import type { CommandPlace, Reader } from './reader.ts'
import { redirect, whileOpen } from './redirect.ts'
import { everyWay, finish, scopeOf, simpleCommand } from './simple.ts'
import { sourceOf } from './source.ts'
import type { Scope } from '../state/scope.ts'
import { isolated, inBranch, type State } from '../state/state.ts'
import { defineFunction } from './functions.ts'
import { assign, assignEach, assignList, isInteger, inOneOf, valuesSince, widen } from '../state/variables.ts'
import { decodedNames } from '../zsh/encode.ts'
import { isCalledByShell } from '../zsh/arrays.ts'
import { EMPTY, isExact, known, madeOf, unknown, type Value } from '../words/value.ts'
import { inTurn, oneOf } from '../words/alternatives.ts'
import { computeSource, computeText } from '../words/arithmetic.ts'
import { expandWord } from '../words/words.ts'

interface Here {
  readonly reader: Reader
  readonly state: State
  readonly stdin: Value
  readonly place: CommandPlace
}

export function walkScript(
  reader: Reader,
  { commands }: ParsedScript,
  state: State,
  stdin: Value,
  place: CommandPlace,
): Value {
  return statements(commands, { reader, state, stdin, place })
}

const list = ({ commands }: CompoundList, here: Here): Value => statements(commands, here)

function statements(all: readonly Statement[], here: Here): Value {
  const { reader, state } = here
  const printed: Value[] = []
  /** What was printed where it may have ended. */
  const ends: Value[] = []
  let index = 0
  const goOn = (isSure: boolean): void => {
    for (let one = all[index]; one !== undefined; one = all[index]) {
      index += 1
      state.gaveUp = false
      const output = statement(one, here)
      if (output !== EMPTY) printed.push(output)
      if (!reader.step()) {
        index = all.length
        return
      }
      const leaves = index < all.length && (state.gaveUp || mayLeave(one.command, state))
      if (!leaves) continue
      if (ends.length <= MAX_ENDS) ends.push(ends.length === MAX_ENDS ? unknown() : inTurn([EMPTY, ...printed]))
      if (isSure) return
    }
  }
  goOn(true)
  // Behind `return`, `break` or `exit`, what follows may or may not run.
  if (index < all.length) inBranch(state, () => goOn(false))
  if (ends.length > 0) state.gaveUp = true
  return oneOf([inTurn([EMPTY, ...printed]), ...ends.toReversed()])
}

/** More are not told apart. */
const MAX_ENDS = 8

function statement({ command, background }: Statement, here: Here): Value {
  if (background !== true) return chain(command, here)
  const place = { ...here.place, background: true }
  return isolated(here.state, () => chain(command, { ...here, place }))
}

function chain(node: Statement['command'], here: Here): Value {
  if (node.type !== 'AndOr') return pipeline(node, here)
  const [first, ...rest] = node.commands
  const printed = [first === undefined ? EMPTY : pipeline(first, here)]
  const [yes, no] = rest
  // `test && x=a || x=b`: what only sets a variable does not fail.
  if (node.operators.join(' ') === '&& ||' && yes !== undefined && no !== undefined && onlyAssigns(yes))
    return inTurn([...printed, oneOf(inOneOf(here.state, [() => pipeline(yes, here), () => pipeline(no, here)]))])
  const isSure = node.operators.every((operator) => operator === '&&')
  // Inside `a && b && c` each part knows that the ones before it ran; behind it that is unknown.
  inBranch(here.state, () => {
    rest.forEach((part, index) => {
      const follow = (): Value => pipeline(part, here)
      printed.push(node.operators[index] === '||' ? inBranch(here.state, follow) : follow())
    })
  })
  if (!isSure) return inTurn(printed.map((one, index) => (index === 0 ? one : oneOf([one, EMPTY]))))
  // The first of them that fails ends it.
  const isLast = (one: Value, index: number): boolean => index === 0 || one !== EMPTY
  return oneOf(
    printed.flatMap((one, index) => (isLast(one, index) ? [inTurn(printed.slice(0, index + 1))] : [])).toReversed(),
  )
}

const onlyAssigns = (node: PipelineNode): boolean =>
  node.type === 'Command' &&
  node.name === undefined &&
  node.redirects.length === 0 &&
  node.prefix.every((one) => one.type === 'Assignment' && one.value.type === 'Word' && !/[$`]\(|`/.test(one.value.text))

function pipeline(node: PipelineNode, here: Here): Value {
  if (node.type !== 'Pipeline') return command(node, here)
  if (node.commands.length === 1 && node.commands[0] !== undefined) return command(node.commands[0], here)
  let { stdin } = here
  for (const one of node.commands) {
    const input = stdin
    const run = (): Value => command(one, { ...here, stdin: input })
    // zsh runs the last one itself, so that what it sets is kept.
    const isKept = here.place.shell === 'zsh' && one === node.commands.at(-1)
    stdin = isKept ? run() : isolated(here.state, run)
    if (!here.reader.step()) break
  }
  return stdin
}

function command(node: CommandNode | CompoundList, here: Here): Value {
  if (!here.reader.step()) return unknown()
  return here.reader.nested(() => inside(node, here)) ?? unknown()
}

function inside(node: CommandNode | CompoundList, here: Here): Value {
  const { reader, state, stdin, place } = here
  switch (node.type) {
    case 'Command':
      return simpleCommand(reader, node, state, stdin, place)
    case 'CompoundList':
      return list(node, here)
    case 'Redirected':
      return redirected(node, here)
    case 'Subshell':
      return isolated(state, () => list(node.body, here))
    case 'BraceGroup':
      return list(node.body, here)
    case 'If': {
      const clause = list(node.clause, here)
      const tests = node.elif.map((other) => inBranch(state, () => list(other.clause, here)))
      const bodies = [node.then, ...node.elif.map(({ then }) => then), node.else ?? NOTHING]
      const branches = inOneOf(
        state,
        bodies.map((body) => () => list(body, here)),
      )
      return inTurn([clause, ...tests.map((test) => oneOf([test, EMPTY])), oneOf(branches)])
    }
    case 'For':
    case 'Select':
      return forEach(node, here)
    case 'ArithmeticFor': {
      ways(here, (scope) => void computeSource(sourceOf(node.initialize), scope))
      if (node.test === undefined && spawnsForever(node.body)) forkBomb(here)
      return repeated(here, () => {
        ways(here, (scope) => void computeSource(sourceOf(node.test), scope))
        const printed = list(node.body, here)
        ways(here, (scope) => void computeSource(sourceOf(node.update), scope))
        return printed
      })
    }
    case 'While': {
      if (isEndless(node.clause, node.kind) && spawnsForever(node.body)) forkBomb(here)
      return repeated(here, () => inTurn([list(node.clause, here), list(node.body, here)]))
    }
    case 'Case': {
      ways(here, (scope) => void scope.text(node.word))
      for (const item of node.items) for (const pattern of item.pattern) ways(here, (scope) => void scope.text(pattern))
      const bodies = node.items.map((item) => () => list(item.body, here))
      const isSingle = node.items.every(({ terminator }) => terminator === undefined || terminator === ';;')
      if (isSingle) {
        const isSure = node.items.some(({ pattern }) => pattern.some(({ text }) => text === '*'))
        return oneOf(inOneOf(state, isSure ? bodies : [...bodies, () => EMPTY]))
      }
      const printed = bodies.map((body) => inBranch(state, body))
      return oneOf([...printed, EMPTY, afterwards(printed)])
    }
    case 'Function':
      if (isForkBomb(node, state.functions)) forkBomb(here)
      defineFunction(state, node.name.value, node.body)
      // The shell itself calls these.
      if (isCalledByShell(node.name.value, state)) inBranch(state, () => callOf(node.name, here))
      return EMPTY
    case 'Coproc':
      return coprocess(node.name, node.body, here)
    case 'TestCommand':
      test(node.expression, here)
      return EMPTY
    case 'ArithmeticCommand':
      ways(here, (scope) => void computeSource(node.body, scope))
      return EMPTY
  }
}

const callOf = ({ value }: Word, { reader, state, stdin, place }: Here): Value =>
  reader.call({ argv: [known(value), { ...unknown(), many: true }], env: new Map(), stdin, place }, state)

/** `for a b in …` of zsh takes as many words at a time as it has names. */
function assignNames(names: readonly string[], words: readonly Value[], state: State): void {
  const isSure = names.length === 1 || words.every((word) => isExact(word))
  names.forEach((name, at) =>
    assignEach(state, name, isSure ? words.filter((_, index) => index % names.length === at) : words),
  )
}

const NOTHING: CompoundList = { type: 'CompoundList', pos: 0, end: 0, commands: [] }

const scope = ({ reader, state, stdin, place }: Here): ReturnType<typeof scopeOf> =>
  scopeOf(reader, state, stdin, place)

/** Does it for each way to choose among possible values. */
const ways = ({ reader, state, stdin, place }: Here, body: (scope: Scope) => void): void =>
  void everyWay(reader, state, stdin, place, (scope) => (body(scope), EMPTY))

type Each = Extract<CommandNode, { readonly type: 'For' | 'Select' }>

/** A loop over words that are known does each round in turn; any other is read until its rounds bring nothing new. */
function forEach({ name, wordlist, body, type }: Each, here: Here): Value {
  const { state, reader } = here
  const all: Value[] = []
  let most = 0
  if (wordlist === undefined) all.push(...state.positional.slice(1))
  else
    ways(here, (scope) => {
      all.push(...wordlist.flatMap((word) => expandWord(word, scope)))
      most += 1
    })
  if (isInteger(state, name.value)) for (const word of all) evaluate(word, scope(here))
  const rounds = here.place.rounds ?? 1
  const names = decodedNames(name.value)
  const isKnownList =
    type === 'For' &&
    names.length === 1 &&
    most <= 1 &&
    all.every(({ text, many }) => many !== true && !text.includes(ANY))
  if (isKnownList && all.length > 0 && rounds * all.length <= MAX_ROUNDS && !mayLeaveAny(body.commands, state)) {
    const round = { ...here, place: { ...here.place, rounds: rounds * all.length } }
    return inTurn(
      all.map((word) => {
        assign(state, name.value, word)
        return reader.step() ? list(body, round) : unknown()
      }),
    )
  }
  if (all.length > 0) assignNames(names, all, state)
  return repeated(here, () => {
    if (all.length > 0) assignNames(names, all, state)
    if (type === 'Select') assign(state, 'REPLY', unknown())
    return list(body, here)
  })
}

/** Nested loops together; each round is read as a command of its own. */
const MAX_ROUNDS = 16

/** A body that runs any number of times: what one round sets, the next one sees. */
function repeated(here: Here, body: () => Value): Value {
  const { state, place, reader } = here
  const isNested = (place.rounds ?? 1) > MAX_ROUNDS
  const before = state.changes.length
  const printed = inBranch(state, () => {
    const outputs = [body()]
    if (state.changes.length === before || isNested) return outputs
    const first = valuesSince(state, before)
    outputs.push(body())
    const grown = [...valuesSince(state, before)].filter(([name, texts]) => texts !== first.get(name))
    // A value that each round changes may become anything.
    if (grown.length > 0 && reader.step()) {
      for (const [name] of grown) widen(state, name)
      outputs.push(body())
    }
    return outputs
  })
  return oneOf([...printed, EMPTY, ...(printed.every(({ text }) => text === '') ? [] : [afterwards(printed)])])
}

/** Text that is made of these, in any number. */
const afterwards = (printed: readonly Value[]): Value =>
  printed.every(({ text }) => text === '') ? EMPTY : madeOf(printed.flatMap((one) => one.or ?? [one]))

function redirected(node: RedirectedNode, here: Here): Value {
  const { reader, state, stdin, place } = here
  return everyWay(reader, state, stdin, place, (around) => {
    const connected = redirect(node.redirects, around)
    const output = whileOpen(connected, state, () => command(node.command, { ...here, stdin: connected.stdin }))
    return finish(node, connected, output, around)
  })
}

/** Its input and output are descriptors that the shell keeps in an array. */
function coprocess(name: Word | undefined, body: Parameters<typeof command>[0], here: Here): Value {
  const { state } = here
  const run = (input: Value): Value => isolated(state, () => command(body, { ...here, stdin: input }))
  const output = run(unknown())
  const path = `/dev/fd/coproc-${state.sinks.size}`
  state.sinks.set(path, run)
  state.inputs.set('63', output)
  state.outputs.set('60', path)
  assignList(state, name?.value ?? 'COPROC', [known('63'), known('60')])
  assign(state, `${name?.value ?? 'COPROC'}_PID`, unknown())
  return EMPTY
}

function test(expression: TestExpression, here: Here): void {
  switch (expression.type) {
    case 'TestUnary': {
      ways(here, (scope) => {
        const name = scope.text(expression.operand)
        if (expression.operator !== '-v') return
        const isLiteral = !/[$`]/.test(expression.operand.text)
        evaluateName(isLiteral ? known(expression.operand.value) : name, scope)
      })
      return
    }
    case 'TestBinary':
      ways(here, (scope) => {
        for (const side of [expression.left, expression.right]) {
          const value = scope.text(side)
          if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator)) computeText(value, scope)
        }
      })
      if (expression.operator === '=~') assign(here.state, 'BASH_REMATCH', unknown())
      return
    case 'TestLogical':
      for (const operand of expression.operands) test(operand, here)
      return
    case 'TestNot':
      return test(expression.operand, here)
    case 'TestGroup':
      return test(expression.expression, here)
  }
}

/** `while true`, `until false`, `while [ 1 ]`, `while ((1))`. */
function isEndless({ commands }: CompoundList, kind: 'while' | 'until'): boolean {
  const [only] = commands
  if (commands.length !== 1 || only === undefined) return false
  const { command: node } = only
  if (node.type === 'ArithmeticCommand') return kind === 'while' && /^\s*[1-9]\d*\s*$/.test(node.body)
  if (node.type === 'TestCommand') return kind === 'while' && node.expression.type === 'TestUnary'
  if (node.type !== 'Command') return false
  const name = node.name?.value.split('/').at(-1)
  if (kind === 'until') return name === 'false'
  const words = node.args.map((arg) => (arg.type === 'Word' ? arg.value : ''))
  return name === 'true' || name === ':' || (name === '[' && /^(?:1|true) \]$/.test(words.join(' ')))
}

function forkBomb({ reader, state, place }: Here): void {
  const run = {
    program: '',
    path: '',
    args: [],
    via: place.via,
    cwd: state.cwd,
    env: {},
    stdinFrom: EMPTY.from,
    maybe: false,
  }
  reader.found.system.push({ what: 'fork-bomb', detail: '', run })
}
