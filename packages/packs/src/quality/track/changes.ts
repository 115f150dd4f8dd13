import { type Effects, isKnown } from '@holdpoint/shell'
import type { Services, ToolAfter } from '@holdpoint/engine'
import {
  appendHarness,
  harnessFile,
  parseProof,
  parseSessionChanges,
  PROOF_STATUS,
  proofText,
  readHarnessLine,
  sessionChangeLine,
  sessionChangesFile,
} from '../../shared/harness-state.ts'
import { testCall } from '../test-runner/test-call.ts'
import { isChange, isMeta, isSource, touchedFiles } from '../touched.ts'

/** Changes no file and runs no tests. What has not been understood is never quiet. */
export const isQuiet = ({ files, runs, code, doubts }: Effects): boolean =>
  doubts.length + code.length === 0 && !files.some(isChange) && runs.every((run) => testCall(run) === undefined)

/** Lists the files that a call has changed, and takes back the user's proof when they are sources. */
export async function recordChanges(event: ToolAfter, services: Services): Promise<void> {
  // A tool that failed has written nothing; a command may have done so before it failed.
  if (event.failed && event.tool.kind !== 'shell') return
  const touched = await touchedFiles(event, services)
  if (touched.length === 0) return
  const paths = touched.map(({ path }) => path).filter(isKnown)
  remember(harnessFile(event.root, sessionChangesFile(event.session)), paths, services)
  const sources = touched.filter((file) => isSource(file) && !isMeta(file, services))
  // Another repository has its own proof.
  const roots = sources.map(({ isProject, tree }) => (isProject ? event.root : tree))
  for (const root of new Set(roots)) if (root !== undefined) takeBackProof(root, services)
}

/** Limit, above any session; every change reads the whole list. */
const MAX_BYTES = 4 << 20

function remember(file: string, paths: readonly string[], { files }: Services): void {
  const known = new Set(parseSessionChanges(files.read(file, { maxBytes: MAX_BYTES }) ?? ''))
  const lines = paths.map(sessionChangeLine).filter((line) => !known.has(line.slice(0, -1)))
  if (lines.length > 0) appendHarness(files, file, lines.join(''))
}

/** The user approved an older state of the files. */
function takeBackProof(root: string, { files, now }: Services): void {
  if (parseProof(readHarnessLine(files, root, PROOF_STATUS) ?? '')?.status !== 'verified') return
  files.write(harnessFile(root, PROOF_STATUS), proofText('pending', now()))
}
