import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Host } from '@holdpoint/engine'
import { asIf } from '@holdpoint/hosts'
import { withoutExceptions, type Policy, type Project } from './policy.ts'
import type { PolicyTest } from './policy-test.ts'
import { openRepositories } from './repository.ts'
import { runTest, type Bench, type TestResult } from './run-test.ts'

/** A directory for one run, removed afterwards. */
export async function inPlace<T>(work: (place: string) => Promise<T>): Promise<T> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'holdpoint-policy-')))
  try {
    return await work(place)
  } finally {
    await rm(place, { recursive: true, force: true, maxRetries: 10 })
  }
}

export interface RunOptions {
  readonly tests: readonly PolicyTest[]
  readonly policy: Policy
  readonly project: Project
  /** The agent that sends the events, by default Claude Code. */
  readonly host?: Host | undefined
  isOver(): boolean
  onDone(done: number): void
}

/** Runs tests side by side, as many as there are processors. The results come in the order of the tests. */
export async function runTests(options: RunOptions): Promise<readonly TestResult[]> {
  const { tests, policy, project, host, isOver, onDone } = options
  const actsAs = host && asIf(host, 'all')
  const meant = await runAll(tests, policy, join(project.place, 'tests'), isOver, onDone, actsAs)
  const results = host === undefined || isOver() ? meant : await withLowered(meant, host, options)
  const plain = isOver() ? undefined : await withoutExceptions(policy, project)
  if (plain === undefined) return results
  const compared = await runAll(tests, plain, join(project.place, 'tests-plain'), isOver, () => undefined, actsAs)
  return results.map((result, index) => withNeeded(result, compared[index]))
}

async function runAll(
  tests: readonly PolicyTest[],
  policy: Policy,
  place: string,
  isOver: () => boolean,
  onDone: (done: number) => void,
  actsAs: Host | undefined,
): Promise<readonly TestResult[]> {
  mkdirSync(place)
  const bench: Bench = { place, policy, repositories: openRepositories(place), actsAs }
  const results: TestResult[] = []
  let next = 0
  let done = 0
  const lane = async (): Promise<void> => {
    for (let index = next++; index < tests.length && !isOver(); index = next++) {
      const test = tests[index]
      if (test === undefined) continue
      results[index] = await runTest(test, index, bench)
      onDone(++done)
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), tests.length) }, lane))
  // Tests that were never started come last.
  return results
}

/** A test says what the policy means; a second run shows what the agent makes of it. */
async function withLowered(
  results: readonly TestResult[],
  host: Host,
  { tests, policy, project, isOver }: RunOptions,
): Promise<readonly TestResult[]> {
  const place = join(project.place, 'tests-lowered')
  const asSaid = await runAll(tests, policy, place, isOver, () => undefined, asIf(host, 'of the agent'))
  return results.map((result, index) => ({ ...result, lowered: asSaid[index]?.lowered ?? [] }))
}

/** Rules that did not match because of their exception. */
function withNeeded(result: TestResult, plain: TestResult | undefined): TestResult {
  const needed = (plain?.hits ?? []).flatMap((step, index) =>
    [...step].filter((id) => id.startsWith('rules/') && result.hits[index]?.has(id) === false),
  )
  return { ...result, seen: new Set([...result.seen, ...needed.map((id) => `${id}: unless`)]) }
}
