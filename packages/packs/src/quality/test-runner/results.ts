import { harnessFile, TEST_GATE_STRIKES, TEST_STATUS, testStatusText } from '../../shared/harness-state.ts'
import type { Services, StateArea } from '@holdpoint/engine'
import type { Framework } from '../../shared/test-frameworks.ts'

/**
 * Test results of one work tree, by framework. A project in two languages passes only when both
 * do, so a result stays until that framework has run again.
 */
export interface Results {
  readonly tree: string
  readonly runs: Readonly<Record<string, Run>>
  /** Milliseconds since 1970: when source was last seen to change. */
  readonly changedAt?: number
}

export interface Run {
  readonly program: string
  readonly args: readonly string[]
  /** Source has changed since. */
  readonly due: boolean
  /** Number of failed tests; undefined when it has never finished. */
  readonly failures?: number
  /** The runner found no tests. */
  readonly none?: boolean
}

export interface Due extends Pick<Framework, 'name' | 'args'> {
  readonly program: string
}

/**
 * Marks frameworks as due. Results of frameworks that the project no longer uses, of another tree, and
 * those without a recorded status are dropped; but never that something is still due.
 */
export function markDue(
  area: StateArea,
  name: string,
  tree: string,
  due: readonly Due[],
  known: readonly string[],
  isOnRecord: boolean,
  changedAt?: number,
): void {
  area.update<Results>(name, (found) => {
    const old = found?.tree === tree ? found.runs : {}
    const kept = Object.entries(old).filter(([framework, run]) => known.includes(framework) && (run.due || isOnRecord))
    const marked = due.map(({ name: framework, program, args }) => [framework, { program, args, due: true }] as const)
    const changed = changedAt ?? (found?.tree === tree ? found.changedAt : undefined)
    return {
      tree,
      runs: Object.fromEntries([...kept, ...marked]),
      ...(changed !== undefined && { changedAt: changed }),
    }
  })
}

/**
 * Records the result of a run that the agent started; the other frameworks of the project stay due. False: source
 * has changed since it started, so it is about older code.
 */
export function keepResult(
  area: StateArea,
  name: string,
  tree: string,
  own: Due,
  others: readonly Due[],
  result: Pick<Run, 'failures' | 'none'>,
  startedAt: number,
): Results | undefined {
  let isOutdated = false
  const kept = area.update<Results>(name, (found) => {
    const old = found?.tree === tree ? found : undefined
    isOutdated = old?.changedAt !== undefined && old.changedAt > startedAt
    if (isOutdated) return found
    const runs = others.map(
      ({ name: framework, program, args }) =>
        [framework, old?.runs[framework] ?? { program, args, due: true }] as const,
    )
    const run: Run = { program: own.program, args: own.args, due: false, ...result }
    return { ...old, tree, runs: { ...Object.fromEntries(runs), [own.name]: run } }
  })
  return isOutdated ? undefined : kept
}

/** All of them together; undefined while one of them has no result. */
export function combined({ runs }: Results): Total | undefined {
  const all = Object.values(runs)
  const failures = all.reduce((total, run) => total + (run.failures ?? 0), 0)
  // One failure decides, whatever the other results.
  if (failures > 0) return { result: 'fail', failures }
  if (all.length === 0 || all.some((run) => run.due || run.failures === undefined)) return undefined
  return { result: all.every((run) => run.none === true) ? 'none' : 'pass', failures: 0 }
}

export interface Total {
  readonly result: 'pass' | 'fail' | 'none'
  readonly failures: number
}

type ResultServices = Pick<Services, 'files' | 'now'>

/** Written last: a reader of the status then finds all other files complete. */
export function writeStatus(root: string, { result, failures }: Total, { files, now }: ResultServices): void {
  if (result === 'pass') files.remove(harnessFile(root, TEST_GATE_STRIKES))
  files.write(harnessFile(root, TEST_STATUS), testStatusText(result, failures, now()))
}
