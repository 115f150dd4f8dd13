import { lstatSync, type BigIntStats } from 'node:fs'
import { join } from 'node:path'
import type { ChangedPath, GitStatus, StatusOptions } from '@holdpoint/engine'
import { parseStatus } from '@holdpoint/packs'
import type { SafeGit } from './safe-git.ts'
import { findWorkTree } from './worktree.ts'

/**
 * Uncommitted changes. A file with a filter is compared by its index entry, because its filter is not run: the
 * same size and times mean unchanged, another size means changed, and anything else is unknown.
 */
export async function readStatus(
  directory: string,
  { untracked = 'normal', ignored = false, paths = [] }: StatusOptions,
  git: SafeGit,
): Promise<GitStatus | undefined> {
  const text = await git.ask(directory, [
    'status',
    '--porcelain=v2',
    '--branch',
    '-z',
    '--no-renames',
    `--untracked-files=${untracked}`,
    ...(ignored ? ['--ignored'] : []),
    ...(paths.length === 0 ? [] : ['--', ...paths]),
  ])
  if (text === undefined) return undefined
  const { head, changes } = parseStatus(text)
  const compared = changes.filter(({ kind, staged }) => kind === 'modified' && !staged)
  // Paths are relative to the top level, regardless of the directory.
  const states = await filteredStates(findWorkTree(directory) ?? directory, compared, git)
  const isIn =
    (state: FileState) =>
    ({ path }: ChangedPath) =>
      states.get(path) === state
  return {
    head,
    changes: changes.filter(({ path }) => (states.get(path) ?? 'changed') === 'changed'),
    unsure: compared.filter(isIn('unknown')).map(({ path }) => path),
  }
}

type FileState = 'changed' | 'unchanged' | 'unknown'

/** This many paths of any length fit on a command line. */
const MAX_COMPARED = 200

async function filteredStates(
  directory: string,
  compared: readonly ChangedPath[],
  git: SafeGit,
): Promise<ReadonlyMap<string, FileState>> {
  const { filters } = (await git.drivers(directory)) ?? { filters: [] }
  if (filters.length === 0 || compared.length === 0) return new Map()
  const names = compared.map(({ path }) => path)
  const states = new Map<string, FileState>()
  for (let at = 0; at < names.length; at += MAX_COMPARED) {
    const some = names.slice(at, at + MAX_COMPARED)
    const attributes = await git.ask(directory, ['check-attr', '-z', 'filter', '--', ...some])
    const filtered = attributes === undefined ? some : withFilter(attributes, filters)
    if (filtered.length === 0) continue
    const index = await git.ask(directory, ['--literal-pathspecs', 'ls-files', '--debug', '-z', '--', ...filtered])
    const stats = indexStats(index ?? '')
    for (const path of filtered) states.set(path, stateOf(join(directory, path), stats.get(path)))
  }
  return states
}

/** `path \0 filter \0 value \0` */
function withFilter(attributes: string, filters: readonly string[]): readonly string[] {
  const fields = attributes.split('\0')
  return fields.filter((_, at) => at % 3 === 0 && filters.includes(fields[at + 2] ?? ''))
}

interface IndexStat {
  readonly changedAt: bigint
  readonly modifiedAt: bigint
  readonly inode: bigint
  readonly size: bigint
}

const IN_INDEX =
  /^([^\0]+)\0 {2}ctime: (\d+):(\d+)\n {2}mtime: (\d+):(\d+)\n {2}dev: \d+\tino: (\d+)\n {2}uid: \d+\tgid: \d+\n {2}size: (\d+)\tflags: [^\n]*\n/

/** Output of another form is unknown. */
function indexStats(text: string): ReadonlyMap<string, IndexStat> {
  const found = new Map<string, IndexStat>()
  for (let rest = text; ;) {
    const match = IN_INDEX.exec(rest)
    if (match === null) return found
    const [whole, path = '', cs = '', cn = '', ms = '', mn = '', inode = '', size = ''] = match
    found.set(path, {
      changedAt: nanoseconds(cs, cn),
      modifiedAt: nanoseconds(ms, mn),
      inode: BigInt(inode),
      size: BigInt(size),
    })
    rest = rest.slice(whole.length)
  }
}

const nanoseconds = (seconds: string, rest: string): bigint => BigInt(seconds) * 1_000_000_000n + BigInt(rest)

/** The index stores 32 bits of each number. */
const LOW = 0xffff_ffffn
const inIndex = (time: bigint): bigint => ((time / 1_000_000_000n) & LOW) * 1_000_000_000n + (time % 1_000_000_000n)

function stateOf(file: string, index: IndexStat | undefined): FileState {
  const now = statOf(file)
  // A size of 0 in the index means that git has not compared the file yet.
  if (now === undefined || index === undefined || index.size === 0n) return 'unknown'
  if (index.size !== (now.size & LOW)) return 'changed'
  const isSame =
    index.modifiedAt === inIndex(now.mtimeNs) &&
    index.changedAt === inIndex(now.ctimeNs) &&
    index.inode === (now.ino & LOW)
  return isSame ? 'unchanged' : 'unknown'
}

function statOf(file: string): BigIntStats | undefined {
  try {
    return lstatSync(file, { bigint: true, throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
