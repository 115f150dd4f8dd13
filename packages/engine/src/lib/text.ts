/** Names that come from outside and become part of a path. `..` never survives, and the result is never empty. */
export function safeName(value: string | undefined, fallback = 'unknown'): string {
  if (value !== undefined && isPlain(value)) return value
  const name = (value ?? '')
    .slice(0, 128)
    .replace(/[^A-Za-z0-9._-]/g, '-')
    .replace(/\.{2,}/g, '-')
  return name === '' || name === '.' ? fallback : name
}

/** Nearly every name is plain, and compiling the regexes costs more than checking every letter. */
function isPlain(name: string): boolean {
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at)
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
    if (!isLetter && !(code >= 48 && code <= 57) && code !== DASH && code !== UNDERSCORE) return false
  }
  return name !== '' && name.length <= 128
}

const [DASH, UNDERSCORE] = [0x2d, 0x5f]

/** The host cuts longer texts itself, and without a warning. */
const MAX_TEXT = 10_000

export function capText(text: string, max = MAX_TEXT): string {
  if (text.length <= max) return text
  const mark = '\n… [cut by holdpoint]'
  const end = max - mark.length
  // A cut between the two halves of a character would leave text that is not valid Unicode.
  const safeEnd = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end
  return text.slice(0, safeEnd) + mark
}

/** `YYYY-MM-DD`. */
export function dayOf(date: Date, zone: 'local' | 'utc' = 'local'): string {
  const parts =
    zone === 'utc'
      ? [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
      : [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-')
}
