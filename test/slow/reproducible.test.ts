import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryDirectory } from '../../packages/testing/src/repository.ts'

const root = join(import.meta.dirname, '../..')

/** The sources as they are here, in a directory of another name, with links to the installed packages. */
function aClone(): string {
  const { path, dispose } = temporaryDirectory('holdpoint-clone-')
  onTestFinished(dispose)
  const git = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  for (const file of execFileSync('git', git, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    cpSync(join(root, file), join(path, file))
  }
  const modules = join(path, 'node_modules')
  mkdirSync(join(modules, '.cache/holdpoint'), { recursive: true })
  mkdirSync(join(modules, '@holdpoint'))
  const installed = readdirSync(join(root, 'node_modules'))
  for (const name of installed.filter((entry) => !['.cache', '@holdpoint', 'holdpoint'].includes(entry)))
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  for (const name of readdirSync(join(path, 'packages')))
    symlinkSync(join(path, 'packages', name), join(modules, name === 'cli' ? 'holdpoint' : `@holdpoint/${name}`))
  return path
}

const digest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

/** The digest of the tarball, and of every file in it. */
function packedIn(clone: string): Readonly<Record<string, string>> {
  execFileSync(process.execPath, ['scripts/build.mjs', '--quiet'], { cwd: clone, stdio: 'pipe' })
  const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', clone]
  const lines = execFileSync('npm', words, { cwd: join(clone, 'packages/cli'), encoding: 'utf8', stdio: 'pipe' })
  const tarball = join(clone, lines.trim().split('\n').at(-1) ?? '')
  const names = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n')
  const files = names.map((name) => [name, digest(join(clone, 'packages/cli', name.replace(/^package\//, '')))])
  return { ...Object.fromEntries(files), tarball: digest(tarball) }
}

describe('the packed tarball', () => {
  it('is the same, byte for byte, from two clones', () => {
    expect(packedIn(aClone())).toEqual(packedIn(aClone()))
  })
})
