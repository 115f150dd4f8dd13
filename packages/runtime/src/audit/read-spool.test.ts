import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { aDirectory } from '../../../../test/process/support/temporary.ts'
import { aSpool, line } from '../../../../test/store/support/spool.ts'
import { chunksOf, readSpoolLines, resumeAt } from './read-spool.ts'

describe('readSpoolLines', () => {
  it('gives every complete line of every day, oldest day first', () => {
    const spool = aSpool()
    spool.append('c\n', '2026-03-02')
    spool.append('a\n\nb\r\ntorn', '2026-03-01')
    expect(readSpoolLines(spool.directory)).toEqual(['a', 'b\r', 'c'])
  })

  it('gives nothing where nothing is', () => {
    expect(readSpoolLines(aDirectory().path)).toEqual([])
    expect(readSpoolLines('/nowhere/at/all')).toEqual([])
  })

  const strangers: readonly (readonly [string, (path: string) => void])[] = [
    ['a directory', (path) => mkdirSync(path)],
    ['a link', (path) => symlinkSync('/etc/passwd', path)],
    ['a named pipe', (path) => void execFileSync('mkfifo', [path])],
  ]
  it.each(strangers)('passes over %s', (_, make) => {
    const spool = aSpool()
    spool.append('a\n')
    make(spool.file('2026-03-02'))
    expect(readSpoolLines(spool.directory)).toEqual(['a'])
  })
})

describe('chunksOf', () => {
  it.each([
    ['many short lines', Array.from({ length: 30_000 }, (_, index) => line(`e${index}`))],
    ['a line longer than a chunk', ['a', 'x'.repeat(3 << 20), 'b']],
    ['lines that end where a chunk ends', ['x'.repeat((1 << 20) - 1), 'y'.repeat((1 << 20) - 1), 'z']],
  ])('puts %s together again', (_, given) => {
    const spool = aSpool()
    const text = `${given.join('\n')}\n`
    spool.append(`${text}torn`)
    let [end, found] = [0, '']
    for (const { bytes, from, to } of chunksOf(spool.directory, '2026-03-01.jsonl')) {
      expect(from).toBe(end)
      expect(to).toBe(from + bytes.length + 1)
      found += `${bytes.toString('utf8')}\n`
      end = to
    }
    expect(found === text).toBe(true)
  })
})

describe('resumeAt', () => {
  it.each([
    ['goes on where it was', 'ab\ncd\n', 3, 3],
    ['goes on at the end', 'ab\n', 3, 3],
    ['starts again in a shorter file', 'a\n', 3, 0],
    ['starts again in another file', 'abcd\n', 3, 0],
    ['starts at the start', '', 0, 0],
  ])('%s', (_, text, offset, expected) => {
    const spool = aSpool()
    spool.append(text)
    expect(resumeAt(spool.directory, '2026-03-01.jsonl', offset)).toBe(expected)
  })

  it('starts again when the file is gone', () => {
    const spool = aSpool()
    spool.append('ab\n')
    renameSync(spool.file(), spool.file('2026-03-02'))
    expect(resumeAt(spool.directory, '2026-03-01.jsonl', 3)).toBe(0)
  })
})
