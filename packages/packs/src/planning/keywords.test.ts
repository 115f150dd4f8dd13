import fc from 'fast-check'
import { decidedAlready, keywords } from './keywords.ts'

describe('keywords', () => {
  it.each([
    ['Should we use Redis for session caching?', ['redis', 'session', 'caching']],
    ['What caching strategy for sessions?', ['caching', 'strategy', 'session']],
    ['Policies, classes and buses', ['policy', 'class', 'buse']],
    ['status analysis gas', ['status', 'analysis', 'gas']],
    ["the user's choice — don’t know", ['user', 'choice', 'dont', 'know']],
    ['Größe  größen\t漢字', ['größe', 'größen', '漢字']],
    ['  ?!  ', []],
    ['', []],
  ])('of %j', (text, expected) => {
    expect([...keywords(text)]).toEqual(expected)
  })
})

describe('decidedAlready', () => {
  const word = fc.stringMatching(/^[a-z]{4,8}$/)
  const sentence = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '))

  it('finds every question that is asked word by word again', () => {
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 5 }), (questions) => {
        const decisions = questions.map((question) => ({ question, answer: 'yes' }))
        const asked = questions.find((text) => keywords(text).size > 0)
        if (asked !== undefined) expect(decidedAlready([asked], decisions, 0.6)).toBeDefined()
      }),
    )
  })

  it('never counts more in common than the decision has words', () => {
    fc.assert(
      fc.property(sentence, sentence, fc.double({ min: 0, max: 1, noNaN: true }), (question, decision, threshold) => {
        const match = decidedAlready([question], [{ question: decision, answer: '' }], threshold)
        if (match !== undefined) expect(match.shared).toBeLessThanOrEqual(match.total)
      }),
    )
  })

  it('accepts any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (question, decision) => {
        decidedAlready([question], [{ question: decision, answer: '' }], 0.6)
      }),
    )
  })
})
