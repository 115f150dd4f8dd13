import { piecesOf } from '../data/visible.ts'
import { plural } from '../data/words.ts'

interface TextProps {
  readonly of: string | undefined
  readonly class?: string
}

/** Untrusted text: rendered only as text, with invisible characters made visible. */
const pieces = (text: string, lines: boolean) =>
  piecesOf(text, lines).map(({ text: piece, code }) =>
    code === undefined ? (
      piece
    ) : (
      <span class="mark" title={code}>
        {piece}
      </span>
    ),
  )

/** A row of a table shows no more than this; the page of the decision has all of it. */
const MAX_LINE = 300

/** A browser takes seconds to lay out more, and no one reads it. The terminal shows all of it. */
const MAX_TEXT = 1_000
const MAX_BLOCK = 20_000

/** In one line, cut where it is long. */
export const Line = ({ of = '', class: name = '' }: TextProps) => (
  <span class={`text line ${name}`}>{pieces(cut(of, MAX_LINE), false)}</span>
)

export const Text = ({ of = '', class: name = '' }: TextProps) => (
  <span class={`text ${name}`}>{pieces(cut(of, MAX_TEXT), false)}</span>
)

const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text)

/** Several lines as they are. Long ones wrap. */
export const Block = ({ of = '', label }: { readonly of: string | undefined; readonly label: string }) => (
  <pre class="text" tabIndex={0} role="region" aria-label={label}>
    {pieces(of.slice(0, MAX_BLOCK), true)}
    {of.length > MAX_BLOCK && <span class="mark">{`\n… ${plural(of.length - MAX_BLOCK, 'more character')}`}</span>}
  </pre>
)
