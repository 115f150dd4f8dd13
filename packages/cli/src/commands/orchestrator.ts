import { lstatSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { messageOf, UserError } from '@holdpoint/engine'
import { incompleteIn, activePlan, mainTree, parseState, STATE_FILE, type OrchestratorState } from '@holdpoint/packs'
import { isWithin } from '@holdpoint/shell'
import { plain } from '@holdpoint/runtime/audit'
import {
  files,
  withLock,
  isDirectory,
  readText,
  ensurePrivateDirectory,
  makeDirectory,
  removeFile,
  writeAtomic,
  gitState,
  keyOf,
  stateHome,
} from '@holdpoint/runtime/system'
import { orchestratorOverview } from '@holdpoint/runtime/inspect'
import { showPlan } from './orchestrator-status.ts'
import { print, printJson } from './output.ts'
import { configurationOf, projectRoot } from './project.ts'

interface Options {
  readonly project?: string
  readonly json?: boolean
}

interface StartOptions extends Options {
  readonly plan: string
  readonly slug: string
  readonly team: string
  readonly worktree?: readonly string[]
  readonly force?: boolean
}

const services = { files, git: { state: gitState } }

/** Exit code 0: this plan is active now. 1: it cannot be started, or another one is active. */
export function orchestratorStart(options: StartOptions): void {
  const root = projectRoot(options.project)
  const wanted: Omit<OrchestratorState, 'started'> = {
    active_plan: planIn(root, options),
    slug: nameGiven('slug', options.slug),
    team: nameGiven('team', options.team),
    worktrees: worktreesOf(options.worktree ?? [], options.project === undefined ? process.cwd() : root),
  }
  const { result, state } = oneAtATime(root, () => begin(root, wanted, options))
  if (options.json === true) return printJson({ result, file: join(root, STATE_FILE), state })
  const what = `${plain(state.active_plan)} with team ${plain(state.team)}`
  print(result === 'unchanged' ? `unchanged: ${what}` : `Started ${what}.`)
}

interface Begun {
  readonly result: 'started' | 'updated' | 'replaced' | 'unchanged'
  readonly state: OrchestratorState
}

function begin(root: string, wanted: Omit<OrchestratorState, 'started'>, { worktree, force }: StartOptions): Begun {
  const file = join(root, STATE_FILE)
  const old = parseState(stateText(file))
  const isSame =
    old !== undefined && (['active_plan', 'slug', 'team'] as const).every((key) => old[key] === wanted[key])
  if (old !== undefined && !isSame && force !== true) {
    throw new UserError(
      `${plain(old.active_plan)} is already active with team ${plain(old.team)}. ` +
        'End it with `holdpoint orchestrator finish` or `abort`, or add --force to replace it.',
    )
  }
  const worktrees = isSame && worktree === undefined ? old.worktrees : wanted.worktrees
  // Verified tasks stay verified as long as it is the same plan.
  const state = { ...wanted, started: isSame ? old.started || timeNow() : timeNow(), worktrees }
  if (isSame && JSON.stringify(ordered(old)) === JSON.stringify(ordered(state)))
    return { result: 'unchanged', state: old }
  writeState(file, ordered(state))
  return { result: old === undefined ? 'started' : isSame ? 'updated' : 'replaced', state: ordered(state) }
}

/** The keys in the order in which the document shows them. */
const ordered = ({ active_plan, slug, team, started, worktrees }: OrchestratorState): OrchestratorState => ({
  active_plan,
  slug,
  team,
  started,
  worktrees,
})

const timeNow = (): string => `${new Date().toISOString().slice(0, 19)}Z`

/** Exit code 0: no plan is active any more, whether or not one was. */
export const orchestratorFinish = (options: Options): void => end(options, 'finished')
export const orchestratorAbort = (options: Options): void => end(options, 'aborted')

function end({ project, json }: Options, result: 'finished' | 'aborted'): void {
  const root = projectRoot(project)
  const file = join(root, STATE_FILE)
  refuseElsewhere(root, file)
  const plan = activePlan(root, services)
  const there = lstatSync(file, { throwIfNoEntry: false })
  if (there?.isDirectory() === true) throw new UserError(`${file} is a directory. Remove it by hand.`)
  const open = plan?.document === undefined ? 0 : incompleteIn(plan.document.counts)
  oneAtATime(root, () => attempt(`${file} cannot be removed`, () => removeFile(file)))
  if (json === true) {
    return printJson({
      result: there === undefined ? 'none' : result,
      plan: plan?.state.active_plan ?? null,
      incomplete: open,
    })
  }
  if (there === undefined) return print('No plan is active.')
  print(`Ended ${plan === undefined ? 'a plan that cannot be read' : plain(plan.state.active_plan)}.`)
  if (open > 0) print(`${open} of its tasks ${open === 1 ? 'is' : 'are'} not complete.`)
}

/** A command in a teammate's work tree must not end the work of the whole team. */
function refuseElsewhere(root: string, file: string): void {
  const main = files.stat(file) === undefined ? mainTree(root, services) : undefined
  if (main === undefined || files.stat(join(main, STATE_FILE)) === undefined) return
  throw new UserError(`the plan was started in ${main}. Add --project ${JSON.stringify(main)}.`)
}

/** Exit code 1: something is wrong with the state file, the design document or the configuration. */
export async function orchestratorStatus({ project, json }: Options): Promise<void> {
  const root = projectRoot(project)
  const { settings } = await configurationOf(root)
  const overview = await orchestratorOverview(root, settings, process.env)
  const { plan, hooks, isBroken } = overview
  if (isBroken || plan?.problem !== undefined || hooks.some(({ problem }) => problem !== undefined))
    process.exitCode = 1
  if (json !== true) return showPlan(overview, new Date())
  const { document, title, path, problem, state } = plan ?? {}
  printJson({ state: state ?? null, title, path, problem, counts: document?.counts, isBroken, hooks })
}

/** The design document as the state file names it; refused when it is not a file of this project. */
function planIn(root: string, { plan, project }: StartOptions): string {
  const bases = project === undefined ? [process.cwd(), root] : [root]
  const candidates = bases.map((base) => files.real(resolve(base, plan)))
  const path = candidates.find((candidate) => files.stat(candidate) !== undefined) ?? candidates[0] ?? ''
  const inside = files.real(root)
  if (!isWithin(path, inside)) throw new UserError(`${plain(plan)} is outside the project ${inside}.`)
  const kind = files.stat(path)?.kind
  if (kind === undefined) throw new UserError(`${plain(plan)} does not exist.`)
  if (kind !== 'file') throw new UserError(`${plain(plan)} is not a file.`)
  return relative(inside, path)
}

const MAX_NAME = 200

function nameGiven(option: string, given: string): string {
  const name = plain(given)
  if (name !== '' && name === given.trim() && name.length <= MAX_NAME) return name
  throw new UserError(`--${option} must be one line of 1 to ${MAX_NAME} characters.`)
}

/** `name=path` for a service, or a path alone for the only one. */
function worktreesOf(given: readonly string[], base: string): Readonly<Record<string, string>> {
  const entries = given.map((word): readonly [string, string] => {
    const [, name = ONLY, path = ''] = /^(?:([^=/]*)=)?(.+)$/s.exec(word) ?? []
    if (name.trim() === '' || path === '')
      throw new UserError(`invalid --worktree \`${plain(word)}\`. Write name=path.`)
    return [nameGiven('worktree', name), resolve(base, path)]
  })
  const names = entries.map(([name]) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new UserError(`--worktree names ${plain(twice)} twice.`)
  if (names.includes(ONLY) && names.length > 1) {
    throw new UserError('use --worktree with one path, or with name=path for each service, not both.')
  }
  return Object.fromEntries(entries)
}

const ONLY = '_all'

function stateText(file: string): string | undefined {
  try {
    return readText(file)
  } catch (error) {
    throw new UserError(`${file} cannot be read: ${messageOf(error)}`, { cause: error })
  }
}

function writeState(file: string, state: OrchestratorState): void {
  if (isDirectory(file)) throw new UserError(`${file} is a directory. Remove it by hand.`)
  attempt(`${file} cannot be written`, () => {
    makeDirectory(dirname(file))
    writeAtomic(file, `${JSON.stringify(state, null, 2)}\n`, 0o644)
  })
}

function attempt<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(`${what}: ${messageOf(error)}`, { cause: error })
  }
}

const WAIT_MS = 2_000

function oneAtATime<T>(root: string, work: () => T): T {
  const home = stateHome(process.env)
  const locks = join(home, 'locks')
  return attempt('the plan cannot be changed', () => {
    ensurePrivateDirectory(home)
    ensurePrivateDirectory(locks)
    return withLock(join(locks, `orchestrator-${keyOf(files.real(root))}.lock`), WAIT_MS, work)
  })
}
