import * as v from 'valibot'
import { defineHook, type Services } from '@holdpoint/engine'
import { epochOf, harnessFile, readTestStatus, TEST_STATUS } from '../../shared/harness-state.ts'
import { readClaims } from '../claims.ts'
import { sessionLines } from '../describe.ts'
import { takeFindings } from '../findings.ts'
import { noteSession, otherSessions } from '../live.ts'
import { researchLog } from '../options.ts'
import { takePreserved } from '../preserved.ts'
import { promptCountFile } from '../prompt-count.ts'
import { askTodo } from '../todo.ts'
import { takeUpdate } from '../update-status.ts'

const LIST_MS = 2_000
const LLM_REVIEW_CACHE = '.llm-review-cache'
/** The same age up to which test-gate applies a test result. */
const RECENT_S = 600

export default defineHook({
  meta: {
    id: 'session/session-init',
    summary: 'Start a session with the state of git, plan and research, and with notes from the last session.',
    on: ['session.start'],
    role: 'context',
    onError: 'open',
    timeoutMs: 10_000,
    enabledBy: 'preset',
    order: 20,
    aliases: ['session-init.sh', 'harness/session-init'],
    options: v.strictObject({ research_log: researchLog }),
    messages: {},
  },
  async run({ event, options, services, inject }) {
    const { root, session, source } = event
    const others = otherSessions(session, services)
    // git answers meanwhile.
    const state = sessionLines(event, options.research_log, services)
    noteSession(session, services)
    const lines = [
      ...(await state),
      takeUpdate(root, services),
      failedTests(root, services),
      claimLine(root, session, services),
      await askTodo(['hud'], LIST_MS, services),
      takePreserved(root, (owner) => owner === undefined || !others.includes(owner), services),
      takeFindings(root, services),
    ]
    const isFresh = source !== 'compact' && others.length === 0
    clear(root, session, isFresh, source === 'resume' && isRecent(root, services), services)
    return inject(lines.filter((line) => line !== '').join('\n'))
  },
})

function failedTests(root: string, { files }: Services): string {
  const status = readTestStatus(files, root)
  return status?.result === 'fail'
    ? `The last test run failed (${status.failures}). Run the tests before you continue.`
    : ''
}

function claimLine(root: string, session: string, { files }: Services): string {
  const claims = readClaims(root, files)
  if (claims.length === 0) return ''
  const names = claims.map(({ issue, session: owner }) => `#${issue}${owner === session ? '' : ' (another session)'}`)
  return `Claimed issues: ${names.slice(-10).join(', ')}`
}

/** Whether the test result is recent: a resumed session may have started that run itself. */
function isRecent(root: string, { files, now }: Services): boolean {
  const age = epochOf(now()) - (readTestStatus(files, root)?.at ?? 0)
  return age >= 0 && age < RECENT_S
}

/** An old pass says nothing about the code now; a result that another session waits for is kept. */
function clear(root: string, session: string, isFresh: boolean, isTested: boolean, { files }: Services): void {
  files.remove(harnessFile(root, promptCountFile(session)))
  if (!isFresh) return
  if (!isTested) files.remove(harnessFile(root, TEST_STATUS))
  files.remove(harnessFile(root, LLM_REVIEW_CACHE))
}
