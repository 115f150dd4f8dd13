import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { aDirectory } from '../../../test/process/support/temporary.ts'
import { ownPaths } from './own-paths.ts'

const HOME = '/home/nobody'
const paths = (env: Record<string, string>, what: string, program?: string): readonly string[] =>
  ownPaths(env, program)
    .filter((own) => own.what === what)
    .map(({ path }) => path)

/** A program in a package of its own, below `folder`. */
function installed(folder: string): { readonly place: string; readonly program: string } {
  const place = join(aDirectory().path, folder)
  const program = join(place, 'dist/bin/holdpoint.cjs')
  mkdirSync(dirname(program), { recursive: true })
  writeFileSync(program, '')
  return { place, program }
}

describe('ownPaths', () => {
  it('knows where state and configuration are', () => {
    expect(paths({ HOME }, 'state')).toEqual([
      `${HOME}/.local/state/holdpoint`,
      expect.stringMatching(/^\/tmp\/holdpoint-/),
    ])
    expect(paths({ HOME }, 'config')).toEqual(['/etc/holdpoint', `${HOME}/.config/holdpoint`])
  })

  it('follows the variables that move them', () => {
    const env = { HOME, XDG_STATE_HOME: '/s', XDG_CONFIG_HOME: '/c', XDG_RUNTIME_DIR: '/r' }
    expect(paths(env, 'state')).toEqual(['/s/holdpoint', '/r/holdpoint'])
    expect(paths(env, 'config')).toEqual(['/etc/holdpoint', '/c/holdpoint'])
  })

  it('has a place without a home', () => {
    expect(paths({ TMPDIR: '/t' }, 'state')).toEqual([
      expect.stringMatching(/^\/t\/holdpoint-/),
      expect.stringMatching(/^\/tmp\/holdpoint-/),
    ])
    expect(paths({}, 'config')).toEqual(['/etc/holdpoint'])
  })

  it('takes the whole of an installed package, and only what was built of a working copy', () => {
    const packaged = installed('node_modules/holdpoint')
    expect(paths({ HOME }, 'program', packaged.program)).toContain(packaged.place)
    const copy = installed('work/holdpoint')
    expect(paths({ HOME }, 'program', copy.program)).toContain(join(copy.place, 'dist'))
    expect(paths({ HOME }, 'program', copy.program)).not.toContain(copy.place)
  })

  it('takes the whole of a plugin, whose hooks file says that it is called', () => {
    const plugin = installed('my plugins/holdpoint')
    mkdirSync(join(plugin.place, 'hooks'))
    writeFileSync(join(plugin.place, 'hooks/hooks.json'), '{}')
    expect(paths({ HOME }, 'program', plugin.program)).toContain(plugin.place)
  })

  it('follows the link a package manager makes for the command', () => {
    const { place, program } = installed('node_modules/holdpoint')
    const link = join(dirname(place), 'holdpoint-link')
    symlinkSync(program, link)
    expect(paths({ HOME }, 'program', link)).toEqual(expect.arrayContaining([place, link, process.execPath]))
  })

  it('has no program when another program uses it as a library', () => {
    expect(paths({ HOME }, 'program')).toEqual([])
  })
})
