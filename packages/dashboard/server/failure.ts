import { codeOf, messageOf, UserError } from '@holdpoint/engine'
import { LockTimeout } from '@holdpoint/runtime/system'
import { isBusy, isDamaged, isUnwritable } from '@holdpoint/runtime/audit'
import type { Failure } from '../api.ts'

/** Why a request fails, and what the user can do about it. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  readonly fix: string

  constructor(status: number, what: string, fix: string) {
    super(what)
    this.status = status
    this.fix = fix
  }
}

export interface Failed {
  readonly status: number
  readonly body: Failure
}

/** Converts any error to a message that helps the user. */
export function failureOf(error: unknown): Failed {
  if (error instanceof Refused) return failed(error.status, error.message, error.fix)
  if (isBusy(error) || error instanceof LockTimeout)
    return failed(503, 'The audit database is busy.', 'Wait a moment. The page retries automatically.')
  if (isDamaged(error)) return failed(503, 'The audit database is damaged.', 'Run `holdpoint audit verify`.')
  if (isUnwritable(error) || UNREADABLE.has(codeOf(error) ?? ''))
    return failed(503, `The audit cannot be read: ${messageOf(error)}`, 'Run `holdpoint doctor`.')
  if (error instanceof UserError) return failed(503, sentence(error.message), 'Run `holdpoint doctor`.')
  return failed(500, `This is a bug in Holdpoint: ${messageOf(error)}`, 'Try again, or run `holdpoint status`.')
}

/** The command line's message for a user error, with the matching status. */
export async function orRefuse<T>(status: number, fix: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw new Refused(status, sentence(error.message), fix)
  }
}

const UNREADABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'EIO', 'ENOSPC', 'EDQUOT', 'EMFILE', 'ENOTDIR', 'ELOOP'])

const failed = (status: number, what: string, fix: string): Failed => ({ status, body: { error: { what, fix } } })

/** The command line prefixes it with the program's name. */
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
