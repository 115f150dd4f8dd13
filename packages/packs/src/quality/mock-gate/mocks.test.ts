import fc from 'fast-check'
import { internalMocks, withoutExempt, type Ownership } from './mocks.ts'

const everything: Ownership = { javascript: () => true, python: () => true }

describe('internalMocks', () => {
  it('reports the line of each one', () => {
    const text = "a\nvi.mock('./b')\n\nimport d from './d'\njest.mock(\n  './c')\nsinon.stub(d)\n"
    expect(internalMocks(text, 'a.test.ts', everything).map(({ target, line }) => [target, line])).toEqual([
      ['./b', 2],
      ['./c', 5],
      ['d', 7],
    ])
  })

  it('bears any text', () => {
    const paths = fc.constantFrom('a.test.ts', 'test_a.py', 'a_test.go', 'tests/a.rs', 'a.test.rb')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), paths, (text, path) => {
        const mocks = internalMocks(text, path, everything)
        return withoutExempt(mocks, text).length <= mocks.length
      }),
    )
  })

  it.each([
    ['vi.mock(', 'a.test.ts'],
    ['vi .', 'a.test.ts'],
    ['import from "', 'a.test.ts'],
    ['proxyquire(', 'a.test.ts'],
    ["vi.mock('./a')", 'a.test.ts'],
    ['// @mock-exempt: x\n', 'a.test.ts'],
    ['const a = require("b")', 'a.test.ts'],
    ['vi.spyOn(a', 'a.test.ts'],
    ['mock patch( ', 'test_a.py'],
    ['from a.b import ', 'test_a.py'],
    ['a.', 'test_a.py'],
    ['gomock NewMock', 'a_test.go'],
    ['mockall MockA::', 'tests/a.rs'],
  ])('a megabyte of %j is read in one go', (piece, path) => {
    const text = piece.repeat(Math.ceil((1 << 20) / piece.length))
    expect(withoutExempt(internalMocks(text, path, everything), text)).toBeInstanceOf(Array)
  })
})
