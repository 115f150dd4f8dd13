/** Variables that hold a path chosen by the user, which a shell splits at every space. */
const PATHS =
  /^\$(?:\{(CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|CLAUDE_PLUGIN_DATA|HOME)\}|(CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|CLAUDE_PLUGIN_DATA|HOME)\b)/

/** The first path variable outside quotes in a shell line, where the shell splits it at a space. */
export function unquotedPath(line: string): string | undefined {
  let quote = ''
  let wordStart = 0
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? ''
    if (char === '\\' && quote !== "'") at++
    else if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (/[\s;&|()<>]/.test(char)) wordStart = at + 1
    else if (char === '$') {
      const name = PATHS.exec(line.slice(at, at + MAX_NAME))
      // The shell does not split assignments.
      if (name !== null && !/^\w+=/.test(line.slice(wordStart, at))) return name[1] ?? name[2]
    }
  }
  return undefined
}

const MAX_NAME = 32

/** The quoted form to write instead, for any path. */
export const quoteAdvice = (name: string): string =>
  `has $${name} outside quotes, which breaks in a folder with a space. Write \`"$${name}/…"\`, with the quotes.`
