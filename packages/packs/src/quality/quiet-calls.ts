import { attempt, sha256Hex, type Services, type ToolAfter, type ToolBefore } from '@holdpoint/engine'

/**
 * Commands that change no file and run no tests, noted before they run. Most commands only look at things, and reading
 * one takes longer than everything else that is done about its result.
 */

/** Above it the digest takes too long. */
const MAX_LENGTH = 16_384

export function noteQuietCall(event: ToolBefore, { state }: Services): void {
  const name = nameOf(event)
  // Without a note the command is read again.
  if (name !== undefined) attempt(() => state.session.update(name, () => true))
}

/** Whether this call, with the same input, was noted before it ran. The note is used up. */
export function wasQuiet(event: ToolAfter, { state: { session }, memo }: Services): boolean {
  return memo('quiet call', () => {
    const name = nameOf(event)
    if (name === undefined || attempt(() => session.get(name)) !== true) return false
    attempt(() => session.update(name, () => undefined))
    return true
  })
}

/** A file of its own for each call: replacing one that is there takes ext4 ten times as long. Undefined: no call's. */
function nameOf({ tool: { callId, kind, input } }: ToolBefore | ToolAfter): string | undefined {
  if (kind !== 'shell' || callId === undefined) return undefined
  const text = JSON.stringify([callId, input])
  return text.length > MAX_LENGTH ? undefined : `quiet-${sha256Hex(text).slice(0, 32)}`
}
