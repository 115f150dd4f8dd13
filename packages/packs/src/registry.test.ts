import { MEANINGS } from './meanings.generated.ts'
import { builtIn } from './registry.ts'

describe('which value of an option is the stricter one', () => {
  const metas = Promise.all(builtIn.catalogue.map(async ({ id }) => (await builtIn.load(id)).meta))
  const namesOf = ({ options }: { readonly options: object }): readonly string[] =>
    Object.keys((options as { entries?: object }).entries ?? {})

  it('is declared only for existing options', async () => {
    for (const meta of await metas) {
      expect(namesOf(meta)).toEqual(expect.arrayContaining(Object.keys(meta.stricter ?? {})))
    }
  })

  it('is declared for every guard option, except those that only the user may change', async () => {
    const unsaid = (await metas)
      .filter(({ id, approves }) => id.startsWith('guard/') && approves !== true)
      .flatMap((meta) => namesOf(meta).map((name) => [meta, name] as const))
      .filter(([{ stricter = {} }, name]) => stricter[name] === undefined)
      .map(([{ id }, name]) => `${id} ${name}`)
    // Approving hooks ignore the repository's options; these three have no stricter value.
    expect(unsaid).toEqual(['guard/project-tmp directory', 'guard/scope agents', 'guard/test-evidence command'])
  })
})

describe('presets of single hooks', () => {
  it('give options that exist, and only more of what makes a hook stricter', async () => {
    for (const { id, presets = {} } of builtIn.catalogue) {
      const { options, stricter = {} } = (await builtIn.load(id)).meta
      for (const given of Object.values(presets)) {
        expect(await options['~standard'].validate(given)).not.toHaveProperty('issues')
        expect(Object.keys(given).map((name) => stricter[name])).toEqual(Object.keys(given).map(() => 'more'))
      }
    }
    expect(builtIn.catalogue.flatMap(({ presets }) => Object.keys(presets ?? {}))).toEqual([
      'node',
      'python',
      'terraform',
      'kubernetes',
      'database',
    ])
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
