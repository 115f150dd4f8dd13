import { ahead, next, takeBack, textOf, Unreadable, write, type Source } from './source.ts'
import { word } from './words.ts'

/**
 * `[[ … ]]`: what is compared is expanded. Which of the tests are made depends on the others, so all of them are
 * written one behind the other.
 */
export function condition(source: Source): void {
  const tests: string[] = []
  for (;;) {
    const words = primary(source)
    if (words.length > 0) tests.push(testOf(words))
    const [end = ''] = ahead(source, /[ \t\n]*(?:\]\](?=[ \t\n;&|(){}]|$)|&&|\|\||[()]|$)/y) ?? []
    source.at += end.length
    if (end.trim() === ']]') break
    if (end.trim() === '' && words.length === 0) throw new Unreadable('[[')
  }
  write(source, `[[ ${tests.length === 0 ? '1' : tests.join(' && ')} ]]`)
}

/** The words of one test. */
function primary(source: Source): readonly string[] {
  const words: string[] = []
  for (;;) {
    const [gap = ''] = ahead(source, /[ \t\n]*/y) ?? []
    source.at += gap.length
    if (ahead(source, /\]\](?=[ \t\n;&|(){}]|$)|&&|\|\||\)|$/y) !== null) return words
    // A parenthesis in front groups tests; behind an operator it begins a pattern.
    if (next(source) === '(' && words.length === 0) return words
    const operator = ahead(source, /[<>](?=[ \t\n])|!(?=[ \t\n])/y)
    if (operator !== null) {
      source.at += 1
      if (operator[0] !== '!') words.push('==')
      continue
    }
    const from = source.out.length
    if (!word(source)) throw new Unreadable('[[')
    words.push(textOf(takeBack(source, from)))
  }
}

function testOf(words: readonly string[]): string {
  const [first = '', second = '', third] = words
  if (words.length === 1) return `-n ${first}`
  if (words.length === 2) return first === '-v' ? `-v ${second}` : `-n ${second}`
  const operator = /^-(?:eq|ne|lt|le|gt|ge)$/.test(second) ? second : '=='
  return `${first} ${operator} ${[third, ...words.slice(3)].join('\\ ')}`
}
