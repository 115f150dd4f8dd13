import fc from 'fast-check'
import { jsonProblem } from './json.ts'

describe('JSON', () => {
  it.each([
    ['{"a": [1, "x // y"]}', false],
    ['\uFEFF{}', false],
    ['{ // why\n "a": 1, /* b */ }', true],
    ['["/* x */", ",]",]', true],
    ['// nothing else\n', true],
  ])('%j is fine', (text, comments) => {
    expect(jsonProblem(text, comments)).toBeUndefined()
  })

  it.each([
    ['{"a": 1,}', false, 1],
    ['{\n"a": 1\n"b": 2\n}', false, 3],
    ['{ // why\n}', false, 1],
    ['', false, 1],
    ['{"a": 1,\n\n', true, 3],
    ['{/* open', true, 1],
    ['[,]', true, 1],
  ])('%j is not', (text, comments, line) => {
    expect(jsonProblem(text, comments)).toMatchObject({ line })
  })

  it('does not quote the content of the file', () => {
    expect(jsonProblem('{"password": hunter2}', false)?.message).not.toContain('hunter2')
  })

  it('whatever is JSON stays JSON where comments are allowed', () => {
    fc.assert(fc.property(fc.json(), (text) => jsonProblem(text, true) === undefined))
  })

  it('never fails, also on a megabyte', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'{}[],"/*\\\n:1'.split('')) }),
        (text) => void jsonProblem(text, true),
      ),
    )
    for (const piece of ['[', '/*', '"\\', ',', '//', '{"']) {
      expect(() => jsonProblem(piece.repeat((1 << 20) / piece.length), true)).not.toThrow()
    }
  })
})
