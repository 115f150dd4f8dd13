import fc from 'fast-check'
import { parseReview, plain } from './answer.ts'

describe('an answer', () => {
  it.each([
    ['{"verdict": "safe", "reason": "ok"}', 'safe'],
    [' \n{"reason": "ok", "verdict": "unsafe"}\n', 'unsafe'],
    ['```json\n{"verdict": "misaligned", "reason": "ok"}\n```\n', 'misaligned'],
    ['```\n{"verdict": "safe", "reason": "ok"}\n```', 'safe'],
  ])('%j', (text, verdict) => {
    expect(parseReview(text)).toEqual({ verdict, reason: 'ok' })
  })

  it.each([
    '',
    'safe',
    '"safe"',
    'null',
    '[]',
    '{}',
    '{"verdict": "SAFE", "reason": "ok"}',
    '{"verdict": "safe"}',
    '{"verdict": ["safe"], "reason": "ok"}',
    '{"verdict": "safe", "reason": null}',
    'I think {"verdict": "safe", "reason": "ok"}',
    '{"verdict": "safe", "reason": "ok"} Done.',
    '```json\n{"verdict": "safe", "reason": "ok"}',
    '{"verdict": "safe", "reason": "ok"}{"verdict": "unsafe", "reason": "no"}',
    '{"verdict": "safe", "reason": "o',
  ])('is none: %j', (text) => {
    expect(parseReview(text)).toBeUndefined()
  })

  it('gives a reason that is one short line, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
        const line = plain(text)
        expect(line.length).toBeLessThanOrEqual(300)
        expect(line).not.toMatch(/[|\n\r\u2028\u202E]/)
      }),
    )
  })
})
