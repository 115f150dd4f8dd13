import { EVENT_WORDS } from '../core/event-words.ts'
import { builtIn, entriesFor } from './registry.ts'

describe('the hooks that listen to a kind of event', () => {
  it.each([...new Set(Object.values(EVENT_WORDS))])('%s: are those of the catalogue', (kind) => {
    const those = builtIn.catalogue.filter(({ on }) => on.includes(kind))
    const byId = (ids: readonly string[]): readonly string[] => ids.toSorted()
    const found = entriesFor(builtIn, kind)
    expect(byId(found.map(({ id }) => id))).toEqual(byId(those.map(({ id }) => id)))
    for (const entry of found) expect(those).toContainEqual(entry)
  })

  it('of another registry are its own', () => {
    const [first] = entriesFor(builtIn, 'tool.before')
    if (first === undefined) throw new Error('there is none')
    expect(entriesFor({ ...builtIn, catalogue: [first] }, 'tool.before')).toEqual([first])
    expect(entriesFor({ ...builtIn, catalogue: [first] }, 'session.end')).toEqual([])
  })
})
