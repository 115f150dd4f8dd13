import * as v from 'valibot'
import { agentAction } from '../agent-actions.ts'
import { type AgentStop, defineHook, type Hook, type Services } from '@holdpoint/engine'
import { readWorkTree } from '../../shared/git-status.ts'
import { readTestStatus } from '../../shared/harness-state.ts'
import { readSessionChanges } from '../../shared/session-readers.ts'
import { readLedger, type Ledger } from '../ledger.ts'
import { atEnd } from '../meta.ts'

/** The report of an agent that has ended; it never blocks. */
const completionHook = ([action, work]: readonly [action: string, work: string]): Hook =>
  defineHook({
    meta: {
      ...atEnd(action),
      summary: `Show the user that ${work} is complete, how many files changed, and the test result.`,
      options: v.strictObject({}),
      messages: {
        complete: {
          exact: '{agent}: workflow complete. Files changed: {files}. Tests: {tests}.',
        },
      },
    },
    async run({ event, services, notice }) {
      const ledger = readLedger(event, services.state.session)
      return notice('complete', {
        agent: (event.agent?.type ?? agentAction(action)?.agent ?? 'agent').slice(0, 100),
        files: ledger?.files.length ?? (await changedFiles(event, services)),
        tests: testsOf(event, ledger, services),
      })
    },
  })

const REPORTS = [
  ['ddd-completion', 'domain-driven development'],
  ['debug-completion', 'debugging'],
  ['devops-completion', 'the work on builds and deployment'],
  ['docs-completion', 'the documentation'],
  ['quality-completion', 'the quality validation'],
  ['spec-completion', 'the specification'],
  ['tdd-completion', 'test-driven development'],
  ['testing-completion', 'the work on tests'],
] as const

export default REPORTS.map(completionHook)

/** Without a record of our own: the uncommitted files, else the known changes of the session. */
async function changedFiles({ root, cwd, session }: AgentStop, services: Services): Promise<number> {
  const work = await readWorkTree(cwd, services)
  return work?.isRead === true ? work.changes.length : readSessionChanges(services.files, root, session).length
}

function testsOf({ root }: AgentStop, ledger: Ledger | undefined, { files }: Services): 'pass' | 'fail' | 'unknown' {
  if (ledger?.tests !== undefined) return ledger.tests
  const result = readTestStatus(files, root)?.result
  return result === 'pass' || result === 'fail' ? result : 'unknown'
}
