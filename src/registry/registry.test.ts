import { EVENT_WORDS } from '../core/event-words.ts'
import { MEANINGS } from './meanings.generated.ts'
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

describe('which value of an option is the stricter one', () => {
  const metas = Promise.all(builtIn.catalogue.map(async ({ id }) => (await builtIn.load(id)).meta))
  const namesOf = ({ options }: { readonly options: object }): readonly string[] =>
    Object.keys((options as { entries?: object }).entries ?? {})

  it('is said only of options that there are', async () => {
    for (const meta of await metas) {
      expect(namesOf(meta)).toEqual(expect.arrayContaining(Object.keys(meta.stricter ?? {})))
    }
  })

  it('is said of every option of a guard, but for those that only the user may change', async () => {
    const unsaid = (await metas)
      .filter(({ id, approves }) => id.startsWith('guard/') && approves !== true)
      .flatMap((meta) => namesOf(meta).map((name) => [meta, name] as const))
      .filter(([{ stricter = {} }, name]) => stricter[name] === undefined)
      .map(([{ id }, name]) => `${id} ${name}`)
    // Approving hooks take no word from a repository; a directory, a command, or whose paths are whose, has no stricter value.
    expect(unsaid).toEqual(['guard/project-tmp directory', 'guard/scope agents', 'guard/test-evidence command'])
  })
})

describe('every option of every hook', () => {
  it.each(builtIn.catalogue.map(({ id }) => id))('%s: says what it means', async (id) => {
    const { options } = (await builtIn.load(id)).meta
    const names = 'entries' in options ? Object.keys(options.entries as object) : []
    const meanings = MEANINGS[id] ?? {}
    expect(Object.keys(meanings)).toEqual(names)
    for (const meaning of Object.values(meanings)) expect(meaning).toMatch(/.{10,}/)
  })
})
