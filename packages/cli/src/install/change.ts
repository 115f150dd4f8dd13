import { sha256Hex, type Env } from '@holdpoint/engine'
import { VERSION } from '@holdpoint/runtime'
import { changeUserFile } from './file.ts'
import { isUntouched, readRecord, removeRecord, writeRecord } from './record.ts'

/** What happened to one file. */
export interface FileChange {
  readonly file: string
  readonly did: 'created' | 'changed' | 'removed' | 'restored' | 'unchanged' | 'kept' | 'left'
}

/**
 * Changes a file so that `giveBack` can undo it byte for byte, however often it is changed in between. A file that
 * already contained entries of ours was written elsewhere; `withoutOurs` returns the rest of it, null for nothing.
 */
export function edit(
  file: string,
  env: Env,
  change: (text: string | undefined) => string | undefined,
  withoutOurs: (text: string) => string | null = (text) => text,
): FileChange {
  const record = readRecord(file, env)
  let did: FileChange['did'] = 'unchanged'
  changeUserFile(file, (before) => {
    const after = change(before)
    if (after === undefined || after === before) return before
    did = before === undefined ? 'created' : 'changed'
    const original = isUntouched(record, before) ? record.before : before === undefined ? null : withoutOurs(before)
    // Written before the file itself, so that an interruption leaves no entry without its record.
    writeRecord({ file, before: original, afterDigest: sha256Hex(after), version: VERSION }, env)
    return after
  })
  return { file, did }
}

/** A file that has been edited since becomes what `otherwise` returns; undefined removes it. */
export function giveBack(file: string, env: Env, otherwise: (text: string) => string | undefined): FileChange {
  const record = readRecord(file, env)
  let did: FileChange['did'] = 'unchanged'
  changeUserFile(file, (text) => {
    if (text === undefined) return undefined
    if (isUntouched(record, text)) {
      did = record.before === null ? 'removed' : 'restored'
      return record.before ?? undefined
    }
    const rest = otherwise(text)
    if (rest === undefined) did = 'removed'
    else if (rest !== text) did = 'changed'
    else if (record !== undefined) did = 'kept'
    return rest
  })
  removeRecord(file, env)
  return { file, did }
}
