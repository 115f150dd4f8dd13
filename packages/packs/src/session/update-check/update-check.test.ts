import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { aHarness } from '../../../../../test/process/support/harness.ts'
import { aDirectory } from '../../../../../test/process/support/temporary.ts'
import { type JobWorld, type Services, pass } from '@holdpoint/engine'
import { isAlive, files, openGit, watch, openArea } from '@holdpoint/runtime/system'
import { job } from './job.ts'
import hook from './update-check.ts'

/** An origin, and a checkout of it that is some commits behind. */
function aCheckout(local: string, remote: string, file = 'VERSION') {
  const base = aDirectory()
  const [origin, checkout, project] = ['origin', 'home/.claude', 'project'].map((name) => join(base.path, name)) as [
    string,
    string,
    string,
  ]
  const home = dirname(checkout)
  for (const folder of [origin, home, project]) mkdirSync(folder, { recursive: true })
  const git = (where: string, ...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: where, encoding: 'utf8', env: ENV, stdio: 'pipe' }).trim()
  const commit = (where: string, name: string, text: string): void => {
    writeFileSync(join(where, name), text)
    git(where, 'add', '.')
    git(where, 'commit', '--quiet', '-m', `${name} | ${text.trim().slice(0, 20)}`)
  }
  git(origin, 'init', '--quiet', '--initial-branch=main')
  commit(origin, file, local)
  git(base.path, 'clone', '--quiet', origin, checkout)
  if (remote !== local) commit(origin, file, remote)
  const status = join(project, '.claude/.update-status')
  return {
    checkout,
    project,
    home,
    git: (...args: readonly string[]) => git(checkout, ...args),
    commit: (name: string, text: string) => commit(checkout, name, text),
    read: (name: string) => readFileSync(join(checkout, name), 'utf8'),
    status: () => (existsSync(status) ? readFileSync(status, 'utf8') : undefined),
    locked: () => existsSync(join(project, '.claude/.update-check.lock')),
    async run(): Promise<void> {
      const record = await job.perform({ checkout, root: project }, aWorld(), new AbortController().signal)
      record(['s1'])
    },
  }
}

const ENV = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
}
const aWorld = (): JobWorld => ({
  now: () => new Date(),
  env: () => undefined,
  files,
  isAlive,
  project: openArea('/nonexistent'),
  session: () => openArea('/nonexistent'),
  watch: (program, args, options) => watch(program, args, { ...options, env: { ...ENV, ...options.env } }),
})
const six = (start: string): RegExp => new RegExp(`^${start}\\|\\d+\\|[^|\\n]*\\n$`)

describe('session/update-check: the job', () => {
  it('T-HAR-86, HAR-UPD-01, HAR-UPD-02, HAR-UPD-03, HAR-ST-08: applies a newer version of the same major', async () => {
    const place = aCheckout('1.2.0\n', '1.3.0\n')
    await place.run()
    expect(place.status()).toMatch(six(String.raw`updated\|1\.2\.0\|1\.3\.0\|1`))
    expect(place.read('VERSION')).toBe('1.3.0\n')
    expect(place.locked()).toBe(false)
  })

  it('T-HAR-86, HAR-UPD-02: only reports another major version', async () => {
    const place = aCheckout('{"version": "1.2.0"}', '{"version": "2.0.0"}', 'package.json')
    await place.run()
    expect(place.status()).toMatch(six(String.raw`breaking\|1\.2\.0\|2\.0\.0\|1`))
    expect(place.read('package.json')).toContain('1.2.0')
  })

  it('T-HAR-86, HAR-UPD-02: leaves the tree as it is where the two have come apart', async () => {
    const place = aCheckout('1.2.0', '1.3.0')
    place.commit('mine', 'my own work')
    const before = place.git('rev-parse', 'HEAD')
    await place.run()
    expect(place.status()).toMatch(six(String.raw`conflict\|1\.2\.0\|1\.3\.0\|1`))
    expect([place.git('rev-parse', 'HEAD'), place.git('status', '--porcelain')]).toEqual([before, ''])
  })

  it('HAR-UPD-05: does not touch a tree with changes, or another branch', async () => {
    const dirty = aCheckout('1.2.0', '1.3.0')
    writeFileSync(join(dirty.checkout, 'VERSION'), 'mine')
    await dirty.run()
    expect([dirty.status(), dirty.read('VERSION')]).toEqual([expect.stringMatching(/^available\|/), 'mine'])
    const other = aCheckout('1.2.0', '1.3.0')
    other.git('checkout', '--quiet', '-b', 'topic')
    await other.run()
    expect([other.status(), other.read('VERSION')]).toEqual([expect.stringMatching(/^available\|/), '1.2.0'])
  })

  it('reports when there is no update', async () => {
    const place = aCheckout('1.2.0', '1.2.0')
    await place.run()
    expect(place.status()).toMatch(/^up-to-date\|1\.2\.0\|1\.2\.0\|0\|/)
  })

  it('HAR-UPD-05: reports nothing without a reachable origin, or for an invalid request', async () => {
    const place = aCheckout('1.2.0', '1.3.0')
    place.git('remote', 'set-url', 'origin', join(place.home, 'nowhere'))
    await place.run()
    expect([place.status(), place.locked()]).toEqual([undefined, false])
    for (const data of [undefined, null, 7, {}, { checkout: 1 }]) {
      expect((await job.perform(data, aWorld(), new AbortController().signal))([])).toBeUndefined()
    }
  })

  it.each([
    ['a live process', `${process.pid}\n`, true],
    ['a live process, with blanks', `  ${process.pid} `, true],
    ['a process that is gone', '4194303\n', false],
    ['no number', 'garbage', false],
    ['nothing', '', false],
    ['0', '0', false],
    ['a negative number', '-1', false],
    ['a number too long', '9'.repeat(50), false],
  ])('HAR-UPD-03: a lock that names %s', async (_, text, isHonoured) => {
    const place = aCheckout('1.2.0', '1.3.0')
    mkdirSync(join(place.project, '.claude'), { recursive: true })
    writeFileSync(join(place.project, '.claude/.update-check.lock'), text)
    await place.run()
    expect([place.read('VERSION'), place.locked()]).toEqual(isHonoured ? ['1.2.0', true] : ['1.3.0', false])
  })

  it('runs no hooks of the checkout', async () => {
    const place = aCheckout('1.2.0', '1.3.0')
    writeFileSync(join(place.checkout, '.git/hooks/post-merge'), '#!/bin/sh\ntouch ran\n', { mode: 0o755 })
    await place.run()
    expect([place.read('VERSION'), existsSync(join(place.checkout, 'ran'))]).toEqual(['1.3.0', false])
  })
})

