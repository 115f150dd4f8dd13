import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDirectory, temporaryRepository, type TemporaryProject } from './repository.ts'

const kept: TemporaryProject[] = []
const keep = (project: TemporaryProject): TemporaryProject => {
  kept.push(project)
  return project
}
afterEach(() => {
  for (const project of kept.splice(0)) project.dispose()
  vi.unstubAllEnvs()
})

describe('temporaryDirectory', () => {
  it('is new each time, takes files in folders, and goes away, twice if need be', () => {
    const [one, two] = [keep(temporaryDirectory()), keep(temporaryDirectory())]
    expect(one.path).not.toBe(two.path)
    one.write({ 'a/b/c.txt': 'text', 'd.txt': '' })
    expect(readFileSync(join(one.path, 'a/b/c.txt'), 'utf8')).toBe('text')
    one.dispose()
    one.dispose()
    expect([existsSync(one.path), existsSync(two.path)]).toEqual([false, true])
  })
})

describe('temporaryRepository', () => {
  it('has a branch and one commit', () => {
    const { git } = keep(temporaryRepository())
    expect(git('branch', '--show-current')).toBe('feature/demo\n')
    expect(git('log', '--format=%s')).toBe('first\n')
  })

  it('takes another branch and more commits, oldest first', () => {
    const { git } = keep(temporaryRepository({ branch: 'main', commits: ['one', 'two'] }))
    expect(git('branch', '--show-current')).toBe('main\n')
    expect(git('log', '--format=%s')).toBe('two\none\n')
  })

  it('has the same commits each time, and is independent of the one before', () => {
    const [one, two] = [keep(temporaryRepository()), keep(temporaryRepository())]
    expect(one.git('rev-parse', 'HEAD')).toBe(two.git('rev-parse', 'HEAD'))
    one.git('commit', '--quiet', '--allow-empty', '-m', 'second')
    const three = keep(temporaryRepository())
    expect([two, three].map(({ git }) => git('log', '--format=%s'))).toEqual(['first\n', 'first\n'])
    expect(three.git('fsck', '--strict')).toBe('')
    expect(three.git('status', '--short', '--branch')).toBe('## feature/demo\n')
  })

  it('may be empty', () => {
    const { git } = keep(temporaryRepository({ commits: [] }))
    expect(() => git('rev-parse', '--verify', 'HEAD')).toThrow('Needed a single revision')
  })

  it('ignores the configuration of the user who runs the test', async () => {
    const home = keep(temporaryDirectory())
    const config =
      '[user]\n  name = Somebody\n[commit]\n  gpgSign = true\n[core]\n  hooksPath = /nonexistent\n[x]\n  y = z\n'
    home.write({ '.gitconfig': config, '.config/git/config': config })
    vi.stubEnv('HOME', home.path)
    vi.stubEnv('XDG_CONFIG_HOME', join(home.path, '.config'))
    vi.stubEnv('GIT_CONFIG_GLOBAL', join(home.path, '.gitconfig'))
    vi.stubEnv('GIT_AUTHOR_NAME', 'Somebody')
    vi.stubEnv('GIT_DIR', join(home.path, 'elsewhere'))

    vi.resetModules()
    const fresh = await import('./repository.ts')
    const { git, path } = keep(fresh.temporaryRepository())
    expect(git('log', '--format=%an <%ae> %G?')).toBe('Test <test@example.com> N\n')
    expect(() => git('config', 'x.y')).toThrow('git config x.y')
    expect(git('rev-parse', '--show-toplevel')).toBe(`${path}\n`)
  })
})
