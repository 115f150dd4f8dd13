import { harnessFile, MOCK_GATE_STRIKES, parseStrikes, TEST_GATE_STRIKES } from '../core/harness-state.ts'
import { readText } from '../files/read.ts'
import { removeFile } from '../files/write.ts'
import { print, printJson } from './output.ts'
import { projectRoot } from './project.ts'

interface StrikesOptions {
  readonly project?: string
  readonly json?: boolean
}

const GATES: readonly (readonly [gate: string, file: string])[] = [
  ['quality/test-gate', TEST_GATE_STRIKES],
  ['quality/mock-gate', MOCK_GATE_STRIKES],
]

/** Lets the gates that warn first and refuse then begin with the warning again. */
export function strikesReset({ project, json }: StrikesOptions): void {
  const root = projectRoot(project)
  const forgotten = GATES.map(([gate, name]) => {
    const file = harnessFile(root, name)
    const { count } = parseStrikes(readText(file, 1_000) ?? '')
    removeFile(file)
    return { gate, count }
  }).filter(({ count }) => count > 0)
  if (json === true) return printJson(forgotten)
  if (forgotten.length === 0) return print('There were no strikes.')
  for (const { gate, count } of forgotten) print(`${gate}: ${count} strike${count === 1 ? '' : 's'} forgotten`)
}
