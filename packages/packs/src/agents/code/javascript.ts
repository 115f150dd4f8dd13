/** The ambiguous parts of JavaScript: a slash, and an angle bracket. */

const BEFORE_VALUE = new Set(
  'return typeof case in of delete void throw new do else await yield instanceof extends default'.split(' '),
)

/** Whether a value may begin after this word or character. */
export function expectsValue(previous: string): boolean {
  if (previous === '') return true
  if (/^[\p{L}\p{N}_$]/u.test(previous)) return BEFORE_VALUE.has(previous)
  return !')]}"'.includes(previous)
}

/** End of a regular expression that begins here; undefined when it does not end on its line. */
export function patternEnd(source: string, start: number): number | undefined {
  let isSet = false
  for (let at = start + 1; at < source.length; at++) {
    const char = source[at]
    if (char === '\n') return undefined
    if (char === '\\') at++
    else if (char === '[') isSet = true
    else if (char === ']') isSet = false
    else if (char === '/' && !isSet) return at + 1
  }
  return undefined
}

const MARKUP = /<(?:>|[A-Za-z_$][\w$.:-]*(?!\s*,|\s+extends\s))/y

/** `<div`, `<>` and `<a.b`; but `<T,>` and `<T extends X>` are types. */
export function beginsMarkup(source: string, at: number): boolean {
  MARKUP.lastIndex = at
  const found = MARKUP.exec(source)?.[0]
  // Backtracking would match the beginning of a name that is not followed by a comma.
  return found !== undefined && !/[\w$.:-]/.test(found === '<>' ? '' : (source[at + found.length] ?? ''))
}
