import type { Effects, Run } from '@holdpoint/shell'
import type { ToolAfter, Services } from '@holdpoint/engine'
import { configuredFramework, frameworksIn, type Framework } from '../../shared/test-frameworks.ts'
import { testScript } from '../../shared/test-rules.ts'
import { countedFailures, failureCount } from './counts.ts'
import { decidingRuns } from './exit-code.ts'
import { endingOf, type Ending } from './exit-status.ts'
import { isGenuine, writesOnlyLogs } from './genuine.ts'
import { ranNoTests } from './no-tests.ts'
import { testCall, type TestCall } from './test-call.ts'

/** Tests that the agent has run itself. */
export interface OwnRun {
  readonly tree: string
  /** What the project is tested with. */
  readonly known: readonly Framework[]
  /** The framework whose result it is; undefined: the run is no evidence for the whole project. */
  readonly framework?: Framework
  readonly result?: RunResult
}

export interface RunResult {
  readonly failures: number
  /** The runner found no tests. */
  readonly none: boolean
}

/** Undefined: the command runs no tests. */
export async function ownRun(event: ToolAfter, command: string, services: Services): Promise<OwnRun | undefined> {
  const text = event.tool.command
  if (event.tool.kind !== 'shell' || text === undefined) return undefined
  const effects = await services.effects(event)
  const chain = decidingRuns(text, effects)
  if (command !== '') return configuredRun(event, command, text, chain, effects, services)

  const calls = effects.runs.flatMap((run) => {
    const call = testCall(run)
    return call === undefined ? [] : [{ run, call }]
  })
  const [first] = calls
  if (first === undefined) return undefined
  const tree = treeOf(first.run, event, services)
  const known = frameworksIn(tree, services)
  const tried: OwnRun = { tree, known }
  const deciding = calls.flatMap((found) => {
    const outer = outerOf(found.run, chain)
    return outer === undefined ? [] : [{ ...found, outer }]
  })
  const [only] = deciding
  // One exit code cannot tell several test runs in one command apart.
  if (only === undefined || deciding.some(({ outer }) => outer !== only.outer)) return tried
  const { outer } = only
  const isHonest = isGenuine(only.run, outer, tree, services) && writesOnlyLogs(effects.files, tree)
  const framework = frameworkOf(only.call, only.run, tree, known, services)
  if (!isHonest || framework === undefined) return tried
  const isWhole = only.call.isWhole && services.files.real(only.run.cwd) === testedAt(tree, known, only.run, services)
  const result = resultOf(framework.name, endingOf(event), isWhole, isAlone(outer, chain))
  return result === undefined ? tried : { ...tried, framework, result }
}

/** The configured command, or one that runs exactly the same programs. */
async function configuredRun(
  event: ToolAfter,
  command: string,
  text: string,
  chain: readonly Run[],
  effects: Effects,
  services: Services,
): Promise<OwnRun | undefined> {
  const framework = configuredFramework(command)
  const tree = services.git.state(event.cwd)?.root ?? services.files.real(event.root)
  const tool = { ...event.tool, command, input: { command } }
  const wanted = decidingRuns(command, await services.effects({ ...event, cwd: tree, tool }))
  const isSame = text.trim() === command.trim() && services.files.real(event.cwd) === tree
  const found = isSame ? chain : sameRuns(chain, wanted)
  const isTried = isSame || found.length > 0 || effects.runs.some((run) => testCall(run) !== undefined)
  if (!isTried) return undefined
  const tried: OwnRun = { tree, known: [framework] }
  const isHonest = found.every(
    (run) => isGenuine(run, run, tree, services) || wanted.some(({ path }) => path === run.path),
  )
  if ((!isSame && found.length === 0) || !isHonest || !writesOnlyLogs(effects.files, tree)) return tried
  const result = resultOf(framework.name, endingOf(event), true, isSame || chain.length === found.length)
  return result === undefined ? tried : { ...tried, framework, result }
}

/** The expected programs in order, with the same arguments, in the same directory and without input. */
function sameRuns(chain: readonly Run[], wanted: readonly Run[]): readonly Run[] {
  if (wanted.length === 0) return []
  const isSame = (run: Run | undefined, other: Run): boolean =>
    run !== undefined &&
    run.path === other.path &&
    run.cwd === other.cwd &&
    run.args.length === other.args.length &&
    run.args.every((arg, index) => arg === other.args[index]) &&
    Object.keys(run.env).every((name) => run.env[name] === other.env[name])
  const start = chain.findIndex((_, index) => wanted.every((other, offset) => isSame(chain[index + offset], other)))
  return start === -1 ? [] : chain.slice(start, start + wanted.length)
}

/** The run of the chain that a run is, or is started by. */
const outerOf = (run: Run, chain: readonly Run[]): Run | undefined =>
  chain.find(
    (outer) =>
      outer === run ||
      (run.via.length > 0 && run.span?.start === outer.span?.start && run.span?.end === outer.span?.end),
  )

function treeOf({ cwd }: Run, event: ToolAfter, { git, files }: Services): string {
  const own = git.state(event.root)
  const there = git.state(cwd)
  return there !== undefined && there.main === own?.main ? there.root : files.real(event.root)
}

/** Where a run of all tests starts: the top of the tree, or the agent's directory when the top is unknown. */
const testedAt = (tree: string, known: readonly Framework[], { cwd }: Run, { files }: Services): string =>
  known.length === 0 ? files.real(cwd) : tree

/** Which framework of the project a call is a run of. */
function frameworkOf(
  { name }: TestCall,
  { program, args }: Run,
  tree: string,
  known: readonly Framework[],
  services: Services,
): Framework | undefined {
  if (known.length === 0) return { name, language: 'any', program, args }
  const same = known.find((framework) => framework.name === name)
  if (same !== undefined) return same
  const script = testScript(tree, services)
  const byLanguage = (language: Framework['language']): Framework | undefined =>
    known.find((framework) => framework.language === language)
  // The script of the project is its own definition of "all tests", and so is the runner that the script starts.
  if (name === 'npm test') return script === undefined ? undefined : byLanguage('javascript')
  const isInScript = script?.split(/[\s;&|]+/).includes(name.split(' ')[0] ?? '') === true
  if (isInScript) return known.find((framework) => framework.name === 'npm test')
  if (name === 'pytest' || name === 'tox') return byLanguage('python')
  if (name === 'nextest' || name === 'cargo test') return byLanguage('rust')
  return undefined
}

/** Programs besides the tests that cannot be the reason why a command failed. */
const NEVER_FAILS = /^(?:cd|pushd|popd|echo|printf|export|set|true|:|pwd|date)$/

const isAlone = (outer: Run, chain: readonly Run[]): boolean =>
  chain.every((run) => run === outer || NEVER_FAILS.test(run.program))

/** Undefined: the result is unknown. */
function resultOf(
  name: string,
  { exitCode, output }: Ending,
  isWhole: boolean,
  isAlone: boolean,
): RunResult | undefined {
  if (exitCode === undefined) return undefined
  const counted = countedFailures(name, output)
  if (ranNoTests(output) && counted === 0) return isWhole ? { failures: 0, none: true } : undefined
  if (exitCode === 0) return isWhole ? { failures: 0, none: false } : undefined
  if (counted > 0 || (isWhole && isAlone)) return { failures: failureCount(name, output), none: false }
  return undefined
}
