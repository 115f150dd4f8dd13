import { encoded } from './encode.ts'
import { ahead, copy, deeper, next, openSource, replace, Unreadable, write, writeLater, type Source } from './source.ts'

/** What begins with `$` or a back quote. */

const MODIFIERS = String.raw`(?::(?:[htr]\d*|[eaAclupqQPxF&]|g?s(.)(?:\\.|(?!\1)[\s\S])*\1(?:\\.|(?!\1)[^ \t\n"'])*\1?))*`
const NAMED = new RegExp(String.raw`\$([=~^+#]*)(\w+|[@*?!$#-])`, 'y')
const MODIFIED = new RegExp(MODIFIERS, 'y')

export function dollar(source: Source, quoted: boolean): void {
  const two = next(source, 1)
  if (two === "'" && !quoted) return copyAnsi(source)
  if (two === '(') return next(source, 2) === '(' && isArithmetic(source, 1) ? numbers(source, 1) : substitution(source)
  if (two === '[') return brackets(source)
  if (two === '{') return braces(source, quoted)
  const found = ahead(source, NAMED)
  if (found === null) return copy(source, 1)
  named(source, found[0], found[1] ?? '', found[2] ?? '')
}

function named(source: Source, whole: string, marks: string, name: string): void {
  // `$#` and `$-` on their own; `$##` is a length.
  const from = source.at + whole.length
  const subscripts = /^(?:\w+|[@*])$/.test(name) ? subscriptsAt(source.text, from) : 0
  MODIFIED.lastIndex = from + subscripts
  const modifiers = /^[\w@*]/.test(name) ? (MODIFIED.exec(source.text)?.[0] ?? '') : ''
  const length = whole.length + subscripts + modifiers.length
  if (marks === '' && subscripts === 0 && modifiers === '') return copy(source, length)
  replace(source, length, encoded(source.text.slice(source.at + 1, source.at + length)))
}

/** How long `[2]`, `[(r)x*]` and more of them are. */
function subscriptsAt(text: string, from: number): number {
  let at = from
  while (text[at] === '[') {
    const end = closing(text, at, '[', ']')
    if (end < 0) throw new Unreadable('[')
    at = end + 1
  }
  return at - from
}

/** `${…}` is read when it is expanded; here only its end is looked for. */
function braces(source: Source, quoted: boolean): void {
  const end = closing(source.text, source.at + 1, '{', '}', { quoted })
  if (end < 0) throw new Unreadable('${')
  const inside = source.text.slice(source.at + 2, end)
  const length = end + 1 - source.at
  if (/^\w+$/.test(inside)) return copy(source, length)
  source.differs ||= !LIKE_BASH.test(inside)
  source.at += length
  writeLater(source, () => encoded(inside))
}

/** `${x:-y}`, `${x%y}`, `${#x}`, `${x[@]}`: the same in bash. */
const LIKE_BASH = /^(?:[#!]?\w+(?:\[[@*]\])?|\w+(?::?[-=+?]|%%?|##?|\/|\^|,|@)[\s\S]*|!\w+[*@]?)$/

interface Looking {
  /** Inside of double quotes, where single ones mean nothing. */
  readonly quoted?: boolean
  readonly level?: number
  /** Not further than here. */
  readonly end?: number
}

const MAX_LEVELS = 60

/** Where a bracket ends; quotes and substitutions in between are jumped over. -1: nowhere. */
export function closing(text: string, start: number, open: string, close: string, how: Looking = {}): number {
  const { quoted = false, level = 0, end = text.length } = how
  let depth = 0
  if (level > MAX_LEVELS) return -1
  for (let at = start; at < end; at++) {
    const char = text[at]
    if (char === '\\') at += 1
    else if (char === "'" && !quoted) {
      at = text.indexOf("'", at + 1)
      if (at < 0) return -1
    } else if (char === '"' && !quoted) {
      at = endOfQuotes(text, at, level)
      if (at < 0) return -1
    } else if (char === open) depth += 1
    else if (char === close && --depth === 0) return at
  }
  return -1
}

/** The place of the quote that ends the one at `start`. */
function endOfQuotes(text: string, start: number, level: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at += 1
    else if (char === '"') return at
    else if (char === '$' && (text[at + 1] === '(' || text[at + 1] === '{')) {
      const end = closing(text, at + 1, text[at + 1] ?? '', text[at + 1] === '(' ? ')' : '}', { level: level + 1 })
      if (end < 0) return -1
      at = end
    }
  }
  return -1
}

function substitution(source: Source): void {
  copy(source, 2)
  write(source, ' ')
  deeper(source, () => source.grammar.statements(source))
  if (next(source) !== ')') throw new Unreadable('$(')
  copy(source, 1)
}

/** `((…))` is arithmetic when it ends with two parentheses. */
export function isArithmetic(source: Source, from: number): boolean {
  const end = closing(source.text, source.at + from, '(', ')')
  return end > 0 && source.text[end - 1] === ')' && closing(source.text, source.at + from + 1, '(', ')') === end - 1
}

/** `$((…))` and `((…))`: what is expanded in it is written, the rest is copied. */
export function numbers(source: Source, from: number): void {
  const end = closing(source.text, source.at + from, '(', ')')
  copy(source, from + 2)
  computed(source, end - 1)
  copy(source, 2)
}

/** `$[1+2]`. */
function brackets(source: Source): void {
  const end = closing(source.text, source.at + 1, '[', ']')
  if (end < 0) throw new Unreadable('$[')
  replace(source, 2, '$((')
  computed(source, end)
  replace(source, 1, '))')
}

function computed(source: Source, end: number): void {
  while (source.at < end) {
    const char = next(source)
    if (char === '$') dollar(source, true)
    else if (char === '`') backquotes(source)
    // A number in another base, and the code of a character.
    else if (char === '#') replace(source, 1, '')
    else copy(source, Math.min(end - source.at, ahead(source, /[^$`#()]+/y)?.[0].length ?? 1))
    if (source.at > end) throw new Unreadable('((')
  }
}

export function backquotes(source: Source): void {
  let end = source.at + 1
  while (end < source.text.length && source.text[end] !== '`') end += source.text[end] === '\\' ? 2 : 1
  if (end >= source.text.length) throw new Unreadable('`')
  const script = source.text.slice(source.at + 1, end).replace(/\\([\\`$])/g, '$1')
  source.at = end + 1
  write(source, `$( ${deeper(source, () => source.grammar.script(script, source))} )`)
}

function copyAnsi(source: Source): void {
  const found = ahead(source, /\$'(?:[^'\\]|\\[\s\S])*'/y)
  if (found === null) throw new Unreadable("$'")
  copy(source, found[0].length)
}

/** Inside of double quotes, or of a here-document where `"` is a character like any other. */
export function quotedText(source: Source, isDocument: boolean): void {
  while (source.at < source.text.length) {
    const char = next(source)
    if (char === '"') {
      if (!isDocument) return
      replaceQuietly(source, 1, '\\"')
    } else if (char === '\\') copy(source, 2)
    else if (char === '$') dollar(source, true)
    else if (char === '`') backquotes(source)
    else copy(source, ahead(source, /[^"\\$`]+/y)?.[0].length ?? 1)
  }
  if (!isDocument) throw new Unreadable('"')
}

function replaceQuietly(source: Source, length: number, written: string): void {
  source.at += length
  write(source, written)
}

/** A text as it would be read in double quotes. */
export function asQuotedText(text: string, like: Source): string {
  const source = openSource(text, like.grammar, like.options, like.depth)
  quotedText(source, true)
  like.differs ||= source.differs
  return source.out.map((piece) => piece.text).join('')
}
