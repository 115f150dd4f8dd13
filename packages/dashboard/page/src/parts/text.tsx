import { piecesOf } from '../data/visible.ts'

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

/** In one line, cut where it is long. */
export function Line({ of = '', class: name = '' }: TextProps) {
  const shown = of.length > MAX_LINE ? `${of.slice(0, MAX_LINE)}…` : of
  return <span class={`text line ${name}`}>{pieces(shown, false)}</span>
}

export const Text = ({ of = '', class: name = '' }: TextProps) => (
  <span class={`text ${name}`}>{pieces(of, false)}</span>
)

/** Several lines as they are; long ones wrap. */
export const Block = ({ of = '', label }: { readonly of: string | undefined; readonly label: string }) => (
  <pre class="text" tabIndex={0} role="region" aria-label={label}>
    {pieces(of, true)}
  </pre>
)
