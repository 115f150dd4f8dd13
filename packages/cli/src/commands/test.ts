import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { messageOf, UserError, type Host } from '@holdpoint/engine'
import type { Problem } from '@holdpoint/engine/policy'
import type { TestFile } from '../policy-tests/check-file.ts'
import { coverageOf, type Coverage } from '../policy-tests/coverage.ts'
import { readTestFile, testFiles } from '../policy-tests/find.ts'
import { junit } from '../policy-tests/junit.ts'
import { readPolicy, type Policy, type Project } from '../policy-tests/policy.ts'
import type { PolicyTest } from '../policy-tests/policy-test.ts'
import { asJson, coverageLines, reportLines, summaryLine, type Paint } from '../policy-tests/report.ts'
import { inPlace, runTests } from '../policy-tests/run.ts'
import { FROM_PROJECT, type TestResult } from '../policy-tests/run-test.ts'
import { startWatching } from '../policy-tests/watch.ts'
import { loadHost } from '@holdpoint/hosts'
import { colours, print, printJson, printProblem } from './output.ts'
import { progressBar } from './progress.ts'
import { projectRoot } from './project.ts'

interface TestOptions {
  readonly project?: string
  readonly only?: string
  readonly trust?: boolean
  readonly host?: string
  readonly watch?: boolean
  readonly junit?: string
  readonly minCoverage?: string
  readonly json?: boolean
}

interface Run {
  isOver: boolean
}

const [PASSED, FAILED, BAD_INPUT, INTERRUPTED] = [0, 1, 2, 130]

/** Runs the policy tests of a project. */
export async function test(named: readonly string[], options: TestOptions): Promise<void> {
  if (options.watch === true) return watched(named, options)
  const run = { isOver: false }
  const stop = (): void => void (run.isOver = true)
  process.once('SIGINT', stop).once('SIGTERM', stop)
  process.exitCode = await attempt(named, options, run)
  process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop)
}

/** A run that cannot start is reported in the chosen format, with an exit code of its own. */
async function attempt(named: readonly string[], options: TestOptions, run: Run): Promise<number> {
  try {
    return await once(named, options, run)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    process.stderr.write(`holdpoint: ${error.message}\n`)
    return BAD_INPUT
  }
}

async function once(named: readonly string[], options: TestOptions, run: Run): Promise<number> {
  percentOf(options.minCoverage)
  if (options.trust === true) refuseAgents()
  const root = projectRoot(options.project)
  const { files, tests } = chosen(named, root, options)
  const mistakes = files.flatMap((file) => file.problems)
  if (mistakes.length > 0) return refuse(mistakes, options)
  const copy = files.flatMap((file) => file.copy)
  // Printed after the cleanup: the reader may close the pipe early.
  const { policy, results } = await inPlace(async (place) => {
    const project = { root, env: process.env, place }
    const read = await readPolicy(project, copy, options.trust === true)
    const host = options.host === undefined ? undefined : await loadHost(options.host)
    return { policy: read, results: read.problems.length > 0 ? [] : await runShown(tests, read, project, run, host) }
  })
  if (policy.problems.length > 0) return refuse(policy.problems, options)
  return verdict(results, tests.length - results.length, policy, options, run)
}

async function runShown(
  tests: readonly PolicyTest[],
  policy: Policy,
  project: Project,
  run: Run,
  host: Host | undefined,
): Promise<readonly TestResult[]> {
  const bar = progressBar(tests.length === 1 ? 'test' : 'tests')
  const onDone = (done: number): void => bar.show(done / tests.length, done)
  const results = await runTests({ tests, policy, project, host, isOver: () => run.isOver, onDone })
  bar.end()
  return results
}

