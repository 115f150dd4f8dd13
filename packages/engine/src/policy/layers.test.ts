import { layerFiles } from './layers.ts'

describe('where the files are', () => {
  const paths = (env: Record<string, string>): readonly string[] =>
    layerFiles('/p', env).map(({ name, path }) => `${name} ${path}`)
  const own = ['project /p/holdpoint.yml', 'local /p/holdpoint.local.yml']
  const managed = 'managed /etc/holdpoint/holdpoint.yml'

  it.each<[string, Record<string, string>, string | undefined]>([
    ['in the home directory', { HOME: '/h' }, 'user /h/.config/holdpoint/holdpoint.yml'],
    ['where XDG says', { HOME: '/h', XDG_CONFIG_HOME: '/x' }, 'user /x/holdpoint/holdpoint.yml'],
    ['not in a relative place', { HOME: '/h', XDG_CONFIG_HOME: 'x' }, 'user /h/.config/holdpoint/holdpoint.yml'],
    ['nowhere without a home', {}, undefined],
    ['nor with a relative one', { HOME: 'h' }, undefined],
  ])('the user’s: %s', (_, env, user) => {
    expect(paths(env)).toEqual([managed, ...(user === undefined ? [] : [user]), ...own])
  })
})
