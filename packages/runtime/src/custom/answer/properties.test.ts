import fc from 'fast-check'
import { DECISIONS, degrade, merge } from '@holdpoint/engine'
import { claudeCode } from '@holdpoint/hosts'
import {
  ASKED,
  COMPACT,
  ELICITATION,
  POST,
  PRE,
  PROMPT,
  START,
  STOP,
  SUBAGENT_STOP,
} from '../../../../../test/support/named-events.ts'
import { answerOf, answerOfBody } from './answer.ts'
import { tries } from '../../../../../test/support/tries.ts'

describe('whatever a program prints', () => {
  const events = [PRE, POST, STOP, SUBAGENT_STOP, PROMPT, START, COMPACT, ASKED, ELICITATION]
  const word = fc.constantFrom('allow', 'deny', 'ask', 'defer', 'approve', 'block', 'cancel', '', 'PreToolUse', 'Stop')
  const value = fc.oneof(word, fc.jsonValue(), fc.boolean(), fc.constant(null))
  const answer = fc.record(
    {
      decision: value,
      reason: value,
      continue: value,
      stopReason: value,
      systemMessage: value,
      additionalContext: value,
      hookSpecificOutput: fc.oneof(
        value,
        fc.record(
          {
            hookEventName: value,
            permissionDecision: value,
            permissionDecisionReason: value,
            updatedInput: fc.oneof(value, fc.dictionary(fc.string(), value)),
            additionalContext: value,
            action: value,
            decision: fc.oneof(
              value,
              fc.record({ behavior: word, message: value, updatedInput: value }, { requiredKeys: [] }),
            ),
          },
          { requiredKeys: [] },
        ),
      ),
    },
    { requiredKeys: [] },
  )
  const stdout = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    answer.map((object) => JSON.stringify(object)),
    fc.tuple(fc.string(), answer, fc.string()).map(([a, object, b]) => `${a}\n${JSON.stringify(object)}${b}`),
    answer.chain((object) => fc.nat(80).map((end) => JSON.stringify(object).slice(0, end))),
  )
  const exitCode = fc.oneof(fc.constantFrom(0, 1, 2, 127, undefined), fc.integer({ min: 0, max: 255 }))

  it('is a verdict that the host supports, or a failure with a reason', () => {
    fc.assert(
      fc.property(fc.constantFrom(...events), stdout, fc.string(), exitCode, (event, out, stderr, code) => {
        for (const answered of [
          answerOf({ exitCode: code, stdout: out, stderr }, event, 'own/it'),
          answerOfBody(out, event, 'own/it'),
        ]) {
          if ('failure' in answered) {
            expect(answered.failure).not.toBe('')
            continue
          }
          const { verdict } = answered
          expect(DECISIONS).toContain(verdict.decision)
          const merged = merge([{ result: { id: 'own/it', verdict, ms: 0 }, onFinalInput: true }], undefined)
          const { verdict: fitted } = degrade(merged, claudeCode.powers(event.name))
          const { exitCode: end } = claudeCode.encode(event, fitted)
          expect([0, 2]).toContain(end)
        }
      }),
      tries(500),
    )
  })

  it('exit code 2 is never an allow, and never a failure', () => {
    fc.assert(
      fc.property(fc.constantFrom(...events), stdout, fc.string(), (event, out, stderr) => {
        const answered = answerOf({ exitCode: 2, stdout: out, stderr }, event, 'own/it')
        expect('verdict' in answered ? answered.verdict.decision : 'failure').toMatch(/^(?:deny|block|feedback|ask)$/)
      }),
    )
  })
})
