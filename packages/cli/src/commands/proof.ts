import { dirname } from 'node:path'
import { UserError } from '@holdpoint/engine'
import { harnessFile, PROOF_STATUS, proofText, type ProofStatus } from '@holdpoint/packs'
import { makeDirectory, writeAtomic } from '@holdpoint/runtime/system'
import { readProof } from '@holdpoint/runtime/inspect'
import { print, printJson } from './output.ts'
import { projectRoot } from './project.ts'

interface ProofOptions {
  readonly project?: string
  readonly json?: boolean
}

/** The caller: a proof counts only when a person gives it. */
export interface Caller {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isTerminal: boolean
}

const thisCaller = (): Caller => ({
  env: process.env,
  isTerminal: Boolean(process.stdin.isTTY && process.stdout.isTTY),
})

export const proofVerify = (options: ProofOptions, _command?: unknown, caller = thisCaller()): void =>
  record('verified', options, caller)

export const proofReset = (options: ProofOptions, _command?: unknown, caller = thisCaller()): void =>
  record('pending', options, caller)

/** Reading the status needs no proof of a person. */
export function proofStatus(options: ProofOptions): void {
  const { status, at, file } = readProof(projectRoot(options.project))
  if (options.json === true) return printJson({ status, ...(at !== undefined && { at: at.toISOString() }), file })
  print(`${status}${at === undefined ? '' : ` since ${at.toISOString()}`}  (${file})`)
  if (status !== 'verified') print('After you have seen the work run: `holdpoint proof verify`.')
}

function record(status: ProofStatus, options: ProofOptions, caller: Caller): void {
  refuseAgents(caller)
  const file = harnessFile(projectRoot(options.project), PROOF_STATUS)
  makeDirectory(dirname(file))
  writeAtomic(file, proofText(status, new Date()))
  if (options.json === true) return printJson({ status, file })
  print(
    status === 'verified'
      ? `Verified. Commits and merges pass until a source file changes. (${file})`
      : `Reset. Commits and merges wait for \`holdpoint proof verify\`. (${file})`,
  )
}

/** An agent's shell has no terminal, or has the agent's variables in its environment. */
function refuseAgents({ env, isTerminal }: Caller): void {
  const mark = env['CLAUDECODE'] ?? ''
  if (mark === '' && isTerminal) return
  const why = mark === '' ? 'this is not a terminal' : 'an agent is running this'
  throw new UserError(
    `only you can confirm, and ${why}. Run it in your own terminal, or answer the agent with \`verified\`.`,
  )
}
