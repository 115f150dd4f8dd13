import fc from 'fast-check'
import { checkTestFile } from './check-file.ts'

const problemsIn = (text: string): readonly string[] =>
  checkTestFile(text, 't.yml').problems.map(({ line, column, message }) => `${line ?? '-'}:${column ?? '-'} ${message}`)

const testsIn = (text: string) => {
  const { tests, problems } = checkTestFile(text, 't.yml')
  expect(problems).toEqual([])
  return tests
}

const one = (when: string, then = 'deny') => `tests:\n  - name: one\n    when: ${when}\n    then: ${then}\n`

describe('mistakes in a file of tests are reported with their position', () => {
  it.each<[why: string, text: string, problem: string]>([
    ['nothing', '', '1:1 there are no `tests` in this file.'],
    ['no tests', 'tests: []', '1:1 there are no `tests` in this file.'],
    ['no YAML', 'tests: [', '1:9 Flow sequence in block collection must be sufficiently indented and end with a ].'],
    ['a list', '- name: x', '1:1 the file is `[{"name":"x"}]`; allowed: a mapping of keys to values.'],
    [
      'a misspelt key',
      'test: []',
      '1:1 unknown key `test`; did you mean `tests`? Allowed here: $schema, given, copy, tests.',
    ],
    ['a test that is a text', 'tests: [x]', '1:9 `tests.0` is `"x"`; allowed: a mapping of keys to values.'],
    ['no name', 'tests: [{ when: { run: ls }, then: pass }]', '1:9 this test has no `name`.'],
    ['no when', 'tests: [{ name: a, then: pass }]', '1:9 this test has no `when`: add the event.'],
    ['no then', 'tests: [{ name: a, when: { run: ls } }]', '1:9 this test has no `then`: add the expectation.'],
    [
      'an unknown word',
      one('{ run: ls }', 'denied'),
      '4:11 `tests.0.then` is `"denied"`; allowed: pass, allow, ask, deny, block, feedback, rewrite, context, warn, any.',
    ],
    [
      'an unknown word inside',
      one('{ run: ls }', '{ decision: no }'),
      '4:23 `tests.0.then.decision` is `"no"`; allowed: pass, allow, ask, deny, block, feedback, rewrite, context, warn, any.',
    ],
    [
      'an empty text',
      one('{ run: ls }', "{ message: '' }"),
      '4:22 `tests.0.then.message` is `""`; allowed: at least 1 character.',
    ],
    ['a pattern that is none', one('{ run: ls }', "{ message: '/(/' }"), '4:22 invalid pattern: missing closing ).'],
    [
      'no event',
      one('{ content: x }'),
      '3:11 this step has no event. Use one of run, write, edit, read, tool, prompt, stop, event.',
    ],
    ['two events in one', one('{ run: ls, read: a }'), '3:22 `run` and `read` are two events. Write a list.'],
    ['content of a command', one('{ run: ls, content: a }'), '3:22 `content` belongs to write, edit, not to run.'],
    [
      'a time that is none',
      one('{ run: ls, after: soon }'),
      '3:29 `tests.0.when.after` is `"soon"`; allowed: a time such as 90s, 10m, 2h or 1d.',
    ],
    ['a place outside', one('{ run: ls, cwd: ../x }'), '3:27 `../x` is not a path below the project.'],
    ['too often', one('{ run: ls, times: 1001 }'), '3:29 `tests.0.when.times` is `1001`; allowed: 1000 or less.'],
    [
      'fewer expectations than events',
      one('[{ run: ls }, { run: ls }]', '[pass]'),
      '4:11 `when` has 2 events, and this list 1. Give one expectation for each, `any` if it does not matter.',
    ],
    [
      'one expectation for a list',
      one('[{ run: ls }]', 'pass'),
      '4:11 `when` and `then` must both be lists, or neither.',
    ],
    ['an empty list', one('[]', '[]'), '3:11 this list is empty.'],
    ['a file outside', 'given: { files: { ../x: a } }\ntests: []', '1:19 `../x` is not a path below the project.'],
    [
      'an absolute file',
      'given: { files: { /etc/x: a } }\ntests: []',
      '1:19 `/etc/x` is not a path below the project.',
    ],
    [
      'settings of git',
      'given: { files: { a/.GIT/config: x } }\ntests: []',
      '1:19 `a/.GIT/config` is not a path below the project.',
    ],
    ['a copy of them', 'copy: [.git]\ntests: []', '1:8 `copy.0` is `".git"`; allowed: a path below the project.'],
    ['another way to git', 'given: { env: { GIT_DIR: x } }\ntests: []', '1:17 `GIT_DIR` cannot be set in a test.'],
    ['another PATH', 'given: { env: { PATH: x } }\ntests: []', '1:17 `PATH` cannot be set in a test.'],
    [
      'a file that is no text',
      'given: { files: { a: 1 } }\ntests: []',
      '1:22 `given.files.a` is `1`; allowed: a text.',
    ],
    ['a staged file that is not there', 'given: { git: { staged: [a] } }\ntests: []', '1:26 `a` is not among `files`.'],
    [
      'a moment that is none',
      'given: { now: later }\ntests: []',
      '1:15 `given.now` is `"later"`; allowed: a moment, such as 2026-01-05T10:00:00Z.',
    ],
    ['a copy from outside', 'copy: [/etc]\ntests: []', '1:8 `copy.0` is `"/etc"`; allowed: a path below the project.'],
    [
      'the same name twice',
      'tests:\n  - { name: a, when: { run: x }, then: pass }\n  - { name: a, when: { run: y }, then: pass }',
      '3:13 another test has this name.',
    ],
  ])('%s', (_, text, problem) => {
    expect(problemsIn(text)).toContain(problem)
  })

  it('a bomb of aliases', () => {
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...'bcdefgh'.split('').map((name, index) => {
        const before = 'abcdefg'[index] ?? ''
        return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(', ')}]`
      }),
    ].join('\n')
    expect(problemsIn(`${bomb}\ntests: []`).join()).toContain('Excessive alias count')
  })

  it('whatever the text is, it is answered', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.string().map((text) => `tests: ${text}`),
        ),
        (text) => {
          const { tests, problems } = checkTestFile(text, 't.yml')
          expect(tests.length + problems.length).toBeGreaterThan(0)
        },
      ),
    )
  })
})

describe('what a test says', () => {
  it('each kind of event is what the agent would send', () => {
    const when = `
      - { run: yarn }
      - { write: a, content: x }
      - { edit: a, content: x, old: y }
      - { read: a }
      - { tool: mcp__x__y, input: { z: 1 } }
      - { prompt: hello }
      - { stop: done }
      - { event: SessionStart, payload: { source: resume } }
      - { run: yarn, result: fine }
      - { run: yarn, error: broken }`
    const [test] = testsIn(`tests:\n  - name: all\n    when:${when}\n    then: [${Array(10).fill('any').join(', ')}]\n`)
    expect(test?.steps.map(({ eventName, payload }) => [eventName, payload])).toEqual([
      ['PreToolUse', { tool_name: 'Bash', tool_input: { command: 'yarn' }, tool_use_id: 'toolu_test' }],
      ['PreToolUse', { tool_name: 'Write', tool_input: { file_path: 'a', content: 'x' }, tool_use_id: 'toolu_test' }],
      [
        'PreToolUse',
        {
          tool_name: 'Edit',
          tool_input: { file_path: 'a', old_string: 'y', new_string: 'x' },
          tool_use_id: 'toolu_test',
        },
      ],
      ['PreToolUse', { tool_name: 'Read', tool_input: { file_path: 'a' }, tool_use_id: 'toolu_test' }],
      ['PreToolUse', { tool_name: 'mcp__x__y', tool_input: { z: 1 }, tool_use_id: 'toolu_test' }],
      ['UserPromptSubmit', { prompt: 'hello' }],
      ['Stop', { last_assistant_message: 'done', stop_hook_active: false }],
      ['SessionStart', { source: 'resume' }],
      [
        'PostToolUse',
        { tool_name: 'Bash', tool_input: { command: 'yarn' }, tool_use_id: 'toolu_test', tool_response: 'fine' },
      ],
      [
        'PostToolUseFailure',
        { tool_name: 'Bash', tool_input: { command: 'yarn' }, tool_use_id: 'toolu_test', error: 'broken' },
      ],
    ])
  })

  it('what a file gives to all, a test may change', () => {
    const [test] = testsIn(`
given: { files: { a: one, b: two }, git: { branch: dev, commits: 2 }, env: { X: 1a }, agent: writer, now: 2026-02-02T02:02:02Z }
tests:
  - name: one
    given: { files: { b: three }, git: { commits: [first] }, permission_mode: plan, state: { session: { n: 1 } } }
    when: { run: ls }
    then: pass
`)
    expect(test?.given).toEqual({
      files: { a: 'one', b: 'three' },
      git: { branch: 'dev', commits: ['first'], tracked: [], staged: [] },
      state: { session: { n: 1 }, project: {} },
      env: { X: '1a' },
      now: new Date('2026-02-02T02:02:02Z'),
      agent: 'writer',
      permissionMode: 'plan',
    })
    expect(test?.steps[0]?.payload).toMatchObject({ agent_type: 'writer', permission_mode: 'plan' })
    expect(test?.line).toBe(4)
  })

  it.each([
    ['{ rewrite: npm ci }', 'rewrite'],
    ['{ context: hello }', 'context'],
    ['{ notice: hello }', 'warn'],
    ['{ rule: x }', 'any'],
    ['{ decision: ask, context: hello }', 'ask'],
  ])('%s means %s', (then, outcome) => {
    expect(testsIn(one('{ run: ls }', then))[0]?.steps[0]?.expected.outcome).toBe(outcome)
  })
})
