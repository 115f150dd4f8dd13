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
import { isForkBomb, spawnsForever } from './hazards.ts'
import type { CommandPlace, Reader } from './reader.ts'
import { redirect, whileOpen } from './redirect.ts'
import { finish, scopeOf, simpleCommand } from './simple.ts'
import { isolated, inBranch, type State } from '../state/state.ts'
import { defineFunction } from './functions.ts'
import { assign, assignEach, assignList, isInteger } from '../state/variables.ts'
import { decodedNames } from '../zsh/encode.ts'
import { isCalledByShell } from '../zsh/arrays.ts'
import { EMPTY, isExact, join, known, unknown, type Value, joinAll } from '../words/value.ts'
import { arithmetic, expandWord } from '../words/words.ts'

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
  const printed: Value[] = []
  for (const one of all) {
    const output = statement(one, here)
    if (output !== EMPTY) printed.push(output)
    if (!here.reader.step()) break
  }
  return joinAll([EMPTY, ...printed])
}

function statement({ command, background }: Statement, here: Here): Value {
  if (background !== true) return chain(command, here)
  const place = { ...here.place, background: true }
  return isolated(here.state, () => chain(command, { ...here, place }))
}

function chain(node: Statement['command'], here: Here): Value {
  if (node.type !== 'AndOr') return pipeline(node, here)
  const [first, ...rest] = node.commands
  const printed = [first === undefined ? EMPTY : pipeline(first, here)]
  // Inside `a && b && c` each part knows that the ones before it ran; behind it that is unknown.
  inBranch(here.state, () => {
    rest.forEach((part, index) => {
      const follow = (): Value => pipeline(part, here)
      printed.push(node.operators[index] === '||' ? inBranch(here.state, follow) : follow())
    })
  })
  return joinAll([EMPTY, ...printed])
}

function pipeline(node: PipelineNode, here: Here): Value {
  if (node.type !== 'Pipeline') return command(node, here)
  if (node.commands.length === 1 && node.commands[0] !== undefined) return command(node.commands[0], here)
  let { stdin } = here
  for (const one of node.commands) {
    const input = stdin
    stdin = isolated(here.state, () => command(one, { ...here, stdin: input }))
    if (!here.reader.step()) break
  }
  return stdin
}

function command(node: CommandNode | CompoundList, here: Here): Value {
  const { reader, state, stdin, place } = here
  if (!reader.step()) return unknown()
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
      const printed = [list(node.clause, here), inBranch(state, () => list(node.then, here))]
      for (const { clause, then } of node.elif) {
        printed.push(inBranch(state, () => join(list(clause, here), list(then, here))))
      }
      if (node.else !== undefined) printed.push(inBranch(state, () => list(node.else ?? NOTHING, here)))
      return joinAll(printed)
    }
    case 'For':
    case 'Select': {
      const words =
        node.wordlist === undefined ? state.positional.slice(1) : node.wordlist.flatMap((word) => expand(word, here))
      if (isInteger(state, node.name.value)) for (const word of words) evaluate(word, scope(here))
      assignNames(decodedNames(node.name.value), words, state)
      return inBranch(state, () => loop(node.body, here))
    }
    case 'ArithmeticFor': {
      for (const part of [node.initialize, node.test, node.update]) arithmetic(part, scope(here))
      if (node.test === undefined && spawnsForever(node.body)) forkBomb(here)
      return inBranch(state, () => loop(node.body, here))
    }
    case 'While': {
      if (isEndless(node.clause, node.kind) && spawnsForever(node.body)) forkBomb(here)
      return join(
        list(node.clause, here),
        inBranch(state, () => loop(node.body, here)),
      )
    }
    case 'Case': {
      const subject = scope(here).text(node.word)
      const printed = node.items.map((item) => {
        for (const pattern of item.pattern) scope(here).text(pattern)
        return inBranch(state, () => list(item.body, here))
      })
      return join({ ...EMPTY, from: subject.from }, ...printed)
    }
    case 'Function':
      if (isForkBomb(node)) forkBomb(here)
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
      arithmetic(node.expression, scope(here))
      return EMPTY
  }
}

const callOf = ({ value }: Word, { reader, state, stdin, place }: Here): Value =>
  reader.call({ argv: [known(value)], env: new Map(), stdin, place }, state)

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
const expand = (word: Word, here: Here): readonly Value[] => expandWord(word, scope(here))

/** What the first round sets, the second one sees. */
function loop(body: CompoundList, here: Here): Value {
  const before = here.state.changes.length
  const printed = list(body, here)
  const isNested = here.place.via.at(-1) === 'loop'
  if (here.state.changes.length === before || isNested) return printed
  return join(printed, list(body, { ...here, place: { ...here.place, via: [...here.place.via, 'loop'] } }))
}

function redirected(node: RedirectedNode, here: Here): Value {
  const around = scope(here)
  const connected = redirect(node.redirects, around)
  const output = whileOpen(connected, here.state, () => command(node.command, { ...here, stdin: connected.stdin }))
  return finish(node, connected, output, around)
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
      const name = scope(here).text(expression.operand)
      if (expression.operator === '-v') evaluateName(name, scope(here))
      return
    }
    case 'TestBinary':
      for (const side of [expression.left, expression.right]) {
        const value = scope(here).text(side)
        if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator)) evaluate(value, scope(here))
      }
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
