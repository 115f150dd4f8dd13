import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { program } from '../../../../../test/process/support/program.ts'
import { aDirectory, makePipe } from '../../../../../test/process/support/temporary.ts'
import { files } from './files.ts'
import { appendLine, createExclusive, ensurePrivateDirectory, isPrivateDirectory, writeAtomic } from './write.ts'
import { scaled } from '../../../../../test/support/tries.ts'

const writer = await program(`
  import { writeAtomic } from './packages/runtime/src/system/files/write.ts'
  const [path, name] = process.argv.slice(2)
  for (let n = 0; n < 20; n++) writeAtomic(path, JSON.stringify({ name, n, filler: name.repeat(2000 * (n % 3)) }))
`)

const reader = await program(`
  import { readText } from './packages/runtime/src/system/files/read.ts'
  let reads = 0
  let isLast = false
  process.stdin.on('end', () => { isLast = true }).resume()
  console.log('reading')
  const seen = new Set()
  ;(function again() {
    seen.add(JSON.parse(readText(process.argv[2])).name)
    reads += 1
    if (isLast) console.log(JSON.stringify({ reads, writers: seen.size }))
    else setImmediate(again)
  })()
`)

const longLine = await program(`
  import { appendLine } from './packages/runtime/src/system/files/write.ts'
  try {
    appendLine(process.argv[2], 'log', 'x'.repeat(100_000) + '\\n')
  } catch (error) {
    console.error(error.message)
  }
`)

describe('writeAtomic', () => {
  it('T-ENG-54: many processes write one file while one reads it: every read parses, nothing is left over', async () => {
    const { path, write } = aDirectory()
    write({ 'state.json': '{"name":"start"}' })
    const file = join(path, 'state.json')
    const reading = reader.start([file], { keepOpen: true })
    await reading.printed('reading')
    const writers = Array.from({ length: scaled(50) }, (_, index) => writer.start([file, `w${index}`]))
    const ends = await Promise.all(writers.map(({ ended }) => ended))
    reading.child.stdin?.end()

    expect(ends.filter(({ code }) => code !== 0)).toEqual([])
    const { code, stdout, stderr } = await reading.ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { reads, writers: seen } = JSON.parse(stdout.replace('reading\n', '')) as { reads: number; writers: number }
    expect(reads).toBeGreaterThan(50)
    expect(seen).toBeGreaterThan(1)
    expect(readdirSync(path)).toEqual(['state.json'])
  })

  it('replaces a link and leaves alone what it points at', () => {
    const { path, write } = aDirectory()
    write({ target: 'precious' })
    symlinkSync(join(path, 'target'), join(path, 'state.json'))
    writeAtomic(join(path, 'state.json'), 'new')
    expect(lstatSync(join(path, 'state.json')).isSymbolicLink()).toBe(false)
    expect(readFileSync(join(path, 'state.json'), 'utf8')).toBe('new')
    expect(readFileSync(join(path, 'target'), 'utf8')).toBe('precious')
  })

  it('writes for our eyes only', () => {
    const file = join(aDirectory().path, 'a')
    writeAtomic(file, 'x')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('leaves no temporary file when it fails', () => {
    const { path } = aDirectory()
    mkdirSync(join(path, 'taken'))
    expect(() => writeAtomic(join(path, 'taken'), 'x')).toThrow(/EISDIR|ENOTEMPTY/)
    expect(readdirSync(path)).toEqual(['taken'])
  })
})

describe('createExclusive', () => {
  it.each([
    ['a file', (path: string) => writeFileSync(path, 'old')],
    ['a link to nowhere', (path: string) => symlinkSync(`${path}.elsewhere`, path)],
  ])('refuses where there is %s', (_, make) => {
    const { path } = aDirectory()
    make(join(path, 'x'))
    expect(() => createExclusive(join(path, 'x'), 'new')).toThrow(/EEXIST/)
    expect(readdirSync(path)).toEqual(['x'])
  })
})

describe('ensurePrivateDirectory', () => {
  it('creates what is missing, for our eyes only', () => {
    const { path } = aDirectory()
    ensurePrivateDirectory(join(path, 'a/b'))
    ensurePrivateDirectory(join(path, 'a/b'))
    expect([join(path, 'a'), join(path, 'a/b')].map((name) => statSync(name).mode & 0o777)).toEqual([0o700, 0o700])
  })

  const refused: readonly (readonly [string, (path: string) => void, RegExp])[] = [
    ['a link', (path) => symlinkSync('/tmp', path), /is not a directory/],
    ['a link to nowhere', (path) => symlinkSync('/nowhere', path), /is not a directory/],
    ['a file', (path) => writeFileSync(path, ''), /is not a directory/],
    ['open to the group', (path) => makeWithMode(path, 0o770), /can be written by others/],
    ['open to everybody', (path) => makeWithMode(path, 0o707), /can be written by others/],
  ]
  it.each(refused)('refuses one that is %s', (_, make, problem) => {
    const path = join(aDirectory().path, 'private')
    make(path)
    expect(() => ensurePrivateDirectory(path)).toThrow(problem)
    expect(isPrivateDirectory(path)).toBe(false)
  })

  it.each([
    ['in /proc', '/proc/holdpoint/state'],
    ['under a file', '/dev/null/state'],
  ])('gives up at once where nothing can be created: %s', (_, path) => {
    expect(() => ensurePrivateDirectory(path)).toThrow(/ENOENT|ENOTDIR|EROFS|EACCES/)
    expect(isPrivateDirectory(path)).toBe(false)
  })

  it('gives up below a link to nowhere', () => {
    const { path } = aDirectory()
    symlinkSync('/nowhere/at/all', join(path, 'link'))
    expect(() => ensurePrivateDirectory(join(path, 'link/state'))).toThrow(/ENOENT/)
  })
})

describe('appendLine', () => {
  it('says so when the disk takes only part of a line', () => {
    const { path, write } = aDirectory()
    write({ log: 'one\n' })
    // A limit on the size of files looks like a disk that is full in mid-line.
    const limited = `trap '' XFSZ; ulimit -f 1; exec "$0" "$@"`
    const { stderr } = spawnSync('sh', ['-c', limited, process.execPath, longLine.file, path], { encoding: 'utf8' })
    expect(stderr).toContain('did not take a whole line')
    expect(readFileSync(join(path, 'log'), 'utf8')).toMatch(/^one\nx+$/)
  })

  it('does not follow a link', () => {
    const { path, write } = aDirectory()
    write({ target: 'precious' })
    symlinkSync(join(path, 'target'), join(path, 'log'))
    expect(() => appendLine(path, 'log', 'x\n')).toThrow(/ELOOP/)
    expect(readFileSync(join(path, 'target'), 'utf8')).toBe('precious')
  })

  it('does not wait for a reader of a named pipe', () => {
    const { path } = aDirectory()
    makePipe(join(path, 'log'))
    expect(() => appendLine(path, 'log', 'x\n')).toThrow(/ENXIO/)
  })
})

describe('files.write', () => {
  it('creates the directories above', () => {
    const { path } = aDirectory()
    files.write(join(path, 'a/b/c.txt'), 'text')
    expect(files.read(join(path, 'a/b/c.txt'))).toBe('text')
  })
})

function makeWithMode(path: string, mode: number): void {
  mkdirSync(path)
  chmodSync(path, mode)
}
