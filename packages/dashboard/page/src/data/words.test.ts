import { ago, bytes, clock, duration, plural, shortSession, valueText } from './words.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')

describe('words for figures', () => {
  it.each([
    ['2026-03-01T12:00:00Z', 'just now'],
    ['2026-03-01T11:59:30Z', '30 s ago'],
    ['2026-03-01T11:30:00Z', '30 min ago'],
    ['2026-03-01T01:00:00Z', '11 h ago'],
    ['2026-02-20T12:00:00Z', '9 d ago'],
    ['2026-03-02T12:00:00Z', 'just now'],
    ['nonsense', 'at an unknown time'],
    [undefined, 'at an unknown time'],
  ])('%s is %s', (at, said) => {
    expect(ago(at, NOW)).toBe(said)
  })

  it.each([
    [undefined, '–'],
    [0.04, '0 ms'],
    [1.26, '1.3 ms'],
    [12.6, '13 ms'],
    [1_260, '1.3 s'],
  ])('%s milliseconds are %s', (ms, said) => {
    expect(duration(ms)).toBe(said)
  })

  it('keeps to what is there', () => {
    expect([plural(1, 'stop'), plural(2_000, 'stop')]).toEqual(['1 stop', '2,000 stops'])
    expect([bytes(0), bytes(1_500), bytes(2_340_000)]).toEqual(['0 bytes', '1.5 kB', '2.3 MB'])
    expect([clock('nonsense'), clock(undefined)]).toEqual(['', ''])
    expect([shortSession('s1'), shortSession('7f3a2c1e-aaaa-bbbb')]).toEqual(['s1', '7f3a2c1e…'])
    expect([valueText('a'), valueText(['a'])]).toEqual(['a', '["a"]'])
  })
})
