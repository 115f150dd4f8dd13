import type { ParsedScript, Word } from './parse.ts'

/** Longer ones are for the parser, which knows what is too much of anything. */
const MAX_LENGTH = 1000

/** One word without any meaning to a shell, or one that is quoted as a whole with nothing to be replaced inside. */
const WORD = /(-[\w./:,@%+=-]*|[\w./:,@%+][\w./:,@%+-]*|"[ !#%-[\]-_a-~\n]*"|'[ -&(-~\n]*')(?: +|$)/y

/** What begins something else than a simple command. */
const KEYWORDS = new Set(
  'case coproc do done elif else esac fi for function if in select then time until while'.split(' '),
)

/**
 * What the parser would make of a command that is nothing but words; undefined for every other. The parser is half of
 * what reads commands, and many need no more than this. A test holds the two against each other.
 */
export function plainScript(text: string): ParsedScript | undefined {
  if (text.length > MAX_LENGTH || !/^[\w./]/.test(text)) return undefined
  const words: Word[] = []
  WORD.lastIndex = 0
  for (let pos = 0; pos < text.length; pos = WORD.lastIndex) {
    const found = WORD.exec(text)?.[1]
    if (found === undefined) return undefined
    words.push(wordOf(found, pos))
  }
  const [name, ...args] = words
  if (name === undefined || KEYWORDS.has(name.text)) return undefined
  const end = words.at(-1)?.end ?? 0
  const command = { type: 'Command', pos: 0, end, name, prefix: [], suffix: args, args, redirects: [] } as const
  const statement = { type: 'Statement', pos: 0, end, command, background: undefined } as const
  return { type: 'Script', pos: 0, end: text.length, shebang: undefined, commands: [statement] }
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
