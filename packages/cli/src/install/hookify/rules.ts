import { checkRules } from '@holdpoint/engine/rules'
import { globFor } from './globs.ts'
import type { HookifyCondition, HookifyRule } from './read.ts'
import type { JsonObject } from '@holdpoint/engine'

/** Rules of hookify as rules of ours. */

export interface Imported {
  readonly rules: readonly { readonly name: string; readonly value: JsonObject }[]
  /** Differences to the original rule. */
  readonly notes: readonly string[]
  /** Why there is no rule. */
  readonly why?: string
}

/** Our equivalent of an event of hookify, and which of its fields we can match. */
const EVENTS: Readonly<Record<string, string>> = {
  bash: 'PreToolUse',
  file: 'PreToolUse',
  stop: 'Stop',
  prompt: 'UserPromptSubmit',
}

const KEYS: Readonly<Record<string, string>> = {
  command: 'command',
  file_path: 'writes',
  new_text: 'content',
  new_string: 'content',
  content: 'content',
  user_prompt: 'prompt',
  prompt: 'prompt',
  reply: 'says',
}

/** The field implies the event when the rule is for all of them. */
const EVENT_OF: Readonly<Record<string, string>> = {
  command: 'bash',
  writes: 'file',
  content: 'file',
  prompt: 'prompt',
  says: 'stop',
}

export function importRule(rule: HookifyRule): Imported {
  if (rule.conditions.length === 0)
    return { rules: [], notes: [], why: 'it has neither a pattern nor conditions, so it never speaks' }
  if (rule.event !== 'all' && !Object.hasOwn(EVENTS, rule.event)) {
    return { rules: [], notes: [], why: `hookify has no event \`${rule.event}\`` }
  }
  const notes = rule.unknown.map((key) => `\`${key}\` means nothing`)
  const isForAnything = rule.event === 'all' && rule.conditions.every(({ field }) => field === 'content')
  const wanted = isForAnything
    ? ['command', 'content', 'prompt'].map((key) => ({ suffix: `-${key}`, event: EVENT_OF[key] ?? '', key }))
    : [{ suffix: '', event: rule.event, key: undefined }]
  const made = wanted.map(({ suffix, event, key }) => ruleFor(rule, event, key, suffix))
  const failed = made.find((result) => 'why' in result)
  if (failed !== undefined && 'why' in failed) return { rules: [], notes, why: failed.why }
  const rules = made.flatMap((result) => ('why' in result ? [] : [result]))
  const problem = problemIn(rules)
  return problem === undefined ? { rules, notes: [...notes, ...notesOn(rule)] } : { rules: [], notes, why: problem }
}

type Made = { readonly name: string; readonly value: JsonObject } | { readonly why: string }

function ruleFor(rule: HookifyRule, event: string, forced: string | undefined, suffix: string): Made {
  const when: Record<string, unknown> = {}
  const unless: JsonObject[] = []
  for (const condition of rule.conditions) {
    const key = forced ?? KEYS[condition.field]
    if (key === undefined) return { why: whyNoField(condition.field) }
    const test = testFor(key, condition)
    if (test === undefined)
      return { why: `nothing here says \`${condition.operator}\` of \`${condition.field}\` ${quoted(condition)}` }
    if (condition.operator === 'not_contains') unless.push({ [key]: test })
    else if (Object.hasOwn(when, key))
      return { why: `two conditions on \`${condition.field}\` would have to hold at once` }
    else if (!isAnything(condition)) when[key] = test
  }
  const meant =
    event === 'all' ? (EVENT_OF[Object.keys(when)[0] ?? Object.keys(unless[0] ?? {})[0] ?? ''] ?? 'bash') : event
  const word = EVENTS[meant] ?? 'PreToolUse'
  const tools = toolsFor(rule, meant, when)
  const value = {
    ...(!rule.isEnabled && { level: 'off' }),
    when: { ...(word !== 'PreToolUse' && { event: word }), ...(tools !== undefined && { tool: tools }), ...when },
    ...(unless.length > 0 && { unless: unless.length === 1 ? unless[0] : unless }),
    then: actionFor(rule.action, word),
    ...(rule.message !== '' && { message: rule.message }),
  }
  return { name: `${plain(rule.name)}${suffix}`, value }
}

function testFor(key: string, condition: HookifyCondition): unknown {
  const { operator, pattern } = condition
  if (pattern === '') return undefined
  if (key === 'writes') return globFor(operator, pattern)
  const literal = pattern.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  switch (operator) {
    // hookify ignores case here, and only here.
    case 'regex_match':
      return { matches: expressionOf(pattern), flags: 'i' }
    case 'contains':
    case 'not_contains':
      return literal
    case 'equals':
      return `^${literal}$`
    case 'starts_with':
      return `^${literal}`
    case 'ends_with':
      return `${literal}$`
    default:
      return undefined
  }
}

/** Python has another syntax for some constructs. */
const expressionOf = (pattern: string): string =>
  pattern
    .replace(/^\(\?i\)/, '')
    .replaceAll('(?P<', '(?<')
    .replaceAll(String.raw`\A`, '^')
    .replaceAll(String.raw`\Z`, '$')

const isAnything = ({ operator, pattern }: HookifyCondition): boolean =>
  operator === 'regex_match' && /^\^?\.[*+]\$?$/.test(pattern)

/** A rule on a path applies to every tool that writes there; one on contents applies to files only. */
function toolsFor({ tools }: HookifyRule, event: string, when: JsonObject): readonly string[] | undefined {
  if (tools !== undefined) return tools.split('|').map((name) => name.trim())
  return event === 'file' && !Object.hasOwn(when, 'writes')
    ? ['write', 'edit']
    : event === 'bash' && !Object.hasOwn(when, 'command')
      ? ['shell']
      : undefined
}

function actionFor(action: string, event: string): string {
  if (action === 'block') return event === 'PreToolUse' ? 'deny' : 'block'
  return action === 'ask' && event === 'PreToolUse' ? 'ask' : 'warn'
}

function whyNoField(field: string): string {
  if (field === 'transcript')
    return 'rules do not look at the transcript; see the pack `quality` for what it is mostly used for'
  return `nothing here stands for the field \`${field}\``
}

/** Our own validation has the last word. */
function problemIn(rules: readonly { readonly name: string; readonly value: JsonObject }[]): string | undefined {
  let problem: string | undefined
  checkRules(Object.fromEntries(rules.map(({ name, value }) => [name, value])), ['rules'], (_, wording) => {
    problem ??= typeof wording === 'string' ? wording : wording()
  })
  return problem
}

function notesOn({ event, action, conditions }: HookifyRule): readonly string[] {
  const paths = conditions.filter(({ field, operator }) => field === 'file_path' && operator === 'regex_match')
  return [
    ...(paths.length > 0 ? ['paths are compared with their case here'] : []),
    ...(event === 'prompt' && action === 'block' ? ['the prompt is really blocked here; hookify only says so'] : []),
    ...(['warn', 'block', 'ask'].includes(action)
      ? []
      : [`the action \`${action}\` is taken for \`warn\`, as hookify does`]),
  ]
}

const MAX_NAME = 50

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, MAX_NAME) || 'rule'

const quoted = ({ pattern }: HookifyCondition): string => `\`${pattern.slice(0, 60)}\``
