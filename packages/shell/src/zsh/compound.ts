import { condition } from './conditions.ts'
import { isArithmetic, numbers } from './expansions.ts'
import { encodedNames } from './encode.ts'
import { closeBrace } from './functions.ts'
import { ahead, blanks, copy, expect, next, takeBack, textOf, Unreadable, write, type Source } from './source.ts'
import { isClosed, isEnd, word, wordsInParens } from './words.ts'

const KEYWORD = /(?:if|while|until|for|foreach|select|repeat|case|\[\[)(?=[ \t\n;&|(]|$)/y

/** Groups, conditions and loops; false where none begins. */
export function compound(source: Source): boolean {
  const char = next(source)
  if (char === '{') return group(source)
  if (char === '(') return parens(source)
  const keyword = ahead(source, KEYWORD)?.[0]
  if (keyword === undefined) return false
  source.at += keyword.length
  if (keyword === '[[') condition(source)
  else if (keyword === 'if') ifClause(source)
  else if (keyword === 'while' || keyword === 'until') whileLoop(source, keyword)
  else if (keyword === 'repeat') repeat(source)
  else if (keyword === 'case') cases(source)
  else if (ahead(source, /[ \t\n]*\(\(/y) !== null) arithmeticFor(source)
  else forLoop(source, keyword)
  return true
}

/** `{ … }`, and `{ … } always { … }`. */
function group(source: Source): boolean {
  const isSpaced = /\s/.test(next(source, 1))
  source.differs ||= !isSpaced
  source.at += 1
  write(source, '{ ')
  source.grammar.list(source)
  source.differs ||= !isEnded(source)
  closeBrace(source)
  const always = ahead(source, /[ \t]*always[ \t\n]*\{/y)
  if (always !== null) {
    source.differs = true
    source.at += always[0].length
    source.grammar.list(source)
    closeBrace(source)
  }
  write(source, ' }')
  return true
}

/** bash wants `;` or a new line in front of the brace. */
function isEnded(source: Source): boolean {
  let at = source.at - 1
  while (at >= 0 && /[ \t]/.test(source.text[at] ?? '')) at -= 1
  return /[;\n&})]/.test(source.text[at] ?? '')
}

function parens(source: Source): boolean {
  if (next(source, 1) === '(' && isArithmetic(source, 0)) {
    numbers(source, 0)
    return true
  }
  copy(source, 1)
  write(source, ' ')
  source.grammar.list(source)
  source.grammar.separators(source)
  if (next(source) !== ')') throw new Unreadable('(')
  copy(source, 1)
  return true
}

/** Statements that decide; what follows the last of them without a separator is the body of a short form. */
function clause(source: Source, long: RegExp): boolean {
  for (;;) {
    source.grammar.separators(source)
    if (ahead(source, long) !== null) break
    if (isClosed(source)) return false
    source.grammar.sublist(source)
    blanks(source)
    if (next(source) === '#') source.at += ahead(source, /[^\n]*/y)?.[0].length ?? 0
    const found = ahead(source, /&[!|]?|;(?![;&|])|\n/y)
    write(source, found?.[0].startsWith('&') === true ? ' & ' : ' ; ')
    if (found === null) return false
    if (found[0] !== '\n') source.at += found[0].length
  }
  expect(source, long)
  return true
}

/** In braces, or one chain of commands. */
function shortBody(source: Source): void {
  source.differs = true
  source.grammar.separators(source)
  if (next(source) === '{') {
    source.at += 1
    source.grammar.list(source)
    return closeBrace(source)
  }
  if (isClosed(source)) write(source, ':')
  else source.grammar.sublist(source)
  write(source, ' ; ')
}

const THEN = /then(?=[ \t\n;&|(){}]|$)/y
const DO = /do(?=[ \t\n;&|(){}]|$)/y

function ifClause(source: Source): void {
  write(source, 'if ')
  for (;;) {
    const isLong = clause(source, THEN)
    write(source, 'then ')
    if (isLong) source.grammar.list(source)
    else shortBody(source)
    const isFollowed = ahead(source, /[ \t\n]*(?:elif|else)(?=[ \t\n;&|(){}]|$)/y)?.[0].trim()
    if (isFollowed !== undefined) source.grammar.separators(source)
    if (isFollowed === 'elif') {
      source.at += 'elif'.length
      write(source, ' elif ')
      continue
    }
    if (isFollowed === 'else') {
      source.at += 'else'.length
      write(source, ' else ')
      if (isLong) source.grammar.list(source)
      else shortBody(source)
    }
    if (isLong) {
      source.grammar.separators(source)
      expect(source, /fi/y)
    }
    return write(source, ' fi')
  }
}

function whileLoop(source: Source, keyword: string): void {
  write(source, `${keyword} `)
  const isLong = clause(source, DO)
  write(source, 'do ')
  if (isLong) {
    source.grammar.list(source)
    source.grammar.separators(source)
    expect(source, /done/y)
  } else shortBody(source)
  write(source, ' done')
}

/** `do … done`, `{ … }`, `… end`, or one chain of commands. */
function loopBody(source: Source, keyword = 'for'): void {
  source.grammar.separators(source)
  write(source, ' do ')
  if (ahead(source, DO) !== null) {
    source.at += 2
    source.grammar.list(source)
    source.grammar.separators(source)
    expect(source, /done/y)
  } else if (keyword === 'foreach' && next(source) !== '{') {
    source.differs = true
    source.grammar.list(source)
    source.grammar.separators(source)
    expect(source, /end/y)
  } else shortBody(source)
  write(source, ' done')
}

function repeat(source: Source): void {
  source.differs = true
  blanks(source)
  const isPlain = ahead(source, /\d+(?=[ \t\n;])/y) !== null
  write(source, isPlain ? 'for __repeat in ' : 'for __repeat in $(( ')
  if (!word(source)) throw new Unreadable('repeat')
  write(source, isPlain ? ' ;' : ' )) ;')
  loopBody(source)
}

function arithmeticFor(source: Source): void {
  write(source, 'for ')
  blanks(source)
  if (!isArithmetic(source, 0)) throw new Unreadable('for')
  numbers(source, 0)
  write(source, ' ;')
  loopBody(source)
}

function forLoop(source: Source, keyword: string): void {
  const [names = ''] = ahead(source, /(?:[ \t\n]+(?!in[ \t\n]|do[ \t\n])\w+)+/y) ?? []
  source.at += names.length
  const all = names.trim().split(/[ \t\n]+/)
  if (names === '' || all.length > MAX_NAMES) throw new Unreadable('for')
  source.differs ||= all.length > 1 || keyword === 'foreach'
  write(source, `${keyword === 'select' ? 'select' : 'for'} ${all.length === 1 ? names.trim() : encodedNames(all)} `)
  const list = ahead(source, /[ \t\n;]*(?:in(?=[ \t\n])|\((?!\())/y)
  if (list !== null) {
    source.at += list[0].length
    write(source, 'in ')
    if (list[0].endsWith('(')) {
      source.differs = true
      wordsInParens(source)
      source.at += 1
    } else listed(source)
  }
  write(source, ' ;')
  loopBody(source, keyword)
}

/** More names than that are no loop that a user writes. */
const MAX_NAMES = 16

/** Words up to the end of the line, or a brace that can only be the body. */
function listed(source: Source): void {
  for (;;) {
    blanks(source)
    if (ahead(source, /#|\{(?=[ \t\n])/y) !== null || (isEnd(source) && ahead(source, /[<>]\(/y) === null)) return
    if (!word(source)) return
  }
}

function cases(source: Source): void {
  write(source, 'case ')
  blanks(source)
  if (!word(source)) throw new Unreadable('case')
  source.grammar.separators(source)
  const open = ahead(source, /in(?=[ \t\n])|\{/y)?.[0]
  if (open === undefined) throw new Unreadable('case')
  source.at += open.length
  source.differs ||= open === '{'
  write(source, ' in ')
  const end = open === '{' ? /\}/y : /esac(?=[ \t\n;&|(){}]|$)/y
  for (;;) {
    source.grammar.separators(source)
    if (ahead(source, end) !== null) break
    patterns(source)
    source.grammar.list(source)
    const [mark = ''] = ahead(source, /;[;&|]/y) ?? []
    source.at += mark.length
    write(source, ' ;; ')
    if (mark === '' && (source.grammar.separators(source), ahead(source, end) === null)) throw new Unreadable('case')
  }
  expect(source, end)
  write(source, ' esac')
}

/** `(a|b)`, `a)`: what is expanded in them is, and what they match is not read. */
function patterns(source: Source): void {
  write(source, '(')
  if (next(source) === '(') source.at += 1
  for (;;) {
    const [gap = ''] = ahead(source, /[ \t\n]*/y) ?? []
    source.at += gap.length
    const from = source.out.length
    word(source)
    const text = textOf(takeBack(source, from))
    write(source, text === '' ? "''" : text)
    const [after = ''] = ahead(source, /[ \t\n]*[|)]/y) ?? []
    if (after === '') throw new Unreadable('case')
    source.at += after.length
    if (after.endsWith('|')) {
      write(source, '|')
      continue
    }
    // `(a|b)c)`: the first parenthesis was a part of the pattern.
    if (/[\w*?.[(]/.test(next(source)) && /^[^ \t\n;&|(]*\)/.test(source.text.slice(source.at, source.at + 100))) {
      write(source, '|')
      continue
    }
    return write(source, ') ')
  }
}
