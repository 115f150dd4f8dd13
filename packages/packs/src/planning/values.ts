/** Readers for data that people write by hand: a value of the wrong kind counts as absent, unless its meaning is plain. */

export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** The value at a dotted name. Only what the file itself holds is found. */
export function at(value: unknown, dotted: string): unknown {
  let found = value
  for (const name of dotted.split('.')) {
    const fields = fieldsOf(found)
    if (!Object.hasOwn(fields, name)) return undefined
    found = fields[name]
  }
  return found
}

/** A whole number of at least 0; of a text its digits count. */
export function integer(value: unknown): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return Math.max(0, Math.floor(value))
  const digits = typeof value === 'string' ? value.replace(/\D/g, '').slice(0, 15) : ''
  return digits === '' ? undefined : Number(digits)
}

export function fraction(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && number >= 0 && number <= 1 ? number : undefined
}

/** YAML has many words for it, and this parser takes most of them for texts. */
export function truth(value: unknown): boolean | undefined {
  const word = String(value).trim().toLowerCase()
  if (['true', 'yes', 'on', '1'].includes(word)) return true
  return ['false', 'no', 'off', '0'].includes(word) ? false : undefined
}

export const filledText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

export function textList(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const texts = value.map(filledText).filter((text) => text !== undefined)
  return texts.length === 0 ? undefined : texts
}

/** A text as one line that is not too long, for logs and for blocks of lines. */
export function oneLine(value: unknown, max = 200): string {
  const text = typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
  const line = text
    .slice(0, max * 8)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return Array.from(line).slice(0, max).join('')
}
