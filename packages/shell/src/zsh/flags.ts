/** `(s:,:)`, `(Oa)`, `(f)`: what is done to a parameter before it is used. */
export interface Flags {
  readonly letters: string
  /** What stands between delimiters behind a letter. */
  readonly values: ReadonlyMap<string, string>
  /** How much of the text they take, parentheses included. */
  readonly length: number
}

export const NO_FLAGS: Flags = { letters: '', values: new Map(), length: 0 }

const CLOSE: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

/** Undefined: they have no end. */
export function flagsIn(text: string): Flags | undefined {
  if (!text.startsWith('(')) return NO_FLAGS
  const values = new Map<string, string>()
  let letters = ''
  for (let at = 1; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (letter === ')') return { letters, values, length: at + 1 }
    letters += letter
    if (!'gjslrIZ_'.includes(letter)) continue
    const open = text[at + 1] ?? ''
    if (open === ')' || /\w/.test(open)) continue
    const end = text.indexOf(CLOSE[open] ?? open, at + 2)
    if (end < 0) return undefined
    values.set(letter, plain(text.slice(at + 2, end)))
    at = end
  }
  return undefined
}

const plain = (text: string): string => text.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\0', '\0')
