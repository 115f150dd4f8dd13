/**
 * Every text in a command line that may be a file name. It returns too many rather than too few: a word that
 * names no file costs one stat, but a missed file would not be part of what is trusted.
 */
export function wordsOf(command: string, depth = 0): readonly string[] {
  const words = split(command)
  if (depth === MAX_DEPTH) return words
  return words.flatMap((word) => [word, ...inside(word).flatMap((part) => wordsOf(part, depth + 1))])
}

const MAX_DEPTH = 3

/** Possible file names inside a word: `sh -c 'a; b'`, `--config=x`, `require("./x")`. */
function inside(word: string): readonly string[] {
  const value = word.slice(word.indexOf('=') + 1)
  const parts = value === word ? [] : [value]
  return /[\s'"`;|&()<>{},]/.test(word) ? [...parts, word.replaceAll(/[{},[\]]/g, ' ')] : parts
}

const BREAKS = /[\s;|&()`]/

/** Splits words like a shell: joins quotes, resolves backslashes. Skips output redirections, which are not run. */
function split(command: string): readonly string[] {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  let isTarget = false
  const end = (): void => {
    if (word === undefined) return
    if (!isTarget) words.push(word)
    isTarget = false
    word = undefined
  }
  for (let at = 0; at < command.length; at++) {
    const char = command.charAt(at)
    if (quote !== '') {
      if (char === quote) quote = ''
      else if (char === '\\' && quote === '"') word = `${word ?? ''}${command.charAt(++at)}`
      else word = `${word ?? ''}${char}`
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (char === '\\') word = `${word ?? ''}${command.charAt(++at)}`
    else if (char === '>' || char === '<') {
      // A digit before it is a file descriptor, not a word.
      if (/^\d$/.test(word ?? '')) word = undefined
      end()
      isTarget = char === '>'
    } else if (BREAKS.test(char)) end()
    else word = `${word ?? ''}${char}`
  }
  end()
  return words
}
