import { seriesOf, stepFor } from './series.ts'

const [MINUTE, HOUR] = [60_000, 3_600_000]
const DAY = 24 * HOUR
/** Midnight in the local time zone of the tests. */
const START = new Date(2026, 2, 1).getTime()

describe('the buckets of a plot', () => {
  it.each([
    [0, MINUTE, 'minute'],
    [HOUR, MINUTE, 'minute'],
    [3 * HOUR, 2 * MINUTE, 'minute'],
    [12 * HOUR, 5 * MINUTE, 'minute'],
    [DAY, HOUR, 'hour'],
    [7 * DAY, 2 * HOUR, 'hour'],
    [30 * DAY, 6 * HOUR, 'hour'],
    [150 * DAY, DAY, 'hour'],
    [365 * DAY, 3 * DAY, 'hour'],
  ])('of %d ms are %d ms wide', (length, ms, each) => {
    expect(stepFor({ since: START, until: START + length })).toEqual({ ms, each })
  })

  it.each([0, 1, MINUTE, HOUR, 12 * HOUR, 12 * HOUR + 1, DAY, 40 * DAY, 3_000 * DAY, 8.64e15 - START])(
    'of %d ms are never too many, and hold the whole period',
    (length) => {
      const period = { since: START, until: START + length }
      const { ms } = stepFor(period)
      const { starts } = seriesOf([], period, ms)
      expect(starts.length).toBeLessThanOrEqual(152)
      expect(starts.at(0) ?? START).toBeLessThanOrEqual(START)
      if (length > 0) expect((starts.at(-1) ?? 0) + ms).toBeGreaterThanOrEqual(period.until)
    },
  )

  it('count each decision where it belongs, and nothing elsewhere', () => {
    const period = { since: START + HOUR / 2, until: START + 4 * HOUR }
    const ticks = [
      { at: START, decision: 'deny', count: 1 },
      { at: START + HOUR, decision: 'pass', count: 2 },
      { at: START + 3 * HOUR, decision: 'pass', count: 3 },
      { at: START + 3 * HOUR, count: 4 },
      { at: START + 3 * HOUR, decision: '__proto__', count: 5 },
    ]
    const { starts, counts } = seriesOf(ticks, period, HOUR)
    expect(starts).toEqual([0, 1, 2, 3].map((hour) => START + hour * HOUR))
    expect(Object.entries(counts)).toEqual([
      ['deny', [1, 0, 0, 0]],
      ['pass', [0, 2, 0, 3]],
      ['unknown', [0, 0, 0, 4]],
      ['__proto__', [0, 0, 0, 5]],
    ])
  })

  it('of half a day begin where the day does', () => {
    const { starts } = seriesOf([], { since: START + 5 * HOUR, until: START + 2 * DAY }, 12 * HOUR)
    expect(starts).toEqual([0, 12, 24, 36].map((hour) => START + hour * HOUR))
  })
})
