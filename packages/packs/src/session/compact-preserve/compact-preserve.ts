import * as v from 'valibot'
import { type CompactBefore, defineHook, type Services } from '@holdpoint/engine'
import { readWorkTree } from '../../shared/git-status.ts'
import { readTestStatus } from '../../shared/harness-state.ts'
import { annotationsIn, readSource } from '../../shared/plan-annotations.ts'
import { planLine, readPlanStatus } from '../../shared/plan-status.ts'
import { isSourceFile, relativeTo } from '../../shared/source-files.ts'
import { auditTail, readSessionChanges } from '../../shared/session-readers.ts'
import { gitLine, testLine } from '../describe.ts'
import { shownFindings } from '../findings.ts'
import { preservedText, takePreserved, writePreserved } from '../preserved.ts'
import { within } from '../within.ts'

export default defineHook({
  meta: {
    id: 'session/compact-preserve',
    summary: 'Keep the state of a session across a compaction: guide the summary, and add the state again afterwards.',
    on: ['compact.before', 'session.start'],
    role: 'context',
    onError: 'open',
    timeoutMs: 10_000,
    enabledBy: 'recommended',
    order: 30,
    aliases: ['compact-preserve.sh', 'harness/compact-preserve'],
    options: v.strictObject({}),
    messages: {},
  },
  async run({ event, services, inject, pass }) {
    const { root, session } = event
    if (event.kind === 'session.start') {
      // Only what this session wrote itself: a file of that name may have come with the repository.
      return event.source === 'compact' ? inject(takePreserved(root, (owner) => owner === session, services)) : pass
    }
    const state = await stateOf(event, services)
    if (state === '') return inject(DIRECTIVE)
    const body = `${state}\n\n${DIRECTIVE}`
    keep(root, preservedText(session, services.now(), body), services)
    return inject(body)
  },
})

/** Useful before the compaction and after it. */
const DIRECTIVE = [
  'The summary of this conversation must keep four things, each under its own heading:',
  '1. Objective: what the user asked for, in the user’s own words, and the progress so far.',
  '2. Active files: full paths of what was read and changed, and what matters in each.',
  '3. Constraints: decisions, rules and corrections that the user gave, and what was tried and did not work.',
  '4. Continuity handoff: the next step, open questions, commands that are still running.',
].join('\n')

/** Git may be slow; a late summary is worse than one without git. */
const GIT_MS = 3_000
const MAX_FILES = 10
const MAX_DECISIONS = 5
const AUDIT_LINES = 5

async function stateOf({ root, session }: CompactBefore, services: Services): Promise<string> {
  const tree = await within(GIT_MS, readWorkTree(root, services))
  const plan = await within(GIT_MS, readPlanStatus(root, services))
  const written = readSessionChanges(services.files, root, session)
  const changed = written.length > 0 ? written : (tree?.changes ?? []).map(({ path }) => `${tree?.root}/${path}`)
  const audit = auditTail(services.files, root, AUDIT_LINES)
  const lines = [
    tree === undefined ? '' : gitLine(tree),
    plan === undefined ? '' : planLine(plan, services.now()),
    list(written.length > 0 ? 'Changed in this session' : 'Not committed', changed),
    list('Decisions in these files', decisionsIn(changed, root, services)),
    readTestStatus(services.files, root) === undefined ? '' : testLine(root, services),
    shownFindings(root, services.files),
    audit.length === 0 ? '' : `Last events:\n${audit.join('\n')}`,
  ].filter((line) => line !== '')
  return lines.length === 0 ? '' : `State of the work:\n${lines.join('\n')}`
}

function list(what: string, names: readonly string[]): string {
  if (names.length === 0) return ''
  const more = names.length > MAX_FILES ? ` and ${names.length - MAX_FILES} more` : ''
  return `${what} (${names.length}): ${names.slice(-MAX_FILES).join(', ')}${more}`
}

function decisionsIn(changed: readonly string[], root: string, { files }: Services): readonly string[] {
  const sources = changed.filter(isSourceFile).slice(-MAX_FILES)
  const found = sources.flatMap((path) =>
    annotationsIn(relativeTo(path, root) ?? path, readSource(path, files)).flatMap((annotation) =>
      annotation.ids.map((id) => `${id} (${annotation.path}:${annotation.line})`),
    ),
  )
  return [...new Set(found)].slice(0, MAX_DECISIONS)
}

/** If the file cannot be written, the summarizing model still gets the text. */
function keep(root: string, text: string, { files }: Services): void {
  try {
    writePreserved(root, text, files)
  } catch {
    // See above.
  }
}
