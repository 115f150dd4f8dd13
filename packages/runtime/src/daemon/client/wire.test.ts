import fc from 'fast-check'
import { answerText, declinedText, HEARTBEAT, isWhole, parseAnswer, parseRequest, requestText } from './wire.ts'

/** What a host sends and the engine answers: texts of any kind, without a line of the protocol. */
const bodies = fc
  .oneof(fc.string(), fc.string({ unit: 'binary' }), fc.json(), fc.constantFrom('', '\n', '\n\n', 'holdpoint', ' '))
  .filter((text) => !/^holdpoint-/m.test(text))
const words = fc.array(fc.stringMatching(/^[A-Za-z]{1,20}$/), { minLength: 1, maxLength: 4 })

const SURROUNDINGS = { cwd: '/p', env: { HOME: '/h', PATH: '/bin' } }

describe('a message', () => {
  it('comes out as it went in', () => {
    fc.assert(
      fc.property(words, bodies, (said, body) => {
        expect(parseRequest(requestText(said, body))).toEqual({ words: said, body })
        expect(parseAnswer(answerText(body))).toEqual({ stdout: body, stderr: '', exitCode: 0 })
      }),
    )
  })

  it('brings what goes to stderr, and the exit code', () => {
    fc.assert(
      fc.property(bodies, bodies, fc.constantFrom(0, 1, 2, 127), (stdout, stderr, exitCode) => {
        expect(parseAnswer(answerText(stdout, stderr, exitCode))).toEqual({ stdout, stderr, exitCode })
      }),
    )
  })

  it('brings the surroundings of the client, whatever lines they contain', () => {
    const values = fc
      .string({ unit: 'binary' })
      .filter((text) => !['\0', '\u0001', '\uFFFD'].some((one) => text.includes(one)))
    const names = fc.constantFrom('HOME', 'A', 'a b', 'BASH_FUNC_f%%', '__proto__x', 'holdpoint-end')
    const env = fc.dictionary(names, fc.oneof(values, fc.constant('a\nholdpoint-end\n{}')), { minKeys: 1 })
    fc.assert(
      fc.property(words, bodies, values, env, (said, body, folder, variables) => {
        const surroundings = { cwd: `/${folder}`, env: { ...variables } }
        expect(parseRequest(requestText(said, body, surroundings))).toEqual({ words: said, surroundings, body })
      }),
    )
  })

  it('is not taken for whole when its end is missing, wherever it was cut', () => {
    fc.assert(
      fc.property(words, bodies, fc.nat(), (said, body, at) => {
        for (const text of [
          requestText(said, body),
          requestText(said, body, SURROUNDINGS),
          answerText(body, 'no', 2),
        ]) {
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
    expect(parseAnswer(answerText('{}').slice(0, -1))?.stdout).toBe('{}')
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
    expect(parseAnswer(HEARTBEAT.repeat(beats) + answerText('{"a":1}'))?.stdout).toBe('{"a":1}')
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
    ['no end', 'holdpoint-answer 0\n\nholdpoint-stdout\n{}\n'],
    ['no exit code', 'holdpoint-answer\n\nholdpoint-stdout\n{}\nholdpoint-end\n'],
    ['no second part', 'holdpoint-answer 0\n{}\nholdpoint-end\n'],
    ['three parts', answerText('{}\nholdpoint-stdout\n{}')],
    ['of an earlier version', 'holdpoint-answer\n{}\nholdpoint-end\n'],
    ['no beginning', '{}\nholdpoint-end\n'],
    ['a request', requestText(['hook', 'Stop', 'user'], '{}')],
  ])('is not %s', (_, text) => {
    expect(parseAnswer(text)).toBeUndefined()
  })
})

describe('a request', () => {
  it.each([
    ['nothing', ''],
    ['of another protocol', 'holdpoint 1 hook Stop user\n{}\nholdpoint-end\n'],
    ['of no protocol', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an answer', answerText('{}')],
    ['two of them', requestText(['status'], '') + requestText(['stop'], '')],
    ...Object.entries({
      'of half an environment': '/p\u0001HOME=/h\u0001PATH=/b\n{}',
      'of an environment that stops in a name': '/p\u0001HOME=/h\u0001PA\u0001\u0001\n{}',
      'of no environment': '/p\u0001\u0001\n{}',
      'of no directory': 'HOME=/h\u0001\u0001\n{}',
      'of a relative directory': 'p\u0001HOME=/h\u0001\u0001\n{}',
      'of bytes that are no text': '/p\u0001HOME=/\uFFFD\u0001\u0001\n{}',
      'of a value with the separator': '/p\u0001HOME=/h\0x\u0001\u0001\n{}',
    }).map(([what, text]) => [what, `holdpoint 2 hook SessionStart user surroundings\n${text}\nholdpoint-end\n`]),
  ])('is not %s', (_, text) => {
    expect(parseRequest(text)).toBeUndefined()
  })

  it('may have no body', () => {
    expect(parseRequest('holdpoint 2 status\nholdpoint-end\n')).toEqual({ words: ['status'], body: '' })
  })
})

it('a reason is one line', () => {
  expect(declinedText('a\nb')).toBe('holdpoint-declined\na b\nholdpoint-end\n')
})
