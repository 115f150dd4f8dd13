import * as v from 'valibot'
import { readTestStatus, testRunName } from '../../shared/harness-state.ts'
import { readWorkTree, type WorkTree } from '../../shared/git-status.ts'
import { defineHook, type Services, counted } from '@holdpoint/engine'
import { hasAnnotation, readSource } from '../../shared/plan-annotations.ts'
import { findPlan } from '../../shared/plan-place.ts'
import { isNews, readSessionChanges } from '../../shared/session-readers.ts'
import { isSourceFile } from '../../shared/source-files.ts'
import { changesLine, isMain, testState } from '../describe.ts'
import { askTodo } from '../todo.ts'

const LIST_MS = 800
const WAIT_MS = 800
const STEP_MS = 50
const MAX_READ = 100

export default defineHook({
  meta: {
    id: 'session/session-summary',
    summary: 'Summarise the session in one line at the end of a turn: changes, state and next step.',
    on: ['turn.stop'],
    role: 'observe',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 420,
    aliases: ['session-summary.sh', 'harness/session-summary'],
    options: v.strictObject({}),
    messages: {
      summary: {
        what: 'Session: {changes}. {state}.',
        why: '',
        fix: 'Next: {next}.',
      },
    },
  },
  async run({ event, services, notice, pass }) {
    const { root, session } = event
    const changed = readSessionChanges(services.files, root, session)
    if (event.alreadyBlocked || changed.length === 0) return pass
    const isRunning = await testsRun(root, services)
    const status = readTestStatus(services.files, root)
    const tests = isRunning ? 'running' : testState(status, services.now())
    const tree = await readWorkTree(root, services)
    const todo = /^\d{1,6}/.exec(await askTodo(['count', '--all'], LIST_MS, services))?.[0]
    const state = [
      tree === undefined ? '' : `Git: ${tree.branch ?? '(detached)'}, ${dirtiness(tree)}`,
      `Tests: ${tests === 'fail' ? `${status?.failures ?? 0} failing` : TESTS[tests]}`,
      todo === undefined ? '' : `To do: ${todo}`,
    ]
    const data = {
      changes: changesIn(changed, services),
      state: state.filter((part) => part !== '').join('. '),
      next: nextStep(tree, tests, findPlan(root, services) !== undefined),
    }
    // Repeating the same text after every turn adds nothing.
    return isNews(services.state.session, 'session-summary', JSON.stringify(data)) ? notice('summary', data) : pass
  },
})

type Tests = ReturnType<typeof testState> | 'running'

const TESTS: Readonly<Record<Tests, string>> = {
  pass: 'passing',
  fail: 'failing',
  unknown: 'no recent result',
  running: 'still running',
}

const dirtiness = (tree: WorkTree): string =>
  tree.isRead && tree.changes.length === 0 && tree.unsure.length === 0 ? 'clean' : changesLine(tree)

function changesIn(changed: readonly string[], { files }: Services): string {
  const sources = changed.filter(isSourceFile)
  const annotated = sources.slice(-MAX_READ).filter((path) => hasAnnotation(readSource(path, files))).length
  const others = changed.length - sources.length
  return `${counted(changed.length, 'file')} changed (${sources.length} source, ${others} other), ${annotated} with @decision`
}

function nextStep(tree: WorkTree | undefined, tests: Tests, hasPlan: boolean): string {
  if (tree !== undefined && isMain(tree.branch)) {
    return hasPlan
      ? 'create a worktree, `git worktree add .worktrees/<name> -b <name>`'
      : 'create a plan, MASTER_PLAN.md'
  }
  if (tests === 'fail') return 'fix tests'
  if (tests === 'running') return 'wait for the tests'
  if (tests === 'unknown') return 'run tests'
  if (tree === undefined) return 'review the changes'
  return tree.changes.length > 0 || tree.unsure.length > 0 || !tree.isRead
    ? 'review the changes, then commit'
    : 'let the user try it, then merge to main'
}

/** Waits briefly for a run that is almost finished. */
async function testsRun(root: string, { background }: Services): Promise<boolean> {
  const name = testRunName(root)
  for (let waited = 0; waited < WAIT_MS; waited += STEP_MS) {
    if (!(await background.isBusy(name))) return false
    await new Promise((resolve) => {
      setTimeout(resolve, STEP_MS)
    })
  }
  return true
}
