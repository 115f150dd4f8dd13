import type { StateArea } from '../../../core/services.ts'
import type { Framework, FrameworkName } from '../../../core/test-frameworks.ts'

/**
 * What is known of the tests of one work tree, framework by framework. A project in two languages passes only when both
 * do, so a result stays until that framework has run again.
 */
export interface Results {
  readonly tree: string
  readonly runs: Readonly<Partial<Record<FrameworkName, Run>>>
}

export interface Run {
  readonly program: string
  readonly args: readonly string[]
  /** Source has changed since. */
  readonly due: boolean
  /** Tests that failed; undefined when it has never come to an end. */
  readonly failures?: number
}

export interface Due extends Pick<Framework, 'name' | 'args'> {
  readonly program: string
}

/**
 * Marks frameworks to be run. Those that the project no longer uses are forgotten, as is everything of another tree,
 * and old results when nobody has a record of them any more; but never that something is still due.
 */
export function markDue(
  area: StateArea,
  name: string,
  tree: string,
  due: readonly Due[],
  known: readonly FrameworkName[],
  isOnRecord: boolean,
): void {
  area.update<Results>(name, (found) => {
    const old = found?.tree === tree ? found.runs : {}
    const kept = Object.entries(old).filter(
      ([framework, run]) => known.includes(framework as FrameworkName) && (run.due || isOnRecord),
    )
    const marked = due.map(({ name: framework, program, args }) => [framework, { program, args, due: true }] as const)
    return { tree, runs: Object.fromEntries([...kept, ...marked]) }
  })
}

/** All of them together; undefined while one of them has no result. */
export function combined({ runs }: Results): { readonly failures: number } | undefined {
  const all = Object.values(runs)
  const failures = all.reduce((total, run) => total + (run.failures ?? 0), 0)
  // One failure is enough to know, whatever the others say.
  if (failures > 0) return { failures }
  return all.length > 0 && all.every((run) => !run.due && run.failures !== undefined) ? { failures: 0 } : undefined
}
