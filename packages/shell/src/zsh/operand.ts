import type { Word } from '../read/parse.ts'
import type { Scope } from '../state/scope.ts'
import { EMPTY, isExact, known, unknown, type Value } from '../words/value.ts'
import { GRAMMAR } from './commands.ts'
import { ahead, ALL_OPTIONS, next, openSource, textOf, Unreadable, write } from './source.ts'
import { part } from './words.ts'
import { asZshQuoted } from './zsh.ts'

/** A word inside of an expansion: `${x:-word}`, `${x#word}`, `$x[word]`. Blanks are a part of it. */
export function operandOf(text: string, scope: Scope): Value {
  if (text === '') return EMPTY
  if (/^[\w./:@%+,=-]+$/.test(text)) return known(text)
  const written = inWordsOfBash(text)
  return (written === undefined ? undefined : expanded(written, scope)) ?? unknown()
}

/** A text that is expanded once more, as in double quotes: `${(e)x}`, `print -P`. */
export function expandedAgain(value: Value, scope: Scope): Value {
  if (!isExact(value)) unknownText(value, scope)
  if (!/[$`\\]/.test(value.text)) return value
  const written = asZshQuoted(value.text)
  const result = written === undefined ? undefined : expanded(`"${written}"`, scope)
  return result === undefined ? unknown(value.from) : { ...result, from: result.from }
}

/** What is in it may be a command. Text from outside may be made to be one. */
function unknownText({ from }: Value, { reader }: Scope): void {
  const about = from.network || from.decoded ? 'code' : 'number'
  reader.found.doubts.push({ about, text: 'a text that is only known when it runs, and that zsh would expand' })
}

function inWordsOfBash(text: string): string | undefined {
  const source = openSource(text, GRAMMAR, ALL_OPTIONS)
  try {
    while (source.at < text.length) {
      const plain = ahead(source, /[\s;&|<>(){}#~^]/y)
      if (plain !== null && !(plain[0] === '~' && source.at === 0)) {
        write(source, plain[0] === '\n' ? "$'\\n'" : `\\${next(source)}`)
        source.at += 1
      } else if (!part(source, 0)) return undefined
    }
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
  return textOf(source.out)
}

function expanded(word: string, scope: Scope): Value | undefined {
  const node = scope.reader.parse(`: ${word}`).scripts[0]?.script.commands[0]?.command
  const argument: Word | undefined =
    node?.type === 'Command' && node.args[0]?.type === 'Word' ? node.args[0] : undefined
  const inside: Scope = scope.elsewhere()
  return argument === undefined ? undefined : inside.text(argument)
}
