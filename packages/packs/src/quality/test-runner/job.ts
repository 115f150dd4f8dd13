import type { BackgroundJob, JobWorld, RecordResult, Watched } from '@holdpoint/engine'
import {
  appendHarness,
  AUDIT_LOG,
  auditLine,
  epochOf,
  harnessFile,
  parseEpoch,
  readHarnessLine,
  TEST_RUNNER_LAST_RUN,
  TEST_RUNNER_LOCK,
} from '../../shared/harness-state.ts'
import { PLAIN, tailOf, withoutColours } from '../../shared/plain-output.ts'
import { countedFailures, failureCount } from './counts.ts'
import { ranNoTests } from './no-tests.ts'
import { leaveReport, type Report } from './report.ts'
import { combined, writeStatus, type Results, type Run } from './results.ts'

/** The request of the hook. */
export interface TestRequest {
  /** Directory of the state files. */
  readonly root: string
  /** Where in the project's state the results are. */
  readonly results: string
  readonly debounceMs: number
  readonly cooldownMs: number
  readonly limitMs: number
}

/** Runs what is due, and records the results that the runners report. */
export const job: BackgroundJob = {
  startAt(data, requestedAt, { files, now }) {
    const { root, debounceMs, cooldownMs } = data as TestRequest
    const settled = requestedAt + debounceMs
    const last = parseEpoch(readHarnessLine(files, root, TEST_RUNNER_LAST_RUN) ?? '')
    // The file counts whole seconds; a time in the future is not the time of a run.
    if (last === undefined || last > epochOf(now()) + 1) return settled
    return Math.max(settled, (last + 1) * 1000 + cooldownMs)
  },

  async perform(data, world, signal) {
    const request = data as TestRequest
    const wanted = world.project.get<Results>(request.results)
    const outcomes: Outcome[] = []
    for (const [name, run] of Object.entries(wanted?.runs ?? {}).filter(([, { due }]) => due)) {
      const startedAt = world.now().getTime()
      const watched = await runTests(run, wanted?.tree ?? request.root, request, world, signal)
      if (watched.how === 'aborted') break
      const seconds = Math.round((world.now().getTime() - startedAt) / 1000)
      outcomes.push({ name, watched, seconds })
    }
    return recorder(outcomes, request, world)
  },
}

interface Outcome {
  readonly name: string
  readonly watched: Watched
  readonly seconds: number
}

async function runTests(
  { program, args }: Run,
  tree: string,
  { root, limitMs }: TestRequest,
  { files, watch }: JobWorld,
  signal: AbortSignal,
): Promise<Watched> {
  const lock = harnessFile(root, TEST_RUNNER_LOCK)
  let line = ''
  try {
    return await watch(program, args, {
      cwd: tree,
      // Without this some runners wait for changes instead of ending.
      env: { CI: 'true', ...PLAIN },
      limitMs,
      signal,
      started(pid) {
        line = `${pid}\n`
        files.write(lock, line)
      },
    })
  } finally {
    if (line !== '' && files.read(lock) === line) files.remove(lock)
  }
}

const recorder =
  (outcomes: readonly Outcome[], request: TestRequest, world: JobWorld): RecordResult =>
  (waiting) => {
    if (outcomes.length === 0) return
    const { files, project, now } = world
    const { root } = request
    const results = project.update<Results>(request.results, (old) => old && withOutcomes(old, outcomes))
    files.write(harnessFile(root, TEST_RUNNER_LAST_RUN), `${epochOf(now())}\n`)
    const report = reportOf(outcomes)
    appendHarness(files, harnessFile(root, AUDIT_LOG), auditLine(now(), 'test-runner', inWords(report)))
    for (const session of waiting) leaveReport(world.session(session), report)
    const total = results && combined(results)
    if (total !== undefined) writeStatus(root, total, world)
  }

/** A run that was interrupted is still due. */
function withOutcomes(old: Results, outcomes: readonly Outcome[]): Results {
  const changed = outcomes.flatMap(({ name, watched }) => {
    const run = old.runs[name]
    const failures = failuresOf(name, watched)
    if (run === undefined || failures === undefined) return []
    return [[name, { ...run, due: false, failures, none: isEmpty(name, watched) }] as const]
  })
  return { ...old, runs: { ...old.runs, ...Object.fromEntries(changed) } }
}

/** The result by exit code. A runner that was killed by another process has not passed. */
function failuresOf(name: string, watched: Watched): number | undefined {
  const { how, exitCode, output } = watched
  if (how === 'killed') return failureCount(name, output)
  if (how !== 'exited') return undefined
  return exitCode === 0 || isEmpty(name, watched) ? 0 : failureCount(name, output)
}

/** A runner that finds no tests may exit with 0 or with another code, so the output decides. */
const isEmpty = (name: string, { how, output }: Watched): boolean =>
  how === 'exited' && ranNoTests(output) && countedFailures(name, output) === 0

const MAX_LINES = 40
const MAX_CHARS = 3_000

/** Reports the worst result, with the numbers of all. */
function reportOf(outcomes: readonly Outcome[]): Report {
  const of = (...hows: readonly Watched['how'][]): Outcome | undefined =>
    outcomes.find(({ watched }) => hows.includes(watched.how))
  const failures = outcomes.reduce((total, { name, watched }) => total + (failuresOf(name, watched) ?? 0), 0)
  const failed = outcomes.find(({ name, watched }) => (failuresOf(name, watched) ?? 0) > 0)
  const empty = outcomes.every(({ name, watched }) => isEmpty(name, watched)) ? outcomes[0] : undefined
  const worst = failed ?? of('not started') ?? of('too slow') ?? empty
  const result =
    failed !== undefined
      ? 'failed'
      : worst === undefined
        ? 'passed'
        : worst === empty
          ? 'empty'
          : worst.watched.how === 'too slow'
            ? 'slow'
            : 'absent'
  return {
    result,
    framework: worst?.name ?? outcomes.map(({ name }) => name).join(', '),
    failures,
    seconds: outcomes.reduce((total, { seconds }) => total + seconds, 0),
    output: tailOf(withoutColours(worst?.watched.output ?? ''), MAX_LINES, MAX_CHARS),
  }
}

const inWords = ({ result, framework, failures, seconds }: Report): string =>
  `${framework} ${result}${failures > 0 ? ` (${failures})` : ''} in ${seconds} s`
