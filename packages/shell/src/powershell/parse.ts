/** A piece of a word. What is quoted is no pattern, no option and no property. */
export type Part =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'variable'; readonly name: string; readonly quoted: boolean }
  /** `(…)`, `$(…)` and `@(…)`: what its commands print. */
  | { readonly kind: 'group'; readonly body: Script }
  /** `@{ name = value }` */
  | { readonly kind: 'table'; readonly entries: readonly Entry[] }
  /** `{…}`: runs when it is called. */
  | { readonly kind: 'block'; readonly body: Script }

interface Entry {
  readonly key: string
  readonly value: readonly Command[]
}

export interface Word {
  readonly parts: readonly Part[]
  /** A comma follows: the next word belongs to the same list. */
  readonly more: boolean
}

export interface Command {
  readonly words: readonly Word[]
  /** `& x`, `. x`: the word that follows names what runs, even in quotes. */
  readonly called: boolean
  /** Where its output goes, for `>` and `>>`. */
  readonly targets: readonly Word[]
}

/** Pipelines, one after the other. */
export type Script = readonly (readonly Command[])[]

/** The text of a word without variables and groups. */
export function textOf({ parts }: Word): string | undefined {
  const [part] = parts
  return parts.length === 1 && part?.kind === 'text' ? part.text : undefined
}

export const isBlock = ({ parts }: Word): boolean => parts[0]?.kind === 'block'

/** More than any script nests. */
const MAX_DEPTH = 48

/** Any of these begins an option or an operator, and stands between verb and noun. */
const DASH = /[\u2013-\u2015]/

/** Undefined when it nests too deeply to be read. A quote that an editor has bent is a quote here, too. */
export function parsePowerShell(source: string): Script | undefined {
  const parser = new Parser(source.replaceAll(/[\u2018-\u201B]/g, "'").replaceAll(/[\u201C-\u201E]/g, '"'))
  const script = parser.script('')
  return parser.isTooDeep ? undefined : script
}

/** `$x` and `[string]$x`: a word that can be assigned to. */
const isTarget = (word: Word | undefined): boolean =>
  word?.parts.at(-1)?.kind === 'variable' &&
  word.parts.slice(0, -1).every((part) => part.kind === 'text' && !part.quoted && /^\[[^\]]+\]$/.test(part.text))

class Parser {
  isTooDeep = false
  readonly #source: string
  #at = 0
  #depth = 0

  constructor(source: string) {
    this.#source = source
  }

