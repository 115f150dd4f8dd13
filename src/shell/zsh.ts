import { loopForm, matchAt, parameterForm, patternForm, redirectionForm, simpleForm, type Form } from './zsh-forms.ts'

/**
 * The same command as zsh reads it, written so that bash reads it too; undefined where the two agree. The agent's shell
 * is often zsh, and a few characters mean more there: `{rm x}`, `=rm x`, `for i (1) rm x`, `echo >! file`. Quoted text
 * stays as it is. The body of a loop or a function in a short form is put behind it: what it does counts, not how often.
 */
export function asZsh(text: string): string | undefined {
  if (!MAY_DIFFER.test(text)) return undefined
  const result = new Scan(text).run()
  return result === text ? undefined : result
}

const MAY_DIFFER = /[{}()]|\brepeat\s|[>&][!|]|=\w|=\.|\$[=~^(]|\$\w+\[|:[htraAP]\b/

type Kind = 'commands' | 'group' | 'parens' | 'quotes' | 'backquotes' | 'words'

interface Level {
  readonly kind: Kind
  /** What stands next is a command. */
  start: boolean
  /** Where the word that is being read begins in the output; undefined between words. */
  word: number | undefined
  /** Braces open inside of that word. */
  braces: number
}

/** Deeper than this nobody nests by hand. */
const MAX_DEPTH = 60
/** A name, a subscript and `=` are not more. */
const MAX_PIECES = 8

/** Words behind which a command stands. */
const BEFORE_COMMANDS = new Set('! if then else elif do while until time coproc noglob nocorrect -'.split(' '))
const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/

class Scan {
  readonly #text: string
  readonly #out: string[] = []
  readonly #levels: Level[] = []
  /** Ends of here-documents that begin on this line. */
  #ends: string[] = []
  #at = 0
  /** A group was just closed: `always` may follow. */
  #closed = false
  /** How much had been written when a condition ended: `while ((1)) {rm x}` has its body right behind it. */
  #conditionEnd = -1

  constructor(text: string) {
    this.#text = text
  }

  run(): string {
    this.#open('commands')
    while (this.#at < this.#text.length) {
      if (this.#levels.length > MAX_DEPTH) return this.#text
      if (this.#level.kind === 'quotes') this.#inQuotes()
      else this.#inCommands()
    }
    return this.#out.join('')
  }

  get #level(): Level {
    return this.#levels.at(-1) ?? { kind: 'commands', start: true, word: undefined, braces: 0 }
  }

  /** What has been read of the word, or its beginning. */
  get #word(): string {
    const { word } = this.#level
    return word === undefined ? '' : this.#out.slice(word, word + MAX_PIECES).join('')
  }

  #open(kind: Kind): void {
    this.#levels.push({ kind, start: kind !== 'words', word: undefined, braces: 0 })
  }

  #close(): void {
    if (this.#levels.length > 1) this.#levels.pop()
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    return matchAt(pattern, this.#text, this.#at)
  }

  /** Takes so many characters, and writes something else in their place. */
  #put(length: number, written = this.#text.slice(this.#at, this.#at + length)): void {
    this.#out.push(written)
    this.#at += length
  }

  /** The same for characters that are part of a word. */
  #inWord(length: number, written?: string): void {
    this.#level.word ??= this.#out.length
    this.#put(length, written)
  }

  #putForm({ length, written }: Form): void {
    this.#inWord(length, written)
  }

  #endWord(): void {
    const level = this.#level
    if (level.word !== undefined) {
      const word = this.#word
      level.start &&= BEFORE_COMMANDS.has(word) || ASSIGNMENT.test(word)
      this.#closed = false
    }
    level.word = undefined
    level.braces = 0
  }

  #next(): void {
    this.#endWord()
    this.#level.start = true
    this.#closed = false
  }

  #inside(length: number, kind: Kind, written?: string): void {
    this.#put(length, written)
    this.#open(kind)
  }

  #inQuotes(): void {
    const two = this.#text.slice(this.#at, this.#at + 2)
    if (two.startsWith('\\')) return this.#put(2)
    if (two.startsWith('"')) {
      this.#put(1)
      return this.#close()
    }
    if (two === '$(' && this.#text[this.#at + 2] !== '(') return this.#inside(2, 'parens')
    if (two.startsWith('`')) return this.#inside(1, 'backquotes')
    const form = two === '${' ? parameterForm(this.#text, this.#at) : simpleForm(this.#text, this.#at)
    if (two.startsWith('$') && form !== undefined) return this.#put(form.length, form.written)
    this.#put(this.#match(/[^"\\$`]+/y)?.[0].length ?? 1)
  }

  #inCommands(): void {
    const char = this.#text[this.#at] ?? ''
    const isBetween = this.#level.word === undefined
    if (/\s/.test(char)) return this.#space(char)
    if (char === '#' && isBetween) return this.#put(this.#match(/[^\n]*/y)?.[0].length ?? 1)
    if (char === '\\') return this.#inWord(2)
    if (char === "'") return this.#inWord(this.#match(/'[^']*'?/y)?.[0].length ?? 1)
    if (char === '"') {
      this.#inWord(1)
      return this.#open('quotes')
    }
    if (char === '$') return this.#dollar()
    if (char === '`') return this.#backquote()
    if (char === '<' || char === '>' || this.#match(/&>/y) !== null) return this.#redirection()
    if (char === ';' || char === '&' || char === '|') {
      this.#next()
      return this.#put(1)
    }
    if (this.#closed && this.#match(/always(?=\s*\{)/y) !== null) {
      this.#put('always'.length, ';')
      return this.#next()
    }
    if (char === '(') return this.#parenthesis()
    if (char === ')') return this.#endOfParens()
    if (char === '{') return this.#brace()
    if (char === '}') return this.#endOfBrace()
    if (char === '=') return this.#equals()
    if (isBetween && this.#level.start) return this.#firstWord()
    this.#plain()
  }

  #plain(): void {
    this.#inWord(this.#match(/[^\s'"\\$`<>;&|(){}=#]+/y)?.[0].length ?? 1)
  }

  #space(char: string): void {
    if (char !== '\n') {
      this.#endWord()
      return this.#put(1)
    }
    this.#next()
    this.#put(1)
    for (const end of this.#ends.splice(0)) {
      let line: string
      do {
        line = this.#match(/[^\n]*\n?/y)?.[0] ?? ''
        this.#put(line.length)
      } while (line !== '' && line.trim() !== end)
    }
  }

  #backquote(): void {
    if (this.#level.kind !== 'backquotes') {
      this.#level.word ??= this.#out.length
      return this.#inside(1, 'backquotes')
    }
    this.#put(1)
    this.#close()
  }

  #dollar(): void {
    const next = this.#text[this.#at + 1] ?? ''
    if (next === "'") return this.#inWord(this.#match(/\$'(?:[^'\\]|\\.)*'?/sy)?.[0].length ?? 1)
    if (this.#match(/\$\(\(/y) !== null) return this.#arithmetic(1)
    this.#level.word ??= this.#out.length
    if (next === '(') return this.#inside(2, 'parens')
    const form = next === '{' ? parameterForm(this.#text, this.#at) : simpleForm(this.#text, this.#at)
    if (form !== undefined) return this.#putForm(form)
    if (next === '{') this.#level.braces += 1
    this.#put(next === '{' ? 2 : (this.#match(/\$\w*/y)?.[0].length ?? 1))
  }

  #redirection(): void {
    this.#endWord()
    const heredoc = this.#match(/<<-?\s*(['"]?)([\w.-]+)\1/y)
    if (heredoc !== null && this.#text[this.#at + 2] !== '<') {
      this.#ends.push(heredoc[2] ?? '')
      return this.#put(heredoc[0].length)
    }
    if (this.#match(/[<>]\(/y) !== null) return this.#inside(2, 'parens')
    const { length, written } = redirectionForm(this.#text, this.#at)
    this.#put(length, written)
  }

  #arithmetic(from: number): void {
    let depth = 0
    let end = this.#at + from
    for (; end < this.#text.length; end++) {
      if (this.#text[end] === '(') depth++
      else if (this.#text[end] === ')' && --depth === 0) break
    }
    this.#inWord(end + 1 - this.#at)
  }

  #parenthesis(): void {
    const word = this.#word
    const empty = this.#match(/\(\s*\)\s*/y)
    if (word === '' && this.#level.start) {
      if (this.#match(/\(\(/y) !== null) {
        this.#arithmetic(0)
        this.#conditionEnd = this.#out.length
        return
      }
      // A function without a name runs where it stands.
      return empty === null ? this.#inside(1, 'parens') : this.#put(empty[0].length, ' ')
    }
    if (ASSIGNMENT.exec(word)?.[0] === word && word !== '') {
      this.#inWord(1)
      return this.#open('words')
    }
    if (empty !== null) return this.#functionBody(empty[0])
    const form = patternForm(this.#text, this.#at, word)
    if (form === undefined) this.#inside(1, 'parens')
    else this.#putForm(form)
  }

  /** `f() command`, without braces: put behind an empty one. */
  #functionBody(parens: string): void {
    const next = this.#text[this.#at + parens.length] ?? ''
    const isShort = next !== '{' && next !== '(' && next !== ''
    this.#put(parens.length, isShort ? '() { :; }; ' : parens)
    this.#next()
  }

  #endOfParens(): void {
    const { kind } = this.#level
    if (kind !== 'parens' && kind !== 'words') {
      // The end of a pattern of `case`.
      this.#put(1)
      return this.#next()
    }
    this.#endWord()
    this.#put(1)
    this.#close()
    if (this.#level.start && this.#level.word === undefined) this.#conditionEnd = this.#out.length
    this.#level.start &&= this.#level.word !== undefined
  }

  /** Only blanks have been written since; each of them is a piece of its own. */
  get #isBehindCondition(): boolean {
    const since = this.#conditionEnd < 0 ? [] : this.#out.slice(this.#conditionEnd, this.#conditionEnd + MAX_PIECES)
    return since.length > 0 && since.length < MAX_PIECES && since.every((piece) => /^[ \t]$/.test(piece))
  }

  #brace(): void {
    const level = this.#level
    const [near = ''] = this.#match(/\{\S{0,200}/y) ?? []
    const isWord = (near.includes('}') && /,|\.\./.test(near)) || /^\{(?:\}|\w+\}[<>])/.test(near)
    if (level.word === undefined && this.#isBehindCondition) return this.#inside(1, 'group', '; { ')
    if (level.word !== undefined || !level.start || isWord) {
      this.#inWord(1)
      level.braces += 1
      return
    }
    this.#inside(1, 'group', near === '{' ? '{' : '{ ')
  }

  #endOfBrace(): void {
    const level = this.#level
    if (level.braces > 0) level.braces -= 1
    else if (level.kind === 'group') {
      const isEnded = level.start && level.word === undefined
      this.#put(1, isEnded ? '}' : '; }')
      this.#close()
      this.#level.start = false
      this.#closed = true
      return
    }
    this.#inWord(1)
  }

  /** `=rm` is the path of rm, `=(cmd)` a file with its output. */
  #equals(): void {
    const word = this.#word
    if (word === '' && this.#match(/=\(/y) !== null) {
      this.#level.word = this.#out.length
      return this.#inside(2, 'parens', '<(')
    }
    if (word === '' && this.#match(/=[A-Za-z_./]/y) !== null) return this.#put(1, '')
    if (/^[A-Za-z_]\w*$/.test(word) && this.#match(/==[A-Za-z_./]/y) !== null) return this.#inWord(2, '=')
    this.#inWord(1)
  }

  #firstWord(): void {
    const form = loopForm(this.#text, this.#at)
    if (form !== undefined) {
      this.#put(form.length, form.written)
      return this.#next()
    }
    const test = this.#match(/\[\[\s.*?(?:\s\]\](?=[\s;&|)]|$)|$)/sy)
    if (test !== null) {
      this.#inWord(test[0].length)
      this.#conditionEnd = this.#out.length
      return
    }
    if (this.#match(/end(?=\s|;|$)/y) !== null) return this.#inWord(3, ':')
    this.#plain()
  }
}
