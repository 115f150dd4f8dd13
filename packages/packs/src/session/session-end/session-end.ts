import * as v from 'valibot'
import { type SessionEnd, defineHook, type Services } from '@holdpoint/engine'
import {
  AUDIT_LOG,
  harnessFile,
  LINT_CACHE,
  MOCK_GATE_STRIKES,
  sessionChangesFile,
  TEST_GATE_STRIKES,
  TEST_RUNNER_LAST_RUN,
  TEST_RUNNER_LOCK,
  testRunName,
} from '../../shared/harness-state.ts'
import { auditTail } from '../../shared/session-readers.ts'
import { release } from '../claims.ts'
import { forgetSession, otherSessions } from '../live.ts'
import { promptCountFile } from '../prompt-count.ts'

/** Files that no session uses once the last one has ended. */
const SHARED = [
  LINT_CACHE,
  MOCK_GATE_STRIKES,
  TEST_GATE_STRIKES,
  TEST_RUNNER_LAST_RUN,
  '.test-gate-cold-warned',
  '.update-check.lock',
]
/** Sessions that crashed did not delete theirs. */
const OF_SESSIONS = /^\.(?:session-changes|prompt-count)-[\w.-]+$/
const AUDIT_LINES = 100
/** After these reasons the work continues: in a new conversation, another one, or with `claude -p --resume`. */
const GOES_ON = ['clear', 'resume', 'other']

export default defineHook({
  meta: {
    id: 'session/session-end',
    summary: 'Clean up when a session ends: test runs, claims and files. Keep what the next session needs.',
    on: ['session.end'],
    role: 'observe',
    onError: 'open',
    timeoutMs: 1_400,
    enabledBy: 'preset',
    order: 20,
    aliases: ['session-end.sh', 'harness/session-end'],
    options: v.strictObject({}),
    messages: {},
  },
  async run({ event, services, pass }) {
    const { root, session } = event
    const { files } = services
    // Checked afterwards: of two sessions that end at once, the later one is the last.
    forgetSession(session, services)
    const isLast = otherSessions(session, services).length === 0
    const own = [sessionChangesFile(session), promptCountFile(session)]
    for (const name of namesIn(root, files)) {
      const isShared = SHARED.includes(name) || OF_SESSIONS.test(name)
      if (own.includes(name) || (isLast && isShared)) files.remove(harnessFile(root, name))
    }
    release(root, session, services)
    trimAudit(root, services)
    await endTests(event, isLast, services)
    return pass
  },
})

/** After the user has left, no session waits for test results. Otherwise the run continues until its timeout. */
async function endTests({ root, reason }: SessionEnd, isLast: boolean, { background, files }: Services): Promise<void> {
  const name = testRunName(root)
  if (!GOES_ON.includes(reason)) await background.cancel(name)
  // An active run removes its lock itself.
  if (isLast && !(await background.isBusy(name))) files.remove(harnessFile(root, TEST_RUNNER_LOCK))
}

function namesIn(root: string, files: Services['files']): readonly string[] {
  try {
    return files.list(`${root}/.claude`)
  } catch {
    return []
  }
}

function trimAudit(root: string, { files }: Services): void {
  const lines = auditTail(files, root, AUDIT_LINES + 1)
  if (lines.length <= AUDIT_LINES) return
  files.write(harnessFile(root, AUDIT_LOG), `${lines.slice(-AUDIT_LINES).join('\n')}\n`)
}
