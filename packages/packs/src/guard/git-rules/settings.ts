import { isKnown, parseGitConfig, type GitConfig } from '@holdpoint/shell'
import type { GitState, Services } from '@holdpoint/engine'

type Disk = Pick<Services, 'files' | 'memo'>

/** The directory that all work trees of a repository share; for a bare repository it is the repository itself. */
const sharedDirectory = ({ main }: GitState, { files }: Disk): string =>
  files.isDirectory(`${main}/.git`) ? `${main}/.git` : main

/** What the repository's own configuration file says. */
export function repositoryConfig(repository: GitState | undefined, disk: Disk): GitConfig {
  if (repository === undefined) return new Map()
  const file = `${sharedDirectory(repository, disk)}/config`
  return disk.memo(`git config ${file}`, () => parseGitConfig(disk.files.read(file) ?? ''))
}

const MAX_PACKED = 8 << 20

/** Whether a branch exists, according to the files on disk. */
export const hasBranch = (name: string, repository: GitState | undefined, disk: Disk): boolean =>
  hasReference([`refs/heads/${name}`], repository, disk)

/** Whether `git checkout name` can resolve the name: a local or remote branch, a tag, or a commit hash. */
export function canGoTo(name: string, repository: GitState, disk: Disk): boolean {
  if (/[~^:@]|^[0-9a-f]{4,64}$|^-$/.test(name) || !isKnown(name)) return true
  const remotes = disk.files.list(`${sharedDirectory(repository, disk)}/refs/remotes`)
  const references = [
    `heads/${name}`,
    `tags/${name}`,
    `remotes/${name}`,
    ...remotes.map((remote) => `remotes/${remote}/${name}`),
  ]
  return hasReference(
    references.map((reference) => `refs/${reference}`),
    repository,
    disk,
  )
}

function hasReference(references: readonly string[], repository: GitState | undefined, disk: Disk): boolean {
  if (repository === undefined) return false
  const shared = sharedDirectory(repository, disk)
  if (references.some((reference) => disk.files.stat(`${shared}/${reference}`)?.kind === 'file')) return true
  const file = `${shared}/packed-refs`
  const packed = disk.memo(`git refs ${file}`, () => disk.files.read(file, { maxBytes: MAX_PACKED }) ?? '')
  return references.some((reference) => packed.includes(` ${reference}\n`))
}

/** Whether a merge, rebase, cherry-pick or revert is stopped at conflicts. */
export function inConflict(repository: GitState | undefined, { files }: Disk): boolean {
  if (repository === undefined) return false
  const marks = ['CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply']
  return repository.merging || marks.some((mark) => files.stat(`${repository.root}/.git/${mark}`) !== undefined)
}
