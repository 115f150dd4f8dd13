// oxlint-disable-next-line no-control-regex
const COLOUR = /\u001B\[[\d;]{0,30}[A-Za-z]/g

/** What a program prints, without what is meant for a terminal. */
export const withoutColours = (text: string): string => text.replace(COLOUR, '')

/** Most programs look at this one; a second variable for the same would make Node itself complain. */
export const PLAIN = { FORCE_COLOR: '0' }

/** The end of a text: no more lines and characters than somebody will read. */
export function tailOf(text: string, maxLines: number, maxChars: number): string {
  return text.trimEnd().split(/\r?\n/).slice(-maxLines).join('\n').slice(-maxChars)
}
