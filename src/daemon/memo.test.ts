import { forAWhile } from './memo.ts'

describe('what is asked for a while', () => {
  afterEach(() => vi.useRealTimers())

  it('is asked once, and again when it is old', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    let asked = 0
    const value = forAWhile(1_000, () => ++asked)
    expect([value(), value()]).toEqual([1, 1])
    vi.advanceTimersByTime(1_001)
    expect([value(), value()]).toEqual([2, 2])
  })

  it('does not depend on the clock of the machine', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let asked = 0
    const value = forAWhile(60_000, () => ++asked)
    value()
    vi.setSystemTime(new Date('1999-01-01'))
    value()
    vi.setSystemTime(new Date('2099-01-01'))
    expect(value()).toBe(1)
  })

  it('is not kept when it could not be had', () => {
    let fails = true
    const value = forAWhile(1_000, () => {
      if (fails) throw new Error('no')
      return 'it'
    })
    expect(value).toThrow('no')
    fails = false
    expect(value()).toBe('it')
  })
})
