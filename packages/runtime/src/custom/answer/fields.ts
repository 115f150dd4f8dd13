import { type Json } from './stdout.ts'
import { isObject } from '@holdpoint/engine'

/** The fields of an answer, validated as strictly as hosts do: one invalid field makes the whole answer invalid. */
export interface Fields {
  readonly decision?: 'approve' | 'block'
  readonly reason?: string
  /** False: the agent has to stop completely. */
  readonly goesOn: boolean
  readonly stopReason?: string
  readonly notice?: string
  readonly context?: string
  readonly permission?: 'allow' | 'deny' | 'ask' | 'defer'
  readonly permissionReason?: string
  readonly updatedInput?: Json
  readonly request?: Request
  /** The answer to an MCP elicitation. */
  readonly action?: 'accept' | 'decline' | 'cancel'
}

/** The answer to a request for permission. */
export interface Request {
  readonly behavior: 'allow' | 'deny'
  readonly message?: string
  readonly updatedInput?: Json
  readonly interrupt: boolean
}

/** Fields that hosts support and a verdict cannot express. */
const LOST = [
  'updatedToolOutput',
  'updatedMCPToolOutput',
  'sessionTitle',
  'initialUserMessage',
  'watchPaths',
  'content',
]

export function lostIn(answer: Json): readonly string[] {
  const { hookSpecificOutput: specific } = answer
  if (!isObject(specific)) return []
  const { decision } = specific
  const permissions = isObject(decision) && Object.hasOwn(decision, 'updatedPermissions') ? ['updatedPermissions'] : []
  return [...LOST.filter((name) => Object.hasOwn(specific, name)), ...permissions]
}

export class BadAnswer extends Error {}

/** Throws a BadAnswer that names the field. */
export function fieldsOf(answer: Json, eventName: string): Fields {
  const specific = optional(answer, 'hookSpecificOutput', isObject, 'an object') ?? {}
  const name = optional(specific, 'hookEventName', isText, 'a text')
  if (name !== undefined && name !== eventName) {
    throw new BadAnswer(`its answer is for ${short(name)}, but the event is ${eventName}`)
  }
  if (answer['permissionDecision'] !== undefined) {
    throw new BadAnswer('`permissionDecision` belongs inside `hookSpecificOutput`')
  }
  const request = optional(specific, 'decision', isObject, 'an object')
  return {
    ...given('decision', oneOf(answer, 'decision', ['approve', 'block'])),
    ...given('reason', optional(answer, 'reason', isText, 'a text')),
    goesOn: optional(answer, 'continue', isFlag, 'true or false') ?? true,
    ...given('stopReason', optional(answer, 'stopReason', isText, 'a text')),
    ...given('notice', optional(answer, 'systemMessage', isText, 'a text')),
    ...given('context', contextOf(answer, specific)),
    ...given('permission', oneOf(specific, 'permissionDecision', ['allow', 'deny', 'ask', 'defer'])),
    ...given('permissionReason', optional(specific, 'permissionDecisionReason', isText, 'a text')),
    ...given('updatedInput', optional(specific, 'updatedInput', isObject, 'an object')),
    ...given('request', request && requestOf(request)),
    ...given('action', oneOf(specific, 'action', ['accept', 'decline', 'cancel'])),
  }
}

/** At the top level, as some documents write it, or where hosts expect it. */
function contextOf(answer: Json, specific: Json): string | undefined {
  const texts = [answer, specific]
    .map((place) => optional(place, 'additionalContext', isText, 'a text'))
    .filter((text) => text !== undefined && text.trim() !== '')
  return texts.length === 0 ? undefined : [...new Set(texts)].join('\n\n')
}

function requestOf(decision: Json): Request {
  const behavior = oneOf(decision, 'behavior', ['allow', 'deny'])
  if (behavior === undefined) throw new BadAnswer('`decision.behavior` is missing')
  return {
    behavior,
    ...given('message', optional(decision, 'message', isText, 'a text')),
    ...given('updatedInput', optional(decision, 'updatedInput', isObject, 'an object')),
    interrupt: optional(decision, 'interrupt', isFlag, 'true or false') ?? false,
  }
}

function oneOf<const T extends string>(place: Json, key: string, allowed: readonly T[]): T | undefined {
  const isAllowed = (value: unknown): value is T => allowed.some((word) => word === value)
  return optional(place, key, isAllowed, allowed.join(', '))
}

/** Programs often print null for missing fields. */
function optional<T>(place: Json, key: string, fits: (value: unknown) => value is T, allowed: string): T | undefined {
  const value = Object.hasOwn(place, key) ? place[key] : undefined
  if (value === undefined || value === null) return undefined
  if (fits(value)) return value
  throw new BadAnswer(`\`${key}\` in its answer is ${short(value)}; allowed: ${allowed}`)
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'

const MAX_SHOWN = 60

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

const given = <K extends string, T>(key: K, value: T | undefined): { readonly [key in K]?: T } =>
  // The compiler does not know that the one computed key is K.
  (value === undefined ? {} : { [key]: value }) as { readonly [key in K]?: T }
