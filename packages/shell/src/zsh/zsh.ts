import { GRAMMAR } from './commands.ts'
import { asQuotedText } from './expansions.ts'
import { ALL_OPTIONS, openSource, textOf, Unreadable, type Piece, type ZshOptions } from './source.ts'

/** A command as zsh reads it, in words of bash. The text is put together when it is asked for: most need no other one. */
export interface ZshText {
  readonly text: string
  /** Bash reads something else in it. */
  readonly differs: boolean
  /** Which parts stand in the command as typed. */
  readonly copies: readonly Copied[]
}

export interface Copied {
  /** In the text above. */
  readonly at: number
  readonly length: number
  /** In the command. */
  readonly from: number
}

/**
 * What zsh reads in a text: `{rm x}`, `=rm x`, `for i (1) rm x`, `echo >! file`; undefined where it reads nothing.
 * `isInner`: it is not the command as typed, so that options may be set that the host takes back for those.
 */
export function asZsh(text: string, isInner = false): ZshText | undefined {
  const mayBeSet = isInner || SETS.test(text)
  const options: ZshOptions = {
    qualifiers: mayBeSet,
    extended: mayBeSet,
    dots: /glob_?dots|dot_?glob/i.test(text),
    classes: /brace_?ccl/i.test(text),
  }
  const source = openSource(text, GRAMMAR, options)
  try {
    GRAMMAR.statements(source)
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
  if (source.at < text.length) return undefined
  return {
    get text() {
      return textOf(source.out)
    },
    differs: source.differs,
    get copies() {
      return copiesOf(source.out)
    },
  }
}

/** Words that can set an option. */
const SETS = /setopt|\bset\b|emulate|options|\bzsh\b/

function copiesOf(pieces: readonly Piece[]): readonly Copied[] {
  const copies: Copied[] = []
  let at = 0
  for (const { text, from } of pieces) {
    const last = copies.at(-1)
    if (from !== undefined && last !== undefined && last.from + last.length === from && last.at + last.length === at)
      copies[copies.length - 1] = { ...last, length: last.length + text.length }
    else if (from !== undefined) copies.push({ at, length: text.length, from })
    at += text.length
  }
  return copies
}

/** A text as zsh would expand it in double quotes, in words of bash. */
export function asZshQuoted(text: string): string | undefined {
  const source = openSource('', GRAMMAR, ALL_OPTIONS)
  try {
    return asQuotedText(text, source)
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

/** Where a part of the text stands in the command; undefined when it does not. */
export function spanInSource(
  copies: readonly Copied[],
  start: number,
  end: number,
): { start: number; end: number } | undefined {
  const [from, to] = [placeOf(copies, start), placeOf(copies, end - 1)]
  return from === undefined || to === undefined || to < from ? undefined : { start: from, end: to + 1 }
}

function placeOf(copies: readonly Copied[], position: number): number | undefined {
  let [low, high] = [0, copies.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const { at = 0, length = 0, from = 0 } = copies[middle] ?? {}
    if (position < at) high = middle - 1
    else if (position >= at + length) low = middle + 1
    else return from + position - at
  }
  return undefined
}
