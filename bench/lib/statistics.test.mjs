import fc from 'fast-check'
import { median, middleMean, quantile } from './statistics.mjs'

describe('statistics', () => {
  it.each([
    [[3], 3],
    [[4, 1, 3], 3],
    [[10, 2, 4, 8], 6],
  ])('the median of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected)
  })

  it.each([
    [[5, 1, 4, 2, 3], 0.95, 5],
    [[5, 1, 4, 2, 3], 0.5, 3],
    [[5, 1, 4, 2, 3], 0.2, 1],
    [[7], 0.95, 7],
    [Array.from({ length: 100 }, (_, n) => 100 - n), 0.95, 95],
  ])('of %j the share %d is not above %d', (values, share, expected) => {
    expect(quantile(values, share)).toBe(expected)
  })

  it('reports that nothing was measured', () => {
    expect(quantile([], 0.5)).toBeNaN()
    expect(median([])).toBeNaN()
    expect(middleMean([])).toBeNaN()
  })

  it('the mean of the middle half leaves the outer quarters out', () => {
    expect(middleMean([1000, 2, 4, -1000])).toBe(3)
    expect(middleMean([1, 2, 900])).toBe(301)
    expect(middleMean([1, 1, 2, 3, 4, 5, 6, 999])).toBe(3.5)
  })

  it('orders numbers, not texts, and changes nothing', () => {
    const values = [10, 9, 100]
    expect(median(values)).toBe(10)
    expect(values).toEqual([10, 9, 100])
  })

  it('is between the smallest and the largest', () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 1 })
    fc.assert(
      fc.property(numbers, fc.double({ min: 0, max: 1, noNaN: true }), (values, share) => {
        const [least, most] = [Math.min(...values), Math.max(...values)]
        for (const found of [median(values), middleMean(values), quantile(values, share)]) {
          expect(found).toBeGreaterThanOrEqual(least)
          expect(found).toBeLessThanOrEqual(most)
        }
        expect(values).toContain(quantile(values, share))
      }),
    )
  })
})
