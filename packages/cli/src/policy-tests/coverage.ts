import type { TestResult } from './run-test.ts'

export interface Coverage {
  /** All rules and custom hooks. */
  readonly total: number
  readonly hit: number
  /** In percent; 100 when there is nothing to cover. */
  readonly percent: number
  readonly never: readonly string[]
  /** Parts of matching rules that no test exercises: `rules/no-yarn: unless`. */
  readonly branches: readonly string[]
}

/** A rule or hook that a test can trigger, and its parts that decide separately. */
export interface Coverable {
  readonly id: string
  readonly branches: readonly string[]
}

/** What of the project's own rules and hooks no test exercises. Each part counts as much as a whole rule. */
export function coverageOf(all: readonly Coverable[], results: readonly TestResult[]): Coverage {
  const hit = new Set(results.flatMap(({ hits, seen }) => [...hits.flatMap((step) => [...step]), ...seen]))
  const never = all.filter(({ id }) => !hit.has(id)).map(({ id }) => id)
  const branches = all.flatMap(({ id, branches: parts }) => parts.map((part) => `${id}: ${part}`))
  const unseen = branches.filter((branch) => !hit.has(branch))
  const points = all.length + branches.length
  const missed = never.length + unseen.length
  return {
    total: all.length,
    hit: all.length - never.length,
    percent: points === 0 ? 100 : Math.floor(((points - missed) / points) * 100),
    never,
    branches: unseen.filter((branch) => !never.some((id) => branch.startsWith(`${id}: `))),
  }
}
