import { isKnown, isWithin } from '@holdpoint/shell'
import { type ToolBefore, type Files, isForBash } from '@holdpoint/engine'

/** The command to judge, and its surroundings. */
export interface Subject {
  readonly command: string
  readonly cwd: string
  /** The project. */
  readonly root: string
  readonly home: string | undefined
  readonly files: Pick<Files, 'stat' | 'real'>
  /** `reads`: what reads, prints or lists. `work`: also everyday changes inside the project. */
  readonly approve: 'reads' | 'work'
  /** The command that runs the project's tests; `work` approves it as a whole. */
  readonly test?: string | undefined
}

/** The parser reads only bash. */
export const isReadable = ({ tool }: ToolBefore): boolean =>
  tool.command !== undefined && tool.command.trim() !== '' && isForBash(tool.name)

/**
 * Whether git, started there, works in the project's own repository. Any other repository in the project, bare or not,
 * came with downloaded files, and its configuration may start programs.
 */
export function isOwnRepository(directory: string, { root, files }: Pick<Subject, 'root' | 'files'>): boolean {
  if (!isKnown(directory)) return false
  const top = files.real(root)
  let at = files.real(directory)
  while (at !== top && isWithin(at, top)) {
    if (files.stat(`${at}/.git`) !== undefined || files.stat(`${at}/HEAD`) !== undefined) return false
    at = at.slice(0, at.lastIndexOf('/'))
  }
  return at === top
}
