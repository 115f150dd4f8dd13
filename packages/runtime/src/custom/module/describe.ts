import {
  EVENT_WORDS,
  type EventKind,
  type ToolKind,
  matcherProblem,
  closest,
  defaultsProblem,
  type OptionDefaults,
  isObject,
} from '@holdpoint/engine'
import type { ModuleMeta } from './built.ts'

/** A hook file's description, validated strictly: an error now prevents a wrong pass later. */

const KINDS: readonly string[] = [...new Set<EventKind>([...Object.values(EVENT_WORDS), 'other'])]
const TOOLS: readonly ToolKind[] = ['shell', 'write', 'edit', 'read', 'agent', 'ask', 'mcp', 'other']

type Check = (value: unknown) => string | undefined

const text: Check = (value) => (typeof value === 'string' ? undefined : 'it is a text')
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && words.includes(value) ? undefined : `it is one of ${words.join(', ')}`
const listOf =
  (words: readonly string[]): Check =>
  (value) => {
    if (!Array.isArray(value) || value.length === 0) return 'it is a list with at least one word'
    const wrong: unknown = value.find((item) => !words.includes(String(item)))
    return wrong === undefined ? undefined : `${JSON.stringify(wrong)} is none of ${words.join(', ')}`
  }
const number =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most ? undefined : `it is a number from ${least} to ${most}`

const CHECKS: Readonly<Record<string, Check>> = {
  id: text,
  summary: text,
  on: listOf(KINDS),
  events: listOf(Object.keys(EVENT_WORDS)),
  tools: listOf(TOOLS),
  matcher: (value) => (typeof value === 'string' ? matcherProblem(value) : 'it is a text'),
  role: oneOf('gate', 'context', 'observe'),
  onError: oneOf('open', 'closed'),
  timeoutMs: number(1, 600_000),
  order: number(-1_000_000, 1_000_000),
  enabledBy: oneOf('preset'),
  aliases: (value) =>
    Array.isArray(value) && value.length === 0 ? undefined : 'a hook of your own has no other names',
  options: () => undefined,
  messages: (value) =>
    isObject(value) && Object.values(value).every(isMessage)
      ? undefined
      : 'each message is a text, or has the parts what, why and fix',
}

const isMessage = (value: unknown): boolean =>
  isObject(value) &&
  (typeof value['exact'] === 'string' || ['what', 'why', 'fix'].every((part) => typeof value[part] === 'string'))

/** Fields of version 0.0. They are ignored, so that hooks written for it still load. */
const FORMER = ['since', 'source', 'onlyEffects', 'recommended']

/** A text describes the error. `options` are the defaults, if the hook gives them in this form. */
export function describe(name: string, meta: unknown, options: unknown): ModuleMeta | string {
  if (!isObject(meta)) return 'it has no `meta`'
  for (const [key, value] of Object.entries(meta)) {
    if (FORMER.includes(key)) continue
    const check = Object.hasOwn(CHECKS, key) ? CHECKS[key] : undefined
    if (check === undefined) return unknownKey(key)
    const problem = value === undefined ? undefined : check(value)
    if (problem !== undefined) return `meta.${key}: ${problem}`
  }
  if (meta['on'] === undefined) return 'meta.on: it names no event'
  const id = `own/${name}` as const
  if (meta['id'] !== undefined && meta['id'] !== id && meta['id'] !== NO_ID) {
    return `meta.id: it is ${JSON.stringify(meta['id'])}, but the name of the file makes it \`${id}\`; leave the id out`
  }
  const wrong = options === undefined ? undefined : defaultsProblem(options)
  if (wrong !== undefined) return `meta.options: ${wrong}`
  return metaFrom(id, meta, options as OptionDefaults | undefined)
}

/** The defaults of `defineHook`. */
const NO_ID = 'own/hook'

const unknownKey = (key: string): string => {
  const hint = closest(key, Object.keys(CHECKS))
  return `meta.${key}: there is no such field${hint === undefined ? '' : `; did you mean \`${hint}\`?`}`
}

function metaFrom(
  id: `own/${string}`,
  meta: Readonly<Record<string, unknown>>,
  options: OptionDefaults | undefined,
): ModuleMeta {
  const { summary, options: _options, messages: _messages, ...rest } = meta
  const kept = Object.fromEntries(Object.entries(rest).filter(([key]) => !FORMER.includes(key)))
  const entry = {
    ...(JSON.parse(JSON.stringify(kept)) as ModuleMeta['entry']),
    id,
    enabledBy: 'preset',
    aliases: [],
    ownLayer: 'project',
  } as const
  return {
    entry,
    summary: typeof summary === 'string' && summary !== '' ? summary : `Runs .holdpoint/hooks/${id.slice(4)}.`,
    ...(options !== undefined && { options }),
  }
}
