import type { DecisionRow } from '../../../api.ts'
import { filterIn, withNewer, withOlder, type Timeline } from './rows.ts'

const row = (id: string): DecisionRow => ({
  id,
  shortId: id,
  decision: 'pass',
  what: 'Stop',
  why: '',
  hooks: [],
  trouble: false,
})
const rows = (ids: string): readonly DecisionRow[] => ids.split('').map(row)
const ids = ({ rows: all }: Timeline): string => (all ?? []).map(({ id }) => id).join('')
const START: Timeline = { fresh: new Set() }

describe('the rows of the timeline', () => {
  it('are fresh only when they arrived while the page was open', () => {
    const first = withNewer(START, { rows: rows('cba'), next: '3' })
    expect([ids(first), first.fresh.size, first.next]).toEqual(['cba', 0, '3'])
    const second = withNewer(first, { rows: rows('edc'), next: '2' })
    expect([ids(second), [...second.fresh], second.next]).toEqual(['edcba', ['e', 'd'], '3'])
  })

  it('are fresh when they are the first of all', () => {
    const empty = withNewer(START, { rows: [] })
    expect([...withNewer(empty, { rows: rows('a') }).fresh]).toEqual(['a'])
  })

  it('start over when so much happened that there would be a gap', () => {
    const after = withNewer({ rows: rows('cba'), fresh: new Set(), next: '9' }, { rows: rows('zyx'), next: '5' })
    expect([ids(after), after.next]).toEqual(['zyx', '5'])
  })

  it('go on with older ones, each once, until there are none', () => {
    const more = withOlder({ rows: rows('dc'), fresh: new Set(), next: '2' }, { rows: rows('cb'), next: '4' })
    expect([ids(more), more.next]).toEqual(['dcb', '4'])
    expect(withOlder(more, { rows: rows('a') })).not.toHaveProperty('next')
  })
})

describe('the filter in the address', () => {
  it('takes what it knows and leaves the rest', () => {
    expect(filterIn(new URLSearchParams('decision=deny&q=a%20b&limit=9&cursor=1&hook='))).toEqual({
      decision: 'deny',
      q: 'a b',
    })
  })
})
