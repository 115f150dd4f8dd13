import type { Services, ToolAfter } from '@holdpoint/engine'
import {
  appendHarness,
  AUDIT_LOG,
  auditLine,
  harnessFile,
  readTestStatus,
  TEST_STATUS,
  testRunName,
  testStatusText,
} from '../../shared/harness-state.ts'
import { frameworkFor, programOf, testedWith, type Framework } from '../../shared/test-frameworks.ts'
import { isMeta, isTested, touchedFiles } from '../touched.ts'
import type { TestRequest } from './job.ts'
import { ownRun, type OwnRun } from './own-run.ts'
import { combined, keepResult, markDue, writeStatus, type Due } from './results.ts'
import type { Options } from './test-runner.ts'

/** After a change the tests run; the agent's own run of them may make that unnecessary. `command`: the one configured. */
export async function askForRuns(
  event: ToolAfter,
  command: string,
  settings: Options,
  services: Services,
): Promise<void> {
  if (event.failed && event.tool.kind !== 'shell') return
  const changed = await changedTrees(event, command, services)
  const trees = changed.length > 0 ? changed : await treesToRun(event, await ownRun(event, command, services), services)
  // Trust in this hook's options does not extend to another hook's, so a command from the other one is never started.
  const mayRun = command === settings.command
  for (const tree of trees) {
    // Without a known framework only the agent's own runs are recorded; they are about older code too.
    const isAccepted =
      tree.known.length === 0 || !mayRun || (await request(tree, settings, changed.length > 0, services))
    if (!isAccepted) throw new Error('the library cannot run tests in the background, only the program can')
    // After the request, so that no result for older code can follow it.
    if (changed.length > 0) takeBackPass(tree.root, services)
  }
}

/** A work tree, the frameworks to run in it, and whose `.claude` holds the result. */
interface Tree {
  readonly tree: string
  readonly root: string
  readonly frameworks: readonly Framework[]
  readonly known: readonly Framework[]
}

async function changedTrees(event: ToolAfter, command: string, services: Services): Promise<readonly Tree[]> {
  const touched = (await touchedFiles(event, services)).filter((file) => isTested(file) && !isMeta(file, services))
  const trees = new Map<string, Tree>()
  for (const { tree, isProject, path } of touched) {
    if (tree === undefined) continue
    const known = trees.get(tree)?.known ?? testedWith(command, tree, services)
    const framework = frameworkFor(path, known)
    const frameworks = new Set([
      ...(trees.get(tree)?.frameworks ?? []),
      ...(framework === undefined ? [] : [framework]),
    ])
    trees.set(tree, { tree, root: isProject ? event.root : tree, frameworks: [...frameworks], known })
  }
  return [...trees.values()]
}

/** The runs still due after the agent has run tests itself: none when its own run covers them. */
async function treesToRun(event: ToolAfter, ran: OwnRun | undefined, services: Services): Promise<readonly Tree[]> {
  if (ran === undefined) return []
  const { tree, known, framework, result } = ran
  const { root } = event
  if (framework === undefined || result === undefined) {
    const isPassed = readTestStatus(services.files, root)?.result === 'pass'
    return isPassed || known.length === 0 ? [] : [{ tree, root, frameworks: known, known }]
  }
  const others = known.filter(({ name }) => name !== framework.name).map((other) => dueOf(other, tree, services))
  const duration = event.raw['duration_ms']
  const startedAt = event.at.getTime() - (typeof duration === 'number' && duration > 0 ? duration : 0)
  const name = testRunName(root)
  const own = dueOf(framework, tree, services)
  const results = keepResult(services.state.project, name, tree, own, others, result, startedAt)
  const total = results && combined(results)
  if (results === undefined) return known.length === 0 ? [] : [{ tree, root, frameworks: known, known }]
  const due = known.filter((other) => results.runs[other.name]?.due === true)
  if (due.length === 0) await services.background.cancel(name)
  appendHarness(
    services.files,
    harnessFile(root, AUDIT_LOG),
    auditLine(services.now(), 'test-runner', `${framework.name} run by the agent: ${total?.result ?? 'incomplete'}`),
  )
  if (total !== undefined) writeStatus(root, total, services)
  return due.length === 0 ? [] : [{ tree, root, frameworks: due, known }]
}

const dueOf = (framework: Framework, tree: string, services: Services): Due => ({
  ...framework,
  // Without the program the run itself fails with that message.
  program: programOf(framework, tree, services) ?? framework.program,
})

function request(
  { tree, root, frameworks, known }: Tree,
  settings: Options,
  isChange: boolean,
  services: Services,
): Promise<boolean> {
  const results = testRunName(root)
  const due = frameworks.map((framework) => dueOf(framework, tree, services))
  const isOnRecord = services.files.stat(harnessFile(root, TEST_STATUS)) !== undefined
  markDue(
    services.state.project,
    results,
    tree,
    due,
    known.map(({ name }) => name),
    isOnRecord,
    isChange ? services.now().getTime() : undefined,
  )
  const wanted: TestRequest = {
    root,
    results,
    debounceMs: settings.debounce_ms,
    cooldownMs: settings.cooldown_ms,
    limitMs: settings.time_limit_seconds * 1000,
  }
  return services.background.request('quality/test-runner', testRunName(root), wanted)
}

/** A pass is about the code at that time. A failure stays one until a test run passes. */
function takeBackPass(root: string, { files, now }: Services): void {
  if (readTestStatus(files, root)?.result !== 'pass') return
  files.write(harnessFile(root, TEST_STATUS), testStatusText('pending', 0, now()))
}
