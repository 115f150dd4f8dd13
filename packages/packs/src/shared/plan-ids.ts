/**
 * Ids of decisions and requirements, `DEC-AUTH-001` and `REQ-P0-001`. Scanned by letter: every end of a turn
 * reads the plan, and compiling regexes for it took longer than the rest of reading it.
 */

/** What looks like an id: it has a number. `DEC-COMPONENT-NNN` explains the form, and `DEC-2026` is a month. */
export function idsIn(text: string): readonly string[] {
  const found: string[] = []
  for (let at = nextMark(text, 0); at !== -1;) {
    const end = isWordUnit(text.charCodeAt(at - 1)) ? at : endOfId(text, at + MARK)
    const id = text.slice(at, end)
    if (hasNumber(id)) found.push(id)
    at = nextMark(text, Math.max(end, at + 1))
  }
  return found
}

/** `DEC-` and `REQ-` */
const MARK = 4

function nextMark(text: string, from: number): number {
  const [decision, requirement] = [text.indexOf('DEC-', from), text.indexOf('REQ-', from)]
  return decision === -1 || requirement === -1 ? Math.max(decision, requirement) : Math.min(decision, requirement)
}

/** The end of its last part; parts are joined by `-` or `_`. `start` itself where there is none. */
function endOfId(text: string, start: number): number {
  let end = start
  for (let at = start; isAlphanumeric(text.charCodeAt(at)); at++) {
    while (isAlphanumeric(text.charCodeAt(at))) at++
    end = at
    if (text[at] !== '-' && text[at] !== '_') break
  }
  return end
}

function hasNumber(id: string): boolean {
  const digits = digitsFrom(id, MARK)
  if (digits >= 4 && digits === id.length - MARK) return false
  for (let at = MARK; at < id.length; at++) if (isDigit(id.charCodeAt(at))) return true
  return false
}

export const isDecision = (id: string): boolean =>
  id.startsWith('DEC-') && isCapital(id.charCodeAt(MARK)) && isNumbered(id)

/** The middle part of the id of a requirement; undefined when it is none. */
export const categoryOf = (id: string): string | undefined =>
  id.startsWith('REQ-') && isNumbered(id) ? id.slice(MARK, id.lastIndexOf('-')) : undefined

/** One part of capitals and digits in the middle, and three digits at the end. */
function isNumbered(id: string): boolean {
  const last = id.lastIndexOf('-')
  if (last <= MARK || id.length !== last + 4 || digitsFrom(id, last + 1) !== 3) return false
  for (let at = MARK; at < last; at++) {
    const unit = id.charCodeAt(at)
    if (!isCapital(unit) && !isDigit(unit)) return false
  }
  return true
}

function digitsFrom(text: string, start: number): number {
  let end = start
  while (isDigit(text.charCodeAt(end))) end++
  return end - start
}

const UNDERSCORE = 0x5f
const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39
const isCapital = (unit: number): boolean => unit >= 0x41 && unit <= 0x5a
const isAlphanumeric = (unit: number): boolean => isDigit(unit) || isCapital(unit & ~0x20)
const isWordUnit = (unit: number): boolean => isAlphanumeric(unit) || unit === UNDERSCORE
