import { EVENT_WORDS, matcherProblem, type JsonObject } from '@holdpoint/engine'
import type { InstallScope } from './scopes.ts'
import type { Found } from './adopt-found.ts'

/** A hook of the agent's settings as a custom hook of ours, or why it cannot be moved. */

export type Translated = { readonly own: JsonObject } | { readonly why: string }

/** What the settings as a whole say about hooks. */
interface Site {
  readonly scope: InstallScope
  readonly settings: JsonObject
}

const TYPES: Readonly<Record<string, readonly string[]>> = {
  command: ['command', 'args', 'timeout', 'async', 'onFailure', 'statusMessage'],
  http: ['url', 'headers', 'allowedEnvVars', 'timeout', 'onFailure', 'statusMessage'],
  prompt: ['prompt', 'model', 'timeout', 'statusMessage'],
  agent: ['prompt', 'model', 'timeout', 'statusMessage'],
}

const WHY_NOT: Readonly<Record<string, string>> = {
  if: 'only the agent can check its `if`. Write a rule instead',
  once: 'only the agent supports `once`',
  asyncRewake: 'only the agent supports `asyncRewake`',
  shell: 'it needs another `shell`. Start that shell in the command',
  continueOnBlock: 'only the agent supports `continueOnBlock`',
  async: 'only a command can be `async`',
}

/** An installed entry gives a hook at most a minute, and less where the agent itself waits less. */
const MAX_SECONDS = 60
const MAX_SECONDS_AT: Readonly<Record<string, number>> = { SessionEnd: 1, UserPromptSubmit: 30 }
const MAX_ASYNC_SECONDS = 600

export function translated({ event, matcher, entry, more }: Found, site: Site): Translated {
  const { type = 'command', ...fields } = entry
  const known = typeof type === 'string' && Object.hasOwn(TYPES, type) ? TYPES[type] : undefined
  if (known === undefined) return { why: `hooks of the type ${show(type)} run only under the agent` }
  const why =
    eventProblem(event) ??
    matcherMistake(matcher) ??
    unknownField(fields, known) ??
    valueProblem(event, fields, String(type)) ??
    (type === 'http' ? policyProblem(site) : undefined)
  return why === undefined ? { own: ownOf(event, matcher, String(type), { ...more, ...fields }) } : { why }
}

/** The dispatcher cannot pass on what these answer or write into the agent's files. */
const THEIR_OWN = /^(?:Worktree|Elicitation|MessageDisplay$|CwdChanged$|FileChanged$)/

function eventProblem(event: string): string | undefined {
  if (THEIR_OWN.test(event)) return `the agent needs the answer to ${event} from the hook`
  return Object.hasOwn(EVENT_WORDS, event) ? undefined : `Holdpoint does not know the event ${event}`
}

function matcherMistake(matcher: unknown): string | undefined {
  if (matcher === undefined) return undefined
  if (typeof matcher !== 'string') return `its matcher is ${show(matcher)}`
  return matcherProblem(matcher) === undefined ? undefined : `its matcher ${show(matcher)} can never match`
}

function unknownField(fields: JsonObject, known: readonly string[]): string | undefined {
  const isSaid = ([, value]: readonly [string, unknown]): boolean => value !== undefined && value !== false
  const [name] = Object.entries(fields).find((pair) => isSaid(pair) && !known.includes(pair[0])) ?? []
  if (name === undefined) return undefined
  return WHY_NOT[name] ?? `\`${name}\` is unknown`
}

function valueProblem(event: string, fields: JsonObject, type: string): string | undefined {
  const { timeout, model, async } = fields
  const main = type === 'http' ? 'url' : type === 'command' ? 'command' : 'prompt'
  const wrong = Object.entries({ ...SHAPES, [main]: isText }).find(
    ([key, fits]) => (key === main || fields[key] !== undefined) && !fits(fields[key]),
  )
  if (wrong !== undefined) return `\`${wrong[0]}\` is ${show(fields[wrong[0]])}`
  if (typeof fields['command'] === 'string' && isOurCommand(fields['command'])) return 'it is holdpoint itself'
  const limit = async === true ? MAX_ASYNC_SECONDS : (MAX_SECONDS_AT[event] ?? MAX_SECONDS)
  if (typeof timeout === 'number' && timeout > limit) {
    return `its timeout is ${timeout} s; Holdpoint allows at most ${limit} s at ${event}, unless it is async`
  }
  if (typeof model === 'string' && !/[/.-]/.test(model)) return `only the agent knows the model ${show(model)}`
  return undefined
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '' && !value.includes('\0')
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string')
const isFlag = (value: unknown): boolean => typeof value === 'boolean'

const SHAPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  args: isTexts,
  allowedEnvVars: isTexts,
  async: isFlag,
  timeout: (value) => typeof value === 'number' && value >= 0.1,
  model: isText,
  onFailure: (value) => value === 'block' || value === 'continue',
  statusMessage: (value) => typeof value === 'string',
  headers: (value) =>
    typeof value === 'object' && value !== null && Object.values(value).every((item) => typeof item === 'string'),
}

/** It would detect that it was started by itself, and stay silent. */
const isOurCommand = (command: string): boolean => /\bholdpoint(?:\.cjs)?["']?\s+hook\b/.test(command)

/** These lists belong to the agent and would no longer apply. */
function policyProblem({ settings }: Site): string | undefined {
  const policy = ['allowedHttpHookUrls', 'httpHookAllowedEnvVars'].find((key) => Object.hasOwn(settings, key))
  return policy === undefined
    ? undefined
    : `the settings limit such hooks (\`${policy}\`), which only the agent applies`
}

function ownOf(event: string, matcher: unknown, type: string, fields: JsonObject): JsonObject {
  const { command, args, url, headers, allowedEnvVars, prompt, model, timeout, async, onFailure } = fields
  const pairs: readonly (readonly [string, unknown])[] = [
    ['on', event],
    ['matcher', matcher === '' || matcher === '*' ? undefined : matcher],
    ['type', type === 'command' ? undefined : type],
    ['command', command],
    ['args', args],
    ['url', url],
    ['headers', headers],
    ['allowed_env', allowedEnvVars],
    ['prompt', prompt],
    ['model', typeof model === 'string' && !model.includes('/') ? `anthropic/${model}` : model],
    ['timeout', timeout],
    ['async', async === true ? true : undefined],
    ['on_error', onFailure === 'block' ? 'closed' : undefined],
    ['summary', summaryOf(fields)],
  ]
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

function summaryOf({ statusMessage, description }: JsonObject): string | undefined {
  const text = [statusMessage, description].find((value) => typeof value === 'string' && value.trim() !== '')
  return typeof text === 'string' ? text : undefined
}

const MAX_SHOWN = 60

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing'
  return `\`${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}\``
}
