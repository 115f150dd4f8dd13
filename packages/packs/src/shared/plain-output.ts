// oxlint-disable-next-line no-control-regex
const COLOUR = /\u001B\[[\d;]{0,30}[A-Za-z]/g

/** A program's output without terminal control sequences. */
export const withoutColours = (text: string): string => text.replace(COLOUR, '')

/** Most programs check this one; with a second variable for the same purpose Node prints a warning. */
export const PLAIN = { FORCE_COLOR: '0' }

/** The end of a text, limited in lines and characters. */
export function tailOf(text: string, maxLines: number, maxChars: number): string {
  return text.trimEnd().split(/\r?\n/).slice(-maxLines).join('\n').slice(-maxChars)
}
