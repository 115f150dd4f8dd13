import { agentFileProblems, hasHooks } from './check.ts'

const problems = (page: string): readonly string[] =>
  agentFileProblems('a.md', page).map(({ line, column, message }) => `${line}:${column ?? ''} ${message}`)
const calling = (event: string, command: string): string =>
  `---\nname: a\nhooks:\n  ${event}:\n    - hooks:\n        - type: command\n          command: ${JSON.stringify(command)}\n---\n`
const wrapper = (action: string): string => `"$CLAUDE_PROJECT_DIR/.claude/hooks/moai/handle-agent-hook.sh"${action}`

describe('AGT-20 what is wrong with the hooks of an agent', () => {
  it.each([
    [
      'an unknown action',
      calling('SubagentStop', wrapper(' tdd-complete')),
      '6:11 there is no action `tdd-complete`; nothing would be checked.',
    ],
    ['no action', calling('SubagentStop', wrapper('')), '6:11 the command names no action, such as `tdd-completion`.'],
    [
      'the wrong event',
      calling('PostToolUse', wrapper(' tdd-completion')),
      '6:11 `tdd-completion` belongs to SubagentStop; at PostToolUse it does nothing.',
    ],
    [
      'an action called without a wrapper',
      calling('Stop', 'holdpoint hook agent docs-completion'),
      '6:11 `docs-completion` belongs to SubagentStop; at Stop it does nothing.',
    ],
    [
      'a path without quotes',
      calling('Stop', '$CLAUDE_PROJECT_DIR/x.sh'),
      '6:11 the command has $CLAUDE_PROJECT_DIR outside quotes, which breaks in a folder with a space. Write `"$CLAUDE_PROJECT_DIR/…"`, with the quotes.',
    ],
    [
      'an unknown event',
      calling('pre_tool_use', 'x'),
      '4:3 `pre_tool_use` is no event that an agent’s file can have. Did you mean PreToolUse?',
    ],
    ['no list', '---\nhooks:\n  Stop: x\n---\n', '3:3 `Stop` must be a list of groups, each with its `hooks`.'],
    ['no mapping', '---\nhooks: x\n---\n', '2:1 `hooks` must be a mapping from events to lists of hooks.'],
    [
      'a tab',
      '---\nname: a\nmeta:\n\tx: 1\n---\n',
      '4:1 is indented with a tab, which YAML does not allow; use spaces.',
    ],
    ['no end', '---\nname: a\n\nBody\n', '1: begins a frontmatter that never ends; close it with a line `---`.'],
    ['no YAML', '---\nhooks:\n  - x\n  y: 1\n---\n', expect.stringMatching(/^\d:\d+ is no YAML: /)],
    [
      'keys of keys of keys',
      `---\n${'? '.repeat(30_000)}\n---\n`,
      '1: has a frontmatter too large or too deep to be read.',
    ],
    ['far too much', `---\n${'# x\n'.repeat(70_000)}---\n`, '1: has a frontmatter too large or too deep to be read.'],
  ])('%s', (_, page, expected) => {
    const [first] = problems(page)
    expect(first).toEqual(expected)
  })

  it.each([
    ['all is well', calling('SubagentStop', wrapper(' tdd-completion'))],
    ['lines of Windows', calling('SubagentStop', wrapper(' tdd-completion')).replaceAll('\n', '\r\n')],
    ['a hook of another product', calling('Stop', './mine.sh')],
    ['a description that is no YAML', '---\nname: a\ndescription: Use when: always\n---\n'],
    ['no frontmatter', '# Notes\n'],
    ['nothing', ''],
    ['an event that is empty', '---\nhooks:\n  Stop:\n---\n'],
  ])('nothing when %s', (_, page) => {
    expect(problems(page)).toEqual([])
  })

  it('knows which files are about hooks', () => {
    expect([calling('Stop', 'x'), '---\nname: a\n---\n', '', '---\n'].map(hasHooks)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it('a file full of mistakes reports the first twenty', () => {
    const groups = Array.from({ length: 40 }, () => `    - hooks:\n        - command: holdpoint hook agent no\n`).join(
      '',
    )
    expect(problems(`---\nhooks:\n  Stop:\n${groups}---\n`)).toHaveLength(21)
  })
})
