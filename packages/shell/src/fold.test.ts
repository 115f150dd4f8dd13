import { describe, expect, it } from 'vitest'
import { foldName, foldPath, trimPath } from './fold.ts'

describe('names that a file system may take for the same', () => {
  it.each([
    ['SETTINGS.json', 'settings.json'],
    ['\u017Fettings.json', 'settings.json'],
    ['\u212Aube', 'kube'],
    ['\u00C9tat', 'E\u0301TAT'],
    ['stra\u00DFe', 'STRASSE'],
    ['\uFB01le', 'FILE'],
    ['set\u200Dtings', 'settings'],
    ['\u03A3\u03C2\u03C3', '\u03C3\u03C3\u03C3'],
  ])('%j and %j', (one, other) => expect(foldName(one)).toBe(foldName(other)))

  it.each([
    ['a', 'b'],
    ['\u00E9', 'e'],
    ['\uFF53ettings', 'settings'],
  ])('%j is not %j', (one, other) => expect(foldName(one)).not.toBe(foldName(other)))
})

it.each([
  ['/A/.Git./x ', '/a/.git/x'],
  ['/a/b...', '/a/b'],
  ['/a/.../b', '/a/.../b'],
  ['/a/\uFFFC/.env.', '/a/\uFFFC/.env'],
  ['/', '/'],
])('foldPath(%j) is %j', (path, folded) => expect(foldPath(path)).toBe(folded))

it.each([
  [' /a ', '/a'],
  ['\uFEFF/a\u00A0\u3000', '/a'],
  ['\u200B/a b\0', '/a b'],
  ['\n', ''],
])('trimPath(%j) is %j', (path, trimmed) => expect(trimPath(path)).toBe(trimmed))

it('takes a megabyte of blanks in its stride', () => {
  const blanks = `/a${' .'.repeat(500_000)}b`
  expect(foldPath(blanks)).toBe(blanks)
  expect(trimPath(`${' '.repeat(1_000_000)}x`)).toBe('x')
  const inside = `a${' '.repeat(1_000_000)}x`
  expect(trimPath(inside)).toBe(inside)
})
