import { UNKNOWN } from '../../effects.ts'
import type { Overwriting } from '../../git/git-calls.ts'
import { absolutePath } from '../../paths.ts'

/** A file that a git command touches. The path is absolute and may hold UNKNOWN and ANY. */
export interface GitFile {
  readonly op: 'read' | 'write' | 'delete' | 'list'
  readonly path: string
  readonly recursive?: boolean
  readonly force?: boolean
}

/** Where a git command works, and what can be looked up there. */
export interface GitPlace {
  /** What relative paths are relative to. */
  readonly base: string
  readonly home: string | undefined
  readonly config: Readonly<Record<string, string>>
  readonly stdin: string | undefined
  read(path: string): string | undefined
  exists(path: string): boolean
}

export type GitFileReader = (args: readonly string[], place: GitPlace) => readonly GitFile[]

/** A pathspec as a path: patterns match across directories, and `:/` counts from a root that is not known here. */
export function pathOf(spec: string, { base }: GitPlace): string {
  const magic = /^:(?:\(([^)]*)\)|([/!^]+):?)/.exec(spec)
  const rest = magic === null ? spec : spec.slice(magic[0].length)
  const [, words = '', signs = ''] = magic ?? []
  // What is left out leaves everything else.
  if (/exclude/.test(words) || /[!^]/.test(signs)) return base
  if (/literal/.test(words)) return absolutePath(rest, base)
  const pattern = rest.replace(/\*+|\?|\[[^\]]*\]/g, UNKNOWN)
  if (/top/.test(words) || signs.includes('/')) return rest === '' ? base : `${UNKNOWN}/${pattern}`
  return absolutePath(pattern.startsWith(UNKNOWN) && !rest.startsWith(UNKNOWN) ? `./${pattern}` : pattern, base)
}

export const plain = (path: string, { base }: GitPlace): string => absolutePath(path, base)

export const reads = (paths: readonly string[], place: GitPlace): readonly GitFile[] =>
  paths.filter((path) => path !== '-').map((path) => ({ op: 'read', path: pathOf(path, place) }))

export const writes = (paths: readonly (string | undefined)[], place: GitPlace): readonly GitFile[] =>
  paths.flatMap((path) => (path === undefined || path === '-' ? [] : [{ op: 'write', path: plain(path, place) }]))

export const overwrites = ({ paths, more, everything }: Overwriting, place: GitPlace): readonly GitFile[] => {
  const all = everything ? [place.base] : paths.map((path) => pathOf(path, place))
  return [...all, ...(more && paths.length === 0 ? [`${place.base}/${UNKNOWN}`] : [])].map((path) => ({
    op: 'write',
    path,
    recursive: true,
    force: true,
  }))
}

export const everything = ({ base }: GitPlace): readonly GitFile[] => [
  { op: 'write', path: base, recursive: true, force: true },
]

/** `HEAD:path` shows a file as it was. */
export const shownFiles = (words: readonly string[], place: GitPlace): readonly GitFile[] =>
  words.flatMap((word) => {
    const path = /^[^:]*:(?:\.\/)?(.+)$/.exec(word)?.[1]
    return path === undefined ? [] : [{ op: 'read' as const, path: plain(path, place) }]
  })
