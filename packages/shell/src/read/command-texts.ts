import { escapesIn } from '../programs/escapes.ts'
import { isRunner, plainName } from './given-words.ts'

/** Command lines in a text, by the forms in which programs of all kinds take them. */
export function commandTexts(text: string): readonly string[] {
  const whole = text.trim()
  const ways = isData(whole) ? [] : escapesIn(whole).slice(0, MAX_FOUND)
  return [...new Set([unquoted(whole.replace(PREFIX, '')), ...ways])].filter((one) => /\S\s+\S/.test(one))
}

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
