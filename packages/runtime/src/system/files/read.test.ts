import { mkdirSync, readFileSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aDirectory, makePipe } from '../../../../../test/process/support/temporary.ts'
import { isDirectory, listNames, readTail, readText } from './read.ts'

describe('readText', () => {
  it('reads a file as it is', () => {
    const { path, write } = aDirectory()
    write({ 'a.txt': 'one\ntwo – é\n' })
    expect(readText(join(path, 'a.txt'))).toBe('one\ntwo – é\n')
  })

  const nothing: readonly (readonly [string, (path: string) => void])[] = [
    ['nothing', () => undefined],
    ['a directory', (path) => mkdirSync(path)],
    ['a link to a file', (path) => linkToFile(path)],
    ['a link to nowhere', (path) => symlinkSync('/nowhere', path)],
    ['a link to itself', (path) => symlinkSync(path, path)],
    ['a named pipe without a writer', makePipe],
  ]
  it.each(nothing)('finds no file where there is %s', (_, make) => {
    const path = join(aDirectory().path, 'x')
    make(path)
    expect(readText(path)).toBeUndefined()
    expect(readTail(path, 10)).toBeUndefined()
  })

  const badPaths = ['a\0b', '/dev/null/x', `/${'x'.repeat(300)}`, '/dev/null', '']
  it.each(badPaths)('finds no file at the path %j', (path) => {
    expect(readText(path)).toBeUndefined()
  })

  it('cuts a file that is larger than asked for', () => {
    const { path, write } = aDirectory()
    write({ big: 'x'.repeat(5000) })
    expect(readText(join(path, 'big'), 100)).toHaveLength(100)
  })

  it('cuts at a megabyte when nothing is asked for', () => {
    const { path } = aDirectory()
    writeFileSync(join(path, 'huge'), Buffer.alloc(3 << 20, 'x'))
    expect(readText(join(path, 'huge'))).toHaveLength(1 << 20)
  })

  it('follows links on the way to the file', () => {
    const { path, write } = aDirectory()
    write({ 'real/a.txt': 'text' })
    symlinkSync(join(path, 'real'), join(path, 'alias'))
    expect(readText(join(path, 'alias/a.txt'))).toBe('text')
  })
})

describe('a file that is read again', () => {
  const past = new Date(Date.now() - 60_000)

  it.each<[string, (path: string) => void]>([
    ['is written over', (path) => writeFileSync(path, 'next')],
    [
      'is written over by a text of the same length that pretends to be as old',
      (path) => {
        writeFileSync(path, 'TEXT')
        utimesSync(path, past, past)
      },
    ],
    [
      'is replaced by another',
      (path) => {
        writeFileSync(`${path}.new`, 'TEXT')
        utimesSync(`${path}.new`, past, past)
        renameSync(`${path}.new`, path)
      },
    ],
  ])('is read as it is now when it %s', (_, change) => {
    const path = join(aDirectory().path, 'file')
    writeFileSync(path, 'text')
    // Once it has not changed for a while, what was read is kept.
    vi.useFakeTimers({ now: Date.now() + 10_000, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    expect([readText(path), readText(path)]).toEqual(['text', 'text'])
    change(path)
    expect(readText(path)).toBe(readFileSync(path, 'utf8'))
  })

  it('is gone when it is gone, and no link is followed in its place', () => {
    const path = join(aDirectory().path, 'file')
    writeFileSync(path, 'text')
    vi.useFakeTimers({ now: Date.now() + 10_000, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    expect(readText(path)).toBe('text')
    renameSync(path, `${path}.old`)
    expect(readText(path)).toBeUndefined()
    symlinkSync(`${path}.old`, path)
    expect(readText(path)).toBeUndefined()
  })
})

describe('readTail', () => {
  const cases: readonly (readonly [string, string, number, string])[] = [
    ['a small file whole', 'one\ntwo\n', 100, 'one\ntwo\n'],
    ['the end without the cut line', 'first line\nsecond\nthird\n', 15, 'second\nthird\n'],
    ['no half of a character', `${'é'.repeat(20)}\nend`, 8, 'end'],
    ['nothing of an empty file', '', 10, ''],
  ]
  it.each(cases)('reads %s', (_, text, maxBytes, expected) => {
    const { path, write } = aDirectory()
    write({ log: text })
    expect(readTail(join(path, 'log'), maxBytes)).toBe(expected)
  })
})

describe('listNames and isDirectory', () => {
  it('lists in order', () => {
    const { path, write } = aDirectory()
    write({ b: '', a: '', 'c/d': '' })
    expect(listNames(path)).toEqual(['a', 'b', 'c'])
    expect(isDirectory(join(path, 'c'))).toBe(true)
  })

  it.each(['/nowhere', '/dev/null', 'a\0b', '/dev/null/x'])('finds no directory at %j', (path) => {
    expect(listNames(path)).toEqual([])
    expect(isDirectory(path)).toBe(false)
  })
})

function linkToFile(path: string): void {
  writeFileSync(`${path}.target`, 'secret')
  symlinkSync(`${path}.target`, path)
}
