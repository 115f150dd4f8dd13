import { isDisabledMatcher, matcherProblem, matches } from './matcher.ts'

describe('ENG-43 the matcher language', () => {
  it.each<[matcher: string | undefined, subject: string, expected: boolean]>([
    [undefined, 'Bash', true],
    ['', 'Bash', true],
    ['*', 'Bash', true],
    ['Bash', 'Bash', true],
    ['Bash', 'BashOutput', false],
    ['Bash', 'bash', false],
    ['Bash', '', false],
    ['Write|Edit', 'Write', true],
    ['Write|Edit', 'Edit', true],
    ['Write|Edit', 'MultiEdit', false],
    ['Write,Edit', 'Edit', true],
    ['Write, Edit | Read', 'Write', true],
    ['Write, Edit | Read', 'Edit', true],
    ['Write, Edit | Read', 'Read', true],
    [' Write ', 'Write', true],
    ['tech lead|qa-lead', 'tech lead', true],
    ['tech lead|qa-lead', 'lead', false],
    ['mcp__github__create_issue', 'mcp__github__create_issue', true],
    ['mcp__github', 'mcp__github__create_issue', false],
    ['mcp__.*', 'mcp__github__create_issue', true],
    ['mcp__.*', 'the mcp__x', true],
    ['^mcp__.*', 'the mcp__x', false],
    ['Edit.*', 'NotebookEdit', true],
    ['^(Write|Edit)$', 'Write', true],
    ['^(Write|Edit)$', 'WriteX', false],
    ['plan:.+', 'plan:tech-lead', true],
    ['(', '(', false],
    ['[z-a]', 'z', false],
    ['**', 'Bash', false],
  ])('%j on %j: %s', (matcher, subject, expected) => {
    expect(matches(matcher, [subject])).toBe(expected)
  })

  it('T-ENG-28 Write|Edit does not run on NotebookEditX', () => {
    expect(matches('Write|Edit', ['NotebookEditX'])).toBe(false)
  })

  it.each(['(', '[z-a]', '**', '(?<n>'])('the invalid %j has a reason', (matcher) => {
    expect(matcherProblem(matcher)).toMatch(/Invalid regular expression/)
  })

  it.each(['', '*', 'Bash', 'Write, Edit | Read', '^mcp__', 'a.b', 'DISABLED_Bash'])('%j is fine', (matcher) => {
    expect(matcherProblem(matcher)).toBeUndefined()
  })
})

describe('ENG-42 what a matcher is compared with', () => {
  it.each(['Bash', '^x$', '('])('an event without subjects ignores the matcher %j', (matcher) => {
    expect(matches(matcher, undefined)).toBe(true)
  })

  it('any of several subjects will do', () => {
    expect(matches('Task', ['Agent', 'Task'])).toBe(true)
    expect(matches('^Age', ['Agent', 'Task'])).toBe(true)
    expect(matches('Read', ['Agent', 'Task'])).toBe(false)
  })

  it('no subject at all is matched by everything only', () => {
    expect([undefined, '', '*', 'Bash', '.*'].filter((matcher) => matches(matcher, []))).toEqual([undefined, '', '*'])
  })
})

describe('ENG-44 T-ENG-30 a matcher that begins with DISABLED_', () => {
  it.each(['DISABLED_', 'DISABLED_Write', 'DISABLED_.*', 'DISABLED_*', 'DISABLED_('])('%j never matches', (matcher) => {
    const subjects = [undefined, [], ['Write'], ['DISABLED_Write'], ['']]
    expect(subjects.filter((subject) => matches(matcher, subject))).toEqual([])
    expect(isDisabledMatcher(matcher)).toBe(true)
  })

  it.each([undefined, '', 'Write', 'disabled_Write', 'X|DISABLED_Write'])('%j is not disabled', (matcher) => {
    expect(isDisabledMatcher(matcher)).toBe(false)
  })
})
