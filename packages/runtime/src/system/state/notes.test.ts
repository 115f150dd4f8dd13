import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { aDirectory } from '../../../../../test/process/support/temporary.ts'
import { openNotes, type KeptNotes } from './notes.ts'
import { placeOf, stateHome, type Place } from './place.ts'

function aPlace(): { readonly env: Record<string, string>; readonly place: Place; files(): readonly string[] } {
  const { path } = aDirectory()
  const env = { HOME: path }
  const place = placeOf(path, env)
  const folder = join(place.directory, 'sessions/s1')
  return { env, place, files: () => (existsSync(folder) ? readdirSync(folder) : []) }
}

describe.each(['files', 'memory'])('notes in %s', (where) => {
  const kept: KeptNotes | undefined = where === 'memory' ? new Set<string>() : undefined

  it('are there once', () => {
    const { env, place } = aPlace()
    const open = () => openNotes(place, env, 's1', kept)
    open().leave('a')
    expect([open().take('b'), open().take('a'), open().take('a')]).toEqual([false, true, false])
  })

  it('are those of a session and of a project', () => {
    const [one, two] = [aPlace(), aPlace()]
    openNotes(one.place, one.env, 's1', kept).leave('a')
    expect(openNotes(one.place, one.env, 's2', kept).take('a')).toBe(false)
    expect(openNotes(two.place, two.env, 's1', kept).take('a')).toBe(false)
  })
})

describe('notes', () => {
  it('in memory leave no file, and one that another process left counts', () => {
    const { env, place, files } = aPlace()
    const kept: KeptNotes = new Set()
    openNotes(place, env, 's1', kept).leave('a')
    expect(files()).toEqual([])
    openNotes(place, env, 's1').leave('b')
    expect(files()).toEqual(['b'])
    expect(openNotes(place, env, 's1', kept).take('b')).toBe(true)
    expect(files()).toEqual([])
  })

  it('are for the user only, and not believed where others can write', () => {
    const { env, place } = aPlace()
    openNotes(place, env, 's1').leave('a')
    expect(statSync(join(place.directory, 'sessions/s1/a')).mode & 0o777).toBe(0o600)
    chmodSync(stateHome(env), 0o777)
    expect(openNotes({ ...place }, env, 's1').take('a')).toBe(false)
  })

  it('of a long time ago are forgotten, the oldest first', () => {
    const { env, place } = aPlace()
    const kept: KeptNotes = new Set()
    const notes = openNotes(place, env, 's1', kept)
    for (let n = 0; n <= 10_000; n++) notes.leave(`n${n}`)
    expect([kept.size, notes.take('n0'), notes.take('n1')]).toEqual([10_000, false, true])
  })

  it('need no name that is a file name', () => {
    const { env, place, files } = aPlace()
    openNotes(place, env, 's1').leave('../../x')
    expect(files()).toHaveLength(1)
  })
})
