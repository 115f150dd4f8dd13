/** Values of a git configuration file by lower-case key, such as `remote.origin.push`; later ones last. */
export type GitConfig = ReadonlyMap<string, readonly string[]>

/** Reads the text of a configuration file. Lines that git would refuse are left out. */
export function parseGitConfig(text: string): GitConfig {
  const values = new Map<string, string[]>()
  let section = ''
  for (const line of logicalLines(text)) {
    const header = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)$/.exec(line)
    if (header !== null) {
      const [, name = '', sub] = header
      section = sub === undefined ? name : `${name}.${sub.replace(/\\(.)/g, '$1')}`
    }
    const entry = /^\s*([A-Za-z][\w-]*)\s*(?:=(.*))?$/s.exec(header === null ? line : (header[3] ?? ''))
    if (entry === null) continue
    const [, name = '', value] = entry
    const key = `${section}.${name}`.toLowerCase()
    const known = values.get(key) ?? []
    known.push(value === undefined ? 'true' : configValue(value))
    values.set(key, known)
  }
  return values
}

/** A backslash at the end of a line joins it with the next one. */
function logicalLines(text: string): readonly string[] {
  const lines: string[] = []
  let open = false
  for (const line of text.split(/\r?\n/)) {
    const continues = /(?:^|[^\\])(?:\\\\)*\\$/.test(line.slice(-64))
    const part = continues ? line.slice(0, -1) : line
    if (open) lines[lines.length - 1] += part
    else lines.push(part)
    open = continues
  }
  return lines
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' }

/** Without quotes, escapes and comments. */
function configValue(text: string): string {
  let value = ''
  let quoted = false
  // Spaces at the end count only when something follows, or inside quotes.
  let kept = 0
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index)
    if (char === '\\') {
      const next = text.charAt(++index)
      value += ESCAPES[next] ?? next
    } else if (char === '"') {
      quoted = !quoted
    } else if (!quoted && (char === '#' || char === ';')) {
      break
    } else if (quoted || !/\s/.test(char) || value !== '') {
      value += char
    }
    if (quoted || !/\s/.test(char)) kept = value.length
  }
  return value.slice(0, kept)
}

/** What git takes for "no". */
export const isFalse = (value: string | undefined): boolean =>
  value !== undefined && ['false', 'no', 'off', '0', ''].includes(value.toLowerCase())
