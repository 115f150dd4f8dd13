/** What an edit puts into a file, as lines of their own: all that is known of the new text. */

/** The replacements of `s/a/b/` and the texts of `a`, `i` and `c` in a program for sed, perl or ed. */
export function insertedBy(program: string): string {
  if (program.length > MAX_PROGRAM) return ''
  const replaced = Array.from(program.matchAll(SUBSTITUTION), ([, , text = '']) => unescaped(text))
  const added = Array.from(program.matchAll(ADDED), ([, text = '']) => unescaped(text))
  return [...replaced, ...added].join('\n')
}

const MAX_PROGRAM = 1 << 16

/** Any character may be the one between the parts. */
const SUBSTITUTION = /\bs([^\w\s\\])(?:\\.|(?!\1)[^\\])*\1((?:\\.|(?!\1)[^\\])*)\1/gs

const ADDED = /(?:^|[\s;{}\d$/!])[aic](?:\\\n|\\?[ \t]+|\\)((?:\\\n|[^\n])+)/g

const unescaped = (text: string): string =>
  text.replace(/\\([\\/&|"'n\n])/g, (_, char: string) => (char === 'n' ? '\n' : char))

/** What a program for jq or yq sets, as JSON has it: `.scripts.test = "x"`. */
export const setBy = (program: string): string =>
  program.length > MAX_PROGRAM
    ? ''
    : Array.from(
        program.matchAll(/([\w:-]+)["'\]]*\s*\|?=\s*("(?:\\.|[^"\\])*")/g),
        ([, name = '', value = '']) => `"${name}": ${value}`,
      ).join('\n')

/** The lines that a patch adds. */
export const addedBy = (patch: string): string =>
  patch
    .split('\n')
    .filter((line) => line.startsWith('+') && !line.startsWith('+++'))
    .map((line) => line.slice(1))
    .join('\n')

/** What ed is told to put in: the lines behind `a`, `i` or `c`, up to the dot. */
export function typedInto(commands: string): string {
  const lines: string[] = []
  let isText = false
  for (const line of commands.split('\n')) {
    if (isText && line === '.') isText = false
    else if (isText) lines.push(line)
    else isText = /^[\d,.$%;/]*[aic]$/.test(line.trim())
  }
  return [...lines, insertedBy(commands)].join('\n')
}
