import type { AuditedHook } from '@holdpoint/runtime/audit'
import { gotOf, type Got } from './answer.ts'
import { difference } from './compare.ts'
import { checkExpected } from './check-expected.ts'
import type { Expected } from './policy-test.ts'

const KNOWN = ['rules/no-yarn', 'rules/only-warns', 'own/ticket', 'guard/no-catastrophe']

const hook = (id: string, decision: string, more: Partial<AuditedHook> = {}): AuditedHook => ({
  id,
  decision,
  ms: 0,
  ...more,
})

const denied: Got = {
  decision: 'deny',
  reason: 'Use pnpm.',
  hooks: [
    hook('guard/no-catastrophe', 'pass'),
    hook('rules/no-yarn', 'deny', { messageId: 'said', reason: 'Use pnpm.' }),
  ],
}
const passed: Got = { decision: 'pass', hooks: [hook('own/ticket', 'pass')] }

function expecting(then: unknown): Expected {
  const problems: unknown[] = []
  const expected = checkExpected(then, [], (_, wording) => void problems.push(wording))
  expect(problems).toEqual([])
  return expected ?? { outcome: 'any', rules: [] }
}

const compare = (then: unknown, got: Got) => difference(expecting(then), got, KNOWN)

describe('an answer that is as expected', () => {
  it.each<[then: unknown, got: Got]>([
    ['deny', denied],
    ['block', denied],
    ['any', denied],
    ['pass', passed],
    ['pass', { ...passed, context: 'by the way' }],
    [{ rule: 'rules/no-yarn' }, denied],
    [{ decision: 'deny', rule: 'no-yarn', message: 'said' }, denied],
    [{ decision: 'deny', message: 'pnpm' }, denied],
    [{ decision: 'deny', message: '/^use \\w+\\.$/i' }, denied],
    [{ decision: 'pass', rules: ['ticket'] }, passed],
    ['context', { ...passed, context: 'by the way' }],
    [{ context: 'way' }, { ...passed, context: 'by the way' }],
    ['warn', { ...passed, notice: 'careful' }],
    ['warn', { decision: 'pass', hooks: [hook('rules/only-warns', 'pass', { withheld: 'deny' })] }],
    [{ notice: 'care' }, { ...passed, notice: 'careful' }],
    ['rewrite', { ...passed, rewrite: { command: 'npm ci' } }],
    [{ rewrite: 'npm ci' }, { ...passed, rewrite: { command: 'npm ci', description: 'x' } }],
    [{ rewrite: { a: [1] } }, { ...passed, rewrite: { a: [1] } }],
    [
      { decision: 'allow', rewrite: 'npm ci' },
      { decision: 'allow', hooks: [], rewrite: { command: 'npm ci' } },
    ],
    [{ failure: 'broken' }, { decision: 'pass', hooks: [hook('own/ticket', 'pass', { failure: 'error: broken' })] }],
  ])('%j', (then, got) => {
    expect(compare(then, got)).toBeUndefined()
  })
})

describe('an answer that is not', () => {
  it.each<[then: unknown, got: Got, expected: string, text: string, hint?: string]>([
    ['pass', denied, 'pass', 'deny by rules/no-yarn (said): Use pnpm.'],
    ['deny', passed, 'deny', 'pass'],
    ['ask', denied, 'ask', 'deny by rules/no-yarn (said): Use pnpm.'],
    ['allow', passed, 'allow', 'pass'],
    ['pass', { ...passed, rewrite: { command: 'x' } }, 'pass', 'rewrite; rewrite {"command":"x"}'],
    ['warn', passed, 'warn', 'pass'],
    ['warn', { ...denied, notice: 'x' }, 'warn', 'deny by rules/no-yarn (said): Use pnpm.'],
    ['context', passed, 'context', 'pass'],
    [{ rule: 'own/ticket' }, denied, 'anything by own/ticket', 'deny by rules/no-yarn (said): Use pnpm.'],
    [
      { decision: 'deny', rule: 'guard/no-catastrophe' },
      denied,
      'deny by guard/no-catastrophe',
      'deny by rules/no-yarn (said): Use pnpm.',
    ],
    [
      { decision: 'deny', rule: 'no-yarm' },
      denied,
      'deny by no-yarm',
      'deny by rules/no-yarn (said): Use pnpm.',
      'there is no rules/no-yarm; did you mean rules/no-yarn?',
    ],
    [
      { decision: 'deny', message: 'npm ci' },
      denied,
      'deny; message npm ci',
      'deny by rules/no-yarn (said): Use pnpm.',
    ],
    [{ context: 'x' }, { ...passed, context: 'y' }, 'context; context x', 'pass; context y'],
    [{ notice: 'x' }, { ...passed, notice: 'y' }, 'warn; notice x', 'pass; notice y'],
    [
      { rewrite: 'x' },
      { ...passed, rewrite: { command: 'y' } },
      'rewrite; rewrite {"command":"x"}',
      'rewrite; rewrite {"command":"y"}',
    ],
    // A failed hook has decided nothing, whatever its answer looks like.
    [
      'pass',
      { decision: 'pass', hooks: [hook('own/ticket', 'pass', { failure: 'timeout: 1 s' })] },
      'pass',
      'own/ticket failed: timeout: 1 s',
    ],
    ['any', { ...passed, error: 'no such event' }, 'any', 'no such event'],
    [{ failure: 'broken' }, passed, 'any; a failure: broken', 'pass'],
    [
      { failure: 'broken' },
      { decision: 'pass', hooks: [hook('own/ticket', 'pass', { failure: 'timeout' })] },
      'any; a failure: broken',
      'pass; own/ticket failed: timeout',
    ],
  ])('%j', (then, got, expected, text, hint) => {
    expect(compare(then, got)).toEqual({ expected, got: text, ...(hint !== undefined && { hint }) })
  })
})

describe('the answer to the agent is read in each of its forms', () => {
  const answer = (stdout: unknown, stderr = '', exitCode: 0 | 1 | 2 = 0) =>
    gotOf({ stdout: typeof stdout === 'string' ? stdout : JSON.stringify(stdout), stderr, exitCode }, undefined)

  it.each<[form: string, got: Got, part: Partial<Got>]>([
    ['silence', answer(''), { decision: 'pass', hooks: [] }],
    ['a permission', answer({ hookSpecificOutput: { permissionDecisionReason: 'no' } }), { reason: 'no' }],
    ['a request', answer({ hookSpecificOutput: { decision: { message: 'no' } } }), { reason: 'no' }],
    ['a decision', answer({ decision: 'block', reason: 'no' }), { reason: 'no' }],
    ['an exit code', answer('', 'no', 2), { reason: 'no' }],
    ['context', answer({ hookSpecificOutput: { additionalContext: 'x' } }), { context: 'x' }],
    ['text', answer('plain words'), { context: 'plain words' }],
    ['a rewrite', answer({ hookSpecificOutput: { updatedInput: { a: 1 } } }), { rewrite: { a: 1 } }],
    ['a notice', answer({ systemMessage: 'x' }), { notice: 'x' }],
    ['a mistake', answer('', 'holdpoint: no event named\n', 1), { error: 'holdpoint: no event named' }],
  ])('%s', (_, got, part) => {
    expect(got).toMatchObject(part)
  })
})
