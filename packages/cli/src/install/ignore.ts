import { join } from 'node:path'
import { explainConfiguration } from '@holdpoint/runtime'
import { UserError } from '@holdpoint/engine'
import { gitState } from '@holdpoint/runtime/system'
import { builtIn, packFor, type Registry } from '@holdpoint/packs'
import { edit, giveBack, type FileChange } from './change.ts'
import type { InstallScope } from './scopes.ts'

/** Hooks keep files in the project's `.claude` that belong to one machine: git is told to leave them alone. */

const NOTE = '# Holdpoint keeps the state of this machine here.'
const PATTERN = '.claude/.*'

interface Place {
  readonly scope: InstallScope
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly registry?: Registry
}

export interface Ignored {
  readonly changes: readonly FileChange[]
  /** What the user has to do instead. */
  readonly notes: readonly string[]
}

const NOTHING: Ignored = { changes: [], notes: [] }

/** Nothing outside of a repository, nothing for hooks that keep no such files; and a user's install is of no project. */
export async function ignoreState({ scope, root, env, registry = builtIn }: Place): Promise<Ignored> {
  if (scope === 'user' || gitState(root) === undefined) return NOTHING
  const { settings } = await explainConfiguration(root, { env, registry })
  const isNeeded = Object.entries(settings.hooks).some(([id, { level }]) => level !== 'off' && keepsState(id))
  if (!isNeeded) return NOTHING
  const file = fileIn(root)
  try {
    return { changes: [edit(file, env, withPattern)], notes: [] }
  } catch (error) {
    // Without it everything works; the files only show up as new ones.
    if (!(error instanceof UserError)) throw error
    return { changes: [], notes: [`${error.message} Add the line \`${PATTERN}\` to it yourself.`] }
  }
}

/** Takes our own lines away again, and nothing else. */
export function unignoreState({ root, env }: Pick<Place, 'root' | 'env'>): readonly FileChange[] {
  try {
    return [giveBack(fileIn(root), env, withoutPattern)].filter(({ did }) => did !== 'unchanged' && did !== 'kept')
  } catch (error) {
    // The line does no harm where it is.
    if (!(error instanceof UserError)) throw error
    return []
  }
}

const fileIn = (root: string): string => join(root, '.gitignore')

function keepsState(id: string): boolean {
  const keepsFiles = packFor(id)?.keepsFiles ?? []
  return keepsFiles === 'all' || keepsFiles.includes(id)
}

/** Lines that cover it already, as people write them. */
const COVERS = /^(?:\*\*)?\/?\.claude(?:\/(?:\*{0,2}|\.\*))?\s*$/

export function withPattern(text = ''): string {
  if (!isText(text)) throw new UserError('.gitignore is not UTF-8, so it stays as it is.')
  if (text.split(/\r?\n/).some((line) => COVERS.test(line))) return text
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const before = text === '' || text.endsWith('\n') ? text : `${text}${end}`
  return `${before}${NOTE}${end}${PATTERN}${end}`
}

/** What stands for bytes that are no UTF-8 would be written back in their place. */
const isText = (text: string): boolean => !text.includes('\uFFFD')

/** Undefined when nothing is left. */
export function withoutPattern(text: string): string | undefined {
  if (!isText(text)) return text
  const lines = text.split('\n')
  const at = lines.findIndex((line, index) => line.trimEnd() === NOTE && lines[index + 1]?.trimEnd() === PATTERN)
  if (at === -1) return text
  const rest = lines.toSpliced(at, 2).join('\n')
  return rest.trim() === '' ? undefined : rest
}
