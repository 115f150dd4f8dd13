/** A mistake the user can fix. Shown as one line, without a stack. */
export class UserError extends Error {
  override readonly name = 'UserError'
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
