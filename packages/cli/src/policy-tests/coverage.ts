import type { TestResult } from './run-test.ts'

export interface Coverage {
  /** Rules and own hooks that there are. */
  readonly total: number
  readonly hit: number
  /** Of 100; with nothing to cover, all of it is covered. */
  readonly percent: number
  readonly never: readonly string[]
  /** Parts of rules that were hit, which no test has shown: `rules/no-yarn: unless`. */
  readonly branches: readonly string[]
}

/** Something that a test can bring to speak, and the parts of it that have a say of their own. */
export interface Coverable {
  readonly id: string
  readonly branches: readonly string[]
}

/** What of the project's own rules and hooks no test has shown. Each part counts as much as a whole. */
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
