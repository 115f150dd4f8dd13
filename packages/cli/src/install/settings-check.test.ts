import { commandProblems } from './settings-check.ts'

const LINE = '$CLAUDE_PROJECT_DIR/.claude/hooks/moai/hook.sh'
const entry = (command: string, more = {}): object => ({ type: 'command', command, ...more })
const problems = (settings: object): readonly string[] =>
  commandProblems('s.json', JSON.stringify(settings, null, 2)).map(({ line, message }) => `${line}: ${message}`)

describe('commands in settings', () => {
  it('T-AGT-27 a path without quotes is reported, with its line', () => {
    expect(problems({ hooks: { Stop: [{ hooks: [entry(LINE)] }] } })).toEqual([
      '8: the command has $CLAUDE_PROJECT_DIR outside quotes, which breaks in a folder with a space. Write `"$CLAUDE_PROJECT_DIR/…"`, with the quotes.',
    ])
  })

  it('G-30 also where the entry is in the place of its group', () => {
    expect(problems({ hooks: { PreCompact: [{ command: LINE, timeout: 5 }] } })).toHaveLength(1)
  })

  it.each<[string, object]>([
    ['a quoted path', { hooks: { Stop: [{ hooks: [entry(`"${LINE}"`)] }] } }],
    ['a program that is started without a shell', { hooks: { Stop: [{ hooks: [entry(LINE, { args: ['x'] })] }] } }],
    ['odd shapes', { hooks: { Stop: [null, 7, { hooks: [null, [], 'x'] }], Other: 'x', More: { command: LINE } } }],
    ['no hooks', { statusLine: { type: 'command', command: '.moai/status_line.sh' } }],
    ['hooks that are none', { hooks: 3, statusLine: 7 }],
  ])('%s is fine', (_, settings) => {
    expect(problems(settings)).toEqual([])
  })

  it('AGT-35 G-114 a status line gets no variable', () => {
    const statusLine = { type: 'command', command: '"$CLAUDE_PROJECT_DIR"/.moai/status_line.sh' }
    expect(problems({ statusLine })).toEqual([
      '4: the status line uses $CLAUDE_PROJECT_DIR, which it does not get. Write the path relative to the project.',
    ])
  })

  it('a byte order mark is no part of it; what is no JSON has no commands', () => {
    expect(commandProblems('s.json', '\uFEFF{"hooks":{"Stop":[{"command":"$HOME/a"}]}}')).toMatchObject([{ line: 1 }])
    expect(commandProblems('s.json', '{"hooks": ')).toEqual([])
  })
})
