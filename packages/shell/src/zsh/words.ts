import { backquotes, closing, dollar, quotedText } from './expansions.ts'
import { group, withDots } from './patterns.ts'
import { ahead, copy, deeper, next, replace, Unreadable, write, type Source } from './source.ts'

/** Ends a word wherever it stands unquoted. */
const END = /[ \t\n;&|<>)]|$/y

export const isEnd = (source: Source): boolean => ahead(source, END) !== null

/** A word or a sign that ends a list of statements. */
const CLOSING = /(?:then|elif|else|fi|do|done|esac|end)(?=[ \t\n;&|<>)}]|$)|[)}]|;[;&|]/y

export const isClosed = (source: Source): boolean => source.at >= source.text.length || ahead(source, CLOSING) !== null

/** `f()`, `f ( )`: no pattern is empty. */
export const isEmptyParens = (source: Source): boolean => ahead(source, /\([ \t]*\)/y) !== null

/** One word; false where none begins. */
export function word(source: Source): boolean {
  const start = source.at
  const around = source.word
  source.word = source.out.length
  const isWord = begin(source) && middle(source, start)
  if (isWord && source.options.dots) withDots(source)
  source.word = around
  return isWord
}

function middle(source: Source, start: number): boolean {
  let open = 0
  while (source.at < source.text.length) {
    const char = next(source)
    if (char === '}') {
      if (open === 0 && isLast(source)) break
      open = Math.max(0, open - 1)
      copy(source, 1)
    } else if (char === '{' && source.options.classes && ahead(source, /\{[^{},\s]*\}/y) !== null) {
      replace(source, ahead(source, /\{[^{},\s]*\}/y)?.[0].length ?? 1, '?')
    } else if (char === '{') {
      open += 1
      copy(source, 1)
    } else if (char === '(') {
      if (isEmptyParens(source)) break
      group(source, start)
    } else if (!part(source, start)) break
  }
  return source.at > start
}

/** `{ls}` ends with the word; `a}b` does not. */
function isLast(source: Source): boolean {
  return ahead(source, /\}+(?=[ \t\n;&|<>)]|$)/y) !== null
}

/** `=rm` is the path of rm, `=(cmd)` a file with its output. False where no word begins. */
function begin(source: Source): boolean {
  if (ahead(source, /[<>=]\(/y) !== null) {
    if (next(source) === '=') replace(source, 2, '<(')
    else copy(source, 2)
    write(source, ' ')
    deeper(source, () => source.grammar.statements(source))
    if (next(source) !== ')') throw new Unreadable('<(')
    copy(source, 1)
    return true
  }
  if (ahead(source, /=(?=[\w./$"'\\{])/y) !== null) replace(source, 1, '')
  return ahead(source, NUMBERS) !== null || !isEnd(source)
}

/** `<1-9>` is a number in the name of a file. */
const NUMBERS = /<\d*-\d*>/y

/** A piece of a word that is no bracket; false where the word ends. */
export function part(source: Source, start: number): boolean {
  const range = ahead(source, NUMBERS)
  if (range !== null) {
    replace(source, range[0].length, source.literal ? `'${range[0]}'` : '*')
    return true
  }
  if (isEnd(source)) return false
  const char = next(source)
  if (char === '\\') copy(source, 2)
  else if (char === "'") single(source)
  else if (char === '"') {
    copy(source, 1)
    quotedText(source, false)
    copy(source, 1)
  } else if (char === '$') dollar(source, false)
  else if (char === '`') backquotes(source)
  else if (!extended(source, start)) copy(source, ahead(source, /[^ \t\n'"\\$`<>;&|(){}#~^]+/y)?.[0].length ?? 1)
  return true
}

function single(source: Source): void {
  const end = source.text.indexOf("'", source.at + 1)
  if (end < 0) throw new Unreadable("'")
  copy(source, end + 1 - source.at)
}

/** `x#`, `^x` and `x~y`, where they may be patterns: any name that they allow. */
function extended(source: Source, start: number): boolean {
  if (!source.options.extended) return false
  const [rest = ''] = ahead(source, next(source) === '#' ? /##?/y : /[~^][^ \t\n'"\\$`<>;&|()]{0,500}/y) ?? []
  const last = source.out.at(-1)
  if (rest.startsWith('#') && source.at > start && last !== undefined) {
    source.out.push({ text: `${last.text.length === 1 || last.from === undefined ? '' : last.text.slice(0, -1)}*` })
    source.out.splice(-2, 1)
    source.at += rest.length
    source.differs = true
    return true
  }
  if (rest.startsWith('^')) {
    replace(source, (/^\^[^/]*/.exec(rest)?.[0] ?? '^').length, '*')
    return true
  }
  if (
    rest.startsWith('~') &&
    source.at > start &&
    /[*?[(<^#]/.test(source.text.slice(Math.max(start, source.at - 500), source.at) + rest)
  ) {
    replace(source, rest.length, '')
    return true
  }
  return false
}

/** The words of `(…)` in an assignment and behind `for x`. */
export function wordsInParens(source: Source): void {
  for (;;) {
    const found = ahead(source, /(?:[ \t\n;]|\\\n|#[^\n]*(?=\n))+/y)
    if (found !== null) {
      source.at += found[0].length
      write(source, ' ')
    }
    if (next(source) === ')') return
    if (!word(source)) throw new Unreadable('(')
  }
}

const MAX_SUBSCRIPT = 500
const NAME = /[A-Za-z_]\w*|\d+/y

/** `x=`, `x+=`, `x[1]=`: how long it is, or 0. */
export function assignmentAt(source: Source): number {
  const name = ahead(source, NAME)
  if (name === null) return 0
  let at = source.at + name[0].length
  if (source.text[at] === '[') {
    const end = closing(source.text, at, '[', ']', { end: at + MAX_SUBSCRIPT })
    if (end < 0) return 0
    at = end + 1
  }
  if (source.text[at] === '+') at += 1
  return source.text[at] === '=' ? at + 1 - source.at : 0
}

/** An assignment; what stands behind `=` may be a list. */
export function assignment(source: Source, length: number): void {
  // The arguments have this name as well.
  source.differs ||= ahead(source, /argv\b/y) !== null
  copy(source, length)
  if (next(source) === '(' && !isEmptyParens(source)) {
    copy(source, 1)
    wordsInParens(source)
    copy(source, 1)
  } else if (next(source) === '(') copy(source, ahead(source, /\([ \t]*\)/y)?.[0].length ?? 1)
  else if (!isEnd(source)) word(source)
}
