/** Names that come from outside and become part of a path. `..` never survives, and the result is never empty. */
export function safeName(value: string | undefined, fallback = 'unknown'): string {
  const name = (value ?? '')
    .slice(0, 128)
    .replace(/[^A-Za-z0-9._-]/g, '-')
    .replace(/\.{2,}/g, '-')
  return name === '' || name === '.' ? fallback : name
}

/** The host cuts longer texts itself, and without a word. */
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
