const aModule = async () => {
  vi.resetModules()
  return import('./places.ts')
}

describe('where things are', () => {
  afterEach(() => vi.useRealTimers())

  it('is checked each time in a process that answers one event', async () => {
    const { cachedLookup } = await aModule()
    let looks = 0
    expect([cachedLookup('it', () => ++looks), cachedLookup('it', () => ++looks)]).toEqual([1, 2])
  })

  it('is checked once a second per key in a process that answers many', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { keepPlaces, cachedLookup } = await aModule()
    keepPlaces()
    let looks = 0
    const it = (): number => cachedLookup('it', () => ++looks)
    expect([it(), it(), cachedLookup('something else', () => 'else')]).toEqual([1, 1, 'else'])
    vi.advanceTimersByTime(1_001)
    expect([it(), it()]).toEqual([2, 2])
  })

  it('does not depend on the clock of the machine', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { keepPlaces, cachedLookup } = await aModule()
    keepPlaces()
    let looks = 0
    const it = (): number => cachedLookup('it', () => ++looks)
    it()
    vi.setSystemTime(new Date('1999-01-01'))
    it()
    vi.setSystemTime(new Date('2099-01-01'))
    expect(it()).toBe(1)
  })

  it('is not kept when it could not be found out', async () => {
    const { keepPlaces, cachedLookup } = await aModule()
    keepPlaces()
    const fails = (): never => {
      throw new Error('no')
    }
    expect(() => cachedLookup('it', fails)).toThrow('no')
    expect(cachedLookup('it', () => 'found')).toBe('found')
  })
})
