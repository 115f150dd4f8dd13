import { ahead, blanks, next, takeBack, textOf, Unreadable, write, type Source } from './source.ts'
import { isClosed, isEnd, word } from './words.ts'

/** `() { … } args` runs immediately, and so does `function { … } args`. */
export function anonymous(source: Source): void {
  source.at += ahead(source, /\([ \t]*\)/y)?.[0].length ?? 0
  runNow(source)
}

const ANONYMOUS = '__anonymous'

function runNow(source: Source): void {
  source.differs = true
  write(source, `{ ${ANONYMOUS}() { `)
  bodyOf(source)
  write(source, ` }; ${ANONYMOUS} `)
  source.grammar.redirections(source)
  while (!isEnd(source) || ahead(source, /[<>]\(/y) !== null) {
    if (!word(source)) break
    write(source, ' ')
    source.grammar.redirections(source)
  }
  write(source, ' ; }')
}

/** `f() …`, `a b () …`: the names have been read as words. */
export function define(source: Source, start: number): void {
  const names = textOf(takeBack(source, start))
    .split(/[ \t\n]+/)
    .filter((name) => name !== '')
  source.at += ahead(source, /\([ \t]*\)/y)?.[0].length ?? 0
  bodies(source, names)
}

export function functionKeyword(source: Source): void {
  source.at += 'function'.length
  const names: string[] = []
  for (;;) {
    blanks(source)
    if (next(source) === '{' || isEnd(source) || ahead(source, /\([ \t]*\)/y) !== null) break
    const from = source.out.length
    if (!word(source)) break
    names.push(textOf(takeBack(source, from)))
  }
  const parens = ahead(source, /\([ \t]*\)/y)
  if (parens !== null) source.at += parens[0].length
  // On its own it lists them.
  if (names.length === 0 && (isEnd(source) || isClosed(source))) return write(source, ': ')
  if (names.length === 0) return runNow(source)
  bodies(source, names)
}

/** Several names for one body: each of them calls it. */
function bodies(source: Source, names: readonly string[]): void {
  const isOne = names.length === 1
  const body = isOne ? (names[0] ?? '') : `__body_${source.at}`
  source.grammar.separators(source)
  source.differs ||= !isOne || ahead(source, /\{[ \t\n]/y) === null
  write(source, isOne ? `${body}() { ` : `{ ${body}() { `)
  bodyOf(source)
  write(source, ' }')
  source.grammar.redirections(source)
  if (isOne) return
  for (const name of names) write(source, ` ; ${name}() { ${body} "$@" ; }`)
  write(source, ' ; }')
}

/** In braces, or one command. */
function bodyOf(source: Source): void {
  source.grammar.separators(source)
  if (next(source) !== '{') {
    source.grammar.command(source)
    return write(source, ' ; ')
  }
  source.at += 1
  source.grammar.list(source)
  closeBrace(source)
}

export function closeBrace(source: Source): void {
  source.grammar.separators(source)
  if (next(source) !== '}') throw new Unreadable('}')
  source.at += 1
}
