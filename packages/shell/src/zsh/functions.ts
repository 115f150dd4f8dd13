import { ahead, blanks, next, takeBack, textOf, Unreadable, write, type Source } from './source.ts'
import { isEnd, word } from './words.ts'

/** `() { … } args` runs immediately, and so does `function { … } args`. */
export function anonymous(source: Source): void {
  source.at += ahead(source, /\([ \t]*\)/y)?.[0].length ?? 0
  runNow(source)
}

const ANONYMOUS = '__anonymous'

function runNow(source: Source): void {
  source.differs = true
  write(source, `{ ${ANONYMOUS}() { `)
  body(source)
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
  if (names.length === 0) return runNow(source)
  bodies(source, names)
}

/** Several names for one body: the others call the first. */
function bodies(source: Source, names: readonly string[]): void {
  const [first = '', ...others] = names
  source.grammar.separators(source)
  const isPlain =
    others.length === 0 && next(source) === '{' && /^[{]\s/.test(source.text.slice(source.at, source.at + 2))
  source.differs ||= !isPlain
  write(source, others.length === 0 ? '' : '{ ')
  write(source, `${first}() { `)
  body(source)
  write(source, ' }')
  source.grammar.redirections(source)
  for (const name of others) write(source, ` ; ${name}() { ${first} "$@" ; }`)
  if (others.length > 0) write(source, ' ; }')
}

/** In braces, or one command. */
function body(source: Source): void {
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
