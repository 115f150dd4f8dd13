import { countLimit, decadesAround, timeNames } from './ticks.ts'

const at = (...parts: readonly [number, number?, number?]): number =>
  new Date(2026, 2, parts[0], parts[1] ?? 0, parts[2] ?? 0).getTime() / 1000

describe('names on an axis of time', () => {
  it.each([
    ['a week in days', [at(1), at(2), at(3)], ['Mar 1', 'Mar 2', 'Mar 3']],
    ['an hour in minutes', [at(6, 15, 20), at(6, 15, 30)], ['15:20', '15:30']],
    ['a day in hours', [at(6, 6), at(6, 12), at(6, 18)], ['06:00', '12:00', '18:00']],
    ['over midnight', [at(5, 12), at(6), at(6, 12)], ['12:00', 'Mar 6', '12:00']],
    ['three days in halves', [at(5), at(5, 12), at(6), at(6, 12)], ['Mar 5', '12:00', 'Mar 6', '12:00']],
    ['one', [at(5)], ['Mar 5']],
    ['none', [], []],
  ])('%s', (_, times, names) => {
    expect(timeNames(times)).toEqual(names)
  })
})

describe('limits', () => {
  it.each([
    [0, 2],
    [1, 2],
    [5, 6],
    [97, 107],
  ])('of counts up to %d', (max, limit) => {
    expect(countLimit(max)).toBe(limit)
  })

  it.each([
    [0, 0, [0.1, 1]],
    [22, 450, [10, 1000]],
    [100, 100, [100, 1000]],
    [0.4, 9, [0.1, 10]],
  ])('of times from %d to %d', (min, max, limits) => {
    const found = decadesAround(min, max)
    expect(found.map((value) => Number(value.toPrecision(3)))).toEqual(limits)
  })
})