  script(end: string): Script {
    const script: (readonly Command[])[] = []
    while (this.#at < this.#source.length && this.#peek() !== end) {
      const before = this.#at
      const pipeline = this.#pipeline()
      if (pipeline.length > 0) script.push(pipeline)
      // A bracket that closes nothing is no reason to stop.
      if (this.#at === before) this.#at++
    }
    this.#at++
    return script
  }

  #pipeline(): readonly Command[] {
    const commands: Command[] = []
    for (;;) {
      const command = this.#command()
      if (command !== undefined) commands.push(command)
      if (this.#peek() !== '|' || this.#peek(1) === '|') break
      this.#at++
    }
    while (/[;|&\n\r]/.test(this.#peek())) this.#at++
    return commands
  }

  #command(): Command | undefined {
    const words: Word[] = []
    const targets: Word[] = []
    let called = false
    for (;;) {
      this.#skipBlanks(words.length === 0)
      const char = this.#peek()
      if (words.length === 0 && (char === '&' || char === '.') && /[\s({$'"]/.test(this.#peek(1))) {
        called = true
        this.#at++
        continue
      }
      if (char === '' || /[;|&\n\r)}]/.test(char)) break
      const redirection = /^(?:\d|\*)?>{1,2}(?:&\d)?/.exec(this.#source.slice(this.#at, this.#at + 5))
      if (redirection !== null) {
        this.#at += redirection[0].length
        if (redirection[0].includes('&')) continue
        this.#skipBlanks(false)
        targets.push(this.#word(false))
        continue
      }
      const sign = words.length === 1 && isTarget(words[0]) ? this.#assignment() : undefined
      words.push(sign ?? this.#word(words.length === 0))
    }
    return words.length === 0 && targets.length === 0 ? undefined : { words, called, targets }
  }

  #word(isFirst: boolean): Word {
    const parts: Part[] = []
    let text = ''
    const flush = (): void => {
      if (text !== '') parts.push({ kind: 'text', text, quoted: false })
      text = ''
    }
    const start = this.#at
    while (this.#at < this.#source.length) {
      const char = this.#peek()
      if (/[\s;|&)},<>]/.test(char)) break
      if (
        isFirst &&
        text === '' &&
        /^(?:[-+*/%]|\?\?)?=/.test(this.#source.slice(this.#at, this.#at + 3)) &&
        isTarget({ parts, more: false })
      )
        break
      if (char === "'" || char === '"' || (char === '@' && /['"]/.test(this.#peek(1)))) {
        flush()
        parts.push(...this.#quoted())
      } else if (char === '$' && /[\w({:?^]/.test(this.#peek(1))) {
        flush()
        parts.push(this.#variable(false))
      } else if (char === '(' || (char === '@' && this.#peek(1) === '(')) {
        flush()
        this.#at += char === '@' ? 2 : 1
        parts.push({ kind: 'group', body: this.#nested(')') })
      } else if (char === '@' && this.#peek(1) === '{') {
        flush()
        this.#at += 2
        parts.push({ kind: 'table', entries: this.#table() })
      } else if (char === '{') {
        if (this.#at > start) break
        this.#at++
        parts.push({ kind: 'block', body: this.#nested('}') })
        break
      } else if (char === '`') {
        text += this.#peek(1)
        this.#at += 2
      } else {
        text += DASH.test(char) ? '-' : char
        this.#at++
      }
    }
    flush()
    const more = this.#comma()
    return { parts, more }
  }

  /** `=`, `+=` and the like behind a variable. */
  #assignment(): Word | undefined {
    const found = /(?:[-+*/%]|\?\?)?=(?!=)/y
    found.lastIndex = this.#at
    const [text] = found.exec(this.#source) ?? []
    this.#at += text?.length ?? 0
    return text === undefined ? undefined : { parts: [{ kind: 'text', text, quoted: false }], more: false }
  }

  #comma(): boolean {
    const found = /\s*,\s*/y
    found.lastIndex = this.#at
    if (!found.test(this.#source)) return false
    this.#at = found.lastIndex
    return true
  }

  #table(): readonly Entry[] {
    const entries: Entry[] = []
    const key = /(?:"([^"]*)"|'([^']*)'|([\w.-]+))\s*=\s*/y
    this.#depth++
    this.isTooDeep ||= this.#depth > MAX_DEPTH
    if (this.isTooDeep) this.#at = this.#source.length
    for (this.#skipBlanks(true); this.#at < this.#source.length && this.#peek() !== '}'; this.#skipBlanks(true)) {
      const before = this.#at
      key.lastIndex = this.#at
      const [found = '', ...names] = key.exec(this.#source) ?? []
      this.#at += found.length
      entries.push({ key: names.find((name) => name !== undefined) ?? '', value: this.#pipeline() })
      if (this.#at === before) this.#at++
    }
    this.#depth--
    this.#at++
    return entries
  }

  #nested(end: string): Script {
    this.#depth++
    this.isTooDeep ||= this.#depth > MAX_DEPTH
    const body = this.isTooDeep ? [] : this.script(end)
    this.#depth--
    if (this.isTooDeep) this.#at = this.#source.length
    return body
  }

  #quoted(): readonly Part[] {
    const isHere = this.#peek() === '@'
    const mark = this.#peek(isHere ? 1 : 0)
    this.#at += isHere ? 2 : 1
    const end = isHere ? `\n${mark}@` : mark
    const parts: Part[] = []
    let text = ''
    while (this.#at < this.#source.length) {
      if (!isHere && this.#source.startsWith(mark + mark, this.#at)) {
        text += mark
        this.#at += 2
      } else if (this.#source.startsWith(end, this.#at)) break
      else if (mark === '"' && this.#peek() === '`') {
        text += { n: '\n', t: '\t' }[this.#peek(1)] ?? this.#peek(1)
        this.#at += 2
      } else if (mark === '"' && this.#peek() === '$' && /[\w({:?^]/.test(this.#peek(1))) {
        parts.push({ kind: 'text', text, quoted: true }, this.#variable(true))
        text = ''
      } else {
        text += this.#peek()
        this.#at++
      }
    }
    this.#at += end.length
    return [...parts, { kind: 'text', text, quoted: true }]
  }

  #variable(quoted: boolean): Part {
    if (this.#peek(1) === '(') {
      this.#at += 2
      return { kind: 'group', body: this.#nested(')') }
    }
    const found = /\$(?:\{([^}]*)\}|((?:\w+:)?\w+|[?^$]))/y
    found.lastIndex = this.#at
    const match = found.exec(this.#source)
    this.#at = match === null ? this.#at + 1 : found.lastIndex
    return { kind: 'variable', name: (match?.[1] ?? match?.[2] ?? '').toLowerCase(), quoted }
  }

  #skipBlanks(withLines: boolean): void {
    const blanks = withLines
      ? /(?:[\s;]|`\r?\n|<#[\s\S]*?(?:#>|$)|#[^\n]*)+/y
      : /(?:[ \t]|`\r?\n|<#[\s\S]*?(?:#>|$)|#[^\n]*)+/y
    blanks.lastIndex = this.#at
    if (blanks.test(this.#source)) this.#at = blanks.lastIndex
  }

  #peek(ahead = 0): string {
    return this.#source[this.#at + ahead] ?? ''
  }
}
