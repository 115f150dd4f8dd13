/** Control characters could move a terminal's cursor, and directional marks could reverse a text. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
const WIDE =
  /[\p{Emoji_Presentation}\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]/u

/** Makes external text safe for one line of a terminal. */
export const plain = (text: string): string => text.replace(CONTROL, ' ').replace(/ {2,}/g, ' ').trim()

/** For text that the user must see as it is: spaces stay, and control characters are shown by their code. */
export const exactly = (line: string): string =>
  line.replace(CONTROL, (found) => Array.from(found, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`).join(''))

/** The width of a text in terminal columns. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += /\p{Mn}/u.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return width
}

/** Truncated to a number of columns; `…` marks the cut. */
export function fit(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let [kept, width] = ['', 1]
  for (const character of text) {
    width += widthOf(character)
    if (width > columns) break
    kept += character
  }
  return columns < 1 ? '' : `${kept.trimEnd()}…`
}

export const pad = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - widthOf(text)))
