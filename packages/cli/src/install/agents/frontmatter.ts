import { parseDocument, type Document, type YAMLParseError } from 'yaml'

/** The YAML between the first two lines `---` of a page, and its position in the page. */
export interface Frontmatter {
  readonly source: string
  /** Offset of its first character in the page. */
  readonly start: number
  readonly eol: string
  readonly document: Document.Parsed
  readonly errors: readonly YAMLParseError[]
}

/** `unclosed` when it never ends, `too much` when parsing it could take long; undefined when there is none. */
export function frontmatterOf(page: string): Frontmatter | 'unclosed' | 'too much' | undefined {
  const open = /^\uFEFF?---[ \t]*(\r?\n)/.exec(page)
  if (open === null) return undefined
  const start = open[0].length
  const close = /^---[ \t]*\r?$/m
  const head = page.slice(start, start + MAX_LENGTH)
  const end = close.exec(head)?.index
  if (end === undefined)
    return page.length > start + MAX_LENGTH && close.test(page.slice(start)) ? 'too much' : 'unclosed'
  const source = head.slice(0, end)
  if (NESTED.test(source)) return 'too much'
  const document = parseDocument(source, { keepSourceTokens: true, prettyErrors: false })
  return { source, start, eol: open[1] ?? '\n', document, errors: document.errors }
}

/** Larger than any handwritten frontmatter. */
const MAX_LENGTH = 32 << 10
/** Nested lists and maps on one line: the parser can take exponential time on a long run of them. */
const NESTED = /(?:[?-][ \t]+){20}/
