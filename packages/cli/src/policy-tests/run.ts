import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
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
  isOver(): boolean
  onDone(done: number): void
}

/** Runs tests side by side, as many as there are processors. The results come in the order of the tests. */
export async function runTests({ tests, policy, project, isOver, onDone }: RunOptions): Promise<readonly TestResult[]> {
  const results = await runAll(tests, policy, join(project.place, 'tests'), isOver, onDone)
  const plain = isOver() ? undefined : await withoutExceptions(policy, project)
  if (plain === undefined) return results
  const compared = await runAll(tests, plain, join(project.place, 'tests-plain'), isOver, () => undefined)
  return results.map((result, index) => withNeeded(result, compared[index]))
}

async function runAll(
  tests: readonly PolicyTest[],
  policy: Policy,
  place: string,
  isOver: () => boolean,
  onDone: (done: number) => void,
): Promise<readonly TestResult[]> {
  mkdirSync(place)
  const bench: Bench = { place, policy, repositories: openRepositories(place) }
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

/** Rules that did not match because of their exception. */
function withNeeded(result: TestResult, plain: TestResult | undefined): TestResult {
  const needed = (plain?.hits ?? []).flatMap((step, index) =>
    [...step].filter((id) => id.startsWith('rules/') && result.hits[index]?.has(id) === false),
  )
  return { ...result, seen: new Set([...result.seen, ...needed.map((id) => `${id}: unless`)]) }
}
