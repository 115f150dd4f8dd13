import type { ParsedScript, Word } from './parse.ts'

/** Longer ones are for the parser, which knows what is too much of anything. */
const MAX_LENGTH = 1000

/** What begins something else than a simple command. */
const KEYWORDS = new Set(
  'case coproc do done elif else esac fi for function if in select then time until while'.split(' '),
)

/**
 * What the parser would make of a command that is nothing but words; undefined for every other. The parser is half of
 * what reads commands, and many need no more than this. A test holds the two against each other.
 */
export function plainScript(text: string): ParsedScript | undefined {
  if (text.length > MAX_LENGTH || !(isWordUnit(text.charCodeAt(0)) || text[0] === '.' || text[0] === '/'))
    return undefined
  const words: Word[] = []
  for (let pos = 0; pos < text.length;) {
    const end = endOfWord(text, pos)
    if (end <= pos || (end < text.length && text[end] !== ' ')) return undefined
    words.push(wordOf(text.slice(pos, end), pos))
    pos = end
    while (text[pos] === ' ') pos++
  }
  const [name, ...args] = words
  if (name === undefined || KEYWORDS.has(name.text)) return undefined
  const end = words.at(-1)?.end ?? 0
  const command = { type: 'Command', pos: 0, end, name, prefix: [], suffix: args, args, redirects: [] } as const
  const statement = { type: 'Statement', pos: 0, end, command, background: undefined } as const
  return { type: 'Script', pos: 0, end: text.length, shebang: undefined, commands: [statement] }
}

/**
 * Of one word without any meaning to a shell, or one that is quoted as a whole with nothing to be replaced inside; `pos`
 * or -1 where none is. By hand: to get a pattern ready takes longer than to look at every letter of a short command.
 */
function endOfWord(text: string, pos: number): number {
  const first = text.charAt(pos)
  if (first === '"') return endOfQuoted(text, pos, '$\\`')
  if (first === "'") return endOfQuoted(text, pos, '')
  const others = first === '-' ? './:,@%+-=' : './:,@%+-'
  let end = pos
  while (end < text.length && (isWordUnit(text.charCodeAt(end)) || others.includes(text.charAt(end)))) end++
  return end
}

/** Of letters, digits, `_`. */
const isWordUnit = (unit: number): boolean =>
  (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || unit === 0x5f || (unit >= 0x61 && unit <= 0x7a)

/** All ASCII, and nothing that means something in spite of the quotes. */
function endOfQuoted(text: string, pos: number, meaning: string): number {
  for (let at = pos + 1; at < text.length; at++) {
    if (text[at] === text[pos]) return at + 1
    const unit = text.charCodeAt(at)
    if ((unit < 0x20 && text[at] !== '\n') || unit > 0x7e || meaning.includes(text.charAt(at))) return -1
  }
  return -1
}

function wordOf(text: string, pos: number): Word {
  const end = pos + text.length
  const isDouble = text.startsWith('"')
  if (!isDouble && !text.startsWith("'")) return { type: 'Word', text, value: text, pos, end }
  const value = text.slice(1, -1)
  const literal = { type: 'Literal', pos: pos + 1, end: end - 1, value, text: value } as const
  const part = isDouble
    ? ({ type: 'DoubleQuoted', pos, end, text, parts: [literal] } as const)
    : ({ type: 'SingleQuoted', pos, end, value, text } as const)
  return { type: 'Word', text, value, pos, end, parts: [part] }
}
