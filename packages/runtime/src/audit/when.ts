import { UserError } from '@holdpoint/engine'

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

/** A time as people write it: `2h` for two hours ago, or a date. */
export function momentOf(text: string, now: Date): number {
  const [, amount, unit] = /^(\d{1,9})\s*([smhdw])$/.exec(text.trim()) ?? []
  // Times before 1970 are clamped: no entry is older.
  if (amount !== undefined) return Math.max(0, now.getTime() - Number(amount) * UNITS[unit as keyof typeof UNITS])
  const moment = /^\d{4}-\d\d-\d\d/.test(text.trim()) ? parse(text.trim()) : Number.NaN
  if (Number.isNaN(moment)) {
    throw new UserError(`\`${text}\` is no time; use 30m, 2h, 1d, 2026-03-01 or 2026-03-01T12:00.`)
  }
  return moment
}

/** A date without a time begins at local midnight, not UTC. */
const parse = (text: string): number => Date.parse(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text)

/** `3 minutes ago`. */
export function ago(moment: number, now: Date): string {
  const seconds = Math.round((now.getTime() - moment) / 1000)
  if (seconds < 0) return 'in the future'
  const steps = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ] as const
  const [size, name] = steps.find(([size]) => seconds >= size) ?? [1, 'second']
  const number = Math.floor(seconds / size)
  return number === 0 ? 'just now' : `${number} ${name}${number === 1 ? '' : 's'} ago`
}
