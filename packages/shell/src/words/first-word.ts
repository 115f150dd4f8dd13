import type { Word } from '../read/parse.ts'
import type { Scope } from '../state/scope.ts'

/** A text as one word of a command. */
export function firstWord(text: string, { reader }: Scope): Word | undefined {
  // A leading word keeps what looks like a keyword or an assignment from being taken for one.
  const statement = reader.parse(`: ${text}`).scripts[0]?.script.commands[0]?.command
  const argument = statement?.type === 'Command' ? statement.suffix[0] : undefined
  return argument?.type === 'Word' ? argument : undefined
}
