/** Globs for paths, from the regexes that hookify matches against a file's whole path. */

/** Undefined when no glob is equivalent. */
export function globFor(operator: string, pattern: string): string | undefined {
  const literal = escaped(pattern)
  switch (operator) {
    case 'contains':
    case 'not_contains':
      return `**${literal}**`
    case 'equals':
      return literal
    case 'starts_with':
      return `${literal}**`
    case 'ends_with':
      return `**${literal}`
    case 'regex_match':
      return globOf(pattern)
    default:
      return undefined
  }
}

const escaped = (text: string): string => text.replace(/[*?[\]{},\\!]/g, String.raw`\$&`)

/** The parts of a regex that a glob can express: literals, `.`, `.*`, sets, alternatives and optional parts. */
function globOf(expression: string): string | undefined {
  const inner = expression.replace(/^\(\?i\)/, '')
  if (splitChoices(inner).length > 1) {
    const globs = splitChoices(inner).map(globOf)
    return globs.includes(undefined) ? undefined : `{${globs.join(',')}}`
  }
  const isFromStart = inner.startsWith('^')
  const isToEnd = /(?:^|[^\\])(?:\\\\)*\$$/.test(inner)
  const body = partOf(inner.slice(isFromStart ? 1 : 0, isToEnd ? -1 : undefined))
  return body === undefined ? undefined : `${isFromStart ? '' : '**'}${body}${isToEnd ? '' : '**'}`
}

const TOKEN =
  /^(?:(?<any>\.[*+]\??)|(?<level>\[\^\/\][*+]\??)|(?<group>\((?:\?:)?(?<choices>[^()]*)\)(?<maybe>\??))|(?<set>\[[^\]\\^[]+\])|(?<dot>\.)|(?:\\(?<quoted>[^\w\s])|(?<plain>[^\\^$.*+?()[\]{}|]))(?<left>\??))(?![*+{?])/u

function partOf(text: string): string | undefined {
  let glob = ''
  let rest = text
  while (rest !== '') {
    const { 0: whole = '', groups = {} } = TOKEN.exec(rest) ?? {}
    if (whole === '') return undefined
    const part = globOfToken(groups)
    if (part === undefined) return undefined
    glob += part
    rest = rest.slice(whole.length)
  }
  return glob
}

function globOfToken({
  any,
  level,
  group,
  choices = '',
  maybe,
  set,
  dot,
  quoted,
  plain,
  left,
}: Record<string, string>) {
  if (any !== undefined) return '**'
  if (level !== undefined) return '*'
  if (dot !== undefined) return '?'
  if (set !== undefined) return set
  if (group !== undefined) {
    const parts = splitChoices(choices).map(partOf)
    if (parts.includes(undefined)) return undefined
    const all = maybe === '?' ? [...parts, ''] : parts
    return all.length === 1 ? all[0] : `{${all.join(',')}}`
  }
  const sign = escaped(quoted ?? plain ?? '')
  return left === '?' ? `{${sign},}` : sign
}

/** Splits at the alternatives outside groups and sets. */
function splitChoices(text: string): readonly string[] {
  const parts: string[] = []
  let part = ''
  let depth = 0
  let isSet = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '\\') {
      part += char + text.charAt(++at)
      continue
    }
    if (char === '[') isSet = true
    else if (char === ']') isSet = false
    else if (!isSet && char === '(') depth += 1
    else if (!isSet && char === ')') depth -= 1
    if (char === '|' && depth === 0 && !isSet) {
      parts.push(part)
      part = ''
    } else part += char
  }
  return [...parts, part]
}
