import type { Hours } from './rule.ts'

/** When a rule holds, in the local time of the user. */

export const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60

/** `HH:MM`, 24:00 included, as minutes; undefined when it is no time. */
export function minutesOf(text: string): number | undefined {
  const [, hours = '', minutes = ''] = /^(\d{1,2}):(\d\d)$/.exec(text) ?? []
  const value = Number(hours) * 60 + Number(minutes)
  return hours === '' || Number(minutes) > 59 || value > DAY_MINUTES ? undefined : value
}

/** A span over midnight belongs to the day on which it begins. */
export function isWithinHours(
  { from = '00:00', to = '24:00', days }: Hours,
  now: Date,
  zone: string | undefined,
): boolean {
  const { day, minutes } = wallClock(now, zone)
  const [start = 0, end = DAY_MINUTES] = [minutesOf(from), minutesOf(to)]
  const isOn = (index: number): boolean => days === undefined || days.includes(DAYS[(index + 7) % 7] ?? '')
  if (start < end) return minutes >= start && minutes < end && isOn(day)
  return (minutes >= start && isOn(day)) || (minutes < end && isOn(day - 1))
}

/** `zone`: what TZ says. A zone that is not known by name is left to the system. */
function wallClock(now: Date, zone: string | undefined): { readonly day: number; readonly minutes: number } {
  const name = zone?.replace(/^:/, '')
  if (name !== undefined && name !== '') {
    try {
      const format = new Intl.DateTimeFormat('en-US', {
        timeZone: name,
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      })
      const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]))
      const day = DAYS.findIndex((each) => each === parts.get('weekday')?.toLowerCase())
      return { day, minutes: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) }
    } catch {
      // Such as `CET-1CEST`, which only the system understands.
    }
  }
  return { day: now.getDay(), minutes: now.getHours() * 60 + now.getMinutes() }
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: MINUTE, h: 60 * MINUTE, d: DAY_MINUTES * MINUTE }
const NAMED: Readonly<Record<string, number>> = { minute: MINUTE, hour: 60 * MINUTE, day: DAY_MINUTES * MINUTE }

/** `10m`, `2h`, `hour`, `day`; undefined when it is no time. */
export function durationOf(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,4})([smhd])$/.exec(text) ?? []
  if (count === '') return Object.hasOwn(NAMED, text) ? NAMED[text] : undefined
  const value = Number(count) * (UNITS[unit] ?? 0)
  return value > 0 ? value : undefined
}
