import type { CommandNode, CompoundList, Function as FunctionNode, PipelineNode, Statement } from './parse.ts'

/** Shapes that fill the process table, whatever they are called. */

type Node = Statement['command'] | PipelineNode | CommandNode | CompoundList

type Functions = ReadonlyMap<string, readonly FunctionNode['body'][]>

/**
 * A function that starts itself more than once, or in the background, by itself or through others:
 * `:(){ :|:& };:`, `a(){ b|a& };b(){ a; }`.
 */
export function isForkBomb({ name, body }: FunctionNode, functions: Functions): boolean {
  const seen = new Set([name.value])
  let calls = 0
  let isAside = false
  const look = (node: Node): void => {
    const before = calls
    for (const called of namesCalled(node)) {
      if (called === name.value) calls += 1
      else if (!seen.has(called) && seen.size < MAX_FUNCTIONS) {
        seen.add(called)
        for (const other of functions.get(called) ?? []) look(other)
      }
    }
    isAside ||= calls > before && runsAside(node)
  }
  look(body)
  return calls > 1 || isAside
}

/** More functions than one hides behind. */
const MAX_FUNCTIONS = 64

function namesCalled(node: Node): readonly string[] {
  const names: string[] = []
  some(node, (one) => {
    if (one.type === 'Command' && one.name !== undefined) names.push(one.name.value)
    return false
  })
  return names
}

/** A loop body that starts jobs without waiting for them. */
export function spawnsForever(body: CompoundList): boolean {
  const starts = runsAside(body)
  if (!starts) return false
  const names = body.commands.map(({ command }) => (command.type === 'Command' ? command.name?.value : undefined))
  if (names.some((name) => name === 'break' || name === 'exit' || name === 'return')) return false
  const waits = names.at(-1) === 'wait' || names[0] === 'wait'
  const hidden = count(body, (node) => node.type === 'Command' && node.name?.value === 'disown') > 0
  const inSubshell = body.commands.some(({ command }) => command.type === 'Subshell' && runsAside(command.body))
  return !waits || hidden || inSubshell
}

/** Deeper than any hand-written command; the parser itself stops soon after. */
const MAX_DEPTH = 100

function count(node: Node, wanted: (node: Node) => boolean, depth = 0): number {
  if (depth > MAX_DEPTH) return 0
  const inner = children(node).map((one) => count(one, wanted, depth + 1))
  return inner.reduce((sum, one) => sum + one, wanted(node) ? 1 : 0)
}

function runsAside(node: Node, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false
  const own = node.type === 'CompoundList' && node.commands.some(({ background }) => background === true)
  return own || children(node).some((one) => runsAside(one, depth + 1))
}

/** Whether it is so of any node in it; what a function does is not done where it is defined. */
export function some(node: Node, wanted: (node: Node) => boolean, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false
  return wanted(node) || children(node).some((one) => some(one, wanted, depth + 1))
}

function children(node: Node): readonly Node[] {
  switch (node.type) {
    case 'CompoundList':
      return node.commands.map(({ command }) => command)
    case 'AndOr':
    case 'Pipeline':
      return node.commands
    case 'If':
      return [
        node.clause,
        node.then,
        ...node.elif.flatMap(({ clause, then }) => [clause, then]),
        ...(node.else ? [node.else] : []),
      ]
    case 'For':
    case 'Select':
    case 'ArithmeticFor':
    case 'Subshell':
    case 'BraceGroup':
    case 'Coproc':
      return [node.body]
    case 'While':
      return [node.clause, node.body]
    case 'Case':
      return node.items.map(({ body }) => body)
    case 'Redirected':
      return [node.command]
    case 'Command':
    case 'Function':
    case 'TestCommand':
    case 'ArithmeticCommand':
      return []
  }
}
