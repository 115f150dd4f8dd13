/** Markup of our own. Everything else is escaped before it gets into a page. */
export interface Html {
  readonly html: string
}

type Piece = Html | string | number | undefined | readonly Piece[]

/** A template for a page: every value is escaped, unless it is such a template itself. */
export const html = (parts: TemplateStringsArray, ...values: readonly Piece[]): Html => ({
  html: parts.map((part, index) => part + markup(values[index])).join(''),
})

function markup(piece: Piece): string {
  if (piece === undefined) return ''
  if (typeof piece === 'string' || typeof piece === 'number') return escapeHtml(String(piece))
  return 'html' in piece ? piece.html : piece.map(markup).join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

/** For text and quoted attributes. Control characters and bidirectional marks are shown as `�`. */
export const escapeHtml = (text: string): string =>
  text
    .replace(/(?![\t\n\r])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '\u{FFFD}')
    .replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '')
