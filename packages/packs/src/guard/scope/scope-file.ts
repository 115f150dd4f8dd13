import { type ToolBefore, globListMatcher, type Files, type Services, safeName } from '@holdpoint/engine'
import { foldPath, isWithin } from '@holdpoint/shell'

export interface Options {
  readonly agents: Readonly<Record<string, readonly string[]>>
  readonly teams: boolean
  readonly anyone: readonly string[]
}

/** The scope of the agent of one event. */
export interface Scope {
  /** Undefined: the scope file does not name this agent. */
  readonly agent: string | undefined
  readonly allowed: readonly string[]
  /** The scope file, when it cannot be read. */
  readonly broken?: string
  allows(path: string, byShell: boolean): boolean
  /** Whether a path is a scope file. */
  isRule(path: string): boolean
  /** For display: relative to its work tree. */
  named(path: string): string
}

interface TeamState {
  readonly team: string
  readonly trees: readonly string[]
  /** Where the state file was found. */
  readonly root: string
}

const STATE = '.claude/orchestrator-state.json'
const FOLDER = '.claude/hooks/scopes'

export function scopeOf(event: ToolBefore, options: Options, services: Services): Scope | undefined {
  const names = [event.agent?.name ?? '', event.agent?.type ?? ''].filter((name) => name !== '')
  const own = names.find((name) => Object.hasOwn(options.agents, name))
  const state = options.teams ? readState(event, services) : undefined
  if (state === undefined && own === undefined) return undefined

  const file = state && `${FOLDER}/${safeName(state.team)}.json`
  const agents = state && file !== undefined ? readAgents(`${state.root}/${file}`, services) : {}
  const inTeam = agents === 'broken' ? undefined : names.find((name) => Object.hasOwn(agents, name))
  // Every list that names the agent applies.
  const lists = [
    ...(own === undefined ? [] : [options.agents[own] ?? []]),
    ...(inTeam === undefined || agents === 'broken' ? [] : [agents[inTeam] ?? []]),
  ]
  // When the file cannot be read, whether it limits this agent is unknown.
  const isLost = agents === 'broken' && names.length > 0 && own === undefined
  const trees = [event.root, state?.root ?? event.root, ...(state?.trees ?? [])].flatMap((tree) => [
    tree,
    services.files.real(tree),
  ])
  const tests = lists.map((globs) => globListMatcher(globs.map((glob) => glob.replace(/^\.\//, ''))))
  const forAnyone = globListMatcher(options.anyone)
  return {
    agent: own ?? inTeam ?? (isLost ? names[0] : undefined),
    allowed: lists.flat(),
    ...(isLost && file !== undefined && { broken: file }),
    allows: (path, byShell) =>
      (byShell && !trees.some((tree) => isWithin(path, tree)) && forAnyone(path)) ||
      tests.every((test) => test(relative(path, trees)) || test(path)),
    isRule: (path) => trees.some((tree) => isWithin(foldPath(path), foldPath(`${tree}/${FOLDER}`))),
    named: (path) => relative(path, trees),
  }
}

/** The active plan. A teammate in its own work tree finds it in the main work tree. */
function readState({ root }: ToolBefore, { files, git }: Services): TeamState | undefined {
  const main = files.stat(`${root}/${STATE}`) === undefined ? git.state(root)?.main : undefined
  const place = main ?? root
  const state = parsed(readable(`${place}/${STATE}`, files))
  const team = state?.['team']
  if (typeof team !== 'string' || team === '') return undefined
  const worktrees = state?.['worktrees']
  const trees = typeof worktrees === 'object' && worktrees !== null ? Object.values(worktrees) : []
  return { team, root: place, trees: trees.filter((tree): tree is string => typeof tree === 'string') }
}

/** Undefined file: no agent is limited. */
function readAgents(path: string, { files }: Services): Readonly<Record<string, readonly string[]>> | 'broken' {
  if (files.stat(path) === undefined) return {}
  const agents = parsed(readable(path, files))?.['agents']
  if (typeof agents !== 'object' || agents === null) return 'broken'
  const entries = Object.entries(agents).map(([name, entry]) => [name, globsOf(entry)] as const)
  return entries.every((entry): entry is readonly [string, readonly string[]] => entry[1] !== undefined)
    ? Object.fromEntries(entries)
    : 'broken'
}

function globsOf(entry: unknown): readonly string[] | undefined {
  const allow = typeof entry === 'object' && entry !== null && 'allow' in entry ? entry.allow : undefined
  return Array.isArray(allow) && allow.every((glob): glob is string => typeof glob === 'string') ? allow : undefined
}

function readable(path: string, files: Files): string | undefined {
  try {
    return files.read(path)
  } catch {
    return undefined
  }
}

function parsed(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}

/** The innermost work tree counts. */
function relative(path: string, trees: readonly string[]): string {
  const tree = trees.filter((each) => isWithin(path, each)).toSorted((one, other) => other.length - one.length)[0]
  return tree === undefined ? path : path.slice(tree.length + 1)
}
