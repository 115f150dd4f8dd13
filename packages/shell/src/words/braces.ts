/** Brace expansion on the raw text of a word: `a{b,c}d` gives `abd` and `acd`. Quoted braces are text. */

const MAX_WORDS = 256

/** Undefined when it would give more words than any typed command has. */
export function expandBraces(text: string): readonly string[] | undefined {
  const done: string[] = []
  const open = [text]
  while (open.length > 0) {
    const word = open.shift() ?? ''
    const brace = firstBrace(word)
    if (brace === 'many') return undefined
    if (brace === undefined) done.push(word)
    else open.unshift(...brace)
    if (done.length + open.length > MAX_WORDS) return undefined
  }
  return done
}

function firstBrace(word: string): readonly string[] | 'many' | undefined {
  for (let at = next(word, 0, '{'); at >= 0; at = next(word, at + 1, '{')) {
    if (word[at - 1] === '$') continue
    const parts = partsFrom(word, at)
    if (parts === undefined) continue
    const before = word.slice(0, at)
    const after = word.slice(parts.end)
    const items = parts.items.length > 1 ? parts.items : sequence(parts.items[0] ?? '')
    if (items === 'many') return items
    if (items !== undefined) return items.map((item) => before + item + after)
  }
  return undefined
}

/** The next unquoted character, or -1. */
function next(word: string, from: number, wanted: string): number {
  for (let at = from; at < word.length; at++) {
    const char = word[at]
    if (char === wanted) return at
    at = skipQuoted(word, at)
  }
  return -1
}

/** The last place of the quoted piece or expansion that begins at `at`; `at` itself when none does. */
function skipQuoted(word: string, at: number): number {
  const char = word[at]
  if (char === '\\') return at + 1
  if (char === "'" || char === '"' || char === '`') {
    const end = word.indexOf(char, at + 1)
    return end < 0 ? word.length : end
  }
  if (char === '$' && /[{([]/.test(word[at + 1] ?? '')) {
    const closing = word[at + 1] === '{' ? '}' : word[at + 1] === '(' ? ')' : ']'
    let depth = 0
    for (let to = at + 1; to < word.length; to++) {
      if (word[to] === word[at + 1]) depth++
      else if (word[to] === closing && --depth === 0) return to
    }
    return word.length
  }
  return at
}

function partsFrom(word: string, start: number): { items: string[]; end: number } | undefined {
  const items: string[] = []
  let depth = 0
  let from = start + 1
  for (let at = start; at < word.length; at++) {
    const char = word[at]
    if (char === '{') depth++
    else if (char === ',' && depth === 1) {
      items.push(word.slice(from, at))
      from = at + 1
    } else if (char === '}' && --depth === 0) {
      items.push(word.slice(from, at))
      return { items, end: at + 1 }
    } else at = skipQuoted(word, at)
  }
  return undefined
}

function sequence(text: string): readonly string[] | 'many' | undefined {
  const numbers = /^([-+]?\d{1,18})\.\.([-+]?\d{1,18})(?:\.\.([-+]?\d{1,18}))?$/.exec(text)
  const letters = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.(-?\d{1,4}))?$/.exec(text)
  if (numbers !== null) {
    const [, from = '', to = '', step] = numbers
    const values = range(Number(from), Number(to), step)
    // A zero in front of either gives all of them the same width.
    const width = [from, to].some((end) => /^[-+]?0\d/.test(end)) ? Math.max(from.length, to.length) : 0
    return values?.map((value) => padded(value, width)) ?? 'many'
  }
  if (letters === null) return undefined
  const values = range((letters[1] ?? '').charCodeAt(0), (letters[2] ?? '').charCodeAt(0), letters[3])
  return values?.map((code) => String.fromCharCode(code))
}

const padded = (value: number, width: number): string =>
  value < 0 ? `-${String(-value).padStart(width - 1, '0')}` : String(value).padStart(width, '0')

function range(from: number, to: number, step: string | undefined): readonly number[] | undefined {
  const by = Math.max(1, Math.abs(Number(step ?? 1)))
  const count = Math.floor(Math.abs(to - from) / by) + 1
  if (count > MAX_WORDS) return undefined
  return Array.from({ length: count }, (_, index) => from + Math.sign(to - from || 1) * by * index)
}
