import { runInNewContext } from 'node:vm'
import { lazyConstants } from './lazy-constants.mjs'

const rendered = (code, isEntry = false) => lazyConstants.renderChunk(code, { fileName: 'chunk.cjs', isEntry }) ?? code

/** What a module gives out, as a text. */
const given = (code) => JSON.stringify(runInNewContext(`${code}\nresult()`))

describe('constants that are made when somebody looks at them', () => {
  it.each([
    ['a pattern', 'const A = /x/y; function result() { return [A.test("x"), A.test("x"), A.lastIndex] }'],
    ['a table', 'const A = { a: [1, -2], b: `c` }; function result() { return [A.a, A.b, A === A] }'],
    ['a set', 'const A = new Set(["a"]); const has = (x) => A.has(x); function result() { return has("a") }'],
    ['words', 'const A = "a b".split(" "); function result() { return A }'],
    ['the short form of a property', 'const A = [1]; function result() { return { A } }'],
    ['the name of a property', 'const A = [1]; function result() { return { A: 2 }.A + A[0] }'],
    ['one that is changed', 'const A = []; function add() { A.push(1) } function result() { add(); add(); return A }'],
  ])('%s', (_, code) => {
    expect(rendered(code)).toContain('??=')
    expect(given(rendered(code))).toBe(given(code))
  })

  it.each([
    ['looked at while the module loads', 'const A = [1]; const B = A.length; function result() { return A[B - 1] }'],
    ['given out', 'const A = [1]; var exports = {}; exports.A = A; function result() { return A }'],
    ['of a function of its own', 'const A = [Date.now() > 0]; function result() { return A }'],
    ['a single value', 'const A = 1; function result() { return A }'],
    ['a name that means something else in a parameter', 'const A = [1]; function result(A = 2) { return A }'],
    ['in a pattern', 'const A = [1]; function result() { const { A } = { A: 3 }; return A }'],
    ['in a loop', 'const A = [1]; function result() { for (const A of [4]) return A }'],
    ['in a catch', 'const A = [1]; function result() { try { throw 5 } catch (A) { return A } }'],
    ['nobody looks at', 'const A = [1]; function result() { return 6 }'],
  ])('but not one that is %s', (_, code) => {
    expect(rendered(code)).toBe(code)
  })

  it('but none of what every event loads', () => {
    const code = 'const A = [1]; function result() { return A }'
    expect(rendered(code, true)).toBe(code)
  })
})
