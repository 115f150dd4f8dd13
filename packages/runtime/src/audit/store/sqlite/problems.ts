/** SQLite's error codes. */
const BUSY = 5
const READONLY = 8
const IO = 10
const CORRUPT = 11
const FULL = 13
const CANNOT_OPEN = 14
const NOT_A_DATABASE = 26

export class Damaged extends Error {
  override readonly name = 'Damaged'
}

export const isDamaged = (error: unknown): boolean =>
  error instanceof Damaged || [CORRUPT, NOT_A_DATABASE].includes(numberOf(error))

export const isBusy = (error: unknown): boolean => numberOf(error) === BUSY

export const isUnwritable = (error: unknown): boolean => [READONLY, IO, FULL, CANNOT_OPEN].includes(numberOf(error))

/** One library calls the code `rawCode`, the other `errcode`; libsql has it only in the message when opening fails. */
function numberOf(error: unknown): number {
  if (!(error instanceof Error)) return 0
  const { rawCode, errcode } = error as { readonly rawCode?: unknown; readonly errcode?: unknown }
  const code = rawCode ?? errcode ?? Number(/^ConnectionFailed\(.*: (\d+)"\)$/s.exec(error.message)?.[1] ?? 0)
  // Extended codes contain the primary code in their lowest byte.
  return typeof code === 'number' ? code & 0xff : 0
}
