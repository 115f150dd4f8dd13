import { attempt, isObject, type Refusal } from '@holdpoint/engine'
import { sealed, unsealed } from '@holdpoint/engine/policy'

/** A file that a call runs or overwrites, as it was when the call was refused. */
export interface TouchedFile {
  readonly path: string
  /** Of its content; `absent` where there is none. */
  readonly digest: string
}

/** A refused call that the user may allow. */
export interface ApprovalRequest {
  readonly version: number
  /** The decision that refused it. */
  readonly id: string
  readonly at: string
  readonly host: string
  readonly session: string
  readonly agent?: string
  readonly root: string
  readonly cwd: string
  readonly tool: string
  /** For people: masked, but not cut. */
  readonly input: string
  /** The command, file or agent, masked and cut, as in the audit. */
  readonly subject?: string
  /** Identifies the call: the same tool with the same input in the same place. */
  readonly call: string
  readonly refusals: readonly Refusal[]
  readonly reason: string
  /** What the call does, one line each, for people. */
  readonly effects: readonly string[]
  readonly files: readonly TouchedFile[]
}

export interface ApprovalGrant extends ApprovalRequest {
  readonly by: GrantedBy
  readonly grantedAt: string
  readonly expiresAt: string
  /** Where it may be used: in the session in which it was typed, or in any. */
  readonly usedIn: string
}

export type GrantedBy = 'prompt' | 'terminal'

/** Records of another version mean something else, so they grant nothing. */
export const RECORD_VERSION = 2

export const ANY_SESSION = '+any'

/** A record as the file of this name holds it: another program cannot make one, nor give it another name. */
export const sealJson = (record: object, name: string, key: string): string =>
  sealed(JSON.stringify(record), partOf(name), key)

/** Undefined: damaged, or written by another program. */
export function openJson(file: string, name: string, key: string): unknown {
  const text = unsealed(file, partOf(name), key)
  return text === undefined ? undefined : attempt((): unknown => JSON.parse(text))
}

/** Undefined: damaged, changed by another program, or of another version. */
export function openRequest(file: string, name: string, key: string): ApprovalRequest | undefined {
  const record = openJson(file, name, key)
  return isRequest(record) ? record : undefined
}

export function openGrant(file: string, name: string, key: string): ApprovalGrant | undefined {
  const record = openJson(file, name, key)
  const isGrant =
    isRequest(record) && ['by', 'grantedAt', 'expiresAt', 'usedIn'].every((field) => isText(record, field))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field that is read is checked above
  return isGrant ? (record as ApprovalGrant) : undefined
}

const partOf = (name: string): string => `approval ${name}`

const isText = (record: object, field: string): boolean => typeof Reflect.get(record, field) === 'string'

function isRequest(record: unknown): record is ApprovalRequest {
  return (
    isObject(record) &&
    record['version'] === RECORD_VERSION &&
    ['id', 'at', 'host', 'session', 'root', 'cwd', 'tool', 'input', 'call', 'reason'].every((field) =>
      isText(record, field),
    ) &&
    ['refusals', 'effects', 'files'].every((field) => Array.isArray(record[field]))
  )
}
