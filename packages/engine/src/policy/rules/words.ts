import type { Facts } from './facts.ts'
import type { Evidence } from './happenings.ts'
import { oneLine as escapeHidden } from '../../lib/wording.ts'
import { wordOf, type Rule } from './rule.ts'
import { withoutLabels } from '../../verdict.ts'

/** What a rule says. Parts of it come from the agent: they stay short and on one line. */

const MAX_SHOWN = 200

export function messageOfRule(id: string, rule: Rule, facts: Facts, found: Evidence): string {
  return filled(rule.message === undefined ? usualMessage(id, rule) : joined(rule.message), id, facts, found)
}

/** A name that is not known stays as it is. */
export const filled = (text: string, id: string, facts: Facts, found: Evidence): string =>
  text.replace(/\{([a-z]+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(VALUES, name) ? VALUES[name]?.(id, facts, found) : undefined
    return value === undefined ? whole : oneLine(value)
  })

const joined = (message: NonNullable<Rule['message']>): string =>
  typeof message === 'string'
    ? message
    : [message.what, message.why, message.fix].filter((part) => part !== undefined && part !== '').join(' ')

const oneLine = (text: string): string => {
  const line = escapeHidden(text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim())
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line
}

type Value = (id: string, facts: Facts, found: Evidence) => string

/** Placeholders that a message may contain in braces. */
const VALUES: Readonly<Record<string, Value>> = {
  rule: (id) => id.slice(id.indexOf('/') + 1),
  command: (_, { tool }) => tool?.command ?? '',
  tool: (_, { tool }) => tool?.name ?? '',
  path: (_, facts, { path }) => path ?? facts.tool?.files[0]?.path ?? '',
  program: (_, __, { program }) => program ?? '',
  branch: (_, { branchAt, event }) => branchAt(event.cwd) ?? '',
}

export const PLACEHOLDERS = Object.keys(VALUES)

function usualMessage(id: string, rule: Rule): string {
  const summary = rule.summary === undefined ? '' : ` ${rule.summary}`
  switch (wordOf(rule.then)) {
    case 'deny':
    case 'block':
      return `Blocked: the rule ${id} refuses this.${summary}`
    case 'ask':
      return `Needs approval: the rule ${id} asks first.${summary}`
    case 'allow':
      return `The rule ${id} approves this.${summary}`
    case 'rewrite':
      return `The rule ${id} changed this call.${summary}`
    case 'run':
      return `Blocked: the program of ${id} refuses this.${summary}`
    case 'warn':
    case 'feedback':
    case 'context':
      return `The rule ${id} matches this.${summary}`
  }
}

/** Why a rule is not sure, and therefore asks. */
export function unclearMessage(id: string, said: string, facts: Facts): string {
  const why =
    facts.tool?.command === undefined
      ? 'Holdpoint did not read all of it'
      : 'a part of the command is unknown until it runs'
  return `Needs approval: the rule ${id} may apply: ${why}. If it does: ${withoutLabels(said)}`
}