describe('session/update-check: the hook', () => {
  /** The requested job, without starting it. */
  async function requests(home: string, root: string, checkout = ''): Promise<readonly unknown[]> {
    const asked: unknown[] = []
    const services = {
      env: (name: string) => (name === 'HOME' ? home : undefined),
      files,
      git: openGit({ env: process.env, run: () => Promise.reject(new Error('git was started')) }),
      background: {
        request: (...request: readonly unknown[]) => {
          asked.push(request)
          return Promise.resolve(true)
        },
      },
    } as unknown as Services
    const event = { kind: 'session.start', source: 'startup', root }
    const context = { event, options: { checkout }, services, pass }
    expect(await hook.run(context as unknown as Parameters<typeof hook.run>[0])).toBe(pass)
    return asked
  }
  const wanted = (checkout: string, root: string): unknown => [
    'session/update-check',
    'update-check',
    { checkout, root },
  ]

  it('HAR-UPD-01: requests a check of ~/.claude, and starts nothing itself', async () => {
    const { home, checkout, project } = aCheckout('1.0.0', '1.0.0')
    expect(await requests(home, project)).toEqual([wanted(checkout, project)])
    expect(await requests(home, project, checkout)).toEqual([wanted(checkout, project)])
    expect(await requests(home, project, '~/.claude')).toEqual([wanted(checkout, project)])
  })

  it.each(['checkout', 'project'] as const)(
    'T-HAR-85, HAR-UPD-04: .disable-auto-update in the %s switches it off',
    async (where) => {
      const place = aCheckout('1.0.0', '1.0.0')
      const folder = where === 'checkout' ? place.checkout : join(place.project, '.claude')
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, '.disable-auto-update'), '')
      expect(await requests(place.home, place.project)).toEqual([])
    },
  )

  it('D18: has nothing to do without a checkout, without git, or without an origin', async () => {
    const { home, checkout, project, git } = aCheckout('1.0.0', '1.0.0')
    expect(await requests(join(home, 'nobody'), project)).toEqual([])
    expect(await requests('', project)).toEqual([])
    expect(await requests('relative', project)).toEqual([])
    expect(await requests(home, project, project)).toEqual([])
    git('remote', 'remove', 'origin')
    expect(await requests(home, project)).toEqual([])
    expect(checkout).toContain('.claude')
  })

  it('D20: no file of a project can have another checkout changed, the project’s own included', async () => {
    const { home, checkout, project } = aCheckout('1.0.0', '1.0.0')
    const other = join(home, 'other')
    for (const named of [checkout, '.claude', '~/.claude', `${other}/../.claude`, '/']) {
      expect(await requests(other, project, named)).toEqual([])
    }
    mkdirSync(join(home, 'elsewhere/.claude'), { recursive: true })
    symlinkSync(checkout, join(home, 'elsewhere/.claude/link'))
    expect(await requests(join(home, 'elsewhere'), project, 'link')).toEqual([])
  })

  it('HAR-UPD-05: a directory in ~/.claude may be the checkout', async () => {
    const { home, checkout, project, git } = aCheckout('1.0.0', '1.0.0')
    git('clone', '--quiet', '.', 'plugins/harness')
    expect(await requests(home, project, 'plugins/harness')).toEqual([
      wanted(join(checkout, 'plugins/harness'), project),
    ])
  })

  it('runs only when a session is new', async () => {
    const harness = aHarness([hook])
    expect(await harness.ask('SessionStart', { source: 'resume' })).toMatchObject({ code: 0, stdout: '' })
    expect(await harness.ask('SessionStart', { source: 'startup' })).toMatchObject({ code: 0, stdout: '' })
  })
})
