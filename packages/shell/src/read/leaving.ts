import type { State } from '../state/state.ts'
import { some } from './hazards.ts'
import type { Statement } from './parse.ts'

/** Whether a statement may end the list it stands in, so that what follows does not run. */
export function mayLeave(node: Statement['command'], state: State): boolean {
  const names = leaving.get(node) ?? namesIn(node)
  leaving.set(node, names)
  if (names.leaves) return true
  return state.functions.size > 0 && names.called.some((name) => mayExit(name, state, new Set()))
}

export const mayLeaveAny = (all: readonly Statement[], state: State): boolean =>
  all.some(({ command }) => mayLeave(command, state))

interface Names {
  readonly leaves: boolean
  readonly called: readonly string[]
}

const leaving = new WeakMap<object, Names>()

function namesIn(node: Parameters<typeof some>[0]): Names {
  const called = new Set<string>()
  some(node, (one) => {
    if (one.type === 'Command' && one.name !== undefined) called.add(one.name.value)
    return false
  })
  return { leaves: ['return', 'break', 'continue', 'exit'].some((name) => called.has(name)), called: [...called] }
}

/** A function that exits ends its caller, too; one that returns does not. */
function mayExit(name: string, state: State, seen: Set<string>): boolean {
  if (seen.has(name) || seen.size > MAX_FUNCTIONS) return false
  seen.add(name)
  return (state.functions.get(name) ?? []).some((body) => {
    const names = leaving.get(body) ?? namesIn(body)
    leaving.set(body, names)
    return names.called.includes('exit') || names.called.some((one) => mayExit(one, state, seen))
  })
}

const MAX_FUNCTIONS = 32
