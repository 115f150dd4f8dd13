/** Numbers and times, formatted for people. */

const STEPS = [
  [60_000, 1_000, 's'],
  [3_600_000, 60_000, 'min'],
  [86_400_000, 3_600_000, 'h'],
  [Number.POSITIVE_INFINITY, 86_400_000, 'd'],
] as const

export function ago(at: string | undefined, now: number): string {
  const moment = Date.parse(at ?? '')
  if (Number.isNaN(moment)) return 'at an unknown time'
  const passed = Math.max(0, now - moment)
  if (passed < 2_000) return 'just now'
  const [, unit, word] = STEPS.find(([below]) => passed < below) ?? STEPS[3]
  return `${Math.floor(passed / unit)} ${word} ago`
}

/** How long something has lasted: `3 h`. */
export const span = (from: string, now: number): string =>
  ago(from, now).replace(/ ago$/, '').replace('just now', '0 s')

const two = (value: number): string => String(value).padStart(2, '0')

const dated = (at: string | undefined, format: (date: Date) => string): string => {
  const date = new Date(at ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? '' : format(date)
}

export const clock = (at: string | undefined): string =>
  dated(at, (date) => [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':'))

export const dayOf = (at: string | undefined): string =>
  dated(at, (date) => [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-'))

export const momentOf = (at: string | undefined): string => `${dayOf(at)} ${clock(at)}`.trim()

/** With the date only where it is not today. */
export const shortMoment = (at: string | undefined, now: number): string =>
  dayOf(at) === dayOf(new Date(now).toISOString()) ? clock(at) : `${dayOf(at)} ${clock(at).slice(0, 5)}`

export function duration(ms: number | undefined): string {
  if (ms === undefined) return '–'
  if (ms < 10) return `${Math.round(ms * 10) / 10} ms`
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`
}

/** A percentile that is known as the upper end of a range. Undefined: above all ranges. */
export const atMost = (ms: number | undefined): string => (ms === undefined ? '> 5 s' : `≤ ${duration(ms)}`)

export const count = (value: number): string => value.toLocaleString('en')

export const plural = (value: number, word: string, many = `${word}s`): string =>
  `${count(value)} ${value === 1 ? word : many}`

export function bytes(value: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB']
  const step = Math.min(3, Math.floor(Math.log10(Math.max(1, value)) / 3))
  return `${step === 0 ? value : (value / 1000 ** step).toFixed(1)} ${units[step]}`
}

/** Session ids are long; their beginning is enough to distinguish them. */
export const shortSession = (session: string): string => (session.length > 14 ? `${session.slice(0, 8)}…` : session)

/** A value of the configuration in one line. */
export const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
