import fc from 'fast-check'
import { answerText, declinedText, HEARTBEAT, isWhole, parseAnswer, parseRequest, requestText } from './wire.ts'

/** What a host sends and the engine answers: texts of any kind, without a line of the protocol. */
const bodies = fc
  .oneof(fc.string(), fc.string({ unit: 'binary' }), fc.json(), fc.constantFrom('', '\n', '\n\n', 'holdpoint', ' '))
  .filter((text) => !/^holdpoint-/m.test(text))
const words = fc.array(fc.stringMatching(/^[A-Za-z]{1,20}$/), { minLength: 1, maxLength: 4 })

describe('a message', () => {
  it('comes out as it went in', () => {
    fc.assert(
      fc.property(words, bodies, (said, body) => {
        expect(parseRequest(requestText(said, body))).toEqual({ words: said, body })
        expect(parseAnswer(answerText(body))).toBe(body)
      }),
    )
  })

  it('is not taken for whole when its end is missing, wherever it was cut', () => {
    fc.assert(
      fc.property(words, bodies, fc.nat(), (said, body, at) => {
        for (const text of [requestText(said, body), answerText(body)]) {
          // Without the last line break alone it is whole still: a shell takes that away.
          const cut = text.slice(0, at % (text.length - 1))
          expect(isWhole(cut)).toBe(false)
          expect(parseAnswer(cut)).toBeUndefined()
          expect(parseRequest(cut)).toBeUndefined()
        }
      }),
    )
  })

  it('may have lost its last line break', () => {
    expect(parseAnswer(answerText('{}').slice(0, -1))).toBe('{}')
    expect(isWhole(answerText('{}').slice(0, -1))).toBe(true)
  })

  it('never makes the reader throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        expect(() => [isWhole(text), parseAnswer(text), parseRequest(text)]).not.toThrow()
      }),
    )
  })
})

describe('an answer', () => {
  it.each([1, 2, 300])('may come after %i heartbeats', (beats) => {
    expect(parseAnswer(HEARTBEAT.repeat(beats) + answerText('{"a":1}'))).toBe('{"a":1}')
  })

  it.each([
    ['nothing', ''],
    ['heartbeats', '\n\n\n'],
    ['a refusal', declinedText('no')],
    ['a refusal that pretends', declinedText('x\nholdpoint-answer\n{}')],
    ['noise', 'x'.repeat(100_000)],
    ['noise before it', `noise\n${answerText('{}')}`],
    ['spaces before it', ` ${answerText('{}')}`],
    ['noise after it', `${answerText('{}')}noise`],
    ['two of them', answerText('{}') + answerText('{}')],
    ['one inside the other', answerText(answerText('{}'))],
    ['an end in its middle', answerText('{}\nholdpoint-end\n{}')],
    ['no end', 'holdpoint-answer\n{}\n'],
    ['no beginning', '{}\nholdpoint-end\n'],
    ['a request', requestText(['hook', 'Stop', 'user'], '{}')],
  ])('is not %s', (_, text) => {
    expect(parseAnswer(text)).toBeUndefined()
  })
})

describe('a request', () => {
  it.each([
    ['nothing', ''],
    ['of another protocol', 'holdpoint 2 hook Stop user\n{}\nholdpoint-end\n'],
    ['of no protocol', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an answer', answerText('{}')],
    ['two of them', requestText(['status'], '') + requestText(['stop'], '')],
  ])('is not %s', (_, text) => {
    expect(parseRequest(text)).toBeUndefined()
  })

  it('may have no body', () => {
    expect(parseRequest('holdpoint 1 status\nholdpoint-end\n')).toEqual({ words: ['status'], body: '' })
  })
})

it('a reason is one line', () => {
  expect(declinedText('a\nb')).toBe('holdpoint-declined\na b\nholdpoint-end\n')
})
