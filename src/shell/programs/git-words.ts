/** Words of an alias or of GIT_CONFIG_PARAMETERS: blanks part them, quotes and backslashes keep them together. */
export function splitWords(text: string): readonly string[] {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index)
    if (char === '\\' && quote !== "'") word = (word ?? '') + text.charAt(++index)
    else if (char === quote) quote = ''
    else if (quote === '' && (char === '"' || char === "'")) {
      quote = char
      word ??= ''
    } else if (quote === '' && /\s/.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + char
  }
  return word === undefined ? words : [...words, word]
}

/** A word as a shell would have to be given it. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
