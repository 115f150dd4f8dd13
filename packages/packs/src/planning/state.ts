import type { Services } from '@holdpoint/engine'
import { at, fieldsOf, oneLine } from './values.ts'
import { STATE_FILE } from './workspace.ts'

/** The front matter of `.planning-state.local.md`. Hooks read it and never write it. */
export interface PlanningState {
  /** Upper case; empty when it is unknown. */
  readonly phase: string
  readonly mode: string
  readonly decisions: readonly Decision[]
  readonly gates: readonly Gate[]
  readonly problem?: string
}

export interface Decision {
  readonly question: string
  readonly answer: string
}

export interface Gate {
  readonly phase: string
  readonly verdict: string
  readonly score: string
  readonly isRed: boolean
}

/** Undefined when there is no state file: planning has not begun. */
export async function readState(
  directory: string,
  { yaml, files }: Pick<Services, 'yaml' | 'files'>,
): Promise<PlanningState | undefined> {
  const path = `${directory}/${STATE_FILE}`
  const data = await yaml(path, 'front matter')
  if (data !== undefined) return stateOf(data.value, data.problem)
  // A directory or device in its place is not the same as no file.
  return files.stat(path) === undefined ? undefined : stateOf(undefined, 'it is not a regular file')
}

export function stateOf(value: unknown, problem?: string): PlanningState {
  return {
    phase: oneLine(at(value, 'phase'), 64).toUpperCase(),
    mode: oneLine(at(value, 'mode'), 64),
    decisions: decisionsOf(at(value, 'user_decisions')),
    gates: gatesOf(at(value, 'gate_results')),
    ...(problem !== undefined && { problem }),
  }
}

const decisionsOf = (value: unknown): readonly Decision[] =>
  Array.isArray(value)
    ? value.map((item) => ({ question: shown(at(item, 'question')), answer: shown(at(item, 'answer')) }))
    : Object.entries(fieldsOf(value)).map(([question, answer]) => ({ question, answer: shown(answer) }))

/** A list, or a mapping from the gate's name. */
function gatesOf(value: unknown): readonly Gate[] {
  if (Array.isArray(value)) return value.map((gate) => gateOf(gate, at(gate, 'phase')))
  return Object.entries(fieldsOf(value)).map(([name, gate]) => gateOf(gate, at(gate, 'phase') ?? name))
}

function gateOf(gate: unknown, phase: unknown): Gate {
  const words = [at(gate, 'verdict'), at(gate, 'status')].map((word) => oneLine(word, 64))
  return {
    phase: oneLine(phase, 64).replace(/^gate_/, ''),
    verdict: words.find((word) => word !== '') ?? '',
    score: oneLine(at(gate, 'score'), 32),
    isRed: words.some((word) => word.toUpperCase() === 'RED'),
  }
}

/** The latest judgement of a gate counts, also when an earlier one was red. */
export function redGates(gates: readonly Gate[]): readonly Gate[] {
  const last = new Map(gates.map((gate, index) => [gate.phase === '' ? `#${index}` : gate.phase, gate]))
  return [...last.values()].filter(({ isRed }) => isRed)
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
