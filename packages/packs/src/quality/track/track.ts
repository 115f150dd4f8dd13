import * as v from 'valibot'
import { isKnown } from '@holdpoint/shell'
import { defineHook, type Services } from '@holdpoint/engine'
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
import { isQuiet, noteQuietCall, wasQuiet } from '../quiet-calls.ts'
import { isMeta, isSource, touchedFiles } from '../touched.ts'

export default defineHook({
  meta: {
    id: 'quality/track',
    summary: 'List the files a session has changed, and reset the user’s proof when source changes.',
    on: ['tool.before', 'tool.after'],
    tools: ['write', 'edit', 'shell'],
    role: 'observe',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 320,
    aliases: ['track.sh', 'harness/track'],
    options: v.strictObject({}),
    messages: {},
  },
  async run({ event, services, pass }) {
    if (event.kind === 'tool.before') {
      if (event.tool.kind === 'shell' && isQuiet(await services.effects(event))) noteQuietCall(event, services)
      return pass
    }
    if (wasQuiet(event, services)) return pass
    // A tool that failed has written nothing; a command may have done so before it failed.
    if (event.failed && event.tool.kind !== 'shell') return pass
    const touched = await touchedFiles(event, services)
    if (touched.length === 0) return pass
    const paths = touched.map(({ path }) => path).filter(isKnown)
    remember(harnessFile(event.root, sessionChangesFile(event.session)), paths, services)
    const sources = touched.filter((file) => isSource(file) && !isMeta(file, services))
    // Another repository has its own proof.
    const roots = sources.map(({ isProject, tree }) => (isProject ? event.root : tree))
    for (const root of new Set(roots)) if (root !== undefined) takeBackProof(root, services)
    return pass
  },
})

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
