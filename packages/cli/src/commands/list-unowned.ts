import { unownedEntries } from '../install/adopt-found.ts'
import { readUserFile } from '../install/file.ts'
import { filesOf, INSTALL_SCOPES } from '../install/scopes.ts'

/** A hook in the agent's settings that is not ours. The host runs it beside the dispatcher. */
export interface UnownedRow {
  readonly scope: string
  readonly file: string
  readonly event: string
  readonly matcher?: string
  readonly type: string
  readonly runs: string
  /** Directly in the list of its event, without a group. */
  readonly flat: boolean
}

/** Reads them as `holdpoint adopt` does. Skips unreadable files; `validate` reports what is wrong with them. */
export const unownedRows = (root: string, env: Readonly<Record<string, string | undefined>>): readonly UnownedRow[] =>
  INSTALL_SCOPES.flatMap((scope) => {
    const found = entriesOf(scope, root, env)
    return found.map(({ file, event, matcher, entry, isFlat }) => ({
      scope,
      file,
      event,
      ...(typeof matcher === 'string' && matcher !== '' && { matcher }),
      type: textOf(entry['type']) ?? 'command',
      runs: textOf(entry['command']) ?? textOf(entry['url']) ?? textOf(entry['prompt']) ?? '',
      flat: isFlat,
    }))
  })

function entriesOf(
  scope: (typeof INSTALL_SCOPES)[number],
  root: string,
  env: Readonly<Record<string, string | undefined>>,
) {
  try {
    const { settings: file } = filesOf(scope, root, env)
    return unownedEntries(readUserFile(file) ?? '', root).map((found) => ({ ...found, file }))
  } catch {
    return []
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
