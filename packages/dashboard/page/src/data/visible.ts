/** A piece of untrusted text: as it is, or a character that would act on the page instead of being visible. */
export interface Piece {
  readonly text: string
  /** The name of the character, when it was made visible. */
  readonly code?: string
}

/**
 * Characters that are invisible, move the cursor, or reorder the text around them: controls, formats (among them all
 * directional marks), separators, unpaired surrogates, blanks that look like a space or like nothing.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00A0\u115F\u1160\u2000-\u200A\u202F\u205F\u2800\u3000\u3164\uFFA0]/u
const LAYOUT = /[\n\t]/

/** `lines`: keeps line breaks and tabs as layout; otherwise they are made visible like the others. */
export function piecesOf(text: string, lines: boolean): readonly Piece[] {
  const pieces: Piece[] = []
  let plain = ''
  for (const character of text) {
    if (!UNSEEN.test(character) || (lines && LAYOUT.test(character))) {
      plain += character
      continue
    }
    if (plain !== '') pieces.push({ text: plain })
    plain = ''
    pieces.push(pictureOf(character))
  }
  if (plain !== '') pieces.push({ text: plain })
  return pieces
}

/** The same as one string: for titles and names that can hold no elements. */
export const visible = (text: string): string =>
  piecesOf(text, false)
    .map((piece) => piece.text)
    .join('')

/** Characters with a well-known name. */
const NAMES: Readonly<Record<number, string>> = { 0: 'NUL', 7: 'BEL', 8: 'BS', 9: 'TAB', 10: 'LF', 13: 'CR', 27: 'ESC' }

function pictureOf(character: string): Piece {
  const point = character.codePointAt(0) ?? 0
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
  return { text: `‹${NAMES[point] ?? code}›`, code }
}
