/** A table `[[hooks]]` in a TOML file: from its header to its last key. */
export interface HookTable {
  readonly start: number
  readonly end: number
  readonly event: string
  readonly command: string
}

/** The tables `[[hooks]]` of a text, without a TOML parser: a process that answers one event must not load one. */
export function hookTables(text: string): readonly HookTable[] {
  const tables: { start: number; end: number; keys: Record<string, string> }[] = []
  let isHook = false
  for (const { start, end } of statements(text)) {
    const statement = text.slice(start, end)
    if (/^\s*\[/.test(statement)) {
      isHook = /^\s*\[\[\s*(?:hooks|"hooks"|'hooks')\s*\]\]/.test(statement)
      if (isHook) tables.push({ start, end, keys: {} })
      continue
    }
    const current = tables.at(-1)
    const [, key, value] = /^\s*"?(event|command)"?\s*=\s*(\S[^]*)$/.exec(statement) ?? []
    if (!isHook || current === undefined || /^\s*(?:#|$)/.test(statement)) continue
    current.end = end
    if (key !== undefined && value !== undefined) current.keys[key] = textOf(value)
  }
  return tables.map(({ start, end, keys }) => ({
    start,
    end,
    event: keys['event'] ?? '',
    command: keys['command'] ?? '',
  }))
}

/** A line with all that its value spans: several lines for a long string or a list. Each includes its line end. */
function statements(text: string): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = []
  let start = 0
  let depth = 0
  for (let at = 0; at < text.length;) {
    const quotes = /^(?:"""|'''|"|')/.exec(text.slice(at, at + 3))?.[0]
    const character = text[at]
    if (quotes !== undefined) at = endOfString(text, at + quotes.length, quotes)
    else if (character === '#') at = endOfLine(text, at)
    else {
      if (character === '[' || character === '{') depth += 1
      if (character === ']' || character === '}') depth -= 1
      at += 1
      if (character !== '\n' || depth > 0) continue
      found.push({ start, end: at })
      start = at
      depth = 0
    }
  }
  return start < text.length ? [...found, { start, end: text.length }] : found
}

const endOfLine = (text: string, at: number): number => {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

/** A string on one line ends with the line at the latest, so that a broken file is not one long string. */
function endOfString(text: string, start: number, quotes: string): number {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\' && quotes.startsWith('"')) at += 1
    else if (text.startsWith(quotes, at)) return at + quotes.length
    else if (text[at] === '\n' && quotes.length === 1) return at
  }
  return text.length
}

/** The value of a string on one line; any other value is none that Holdpoint writes. */
function textOf(value: string): string {
  const literal = /^'([^'\n]*)'/.exec(value)?.[1]
  if (literal !== undefined) return literal
  try {
    return String(JSON.parse(/^"(?:[^"\\\n]|\\.)*"/.exec(value)?.[0] ?? '""'))
  } catch {
    return ''
  }
}
