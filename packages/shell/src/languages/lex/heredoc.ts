import { type Part, type Quote, readText, type Scan } from './scan.ts'

interface Heredoc extends Pick<Quote, 'escape' | 'insert'> {
  readonly label: string
  /** The closing line may be indented. */
  readonly indented: boolean
  /** White space at the beginning of every line is taken off. */
  readonly stripped: boolean
}

/** Reads the lines of a here-document, from its first line to after its label. */
export function readHeredocBody(scan: Scan, heredoc: Heredoc): readonly Part[] {
  const { source } = scan
  const end = findEnd(scan, heredoc)
  if (end === undefined) scan.broken = true
  const bodyEnd = end?.from ?? source.length
  // The body is read as a source of its own, so that a quote in it cannot reach beyond its end.
  const body: Scan = { ...scan, source: source.slice(0, bodyEnd), tokens: [] }
  const parts = readText(body, { ...heredoc, close: '' })
  scan.broken ||= body.broken
  scan.at = end?.to ?? source.length
  scan.lineStart = source.lastIndexOf('\n', scan.at) + 1
  return heredoc.stripped ? strip(parts) : parts
}

function findEnd(scan: Scan, heredoc: Heredoc): { from: number; to: number } | undefined {
  for (let at = scan.at; at < scan.source.length;) {
    const lineEnd = scan.source.indexOf('\n', at)
    const stop = lineEnd < 0 ? scan.source.length : lineEnd
    const line = scan.source.slice(at, stop)
    const found = heredoc.indented ? line.trimStart() : line
    // PHP allows code right behind the label.
    const rest = found.startsWith(heredoc.label) ? found.slice(heredoc.label.length) : undefined
    if (rest !== undefined && !/^\w/.test(rest)) return { from: at, to: at + line.length - rest.length }
    at = stop + 1
  }
  return undefined
}

/** How deep the lines were indented does not matter to what they do. */
const strip = (parts: readonly Part[]): readonly Part[] =>
  parts.map((part, index) =>
    typeof part === 'string' ? part.replace(index === 0 ? /^[ \t]+|(?<=\n)[ \t]+/g : /(?<=\n)[ \t]+/g, '') : part,
  )
