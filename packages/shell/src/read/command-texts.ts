import { escapesIn } from '../programs/escapes.ts'
import { isProgramName } from '../programs/programs.ts'
import { isRunner, plainName } from './given-words.ts'

/** Command lines in a text, by the forms in which programs of all kinds take them. */
export function commandTexts(text: string): readonly string[] {
  const whole = text.trim()
  const ways = isData(whole) ? [] : [...escapesIn(whole), ...fragments(whole)].slice(0, MAX_FOUND)
  return [...new Set([unquoted(whole.replace(PREFIX, '')), ...ways])].filter((one) => /\S\s+\S/.test(one))
}

/** Commands inside of another notation: `become(rm x)`, `\\write18{rm x}`, `%(rm x)`, `{sys:rm x}`, lines of a section. */
export function fragments(text: string): readonly string[] {
  if (text.length > MAX_TEXT || isProseText(text)) return []
  const found: string[] = []
  for (const match of text.matchAll(/(^|[([{"'`!|:=>\n])\s*([a-z][\w.+-]*|\/[\w./+-]+)(?=\s+[^\s=])/g)) {
    const [whole, before = '', name = ''] = match
    if (!isProgramName(name.slice(name.lastIndexOf('/') + 1)) || (match.index === 0 && before === '')) continue
    const rest = text.slice(match.index + whole.length - name.length)
    const close = CLOSING[before]
    const end = close === undefined ? rest.search(/\n|$/) : rest.indexOf(close)
    found.push(balanced(end < 0 ? rest : rest.slice(0, end)))
    if (found.length >= MAX_FOUND) break
  }
  return found
}

/** Up to the end of the quotes that began before it. */
const balanced = (text: string): string =>
  (text.split('"').length - 1) % 2 === 0 ? text : text.slice(0, text.indexOf('"'))

const CLOSING: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '{': '}',
  '"': '"',
  "'": "'",
  '`': '`',
  '!': '!',
}

/** Words of everyday language: what such a text quotes is for people. */
function isProseText(text: string): boolean {
  const words = text.match(OF_SENTENCES)?.length ?? 0
  return words > 1 || (words === 1 && /^[A-Z][a-z]+\s/.test(text))
}

const OF_SENTENCES =
  /(?<![\w./-])(?:the|and|not|is|are|was|be|that|this|it|you|we|never|when|with|of|in|for|to)(?![\w./-]|\s+\w+;?\s+do\b)/gi

const MAX_TEXT = 1 << 14

/** Values of settings that are named like one that is run: `command = x`, `"exec": "x"`, `shell: x`, `run: ["x", "y"]`. */
export const settingTexts = (text: string): readonly string[] =>
  text
    .split('\n')
    .slice(0, MAX_LINES)
    .flatMap((line) => {
      const [, name = '', value = ''] = SETTING.exec(line.slice(0, MAX_LINE)) ?? []
      return name !== '' && isRunner(plainName(name))
        ? [unquoted(wordsIn(value))].filter((one) => /\S\s+\S/.test(one))
        : []
    })

const SETTING = /^[\s{,[-]*["']?([\w.-]+)["']?\s*[:=]\s*(\S.*?)[,;}\s]*$/

/** `["sh", "-c", "x y"]` is `sh -c 'x y'`. */
const wordsIn = (value: string): string =>
  /^\[\s*"/.test(value)
    ? [...value.matchAll(/"((?:\\.|[^"\\])*)"/g)].map(([, word = '']) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
    : value

/** `EXEC:cmd`, `exec=cmd`, `!cmd` */
const PREFIX = /^(?:[:\\.]?!+|\|+|(?:exec|system|shell|cmd|command|pipe|sh|run)\s*[:=])\s*/i

const unquoted = (text: string): string => {
  const [, quote = '', inner = ''] = /^(["'])(.*)\1$/s.exec(text) ?? []
  return quote !== '' && !inner.replaceAll(`\\${quote}`, '').includes(quote)
    ? inner.replaceAll(`\\${quote}`, quote)
    : text
}

/** JSON, and lists of it, carry texts for others. */
const isData = (text: string): boolean => /^[[{]\s*["[{]/.test(text)

const MAX_FOUND = 12
const MAX_LINES = 500
const MAX_LINE = 2000