function verdict(
  results: readonly TestResult[],
  left: number,
  { coverable, trust }: Policy,
  options: TestOptions,
  run: Run,
): number {
  const coverage = coverageOf(coverable, results)
  if (options.junit !== undefined) writeReport(options.junit, junit(results))
  if (options.json === true) printJson(asJson(results, coverage, trust.untrusted))
  else show(results, left, coverage)
  for (const [id, why] of trust.untrusted) process.stderr.write(`holdpoint: ${id} did not run: ${why}.\n`)
  for (const id of trust.withheld) process.stderr.write(`holdpoint: ${id} did not run: ${FROM_PROJECT}.\n`)
  if (run.isOver) return INTERRUPTED
  // When a hook that should run did not, a passing test proves little.
  if (results.some(({ failures }) => failures.length > 0) || trust.untrusted.size > 0) return FAILED
  const least = percentOf(options.minCoverage)
  if (least === undefined || coverage.percent >= least) return PASSED
  process.stderr.write(`holdpoint: coverage is ${coverage.percent} %, below --min-coverage ${least} %.\n`)
  return FAILED
}

interface Chosen {
  readonly files: readonly TestFile[]
  readonly tests: readonly PolicyTest[]
}

function chosen(named: readonly string[], root: string, { only }: TestOptions): Chosen {
  const files = testFiles(named, root, process.cwd()).map((file) => readTestFile(file, process.cwd()))
  if (files.length === 0) throw new UserError(`no policy tests in ${root}. ${HOW}`)
  const all = files.flatMap(({ tests }) => tests)
  const wanted = only?.toLowerCase()
  const tests = wanted === undefined ? all : all.filter(({ name }) => name.toLowerCase().includes(wanted))
  const isSound = files.every(({ problems }) => problems.length === 0)
  if (tests.length === 0 && isSound) throw new UserError(`no test has \`${only}\` in its name.`)
  return { files, tests }
}

/** Only the user may run untrusted hooks: an agent could otherwise run any code through them. */
function refuseAgents(): void {
  if ((process.env['CLAUDECODE'] ?? '') === '') return
  throw new UserError('only you can use --trust, and an agent started this. Run it in your own terminal.')
}

const HOW = 'Write them in holdpoint.test.yml next to holdpoint.yml.'

function refuse(problems: readonly Problem[], { json }: TestOptions): number {
  if (json === true) printJson({ ok: false, problems })
  else for (const problem of problems) printProblem(problem)
  return BAD_INPUT
}

const paint: Paint = { good: colours.green, bad: colours.red, dim: colours.dim, bold: colours.bold }

function show(results: readonly TestResult[], left: number, coverage: Coverage): void {
  for (const line of reportLines(results, paint)) print(line)
  for (const line of coverageLines(coverage)) print(line)
  print(summaryLine(results, left, paint))
}

function percentOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const percent = Number(given.replace(/%$/, ''))
  if (given !== '' && Number.isFinite(percent) && percent >= 0 && percent <= 100) return percent
  throw new UserError(`invalid --min-coverage \`${given}\`. Give a number from 0 to 100.`)
}

function writeReport(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw new UserError(`${path} cannot be written: ${messageOf(error)}.`, { cause: error })
  }
}

/** Runs again whenever a test or the policy changes, until Ctrl-C. */
async function watched(named: readonly string[], options: TestOptions): Promise<void> {
  const root = projectRoot(options.project)
  const watching = startWatching()
  const run = { isOver: false }
  const stop = (): void => {
    run.isOver = true
    watching.end()
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  do {
    // Before the run, so that changes during it count.
    watching.at(watchedPaths(named, root))
    await attempt(named, options, run)
    if (!run.isOver && options.json !== true) print(colours.dim('\nWaiting for a change. Stop with Ctrl-C.\n'))
  } while ((await watching.next()) === 'changed')
  process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop)
}

function watchedPaths(named: readonly string[], root: string): readonly string[] {
  const files = existing(named, root)
  const copied = files.flatMap((file) => readTestFile(file, process.cwd()).copy).map((name) => join(root, name))
  const own = ['holdpoint.yml', 'holdpoint.test.yml', '.holdpoint'].map((name) => join(root, name))
  return [...own, ...copied, ...files.map((file) => resolve(file)), ...named.map((name) => resolve(name))]
}

function existing(named: readonly string[], root: string): readonly string[] {
  try {
    return testFiles(named, root, process.cwd())
  } catch {
    return []
  }
}
