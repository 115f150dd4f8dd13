/** A text that is being read as zsh, and the same in words of bash as far as it has been read. */
export interface Source {
  readonly text: string
  readonly out: Piece[]
  /** Here-documents whose text begins on the next line. */
  readonly heredocs: Heredoc[]
  readonly grammar: Grammar
  readonly options: ZshOptions
  at: number
  /** Where the word that is being read begins in `out`. */
  word: number
  /** Behind `noglob`, where patterns are text. */
  literal: boolean
  /** How many parentheses have no end. */
  unclosed: number
  depth: number
  /** Something in it means something else to bash. */
  differs: boolean
}

/** Parts of the grammar that contain each other. */
export interface Grammar {
  /** Statements up to the bracket or word that ends them. */
  list(source: Source): void
  /** The same with what follows the last of them. */
  statements(source: Source): void
  separators(source: Source): void
  sublist(source: Source): void
  command(source: Source): void
  redirections(source: Source): void
  /** A piece of a word. */
  part(source: Source, start: number): boolean
  /** A text of its own, in words of bash. */
  script(text: string, around: Source): string
}

/** What a text may count on. Whether an option is set is known only when it runs, so `true` says that it may be. */
export interface ZshOptions {
  /** `*(.)`: which files are wanted stands in parentheses behind a pattern. */
  readonly qualifiers: boolean
  /** `^x`, `x~y` and `x#` are patterns. */
  readonly extended: boolean
  /** `*` matches names that begin with a dot. */
  readonly dots: boolean
  /** `{ab}` is one of its characters. */
  readonly classes: boolean
}

/** Whatever a text may be able to count on. */
export const ALL_OPTIONS: ZshOptions = { qualifiers: true, extended: true, dots: false, classes: false }

export interface Piece {
  text: string
  /** Where it stands in the text, when it is a copy. */
  readonly from?: number
}

export interface Heredoc {
  readonly end: string
  readonly quoted: boolean
  readonly indented: boolean
  /** Where what it says is put. */
  readonly piece: Piece
}

/** What zsh does not read, either. */
export class Unreadable extends Error {}

/** Deeper than this is no hand-written command. */
const MAX_DEPTH = 60

export const openSource = (text: string, grammar: Grammar, options: ZshOptions, depth = 0): Source => ({
  text,
  out: [],
  heredocs: [],
  grammar,
  options,
  at: 0,
  word: 0,
  literal: false,
  unclosed: 0,
  depth,
  differs: false,
})

export function ahead(source: Source, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = source.at
  return pattern.exec(source.text)
}

export const next = (source: Source, offset = 0): string => source.text[source.at + offset] ?? ''

/** Takes so many characters as they are. */
export function copy(source: Source, length: number): void {
  source.out.push({ text: source.text.slice(source.at, source.at + length), from: source.at })
  source.at += length
}

/** Takes so many characters, and writes something else in their place. */
export function replace(source: Source, length: number, written: string): void {
  source.at += length
  source.differs = true
  source.out.push({ text: written })
}

export const write = (source: Source, text: string): void => void source.out.push({ text })

/** The same for a text that takes long to make: where zsh reads the same as bash, it is not asked for. */
export const writeLater = (source: Source, make: () => string): void => void source.out.push(new Later(make))

/** A class, because a text may have ten thousands of them, and a getter of each costs more than the text. */
class Later implements Piece {
  readonly #make: () => string
  constructor(make: () => string) {
    this.#make = make
  }
  get text(): string {
    return this.#make()
  }
}

/** Takes everything written since, to be put elsewhere. */
export const takeBack = (source: Source, mark: number): readonly Piece[] => source.out.splice(mark)

export const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('')

export function expect(source: Source, pattern: RegExp): void {
  const found = ahead(source, pattern)
  if (found === null) throw new Unreadable(`at ${source.at}`)
  source.at += found[0].length
}

export function deeper<T>(source: Source, body: () => T): T {
  source.depth += 1
  if (source.depth > MAX_DEPTH) throw new Unreadable('too deep')
  const result = body()
  source.depth -= 1
  return result
}

/** Blanks between words, and lines that go on. */
export function blanks(source: Source): void {
  const found = ahead(source, /(?:[ \t]|\\\n)+/y)
  if (found === null) return
  source.at += found[0].length
  write(source, ' ')
}

const SPECIAL = /[\\"$`]/g

/** Reads the here-documents that were announced on the line that ends here. */
export function readHeredocs(source: Source, translate: (text: string) => string): void {
  for (const { end, quoted, indented, piece } of source.heredocs.splice(0)) {
    const lines: string[] = []
    for (;;) {
      if (source.at >= source.text.length) break
      const [line = ''] = ahead(source, /[^\n]*\n?/y) ?? []
      source.at += line.length
      const shown = indented ? line.replace(/^\t+/, '') : line
      if (shown.replace(/\n$/, '') === end) break
      lines.push(shown)
    }
    const body = lines.join('').replace(/\n$/, '')
    piece.text = quoted ? `"${body.replace(SPECIAL, String.raw`\$&`)}"` : `"${translate(body)}"`
  }
}
