/**
 * zsh has more to say about a parameter than bash: `${(s:,:)x[2]:h}`. It travels through the parser of bash as the name
 * of a variable, and is read when it is expanded.
 */
const MARK = '__zsh_'

export const encoded = (inside: string): string =>
  `\${${MARK}${Array.from(inside, (char) => (char.codePointAt(0) ?? 0).toString(36)).join('_')}}`

/** What stands between the braces; undefined for a plain name. */
export function decoded(name: string): string | undefined {
  if (!name.startsWith(MARK)) return undefined
  const codes = name.slice(MARK.length)
  return codes === '' ? '' : String.fromCodePoint(...codes.split('_').map((code) => Number.parseInt(code, 36)))
}

const NAMES = '__zshnames_'

/** `for a b (…)`: several names in the place of one. */
export const encodedNames = (names: readonly string[]): string => `${NAMES}${names.join('__')}`

export const decodedNames = (name: string): readonly string[] =>
  name.startsWith(NAMES) ? name.slice(NAMES.length).split('__') : [name]
