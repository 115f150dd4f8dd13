/**
 * One rule of the plugin hookify: a Markdown file with the condition as front matter, the message as body. The plugin
 * reads its front matter line by line and not as YAML: `"rm\s"` is a pattern there, and an error in YAML.
 */
export interface HookifyRule {
  readonly name: string
  readonly isEnabled: boolean
  readonly event: string
  readonly conditions: readonly HookifyCondition[]
  readonly action: string
  /** Names of tools, `Edit|Write`; undefined for those that the event implies. */
  readonly tools?: string
  readonly message: string
  /** Keys that the plugin does not know either. */
  readonly unknown: readonly string[]
}

export interface HookifyCondition {
  readonly field: string
  readonly operator: string
  readonly pattern: string
}

const KEYS = ['name', 'enabled', 'event', 'pattern', 'conditions', 'action', 'tool_matcher', 'description', 'warn_once']

/** Undefined when it has no front matter. */
export function readHookify(text: string, fallback: string): HookifyRule | undefined {
  const [before = '', front, ...rest] = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split(/^---[ \t]*$/m)
  if (before.trim() !== '' || front === undefined || rest.length === 0) return undefined
  const { fields, items } = frontMatter(front)
  const event = (fields['event'] ?? 'all').toLowerCase()
  const listed = items.map((item) => ({
    field: item['field'] ?? '',
    operator: item['operator'] ?? 'regex_match',
    pattern: item['pattern'] ?? '',
  }))
  const { pattern = '' } = fields
  const simple = { field: FIELDS[event] ?? 'content', operator: 'regex_match', pattern }
  return {
    name: fields['name'] ?? fallback,
    isEnabled: fields['enabled']?.toLowerCase() !== 'false',
    event,
    conditions: listed.length > 0 ? listed : pattern === '' ? [] : [simple],
    action: (fields['action'] ?? 'warn').toLowerCase(),
    ...(fields['tool_matcher'] !== undefined && fields['tool_matcher'] !== '*' && { tools: fields['tool_matcher'] }),
    message: rest.join('---').trim(),
    unknown: Object.keys(fields).filter((key) => !KEYS.includes(key)),
  }
}

/** The field that a pattern without a field matches. */
const FIELDS: Readonly<Record<string, string>> = {
  bash: 'command',
  file: 'new_text',
  prompt: 'user_prompt',
  stop: 'reply',
}

type Texts = Record<string, string>

function frontMatter(text: string): { readonly fields: Texts; readonly items: readonly Texts[] } {
  const fields: Texts = Object.create(null)
  const items: Texts[] = []
  let isList = false
  for (const line of text.split('\n')) {
    const stripped = line.trim()
    if (stripped === '' || stripped.startsWith('#')) continue
    if (!/^[\s-]/.test(line)) {
      const [key, value] = pairIn(stripped)
      isList = key === 'conditions'
      if (key !== '' && !isList) fields[key] = value
      continue
    }
    if (!isList) continue
    const isItem = stripped.startsWith('-')
    if (isItem) items.push(Object.create(null))
    const inner = isItem ? stripped.slice(1).trim() : stripped
    // Several fields may be on the line of the dash.
    const parts = isItem && /^\w+:[^,]*,\s*\w+:/.test(inner) ? inner.split(/,\s*(?=\w+:)/) : [inner]
    for (const [key, value] of parts.map(pairIn)) {
      const item = items.at(-1)
      if (key !== '' && item !== undefined) item[key] = value
    }
  }
  return { fields, items }
}

function pairIn(line: string): readonly [string, string] {
  const colon = line.indexOf(':')
  return colon === -1 ? ['', ''] : [line.slice(0, colon).trim(), unquoted(line.slice(colon + 1).trim())]
}

const unquoted = (value: string): string => value.replace(/^"+|"+$/g, '').replace(/^'+|'+$/g, '')
