import { closing } from './expansions.ts'
import { ahead, deeper, next, takeBack, textOf, Unreadable, write, type Source } from './source.ts'

/** `.(env|x)` in a word, and qualifiers after a pattern: `*(.)`, `*(e:'code':)`. */
export function group(source: Source, start: number): void {
  const end = closing(source.text, source.at, '(', ')')
  source.differs = true
  if (end < 0) {
    // A pattern that is wrong stops the command only when it is used.
    source.unclosed += 1
    if (source.unclosed > MAX_UNCLOSED) throw new Unreadable('(')
    source.at += 1
    return write(source, '\\(')
  }
  if (source.literal) return write(source, escaped(source, end))
  const inside = source.text.slice(source.at + 1, end)
  const isLast = /^(?:[ \t\n;&|<>)}]|$)/.test(source.text.slice(end + 1, end + 2))
  const explicit = inside.startsWith('#q')
  const codes =
    isLast && (explicit || source.options.qualifiers) ? qualifiers(unquoted(inside.replace(/^#q/, ''))) : undefined
  if (codes !== undefined) {
    source.at = end + 1
    if (/^[^e:+]*D/.test(inside)) withDots(source)
    // Whether the option is set is not known: the letters may be a part of the name.
    if (/^\w+$/.test(inside)) write(source, `{,${inside}}`)
    for (const code of codes) write(source, `{,$( REPLY=*; ${source.grammar.script(code, source)} )}`)
    return
  }
  const flags = ahead(source, /\(#[a-zA-Z\d,]+\)/y)
  if (flags !== null && source.options.extended) return flagged(source, flags[0])
  deeper(source, () => alternatives(source, end, start))
}

/** For each of them the rest of the text is looked through. */
const MAX_UNCLOSED = 20

/** The text itself, to be read as no pattern. */
function escaped(source: Source, end: number): string {
  const text = source.text.slice(source.at, end + 1)
  source.at = end + 1
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** `*` matches names that begin with a dot, too. */
export function withDots(source: Source): void {
  const text = textOf(source.out.slice(source.word))
  const dotted = text.replace(/(^|\/)(?=[*?[][^/]*$)/, '$1.')
  if (dotted === text) return
  source.differs = true
  takeBack(source, source.word)
  write(source, `{${text},${dotted}}`)
}

/** `(#i)ENV` is `env` as well. */
function flagged(source: Source, flags: string): void {
  source.at += flags.length
  const [rest = ''] = ahead(source, /[\w./-]+/y) ?? []
  if (rest === '' || !/[il]/.test(flags)) return
  source.at += rest.length
  write(source, `{${rest},${rest.toLowerCase()}}`)
}

/** `(a|b)` is `{a,b}`, `(a)` is a. */
function alternatives(source: Source, end: number, start: number): void {
  const before = source.out.length
  let count = 1
  source.at += 1
  while (source.at < end) {
    const blank = ahead(source, /[ \t\n]+/y)
    if (blank !== null) {
      source.at += blank[0].length
      write(source, '\\ '.repeat(blank[0].length))
    } else if (next(source) === '|') {
      count += 1
      source.at += 1
      write(source, ',')
    } else if (next(source) === '(') group(source, start)
    else if (/[{};&<>]/.test(next(source))) {
      if (!source.grammar.part(source, start)) {
        write(source, `\\${next(source)}`)
        source.at += 1
      }
    } else if (!source.grammar.part(source, start)) break
  }
  if (source.at !== end) throw new Unreadable('(')
  source.at = end + 1
  if (count === 1) return
  source.out.splice(before, 0, { text: '{' })
  write(source, '}')
}

/** The code that qualifiers without their quotes run; undefined when it is something else. */
export function qualifiers(inside: string): readonly string[] | undefined {
  const codes: string[] = []
  let at = 0
  while (at < inside.length) {
    LETTERS.lastIndex = at
    const plain = LETTERS.exec(inside)
    if (plain !== null) {
      at += plain[0].length
      continue
    }
    const code = codeAt(inside, at)
    if (code === undefined) return undefined
    codes.push(...code.codes)
    at = code.end
  }
  return codes
}

const LETTERS =
  /[-^,/F.@=*%pbcrwxARIEWXstSUGMTNDn]|%[bc]|[dluga]\d+|[amc][Mwhmsd]?[-+]?\d+|L[kKmMgGpPtT]?[-+]?\d+|l[-+]?\d+|[oO][nLlamcdN]|\[-?\d+(?:,-?\d+)?\]|Y\d+|f[-+=]?[0-7?]+|:[htreaAclu](?=:|$)/y

/** `e:'code':`, `+function`, `oe:'code':`. */
function codeAt(inside: string, at: number): { readonly codes: readonly string[]; readonly end: number } | undefined {
  const order = /^[oO]?/.exec(inside.slice(at))?.[0].length ?? 0
  const from = at + order
  const called = /^\+([\w-]+)/.exec(inside.slice(from))
  if (called !== null) return { codes: [called[1] ?? ''], end: from + called[0].length }
  if (!/[efugP]/.test(inside[from] ?? '')) return undefined
  const open = inside[from + 1] ?? ''
  const close = { '{': '}', '[': ']', '(': ')', '<': '>' }[open] ?? open
  if (open === '' || /[ \t\n\w]/.test(open)) return undefined
  const end = inside.indexOf(close, from + 2)
  if (end < 0) return undefined
  const text = inside.slice(from + 2, end)
  return { codes: inside[from] === 'e' ? [text] : [], end: end + 1 }
}

const unquoted = (text: string): string =>
  text.replace(
    /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs,
    (_whole, single: string | undefined, double: string | undefined, one: string | undefined) =>
      single ?? double ?? one ?? '',
  )
