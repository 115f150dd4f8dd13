/** A path that begins here: `/tmp/x`, `/private/tmp/x`, but not `/var/tmp/x` and not the agent's own directory. */
const TEMPORARY = /^(?:\/private)?\/tmp\/(?!claude-)/
const BEFORE = /^[\s"'=><(:,;|&`[{]?$/

/**
 * Replaces every temporary path of a command, so that what it reads later is what it wrote. Undefined when no path is
 * written out. The rest of the text stays as it is.
 */
export function moveIntoProject(command: string, root: string, directory: string, exists: boolean): string | undefined {
  let out = ''
  let quote = ''
  let moved = false
  for (let at = 0; at < command.length; at++) {
    const char = command[at] ?? ''
    const match = char === '/' && BEFORE.test(command[at - 1] ?? '') ? TEMPORARY.exec(command.slice(at, at + 32)) : null
    if (match !== null && !command.startsWith(`${root}/`, at)) {
      out += `${escaped(directory, quote)}/`
      at += match[0].length - 1
      moved = true
      continue
    }
    out += char
    if (char === '\\' && quote !== "'") out += command[++at] ?? ''
    else if (quote === '' ? char === "'" || char === '"' : char === quote) quote = quote === '' ? char : ''
  }
  if (!moved) return undefined
  return exists ? out : `mkdir -p ${escaped(directory, '')} && ${out}`
}

/** The same path, escaped so that the shell reads it as one word within its current quotes. */
function escaped(path: string, quote: string): string {
  if (quote === "'") return path.replaceAll("'", `'\\''`)
  if (quote === '"') return path.replace(/["\\$`]/g, String.raw`\$&`)
  return /^[\w./+@%-]+$/.test(path) ? path : `"${escaped(path, '"')}"`
}
