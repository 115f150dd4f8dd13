import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunResult } from '@holdpoint/engine'
import { run } from '../process/run.ts'
import { openDriverCache } from './driver-cache.ts'
import { openGit } from './git.ts'

/** A repository with a changed file, questions that count the starts of git, and a driver that would leave a marker. */
function aRepository() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdpoint-drivers-')))
  const tree = join(folder, 'tree')
  const home = join(folder, 'home')
  const marker = join(folder, 'marker')
  const git = (...args: readonly string[]): void =>
    void execFileSync('git', [...args], { cwd: tree, env: { PATH: process.env['PATH'], HOME: home } })
  for (const path of [tree, home]) mkdirSync(path)
  git('init', '-q', '-b', 'topic', '.')
  writeFileSync(join(tree, 'a.txt'), 'one\n')
  writeFileSync(join(tree, '.gitattributes'), '*.txt filter=x\n')
  git('add', '-A')
  git('-c', 'user.name=t', '-c', 'user.email=t@example.invalid', 'commit', '-q', '-m', 'start')
  // Another size would be enough to know that it has changed.
  writeFileSync(join(tree, 'a.txt'), 'two\n')

  const starts: string[] = []
  const cache = openDriverCache()
  const env = { PATH: process.env['PATH'], HOME: home }
  const counted = (program: string, args: readonly string[], options: object): Promise<RunResult> => {
    starts.push(args.find((word) => ['config', 'status', 'check-attr', 'ls-files'].includes(word)) ?? '')
    return run(program, args, { ...options, signal: AbortSignal.timeout(10_000) } as Parameters<typeof run>[2])
  }
  return {
    tree,
    home,
    git,
    marker,
    filter: ['filter.x.clean', `touch ${marker}; cat`] as const,
    /** As at an event of its own. */
    async status() {
      starts.length = 0
      const made = new Map<string, unknown>()
      const remember = <T>(name: string, make: () => T): T => {
        if (!made.has(name)) made.set(name, make())
        return made.get(name) as T
      }
      const found = await openGit({ run: counted, env, remember, drivers: cache }).status(tree)
      return { starts: [...starts], paths: found?.changes.map(({ path }) => path) }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

describe('cached git drivers', () => {
  let repository: ReturnType<typeof aRepository>
  beforeEach(() => {
    repository = aRepository()
    const ahead = Date.now() + 60_000
    vi.spyOn(Date, 'now').mockImplementation(() => ahead)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    repository.remove()
  })

  const BOTH = ['config', 'status']
  const ONE = ['status']
  const changed = ['a.txt']

  it('the second event starts git once', async () => {
    expect(await repository.status()).toEqual({ starts: BOTH, paths: changed })
    expect(await repository.status()).toEqual({ starts: ONE, paths: changed })
    expect(await repository.status()).toEqual({ starts: ONE, paths: changed })
  })

  it.each<[string, (at: typeof repository) => void]>([
    ['the repository’s own configuration', ({ git, filter }) => git('config', ...filter)],
    ['the user’s configuration', ({ git, filter }) => git('config', '--global', ...filter)],
    [
      'the user’s other configuration',
      ({ home, filter }) => {
        mkdirSync(join(home, '.config/git'), { recursive: true })
        writeFileSync(join(home, '.config/git/config'), `[filter "x"]\n\tclean = "${filter[1]}"\n`)
      },
    ],
    [
      'another directory with the configuration',
      ({ tree, git, filter }) => {
        cpSync(join(tree, '.git'), join(tree, '../common'), { recursive: true })
        git('config', '--file', join(tree, '../common/config'), ...filter)
        writeFileSync(join(tree, '.git/commondir'), '../../common\n')
      },
    ],
  ])('a filter in %s is noticed and does not run', async (_, change) => {
    await repository.status()
    await repository.status()
    change(repository)
    expect((await repository.status()).starts.slice(0, 2)).toEqual(BOTH)
    await repository.status()
    expect(existsSync(repository.marker)).toBe(false)
  })

  it('a repository that git would find instead is not asked', async () => {
    await repository.status()
    expect((await repository.status()).starts).toEqual(ONE)
    const { tree, git, filter } = repository
    for (const name of ['HEAD', 'objects', 'refs', 'index', 'config'])
      cpSync(join(tree, '.git', name), join(tree, name), { recursive: true })
    git('config', '--file', join(tree, 'config'), ...filter)
    git('config', '--file', join(tree, 'config'), 'core.bare', 'false')
    git('config', '--file', join(tree, 'config'), 'core.worktree', tree)
    writeFileSync(join(tree, '.git/HEAD'), 'nothing\n')
    expect(await repository.status()).toEqual({ starts: ONE, paths: undefined })
    expect(existsSync(repository.marker)).toBe(false)
  })

  it.each([
    ['a file to include, which does not exist yet', 'include.path', 'later'],
    ['a condition', 'includeIf.onbranch:topic.path', 'later'],
    ['a configuration for each work tree', 'extensions.worktreeConfig', 'true'],
  ])('%s: asked at every event', async (_, key, value) => {
    repository.git('config', key, value)
    for (let event = 0; event < 3; event++) expect((await repository.status()).starts).toEqual(BOTH)
  })

  it('a configuration that has just changed is not kept', async () => {
    vi.restoreAllMocks()
    repository.git('config', 'core.abbrev', '12')
    expect((await repository.status()).starts).toEqual(BOTH)
    expect((await repository.status()).starts).toEqual(BOTH)
  })
})
