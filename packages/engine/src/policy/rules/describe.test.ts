import { rulesOf } from '../../../../../test/support/rules.ts'
import { factsOfRule, summaryOfRule } from './describe.ts'
import type { Rule } from './rule.ts'

const made = (rule: Readonly<Record<string, unknown>>): Rule => {
  const [first] = rulesOf({ rule })
  if (first === undefined) throw new Error('there is no rule')
  return first.rule
}

describe('a rule in words', () => {
  it.each<[rule: Record<string, unknown>, summary: string]>([
    [{ when: { runs: 'yarn' }, then: 'deny', summary: 'We use pnpm.' }, 'We use pnpm.'],
    [{ when: { runs: ['yarn', 'npm'] }, then: 'deny' }, 'Deny: runs yarn or npm.'],
    [{ when: { event: 'Stop', says: { words: ['should'] } }, then: 'block' }, 'Block: at Stop, says the words should.'],
    [{ when: { event: 'SessionStart' }, then: { context: 'x' } }, 'Context: at SessionStart.'],
    [{ when: { content: { matches: 'a', flags: 'i' } }, then: 'ask' }, 'Ask: content /a/i.'],
  ])('%j', (rule, summary) => {
    expect(summaryOfRule(made(rule))).toBe(summary)
  })

  it('all there is', () => {
    const rule = made({
      when: { event: 'PreToolUse', writes: ['a', 'b'], uncertain: false },
      unless: [{ agent: 'main', branch: 'x' }, { host: 'y' }],
      then: 'warn',
      message: { what: 'W.', fix: 'F.' },
      escalate: { after: 2, to: 'deny', within: '10m' },
      limit: { calls: 3, per: 'hour' },
      between: { from: '9:00', days: ['mon', 'tue'] },
    })
    expect(factsOfRule(rule)).toEqual([
      ['at', 'PreToolUse'],
      ['writes', 'a or b'],
      ['uncertain', 'false'],
      ['unless', 'agent main and branch x'],
      ['unless', 'host y'],
      ['then', 'warn'],
      ['message', 'W. F.'],
      ['limit', 'applies only above 3 per hour'],
      ['escalates', 'to deny after 2 times within 10m'],
      ['between', '9:00 and 24:00, mon, tue'],
      ['if it fails', 'the action is blocked'],
    ])
  })

  it.each<[then: unknown, text: string]>([
    ['deny', 'deny'],
    [{ context: 'x' }, 'tell the model: x'],
    [{ run: ['./check', 'a'] }, 'run ./check a; exit code 2 blocks'],
    [{ rewrite: { command: { replace: 'a', with: 'b' }, b: 'c' } }, 'rewrite: in command, /a/ becomes b; b becomes c'],
  ])('then %j', (then, text) => {
    expect(factsOfRule(made({ when: { tool: 'shell' }, then }))).toContainEqual(['then', text])
  })
})
