import fc from 'fast-check'
import { isoTime } from './time.ts'

describe('isoTime', () => {
  it('is what toISOString gives, for every year of four digits', () => {
    const [min, max] = [new Date('0000-01-01T00:00:00.000Z'), new Date('9999-12-31T23:59:59.999Z')]
    fc.assert(fc.property(fc.date({ min, max, noInvalidDate: true }), (date) => isoTime(date) === date.toISOString()))
  })
})
