import { isWithin } from '@holdpoint/shell'
import type { ChangedPath, GitState, GitStatus, Services } from '@holdpoint/engine'

/** A repository as one call of git reports it: its HEAD, and its uncommitted changes. */

export interface WorkTree extends GitState {
  /** Undefined before the first commit, and when git gave no answer. */
  readonly head: string | undefined
  /** Without the files of the harness itself and nested work trees. */
  readonly changes: readonly ChangedPath[]
  /** Files of which git does not know whether they have changed: their filter, as of git-lfs, would have to run. */
  readonly unsure: readonly string[]
  /** Linked work trees that are there, as absolute paths. */
  readonly linked: readonly string[]
  /** False when git gave no answer; then changes are unknown. */
  readonly isRead: boolean
}

type GitStatusServices = Pick<Services, 'git' | 'files' | 'memo'>

/** Undefined outside a repository. Read once per event and work tree. */
export function readWorkTree(directory: string, world: GitStatusServices): Promise<WorkTree | undefined> {
  const state = world.git.state(directory)
  if (state === undefined) return Promise.resolve(undefined)
  return world.memo(`work tree ${state.root}`, () => readStatus(state, world))
}

/** Undefined when git fails, and when it cannot be started at all. */
export async function askGit(
  git: Services['git'],
  directory: string,
  args: readonly string[],
): Promise<string | undefined> {
  try {
    return await git.output(directory, args)
  } catch {
    return undefined
  }
}

async function readStatus(state: GitState, { git, files }: GitStatusServices): Promise<WorkTree> {
  const linked = linkedWorkTrees(state, files).filter((path) => path !== state.root)
  const status = await git.status(state.root).catch(() => undefined)
  const { head, changes, unsure } = status ?? { head: undefined, changes: [], unsure: [] }
  const inside = linked.filter((path) => isWithin(path, state.root)).map((path) => path.slice(state.root.length + 1))
  const isOwn = ({ path, kind }: ChangedPath): boolean =>
    kind === 'untracked' &&
    (path === '.claude/' || path.startsWith('.claude/.') || inside.some((tree) => `${tree}/`.startsWith(path)))
  const isRead = status !== undefined
  return { ...state, head, linked, changes: changes.filter((change) => !isOwn(change)), unsure, isRead }
}

/** Every linked work tree has a folder in the repository that says where it is; no process is started. */
function linkedWorkTrees({ main }: GitState, files: Services['files']): readonly string[] {
  try {
    // A bare repository has no `.git` inside.
    const shared = files.isDirectory(`${main}/.git`) ? `${main}/.git` : main
    // A stat is much faster than an exception.
    if (!files.isDirectory(`${shared}/worktrees`)) return []
    return files
      .list(`${shared}/worktrees`)
      .map((name) => (files.read(`${shared}/worktrees/${name}/gitdir`) ?? '').trim().replace(/\/\.git$/, ''))
      .filter((path) => path.startsWith('/') && files.isDirectory(path))
      .map((path) => files.real(path))
  } catch {
    return []
  }
}

/** `git status --porcelain=v2 --branch -z`: one record after the other, each ended by a zero byte. */
export function parseStatus(text: string): Omit<GitStatus, 'unsure'> {
  let head: string | undefined
  const changes: ChangedPath[] = []
  // Without its zero byte the last record was cut, and its path may be half of one.
  for (const record of text.split('\0').slice(0, -1)) {
    if (record.startsWith(HEAD)) head = asDigest(record.slice(HEAD.length))
    const change = changeOf(record)
    if (change !== undefined) changes.push(change)
  }
  return { head, changes }
}

const HEAD = '# branch.oid '

/** Before the first commit git prints a word in brackets. A loop, because a regex costs more for forty letters. */
function asDigest(word: string): string | undefined {
  for (let at = 0; at < word.length; at++) if (!HEX.includes(word.charAt(at))) return undefined
  return word.length >= 40 && word.length <= 64 ? word : undefined
}

const HEX = '0123456789abcdef'

/** Number of fields before the path. */
const FIELDS: Readonly<Record<string, number>> = { '1': 8, u: 10 }

function changeOf(record: string): ChangedPath | undefined {
  const type = record.charAt(0)
  if (type === '?' || type === '!')
    return { path: record.slice(2), kind: type === '?' ? 'untracked' : 'ignored', staged: false }
  const path = afterFields(record, FIELDS[type] ?? 0)
  if (path === '') return undefined
  if (type === 'u') return { path, kind: 'unmerged', staged: true }
  const [index, tree] = [record.charAt(2), record.charAt(3)]
  const kind = index === 'D' || tree === 'D' ? 'deleted' : index === 'A' || tree === 'A' ? 'added' : 'modified'
  return { path, kind, staged: index !== '.' }
}

function afterFields(record: string, count: number): string {
  if (count === 0) return ''
  let at = 0
  for (let field = 0; field < count; field++) {
    at = record.indexOf(' ', at) + 1
    if (at === 0) return ''
  }
  return record.slice(at)
}
