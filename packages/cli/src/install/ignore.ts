import { join } from 'node:path'
import { explainConfiguration } from '@holdpoint/runtime'
import { UserError } from '@holdpoint/engine'
import { gitState } from '@holdpoint/runtime/system'
import { builtIn, packFor, type Registry } from '@holdpoint/packs'
import { edit, giveBack, type FileChange } from './change.ts'
import type { InstallScope } from './scopes.ts'

/** Hooks keep files in the project's `.claude` that belong to one machine, so git has to ignore them. */

const NOTE = '# Holdpoint keeps the state of this machine here.'
const PATTERN = '.claude/.*'

interface IgnoreTarget {
  readonly scope: InstallScope
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly registry?: Registry
}

export interface Ignored {
  readonly changes: readonly FileChange[]
  /** What the user has to do by hand. */
  readonly notes: readonly string[]
}

const NOTHING: Ignored = { changes: [], notes: [] }

/** Does nothing outside a repository, for hooks that keep no such files, and for a user's install. */
export async function ignoreState({ scope, root, env, registry = builtIn }: IgnoreTarget): Promise<Ignored> {
  if (scope === 'user' || gitState(root) === undefined) return NOTHING
  const { settings } = await explainConfiguration(root, { env, registry })
  const isNeeded = Object.entries(settings.hooks).some(([id, { level }]) => level !== 'off' && keepsState(id))
  if (!isNeeded) return NOTHING
  const file = fileIn(root)
  try {
    return { changes: [edit(file, env, withPattern)], notes: [] }
  } catch (error) {
    // Everything works without the line; git only lists the files as new.
    if (!(error instanceof UserError)) throw error
    return { changes: [], notes: [`${error.message} Add the line \`${PATTERN}\` to it yourself.`] }
  }
}

/** Removes our own lines and nothing else. */
export function unignoreState({ root, env }: Pick<IgnoreTarget, 'root' | 'env'>): readonly FileChange[] {
  try {
    return [giveBack(fileIn(root), env, withoutPattern)].filter(({ did }) => did !== 'unchanged' && did !== 'kept')
  } catch (error) {
    // A leftover line does no harm.
    if (!(error instanceof UserError)) throw error
    return []
  }
}

const fileIn = (root: string): string => join(root, '.gitignore')

function keepsState(id: string): boolean {
  const keepsFiles = packFor(id)?.keepsFiles ?? []
  return keepsFiles === 'all' || keepsFiles.includes(id)
}

/** Equivalent lines that users write. */
const COVERS = /^(?:\*\*)?\/?\.claude(?:\/(?:\*{0,2}|\.\*))?\s*$/

export function withPattern(text = ''): string {
  if (!isText(text)) throw new UserError('.gitignore is not UTF-8 and was not changed.')
  if (text.split(/\r?\n/).some((line) => COVERS.test(line))) return text
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const before = text === '' || text.endsWith('\n') ? text : `${text}${end}`
  return `${before}${NOTE}${end}${PATTERN}${end}`
}

/** Replacement characters would be written back in place of bytes that are not UTF-8. */
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
