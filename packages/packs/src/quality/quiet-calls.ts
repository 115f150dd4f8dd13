import { attempt, sha256Hex, type Services, type ToolAfter, type ToolBefore } from '@holdpoint/engine'

/**
 * Commands that change no file and run no tests, noted before they run. Most commands only look at things, and reading
 * one takes longer than everything else that is done about its result.
 */

/** Above it the digest takes too long. */
const MAX_LENGTH = 16_384

export function noteQuietCall(event: ToolBefore, { notes }: Services): void {
  const name = nameOf(event)
  // Without a note the command is read again.
  if (name !== undefined) attempt(() => notes.leave(name))
}

/** Whether this call, with the same input, was noted before it ran. The note is used up. */
export function wasQuiet(event: ToolAfter, { notes, memo }: Services): boolean {
  return memo('quiet call', () => {
    const name = nameOf(event)
    return name !== undefined && attempt(() => notes.take(name)) === true
  })
}

/** Undefined: no call's. */
function nameOf({ tool: { callId, kind, input } }: ToolBefore | ToolAfter): string | undefined {
  if (kind !== 'shell' || callId === undefined) return undefined
  const text = JSON.stringify([callId, input])
  return text.length > MAX_LENGTH ? undefined : `quiet-${sha256Hex(text).slice(0, 32)}`
}
