import { harnessFile, parseProof, parseStrikes, PROOF_STATUS, readHarnessLine, STRIKE_FILES } from '@holdpoint/packs'
import { files } from '../system/files/files.ts'

export interface GateStrikes {
  readonly gate: string
  readonly file: string
  readonly count: number
  /** When the last one was counted. */
  readonly at?: Date
}

/** Counters of the gates that warn first and then refuse. */
export const readStrikes = (root: string): readonly GateStrikes[] =>
  Object.entries(STRIKE_FILES).map(([gate, name]) => {
    const { count, at } = parseStrikes(readHarnessLine(files, root, name) ?? '')
    return { gate, file: harnessFile(root, name), count, ...(count > 0 && { at: new Date(at * 1000) }) }
  })

export interface ProofState {
  readonly status: 'verified' | 'pending' | 'missing' | 'unreadable'
  readonly at?: Date
  readonly file: string
}

/** Whether the user has verified the agent's work. */
export function readProof(root: string): ProofState {
  const text = readHarnessLine(files, root, PROOF_STATUS)
  const proof = parseProof(text ?? '')
  return {
    status: proof?.status ?? (text === undefined ? 'missing' : 'unreadable'),
    ...(proof !== undefined && { at: new Date(proof.at * 1000) }),
    file: harnessFile(root, PROOF_STATUS),
  }
}
