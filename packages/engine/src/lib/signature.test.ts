import { shortId, signatureOf, signedReasons, unsigned } from './signature.ts'
import type { Verdict } from '../verdict.ts'

const sign = signatureOf('m1abc-2f-k3f9q2')
const said = (hook: string, reason?: string, more: Partial<Verdict> = {}) => ({
  hook,
  verdict: { decision: 'deny', ...(reason !== undefined && { reason }), ...more } as Verdict,
})

describe('a short id', () => {
  it.each([
    ['m1abc-2f-k3f9q2', 'k3f9q2'],
    ['m1abc-2f-k3f', 'k3f'],
    ['check', 'check'],
    ['a-very-long-tailofanid', 'ofanid'],
    ['trailing-', 'iling-'],
  ])('%s: %s', (id, short) => {
    expect(shortId(id)).toBe(short)
  })
})

describe('a reason says who gave it and which decision it belongs to', () => {
  it.each([
    ['one hook', [said('guard/a', 'No.')], ['No. (guard/a, holdpoint why k3f9q2)']],
    [
      'two hooks with two reasons',
      [said('guard/a', 'No.'), said('rules/b', 'Nor this.')],
      ['No. (guard/a, holdpoint why k3f9q2)', 'Nor this. (rules/b, holdpoint why k3f9q2)'],
    ],
    [
      'two hooks with the same reason',
      [said('guard/a', 'No.'), said('guard/b', 'No.')],
      ['No. (guard/a, guard/b, holdpoint why k3f9q2)'],
    ],
    ['the same hook twice', [said('a/b', 'No.'), said('a/b', 'No.')], ['No. (a/b, holdpoint why k3f9q2)']],
    ['an exact text', [said('a/b', 'NO', { exact: true })], ['NO\n(a/b, holdpoint why k3f9q2)']],
    ['a text of several lines', [said('a/b', 'No:\n- x')], ['No:\n- x\n(a/b, holdpoint why k3f9q2)']],
    ['no reason', [said('a/b')], []],
    ['an empty reason', [said('a/b', '')], []],
    ['an id with odd signs', [said('own/x.y@2', 'No.')], ['No. (own/x.y@2, holdpoint why k3f9q2)']],
  ])('%s', (_, given, texts) => {
    expect(signedReasons(given, sign)).toEqual(texts)
    const plain = [...new Set(given.flatMap(({ verdict }) => (verdict.reason ?? '') || []))]
    expect(signedReasons(given, sign).map(unsigned)).toEqual(plain)
  })

  it('can be taken off inside of JSON, and takes nothing else', () => {
    const text = 'Two\nlines (guard/a, b) and `holdpoint why x`.'
    const reason = sign(text, ['a/b'], false)
    expect(JSON.parse(unsigned(JSON.stringify({ reason })))).toEqual({ reason: text })
    expect(unsigned(sign('No hook.', [], false))).toBe('No hook.')
  })
})
