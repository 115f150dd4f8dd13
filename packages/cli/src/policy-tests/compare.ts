import { isDeepStrictEqual } from 'node:util'
import { closest, refuses, type Decision } from '@holdpoint/engine'
import type { AuditedHook } from '@holdpoint/runtime/audit'
import type { Got } from './answer.ts'
import type { Expected, Outcome } from './policy-test.ts'

export interface Difference {
  readonly expected: string
  readonly got: string
  /** A hint on how to fix it. */
  readonly hint?: string
}

/** How an answer differs from the expectation; undefined when it does not. `known`: all rules and hooks there are. */
export function difference(expected: Expected, got: Got, known: readonly string[]): Difference | undefined {
  const failed = got.hooks.find(({ failure }) => failure !== undefined)
  if (expected.failure === undefined && failed !== undefined) {
    return { expected: expectedText(expected), got: `${failed.id} failed: ${failed.failure ?? ''}` }
  }
  if (expected.failure === undefined && got.error !== undefined)
    return { expected: expectedText(expected), got: got.error }
  if (expected.failure !== undefined && !expected.failure.fits(failed?.failure ?? '')) return differing(expected, got)
  if (!isOutcome(expected.outcome, got)) return differing(expected, got)
  const rules = expected.rules.map((rule) => fullName(rule, known))
  const missing = rules.find((rule) => !said(rule, expected.outcome, got))
  if (missing !== undefined) return { ...differing(expected, got), ...hintFor(missing, known) }
  return isSaid(expected, got) ? undefined : differing(expected, got)
}

const differing = (expected: Expected, got: Got): Difference => ({
  expected: expectedText(expected),
  got: heard(got, expected),
})

function isOutcome(outcome: Outcome, got: Got): boolean {
  switch (outcome) {
    case 'any':
      return true
    case 'deny':
    case 'block':
      // The event determines which of the two words applies.
      return refuses(got.decision as Decision)
    case 'rewrite':
      return got.rewrite !== undefined
    case 'context':
      return got.context !== undefined
    case 'warn':
      return (
        got.decision === 'pass' &&
        (got.notice !== undefined ||
          got.hooks.some(({ withheld, level }) => withheld !== undefined && level !== 'observe'))
      )
    case 'pass':
      return got.decision === 'pass' && got.rewrite === undefined
    case 'allow':
    case 'ask':
    case 'feedback':
      return got.decision === outcome
  }
}

/** Whether this one is among the rules and hooks that decided. */
function said(id: string, outcome: Outcome, { decision, hooks }: Got): boolean {
  const own = hooks.filter((hook) => hook.id === id)
  if (outcome === 'any' || outcome === 'pass' || outcome === 'context' || outcome === 'rewrite') return own.length > 0
  if (outcome === 'warn') return own.length > 0
  return own.some((hook) => hook.decision === decision)
}

function isSaid({ message, context, notice, rewrite }: Expected, got: Got): boolean {
  const words = [got.reason, ...got.hooks.flatMap((hook) => [hook.reason, hook.messageId])].filter(isText)
  if (message !== undefined && !words.some((word) => message.fits(word))) return false
  if (context !== undefined && !context.fits(got.context ?? '')) return false
  if (notice !== undefined && !notice.fits(got.notice ?? '')) return false
  return Object.entries(rewrite ?? {}).every(([field, value]) => isDeepStrictEqual(got.rewrite?.[field], value))
}

const isText = (text: string | undefined): text is string => text !== undefined

/** `no-yarn` is enough where only one rule or hook has that name. */
const fullName = (name: string, known: readonly string[]): string =>
  name.includes('/') ? name : (known.find((id) => id.endsWith(`/${name}`)) ?? `rules/${name}`)

function hintFor(name: string, known: readonly string[]): Pick<Difference, 'hint'> {
  if (known.includes(name)) return {}
  const near = closest(name, known)
  return { hint: `there is no ${name}${near === undefined ? '' : `; did you mean ${near}?`}` }
}

/** An expectation on one line. */
export function expectedText({ outcome, rules, message, context, notice, rewrite, failure }: Expected): string {
  const parts = [
    rules.length === 0 ? outcome : `${outcome === 'any' ? 'anything' : outcome} by ${rules.join(', ')}`,
    message && `message ${message.text}`,
    context && `context ${context.text}`,
    notice && `notice ${notice.text}`,
    rewrite && `rewrite ${JSON.stringify(rewrite)}`,
    failure && `a failure: ${failure.text}`,
  ]
  return parts.filter((part) => part !== undefined).join('; ')
}

/** An answer on one line, with the parts that the expectation is about. */
function heard(got: Got, expected: Expected): string {
  const decision = got.rewrite !== undefined && got.decision === 'pass' ? 'rewrite' : got.decision
  const who = got.hooks.filter((hook) => isSpeaker(hook, got)).map(speaker)
  const failed = got.hooks.find(({ failure }) => failure !== undefined)
  const parts = [
    who.length === 0 ? decision : `${decision} by ${who.join(', ')}`,
    got.reason !== undefined && `: ${got.reason}`,
    expected.context !== undefined && `; context ${got.context ?? '-'}`,
    expected.notice !== undefined && `; notice ${got.notice ?? '-'}`,
    (got.rewrite !== undefined || expected.rewrite !== undefined) && `; rewrite ${JSON.stringify(got.rewrite) ?? '-'}`,
    failed !== undefined && `; ${failed.id} failed: ${failed.failure ?? ''}`,
  ]
  return parts.filter((part) => part !== false).join('')
}

const isSpeaker = (hook: AuditedHook, { decision }: Got): boolean =>
  hook.withheld !== undefined ||
  hook.id.startsWith('rules/') ||
  (hook.decision !== 'pass' && hook.decision === decision)

const speaker = ({ id, messageId, withheld, level }: AuditedHook): string =>
  `${id}${messageId === undefined ? '' : ` (${messageId})`}${withheld === undefined ? '' : `, which only ${level === 'observe' ? 'observes' : 'warns of'} ${withheld}`}`
