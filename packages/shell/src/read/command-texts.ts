import { escapesIn } from '../programs/escapes.ts'

/** Command lines in a text, by the forms in which programs of all kinds take them. */
export function commandTexts(text: string): readonly string[] {
  const whole = text.trim()
  const ways = isData(whole) ? [] : escapesIn(whole).slice(0, MAX_FOUND)
  return [...new Set([whole.replace(PREFIX, ''), ...ways])].filter((one) => /\S\s+\S/.test(one))
}

/** `EXEC:cmd`, `exec=cmd`, `!cmd` */
const PREFIX = /^(?:[:\\.]?!+|\|+|(?:exec|system|shell|cmd|command|pipe|sh|run)\s*[:=])\s*/i

/** JSON, and lists of it, carry texts for others. */
const isData = (text: string): boolean => /^[[{]\s*["[{]/.test(text)

const MAX_FOUND = 12
