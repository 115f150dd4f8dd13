import fc from 'fast-check'
import { hasTitle, linksIn, readProse } from './markdown.ts'

const targets = (text: string): readonly string[] => linksIn(readProse(text)).map(({ target }) => target)

describe('the prose of a document', () => {
  it.each([
    ['[a](b.md)', ['b.md']],
    ['![a](b.png "title") and [c](<d e.md>)', ['b.png', 'd e.md']],
    ['[a](b_(c).md#d)', ['b_(c).md#d']],
    ['[a]: b.md\n[^1]: c.md\n', ['b.md']],
    ['`[a](b.md)` ``[c`](d.md)``', []],
    ['```md\n[a](b.md)\n```\n[c](d.md)', ['d.md']],
    ['- x\n  ~~~\n  [a](b.md)\n  ~~~~\n', []],
    ['<!-- [a](b.md)\n[c](d.md) --> [e](f.md)', ['f.md']],
    ['---\nx: "[a](b.md)"\n---\n[c](d.md)', ['d.md']],
    ['[a](b.md', []],
    ['text `unclosed [a](b.md)', ['b.md']],
  ])('%j links to %j', (text, expected) => {
    expect(targets(text)).toEqual(expected)
  })

  it.each([
    ['```\ncode\n```\n', undefined],
    ['```\ncode\n', 1],
    ['a\n````md\n```\n````\n', undefined],
    ['a\n~~~\n```\n', 2],
    ['```js\n```js\n', 1],
    ['``` inline ``` code\n', undefined],
    ['> ```\n> x\n> ```\n', undefined],
  ])('%j has an open fence at %j', (text, line) => {
    expect(readProse(text).unclosed).toBe(line)
  })

  it.each([
    ['# A\n', true],
    ['A\n===\n', true],
    ['---\ntitle: A\n---\nx', true],
    ['<h1 align="center">A</h1>', true],
    ['## A\n', false],
    ['```\n# A\n```\n', false],
    ['#tag\n', false],
    ['===\n', false],
  ])('%j has a title: %j', (text, expected) => {
    expect(hasTitle(readProse(text))).toBe(expected)
  })

  it('never fails, also on a megabyte', () => {
    const piece = fc.constantFrom(
      '`',
      '```',
      '~~~',
      '[a](',
      ')',
      '<!--',
      '-->',
      '\n',
      '---\n',
      '](',
      '\\',
      '#',
      ' ',
      '<',
      '>',
      '- ',
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('')
        const prose = readProse(text)
        expect(prose.lines.length).toBe(text.split('\n').length)
        void linksIn(prose)
      }),
    )
    for (const one of ['`', '](', '<!--', '[a]: ', '> ', '- ', '\\', '``` ']) {
      expect(() => linksIn(readProse(one.repeat((1 << 20) / one.length)))).not.toThrow()
    }
  })
})
