import type { Function as FunctionNode, ParsedScript } from './parse.ts'
import type { CommandCall, Reader } from './reader.ts'
import { inBranch, note, type State } from '../state/state.ts'
import { framed } from '../state/variables.ts'
import { oneOf } from '../words/alternatives.ts'
import { EMPTY, origins, unknown, type Value } from '../words/value.ts'

const MAX_RECURSION = 3

/** A function of the command itself: its body runs with the call's arguments. */
export function runFunction(
  reader: Reader,
  call: CommandCall,
  state: State,
  bodies: readonly FunctionNode['body'][],
): Value {
  const [name, ...args] = call.argv
  const label = `${name?.text ?? ''}()`
  const depth = state.running.filter((one) => one === label).length
  if (depth > MAX_RECURSION) return unknown()
  const key = [
    state.clock.now,
    state.cwd,
    ...call.argv.map(({ text }) => text),
    call.stdin.text,
    ...call.place.via,
  ].join('\0')
  const before = state.called.get(key)
  if (before !== undefined && call.env.size === 0) return before
  state.running.push(label)
  const { positional } = state
  // Deeper down, it may be called with anything.
  const given = depth === MAX_RECURSION ? [{ ...unknown(origins(args.map(({ from }) => from))), many: true }] : args
  state.positional = [positional[0] ?? EMPTY, ...given]
  const place = { ...call.place, via: [...call.place.via, label] }
  const printed = bodies.map((body, index) => {
    const run = (): Value => framed(state, () => reader.script(asScript(body), state, call.stdin, place))
    return index === 0 ? run() : inBranch(state, run)
  })
  state.positional = positional
  state.running.pop()
  const output = oneOf(printed)
  state.called.set(key, output)
  return output
}

/** The reader walks scripts; a body is one with a single statement. */
function asScript(body: FunctionNode['body']): ParsedScript {
  const { pos, end } = body
  const commands =
    body.type === 'CompoundList'
      ? body.commands
      : [{ type: 'Statement' as const, pos, end, command: body, background: undefined }]
  return { type: 'Script', pos, end, shebang: undefined, commands }
}

export function defineFunction(state: State, name: string, body: FunctionNode['body']): void {
  const old = state.functions.get(name)
  state.functions.set(name, [body])
  note(state, {
    undo: () => void (old === undefined ? state.functions.delete(name) : state.functions.set(name, old)),
    blur: () =>
      void (old !== undefined && state.functions.set(name, [...(state.functions.get(name) ?? []), ...old].slice(0, 4))),
  })
}
