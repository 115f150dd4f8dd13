import * as v from 'valibot'
import type { ToolAfter } from '../../../core/event.ts'
import { defineHook, type HookContext } from '../../../core/hook.ts'
import { harnessFile, readTestStatus, TEST_STATUS, testRunName, testStatusText } from '../../../core/harness-state.ts'
import type { Services } from '../../../core/services.ts'
import type { Verdict } from '../../../core/verdict.ts'
import { isMeta, isTested, touchedFiles } from '../touched.ts'
import { frameworkFor, frameworksIn, programOf, type Framework } from '../../../core/test-frameworks.ts'
import type { TestRequest } from './job.ts'
import { takeReport, type Report } from './report.ts'
import { markDue } from './results.ts'
import { runsTests } from './test-commands.ts'

const milliseconds = (description: string, value: number) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.description(description)), value)

const options = v.strictObject({
  debounce_ms: milliseconds('How long it must be quiet after a change before the tests start.', 2_000),
  cooldown_ms: milliseconds('How long to rest between two runs.', 10_000),
  time_limit_seconds: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.description('A run that takes longer is ended and says nothing.')),
    600,
  ),
})

export default defineHook({
  meta: {
    id: 'quality/test-runner',
    summary: 'Run the project’s tests in the background after source has changed, and record what they say.',
    since: '0.1.0',
    on: ['tool.after', 'prompt.submit'],
    tools: ['write', 'edit', 'shell'],
    onlyEffects: true,
    role: 'context',
    onError: 'open',
    timeoutMs: 5_000,
    recommended: false,
    needsTrust: true,
    order: 350,
    aliases: ['test-runner.sh', 'harness/test-runner'],
    source: '002',
    options,
    stricter: { debounce_ms: 'free', cooldown_ms: 'free', time_limit_seconds: 'more' },
    messages: {
      passed: { what: 'Tests passed ({framework}, {seconds} s).', why: '', fix: '' },
      failed: {
        what: '{failures} test(s) failed ({framework}, {seconds} s).',
        why: '',
        fix: 'Commits wait until they pass.',
      },
      slow: {
        what: 'The tests ({framework}) were ended after {seconds} s without a result.',
        why: 'They take longer than `time_limit_seconds` allows.',
        fix: 'Raise it for quality/test-runner in holdpoint.yml, or find out what hangs.',
      },
      absent: {
        what: 'The tests could not be run: there is no program for {framework}.',
        why: 'Without a result commits wait.',
        fix: 'Install the project’s dependencies.',
      },
    },
  },
  async run(context) {
    const { event, services, pass } = context
    const report = takeReport(services.state.session)
    const told = report === undefined ? pass : tell(report, context)
    if (event.kind === 'tool.after') await askForRuns(event, context.options, services)
    return told
  },
})

type Options = v.InferOutput<typeof options>
type Tell = Pick<HookContext<Options, 'tool.after' | 'prompt.submit', Report['result']>, 'notice'>

function tell({ result, framework, failures, seconds, output }: Report, { notice }: Tell): Verdict {
  const verdict = notice(result, { framework, failures, seconds })
  const shown = output === '' || result === 'passed' ? '' : `\n\nThe end of what it printed:\n${output}`
  return { ...verdict, context: `${verdict.notice ?? ''}${shown}` }
}

async function askForRuns(event: ToolAfter, settings: Options, services: Services): Promise<void> {
  if (event.failed && event.tool.kind !== 'shell') return
  const changed = await changedTrees(event, services)
  const trees = changed.length > 0 ? changed : await triedTrees(event, services)
  for (const tree of trees) {
    const isAccepted = await request(tree, settings, services)
    if (!isAccepted) throw new Error('tests can be run in the background only by the program, not by the library')
    // After the request, so that no result of older code can come behind it.
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

async function changedTrees(event: ToolAfter, services: Services): Promise<readonly Tree[]> {
  const touched = (await touchedFiles(event, services)).filter((file) => isTested(file) && !isMeta(file, services))
  const trees = new Map<string, Tree>()
  for (const { tree, isProject, path } of touched) {
    if (tree === undefined) continue
    const known = trees.get(tree)?.known ?? frameworksIn(tree, services)
    const framework = frameworkFor(path, known)
    if (framework === undefined) continue
    const frameworks = new Set([...(trees.get(tree)?.frameworks ?? []), framework])
    trees.set(tree, { tree, root: isProject ? event.root : tree, frameworks: [...frameworks], known })
  }
  return [...trees.values()]
}

/** Somebody ran the tests and no pass is on record: then it is time for a result that counts. */
async function triedTrees(event: ToolAfter, services: Services): Promise<readonly Tree[]> {
  if (event.tool.kind !== 'shell' || readTestStatus(services.files, event.root)?.result === 'pass') return []
  const { runs } = await services.effects(event)
  const tried = runs.find(runsTests)
  if (tried === undefined) return []
  const own = services.git.state(event.root)
  const there = services.git.state(tried.cwd)
  const tree = there !== undefined && there.main === own?.main ? there.root : services.files.real(event.root)
  const known = frameworksIn(tree, services)
  return known.length === 0 ? [] : [{ tree, root: event.root, frameworks: known, known }]
}

function request({ tree, root, frameworks, known }: Tree, settings: Options, services: Services): Promise<boolean> {
  const results = testRunName(root)
  const due = frameworks.map((framework) => ({
    ...framework,
    // Without the program the run says so.
    program: programOf(framework, tree, services) ?? framework.program,
  }))
  const isOnRecord = services.files.stat(harnessFile(root, TEST_STATUS)) !== undefined
  markDue(
    services.state.project,
    results,
    tree,
    due,
    known.map(({ name }) => name),
    isOnRecord,
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

/** A pass speaks of the code as it was. A failure stays one until tests say otherwise. */
function takeBackPass(root: string, { files, now }: Services): void {
  if (readTestStatus(files, root)?.result !== 'pass') return
  files.write(harnessFile(root, TEST_STATUS), testStatusText('pending', 0, now()))
}
