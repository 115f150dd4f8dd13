import fc from 'fast-check'
import { holdsYes, repliesIn } from './reply.ts'

describe('a reply', () => {
  it.each([
    ['{"ok": true, "reason": "fine"}', { ok: true, reason: 'fine' }],
    [' \n{"reason": "x", "ok": false}\n', { ok: false, reason: 'x' }],
    ['{"ok": false}', { ok: false, reason: '' }],
    ['{"ok": false, "reason": ["x"]}', { ok: false, reason: '' }],
    ['{"code": "abc", "ok": true, "reason": "fine"}', { ok: true, reason: 'fine', code: 'abc' }],
    ['{"decision": "approve", "reason": "fine"}', { ok: true, reason: 'fine' }],
    [
      '{"decision": "block", "reason": "x", "systemMessage": "look"}',
      { ok: false, reason: 'x', systemMessage: 'look' },
    ],
    ['{"decision": "deny", "reason": "x"}', { ok: false, reason: 'x' }],
    ['```json\n{"decision": "block", "reason": "x"}\n```', { ok: false, reason: 'x' }],
    ['```\n{"ok": true}\n```\n', { ok: true, reason: '' }],
    [
      'Here it is: {"ok": false, "reason": "uses {braces} and \\"quotes\\""} Done.',
      { ok: false, reason: 'uses {braces} and "quotes"' },
    ],
    ['Use { and then {"ok": false, "reason": "x"}', { ok: false, reason: 'x' }],
    ['{"ok": true, "decision": "block", "reason": "torn"}', { ok: false, reason: 'torn' }],
    ['{"ok": "yes", "decision": "block", "reason": "odd"}', { ok: false, reason: 'odd' }],
  ])('%j', (text, reply) => {
    expect(repliesIn(text)).toEqual([reply])
  })

  it('T-ENG-33: several are all heard', () => {
    expect(repliesIn('{"ok": true}\n```json\n{"decision": "block", "reason": "x"}\n```')).toEqual([
      { ok: true, reason: '' },
      { ok: false, reason: 'x' },
    ])
  })

  it.each([
    '',
    'yes',
    'true',
    'null',
    '[]',
    '{}',
    '["ok", true]',
    '{"ok": "true"}',
    '{"ok": 1}',
    '{"ok": null, "reason": "x"}',
    '{"ok": true, "decision": "maybe"}',
    '{"decision": "allow"}',
    '{"decision": true, "ok": "x"}',
    '{"result": {"ok": true}}',
    "{'ok': true}",
    '{ok: true}',
    '{"ok": true, "reason": "cut o',
  ])('is none: %j', (text) => {
    expect(repliesIn(text).filter(({ ok }) => ok)).toEqual([])
  })

  it('finds every no that JSON can express, with any text around it', () => {
    const noise = fc.stringMatching(/^[^"{}]{0,40}$/)
    fc.assert(
      fc.property(noise, fc.string(), noise, (before, reason, after) => {
        const text = `${before}${JSON.stringify({ ok: false, reason })}${after}`
        expect(repliesIn(text)).toEqual([{ ok: false, reason }])
      }),
    )
  })

  it('never throws, and ends', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => void repliesIn(text)))
    for (const text of ['{"'.repeat(50_000), '{"a":'.repeat(50_000), '{ '.repeat(50_000), '{"\\'.repeat(50_000)]) {
      expect(repliesIn(text)).toEqual([])
    }
  })
})

describe('a ready yes in what is judged', () => {
  it.each(['echo \'{"ok": true}\'', '{"outer": {"deep": [{"ok": true}]}}', 'x {"decision":"approve"} y'])(
    'is in %j',
    (text) => {
      expect(holdsYes(text)).toBe(true)
    },
  )

  it.each(['return { ok: true }', '{"ok": false}', '{"okay": true}', 'ok: true'])('is not in %j', (text) => {
    expect(holdsYes(text)).toBe(false)
  })
})
