import { UNKNOWN } from '@holdpoint/shell'

/** A command as a reader finds it. */
export interface FoundCommand {
  readonly text: string
  /** Where it begins; absent when the reader does not know, and the text is searched for. */
  readonly line?: number
  /** Where it runs, if that is not what the table says. */
  readonly where?: 'here' | 'container' | 'runner'
  readonly isAutomatic?: boolean
}

export type FileReader = (text: string, file: ReadFile) => readonly FoundCommand[]

export interface ReadFile {
  readonly path: string
  readonly home: string | undefined
  /** Only a piece of the file is known. */
  readonly isPiece: boolean
}

/** `${{ secrets.X }}` becomes a variable whose name says so, every other `${{ … }}` is unknown. */
export function withoutExpressions(text: string): string {
  if (!text.includes('{{')) return text
  let out = ''
  let at = 0
  for (const found of text.matchAll(/\$?\{\{([^}]*)\}\}/g)) {
    out += text.slice(at, found.index)
    at = found.index + found[0].length
    const secret = /\bsecrets\.(\w+)|\bgithub\.token\b/.exec(found[1] ?? '')
    const variable = `$\{${secret?.[1] ?? 'GITHUB_TOKEN'}_SECRET}`
    // The value is put in before the shell sees the quotes.
    if (secret === null) out += UNKNOWN
    else out += isSingleQuoted(out) ? `'"${variable}"'` : variable
  }
  return out + text.slice(at)
}

function isSingleQuoted(before: string): boolean {
  let quote = ''
  for (let at = before.lastIndexOf('\n') + 1; at < before.length; at++) {
    const char = before[at] ?? ''
    if (char === '\\' && quote !== "'") at++
    else if (char === quote) quote = ''
    else if (quote === '' && (char === "'" || char === '"')) quote = char
  }
  return quote === "'"
}

export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Words of a command that is given as a list: `~` and `$X` keep their meaning, blanks do not split. */
export const wordsToLine = (words: readonly string[]): string =>
  words.map((word) => (/^[^\s'"\\;&|<>()]+$/.test(word) ? word : quoted(word))).join(' ')

/** The same text as an argument of the program that runs it. */
export function throughShell(text: string, shell: string | undefined): string {
  const name = shell?.split(/[\s/]+/).find((word) => INTERPRETER.test(word))
  if (name === undefined) return text
  if (/^(?:pwsh|powershell)/.test(name)) return `pwsh -Command ${quoted(text)}`
  if (name === 'cmd') return `cmd /c ${quoted(text)}`
  return `${name} ${name.startsWith('python') ? '-c' : '-e'} ${quoted(text)}`
}

const INTERPRETER = /^(?:pwsh|powershell|cmd|python[\d.]*|node|ruby|perl)$/

/** Where a command stands in its file: as much of its first line as is found, behind the one found before. */
export function lineFinder(text: string): (command: string) => number {
  const starts = [...text.matchAll(/\n/g)].map(({ index }) => index)
  let from = 0
  return (command) => {
    const first = command.trimStart().split('\n', 1)[0] ?? ''
    const words = (first.split(UNKNOWN, 1)[0] ?? '').trim().split(/\s+/)
    // Variables are filled in, so that its end may be written in another way.
    for (const count of new Set([words.length, Math.min(2, words.length), 1])) {
      const known = words.slice(0, count).join(' ')
      const needles = known === '' ? [] : [known, JSON.stringify(known).slice(1, -1)]
      const found = [from, 0].flatMap((start) => needles.map((needle) => text.indexOf(needle, start)))
      const at = found.find((index) => index >= 0)
      if (at === undefined) continue
      from = at
      break
    }
    return linesBefore(starts, from) + 1
  }
}

/** How many line ends lie before an offset. */
function linesBefore(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}
