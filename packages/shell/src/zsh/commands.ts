import { compound } from './compound.ts'
import { asQuotedText } from './expansions.ts'
import { anonymous, define, functionKeyword } from './functions.ts'
import { redirection } from './redirections.ts'
import {
  ahead,
  ALL_OPTIONS,
  blanks,
  copy,
  deeper,
  next,
  openSource,
  readHeredocs,
  textOf,
  Unreadable,
  write,
  type Grammar,
  type Source,
} from './source.ts'
import { assignment, assignmentAt, isClosed, isEmptyParens, isEnd, part, word } from './words.ts'

/** Statements up to where they end: the end of the text, a bracket, or a word that closes something. */
function list(source: Source): void {
  let isEmpty = true
  for (;;) {
    separators(source)
    if (isClosed(source)) break
    isEmpty = false
    sublist(source)
    blanks(source)
    comment(source)
    const found = ahead(source, /&[!|]?|;(?![;&|])|\n/y)
    if (found === null) break
    if (found[0] !== '\n') source.at += found[0].length
    if (found[0].length > 1) source.differs = true
    write(source, found[0].startsWith('&') ? ' & ' : ' ; ')
    if (isClosed(source)) return
  }
  const last = source.out.findLast(({ text }) => text.trim() !== '')?.text.trim()
  if (isEmpty) write(source, ' : ; ')
  else if (last !== ';' && last !== '&') write(source, ' ; ')
}

function comment(source: Source): void {
  if (next(source) === '#') source.at += ahead(source, /[^\n]*/y)?.[0].length ?? 0
}

/** Blanks, empty lines, comments and semicolons between statements. */
function separators(source: Source): void {
  for (;;) {
    const found = ahead(source, /(?:[ \t\r]|\\\n|;(?![;&|])|#[^\n]*)+/y)
    if (found !== null) source.at += found[0].length
    else if (next(source) === '\n') {
      source.at += 1
      readHeredocs(source, (text) => asQuotedText(text, source))
    } else return
  }
}

/** `a && b || c`. */
function sublist(source: Source): void {
  pipeline(source)
  for (;;) {
    blanks(source)
    const found = ahead(source, /&&|\|\|/y)
    if (found === null) return
    copy(source, 2)
    separators(source)
    write(source, ' ')
    // Nothing needs to follow.
    if (isClosed(source)) return write(source, ': ')
    pipeline(source)
  }
}

function pipeline(source: Source): void {
  command(source)
  for (;;) {
    blanks(source)
    const found = ahead(source, /\|(?!\|)&?/y)
    if (found === null) return
    copy(source, found[0].length)
    separators(source)
    write(source, ' ')
    source.differs ||= ahead(source, SETS) !== null
    command(source)
  }
}

/** At the end of a pipe, what these set is kept. */
const SETS = /(?:read|while|until|for|if|eval|source|[.{])[ \t\n]|\w+(?:\[\w+\]\+?)?=|[\w-]+[ \t]*\(\)/y

/** What a command runs behind it. */
const BEFORE = /(?:!|time|coproc)(?=[ \t\n;&|]|$)/y

function command(source: Source): void {
  blanks(source)
  const before = ahead(source, BEFORE)
  if (before?.[0] === 'coproc') {
    source.at += before[0].length
    write(source, 'coproc { ')
    blanks(source)
    if (isClosed(source) || /[;&|\n#]/.test(next(source))) write(source, ':')
    else deeper(source, () => pipeline(source))
    return write(source, ' ; }')
  }
  // Neither changes what runs, and bash knows them only in front.
  if (before !== null) {
    source.at += before[0].length
    blanks(source)
    return isClosed(source) || /[;&|\n#]/.test(next(source))
      ? write(source, ' : ')
      : deeper(source, () => command(source))
  }
  if (isEmptyParens(source)) return deeper(source, () => anonymous(source))
  if (ahead(source, /function(?=[ \t\n{(]|$)/y) !== null) return deeper(source, () => functionKeyword(source))
  if (!deeper(source, () => compound(source))) return simple(source)
  redirections(source)
}

function redirections(source: Source): void {
  do blanks(source)
  while (redirection(source))
}

/** They take assignments as arguments. */
const DECLARES = /^(?:typeset|declare|local|export|readonly|integer|float)$/

/** Assignments, words and redirections; or the definition of a function. */
function simple(source: Source): void {
  const start = source.out.length
  let [words, others, opened] = [0, 0, 0]
  let declares = false
  const around = source.literal
  source.literal = false
  for (;;) {
    blanks(source)
    if (redirection(source)) {
      opened += 1
      continue
    }
    if (words > 0 && isEmptyParens(source)) return deeper(source, () => define(source, start))
    const length = words === 0 || declares ? assignmentAt(source) : 0
    if (length > 0) {
      assignment(source, length)
      others += 1
      continue
    }
    if (next(source) === '#' || (isEnd(source) && ahead(source, /<\d*-\d*>|[<>]\(/y) === null)) break
    const from = source.out.length
    if (!word(source)) break
    const first = textOf(source.out.slice(from, from + 2))
    if (words === 0) declares = DECLARES.test(first)
    source.literal ||= first === 'noglob'
    // They take a text whole where bash would split it.
    source.differs ||= first === 'print' || first === 'zsh'
    words += 1
  }
  source.literal = around
  if (words + others + opened === 0) throw new Unreadable(`at ${source.at}`)
  // Redirections alone: what is read there is printed.
  if (words + others === 0) source.out.splice(start, 0, { text: NULL_COMMAND })
}

const NULL_COMMAND = '${NULLCMD:-${READNULLCMD:-cat}} '

/** The grammar of zsh, in words of bash. */
export const GRAMMAR: Grammar = {
  list,
  statements(source) {
    list(source)
    separators(source)
  },
  separators,
  sublist,
  command,
  redirections,
  part,
  script(text, around) {
    const source = openSource(text, GRAMMAR, ALL_OPTIONS, around.depth)
    list(source)
    separators(source)
    if (source.at < text.length) throw new Unreadable('inside')
    return textOf(source.out)
  },
}
