import { chmodSync, lstatSync, rmdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UserError, type Env } from '@holdpoint/engine'
import { isWithin } from '@holdpoint/shell'
import { listNames, readText, realPath } from '@holdpoint/runtime/system'
import { edit, giveBack, type FileChange } from './change.ts'
import { readUserFile } from './file.ts'
import { isOurScript, isUnedited, type Scripts } from './wrappers.ts'

export interface Writing {
  readonly root: string
  readonly env: Env
  /** Overwrites scripts that are not ours or have been edited; `uninstall` restores them. */
  readonly force: boolean
}

const EXECUTABLE = 0o755
const HOOKS = '.claude/hooks'

/** Throws, before anything is written, when a script must not be overwritten. Paths are relative to the project. */
export function refuseUnownedScripts(scripts: Scripts, { root, force }: Writing): void {
  for (const name of Object.keys(scripts)) {
    const file = join(root, name)
    refuseOutside(file, root)
    const text = readUserFile(file)
    if (text !== undefined && !isOurScript(text) && !force) {
      throw new UserError(
        `${file} is not from holdpoint. Choose another --namespace, or replace it with --force (\`holdpoint uninstall\` restores it).`,
      )
    }
  }
}

/** Writes executable scripts. One that has been edited is kept. */
export function writeScripts(scripts: Scripts, { root, env, force }: Writing): readonly FileChange[] {
  return Object.entries(scripts).map(([name, wanted]) => {
    const file = join(root, name)
    const before = readUserFile(file)
    if (before !== undefined && before !== wanted && !isUnedited(before) && !force) return { file, did: 'kept' }
    const change = edit(
      file,
      env,
      () => wanted,
      (text) => (isUnedited(text) ? null : text),
    )
    if (isRunnable(file)) return change
    chmodSync(file, EXECUTABLE)
    return change.did === 'unchanged' ? { file, did: 'changed' } : change
  })
}

/** Removes our scripts, and folders that become empty. A script that has been edited is kept. */
export function removeScripts(folder: string, { root, env }: Omit<Writing, 'force'>): readonly FileChange[] {
  const place = join(root, folder)
  if (!isWithin(realPath(place), realPath(root))) return []
  const changes = ourScriptsIn(place).map((file) =>
    giveBack(file, env, (text) => (isUnedited(text) ? undefined : text)),
  )
  removeIfEmpty(place)
  if (folder.startsWith(`${HOOKS}/`)) removeIfEmpty(join(root, HOOKS))
  return changes.map((change) => (change.did === 'unchanged' ? { ...change, did: 'kept' } : change))
}

/** Scripts in a folder that we wrote, edited since or not. */
export const ourScriptsIn = (folder: string): readonly string[] =>
  namesIn(folder)
    .filter((name) => name.endsWith('.sh'))
    .map((name) => join(folder, name))
    .filter((file) => isOurScript(scriptAt(file) ?? ''))

/** Undefined when there is none. Not read through a link or from a pipe; an unreadable file is not ours. */
export function scriptAt(file: string): string | undefined {
  try {
    return readText(file)
  } catch {
    return ''
  }
}

/** An unreadable directory counts as empty. */
export function namesIn(folder: string): readonly string[] {
  try {
    return listNames(folder)
  } catch {
    return []
  }
}

export const isRunnable = (file: string): boolean => (statSync(file).mode & 0o111) !== 0

/** A link could make us write outside the project unnoticed. */
export function refuseOutside(file: string, root: string): void {
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true
  if (isLink || !isWithin(realPath(file), realPath(root))) {
    throw new UserError(`${file} is a link or leads outside the project. Nothing was written.`)
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // It is not empty, or did not exist.
  }
}
