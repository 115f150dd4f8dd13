import { messageOf, type Files, safeName } from '@holdpoint/engine'
import { at } from './values.ts'
import { LOCK_FILE } from './workspace.ts'

/** `.planning.lock`: JSON that names the session which may write in the feature directory. */
export type Lock =
  | { readonly is: 'free' }
  /** Without a session id any planning session holds it. */
  | { readonly is: 'held'; readonly session: string | undefined; readonly acquiredAt: string | undefined }
  | { readonly is: 'corrupt'; readonly why: string }

export function readLock(directory: string, files: Files): Lock {
  const path = `${directory}/${LOCK_FILE}`
  let text: string | undefined
  try {
    text = files.read(path)
  } catch (error) {
    return { is: 'corrupt', why: messageOf(error) }
  }
  if (text !== undefined) return lockOf(text)
  return files.stat(path) === undefined ? { is: 'free' } : { is: 'corrupt', why: 'it is not a regular file' }
}

function lockOf(text: string): Lock {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { is: 'corrupt', why: 'it is not JSON' }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { is: 'corrupt', why: 'it is not a JSON object' }
  }
  const owner = at(value, 'session_id') ?? ''
  if (typeof owner !== 'string' && typeof owner !== 'number')
    return { is: 'corrupt', why: 'session_id is not a string' }
  const session = String(owner)
  const since = at(value, 'acquired_at')
  return {
    is: 'held',
    session: session === '' ? undefined : session,
    acquiredAt: typeof since === 'string' ? since : undefined,
  }
}

/** Session ids of events are sanitized for use in a path; the one in the file may not be. */
export const isOwner = (owner: string, session: string): boolean => owner === session || safeName(owner) === session
