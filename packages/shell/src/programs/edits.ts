/** What an edit puts into a file, as lines of their own: all that is known of the new text. */

/**
 * The replacements of `s/a/b/` and the texts of `a`, `i` and `c` in a program for sed or perl; undefined when the
 * program does more than that.
 */
export function insertedBy(program: string): string | undefined {
  if (program.length > MAX_PROGRAM) return undefined
  const put: string[] = []
  const take = (text: string): string => {
    put.push(unescaped(text))
    return ''
  }
  const rest = program
    .replace(SUBSTITUTION, (all, _, text: string, flags: string) => (flags.includes('e') ? all : take(text)))
    .replace(ADDED, (_, text: string) => take(text))
    .replace(/\/(?:\\.|[^/\\\n])*\//g, '')
  return HARMLESS.test(rest) ? put.join('\n') : undefined
}

/** Unclosed parts are looked for up to the end, so the program must not be long. */
const MAX_PROGRAM = 1 << 12

/** Any character may be the one between the parts. */
const SUBSTITUTION = /\bs([^\w\s\\])(?:\\.|(?!\1)[^\\])*\1((?:\\.|(?!\1)[^\\])*)\1([a-zA-Z0-9]*)/gs

/** Addresses, and commands that only print or delete lines. */
const HARMLESS = /^[\s;{}\d,$!+~IdpqnNgGhHxDP-]*$/

const ADDED = /(?:^|[\s;{}\d$/!])[aic](?:\\\n|\\?[ \t]+|\\)((?:\\\n|[^\n])+)/g

const unescaped = (text: string): string =>
  text.replace(/\\([\\/&|.#"'n\n])/g, (_, char: string) => (char === 'n' ? '\n' : char))

/** The text after substitutions of plain words; undefined when the program does anything else. */
export function substituted(text: string, program: string): string | undefined {
  const parts = program.split(/[;\n]/).map((part) => part.trim())
  let result = text
  for (const part of parts.filter((one) => one !== '')) {
    const [, , from = '', to = '', flags = ''] = PLAIN.exec(part) ?? []
    if (from === '' || result.length > MAX_EDITED) return undefined
    const [old, put] = [unescaped(from), unescaped(to)]
    result = result
      .split('\n')
      .map((line) => (flags === 'g' ? line.replaceAll(old, () => put) : line.replace(old, () => put)))
      .join('\n')
  }
  return result
}

const MAX_EDITED = 1 << 18

/** `s/a/b/g` without anything that means more than itself. */
const PLAIN = /^s([/|#,@!:])((?:\\[/.|#]|(?!\1)[^\\.*[\]^$+?(){}|])+)\1((?:\\[/.|#]|(?!\1)[^\\&])*)\1(g?)$/

/** What a program that prints a file sets in it, as JSON has it: `jq '.scripts.test = "x"'`. */
export const setBy = (name: string, program: string): string => (SETS.test(name) ? assignedIn(program) : '')

const SETS = /^(?:go|ja)?jq$|^yq$|^dasel$/

/** Values that a text of any language gives to a name: `.a.test = "x"`, `p['test'] = 'x'`, `{"test": "x"}`. */
export const assignedIn = (program: string): string =>
  program.length > MAX_PROGRAM
    ? ''
    : Array.from(program.matchAll(ASSIGNED), ([, name = '', text = '', single]) =>
        single === undefined ? `"${name}": ${text}` : `"${name}": ${JSON.stringify(single)}`,
      ).join('\n')

const ASSIGNED = /([\w:-]+)["'\]]*\s*(?:\|?=|:)\s*("(?:\\.|[^"\\])*"|'((?:\\.|[^'\\])*)')/g

/** The lines that a patch adds. */
export const addedBy = (patch: string): string =>
  patch
    .split('\n')
    .filter((line) => line.startsWith('+') && !line.startsWith('+++'))
    .map((line) => line.slice(1))
    .join('\n')

/**
 * What ed or an editor is told to put in: the lines behind `a`, `i` or `c`, up to the dot, and replacements. Undefined
 * when it is told anything else than that, to delete, to save and to leave.
 */
export function typedInto(commands: string): string | undefined {
  const lines: string[] = []
  let isText = false
  for (const line of commands.split('\n')) {
    if (isText && line === '.') isText = false
    else if (isText) lines.push(line)
    else if (/^[\d,.$%;/]*[aic]$/.test(line.trim())) isText = true
    else if (!/^[:\s\d,.$%]*(?:w|q|wq|x|wqa|qa|[dpnHP])?!?\s*$/.test(line)) {
      const put = insertedBy(line.replace(/^[:\s\d,.$%]+/, ''))
      if (put === undefined) return undefined
      lines.push(put)
    }
  }
  return lines.join('\n')
}
