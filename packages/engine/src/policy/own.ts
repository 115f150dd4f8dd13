import * as v from 'valibot'
import type { EventKind } from '../event.ts'
import { EVENT_WORDS } from '../event-words.ts'
import type { HookEntry } from '../hook.ts'
import { matcherProblem } from '../matcher.ts'
import { isOfRepository, type OwnDefinition, type OwnHook, type OwnLayer } from '../own.ts'
import { check, mistake } from './shape.ts'
import { levelSchema } from './schema.ts'
import type { Level } from './settings.ts'
import { A_MAPPING, quote, show, unknownName } from './wording.ts'
import type { Path, Report } from './yaml.ts'

/** The section `own` of a layer: hooks that are a program, an address or a question of the user's. */

const texts = v.record(v.string(), v.string())
const list = v.array(v.string())
const text = v.pipe(v.string(), v.minLength(1))
const oneOrMore = v.union([text, v.pipe(list, v.minLength(1))])
const seconds = v.pipe(v.number(), v.minValue(0.1), v.maxValue(600))

const common = {
  type: v.optional(v.string()),
  on: v.optional(oneOrMore),
  matcher: v.optional(v.string()),
  timeout: v.optional(seconds),
  on_error: v.optional(v.picklist(['open', 'closed'])),
  level: v.optional(levelSchema),
  summary: v.optional(v.string()),
}

const evaluator = {
  ...common,
  prompt: v.optional(text),
  model: v.optional(oneOrMore),
  base_url: v.optional(text),
  command: v.optional(v.pipe(list, v.minLength(1))),
  budget: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))),
}

/** What each kind may say. */
export const ownSchemas = {
  command: v.strictObject({
    ...common,
    command: v.optional(text),
    args: v.optional(list),
    async: v.optional(v.boolean()),
    env: v.optional(texts),
    files: v.optional(list),
  }),
  http: v.strictObject({
    ...common,
    url: v.optional(text),
    headers: v.optional(texts),
    allowed_env: v.optional(list),
  }),
  prompt: v.strictObject(evaluator),
  agent: v.strictObject(evaluator),
}

type Kind = keyof typeof ownSchemas
const KINDS = Object.keys(ownSchemas) as readonly Kind[]
const NEEDS: Readonly<Record<Kind, string>> = { command: 'command', http: 'url', prompt: 'prompt', agent: 'prompt' }
/** ENG-54. */
const SECONDS: Readonly<Record<Kind, number>> = { command: 60, http: 30, prompt: 30, agent: 60 }

export interface OwnEntry {
  readonly on: readonly string[]
  readonly matcher?: string
  readonly timeout: number
  readonly on_error: 'open' | 'closed'
  readonly level?: Level
  readonly summary: string
  readonly definition: OwnDefinition
}

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/i

/** Hooks of one layer. One with a mistake is left out: half of it would be another hook than the one that was meant. */
export function checkOwn(
  section: Readonly<Record<string, unknown>>,
  report: Report,
): Readonly<Record<string, OwnEntry>> {
  const sound: Record<string, OwnEntry> = Object.create(null)
  for (const [name, value] of Object.entries(section)) {
    const entry = ownEntry(name, value, ['own', name], report)
    if (entry !== undefined) sound[name] = entry
  }
  return sound
}

function ownEntry(name: string, value: unknown, path: Path, sink: Report): OwnEntry | undefined {
  let isSound = true
  const report: Report = (...problem) => {
    isSound = false
    sink(...problem)
  }
  if (name === 'rules') report(path, '`rules` is the name of all rules together; choose another.', 'key')
  if (!NAME.test(name)) report(path, `${quote(name)} is no name; use letters, digits, - and _.`, 'key')
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    report(path, mistake(path, value, A_MAPPING))
    return undefined
  }
  const { type = 'command', async } = value as { readonly type?: unknown; readonly async?: unknown }
  const kind = KINDS.find((known) => known === type)
  if (kind === undefined) {
    report([...path, 'type'], mistake([...path, 'type'], type, KINDS.join(', ')))
    return undefined
  }
  if (kind !== 'command' && async !== undefined) {
    report([...path, 'async'], `${quote(path.join('.'))} is of type ${kind}; only a command can be \`async\`.`, 'key')
    return undefined
  }
  const {
    on,
    matcher,
    timeout,
    on_error,
    level,
    summary,
    type: _,
    ...rest
  } = check(ownSchemas[kind], value, path, report)
  const needed = NEEDS[kind]
  if (!Object.hasOwn(rest, needed)) report(path, `${quote(path.join('.'))} has no \`${needed}\`.`, 'key')
  if (on === undefined) report(path, `${quote(path.join('.'))} does not say \`on\` which event it runs.`, 'key')
  const events = on === undefined ? [] : typeof on === 'string' ? [on] : on
  checkEvents(events, [...path, 'on'], report)
  const wrong = matcher === undefined ? undefined : matcherProblem(matcher)
  if (wrong !== undefined)
    report([...path, 'matcher'], `${show(matcher)} is no valid matcher: ${wrong.split(': ').at(-1)}.`)
  if (!isSound) return undefined
  return {
    on: events,
    ...(matcher !== undefined && { matcher }),
    timeout: timeout ?? SECONDS[kind],
    on_error: on_error ?? 'open',
    ...(level !== undefined && { level }),
    summary: summary ?? '',
    definition: { type: kind, ...rest } as OwnDefinition,
  }
}

function checkEvents(events: readonly string[], path: Path, report: Report): void {
  const known = Object.keys(EVENT_WORDS)
  for (const event of events) {
    if (!known.includes(event)) report(path, `${unknownName('event', event, known)} Known: ${known.join(', ')}.`)
  }
}

export function ownHook(name: string, layer: OwnLayer, own: OwnEntry): OwnHook {
  const isAsync = own.definition.type === 'command' && own.definition.async === true
  // The result of an async command is delivered when the next turn begins, whichever event started it.
  const words = isAsync ? [...new Set([...own.on, 'UserPromptSubmit'])] : own.on
  const kinds = new Set(words.map((word) => EVENT_WORDS[word]).filter((kind): kind is EventKind => kind !== undefined))
  const entry: HookEntry = {
    id: `own/${name}`,
    on: [...kinds],
    events: words,
    ...(own.matcher !== undefined && { matcher: own.matcher }),
    role: isAsync ? 'observe' : 'gate',
    ...(isQuestion(own.definition) && { asksOthers: true }),
    onError: own.on_error,
    timeoutMs: own.timeout * 1000,
    aliases: [],
    ...ownership(layer),
  }
  return {
    entry,
    summary: own.summary === '' ? summaryOf(own.definition) : own.summary,
    layer,
    definition: own.definition,
    ...(isAsync && { startedBy: own.on }),
  }
}

const isQuestion = ({ type }: OwnDefinition): boolean => type === 'prompt' || type === 'agent'

/** What the user has written for every project, no project takes away. */
export const ownership = (layer: OwnLayer): Pick<HookEntry, 'ownLayer' | 'enabledBy'> => ({
  ownLayer: layer,
  enabledBy: isOfRepository(layer) ? 'preset' : 'always',
})

function summaryOf(definition: OwnDefinition): string {
  switch (definition.type) {
    case 'command':
      return `Runs \`${[definition.command, ...(definition.args ?? [])].join(' ')}\`.`
    case 'http':
      return `Asks ${definition.url}.`
    case 'module':
      return `Runs ${definition.file}.`
    case 'rules':
      return 'Holds what happens against the rules of the configuration.'
    case 'prompt':
    case 'agent':
      return `Asks a language model: ${definition.prompt.slice(0, 80)}`
  }
}
