import { callOf, type CallOptions } from './check-call.ts'

describe('the call that is meant', () => {
  it.each<readonly [string, readonly string[], CallOptions, unknown]>([
    ['a command', ['ls -la'], {}, { tool: 'Bash', input: { command: 'ls -la' } }],
    ['words of a command', ['git', 'status'], {}, { tool: 'Bash', input: { command: 'git status' } }],
    ['a command of another shell', ['ls'], { tool: 'PowerShell' }, { tool: 'PowerShell', input: { command: 'ls' } }],
    [
      'a file to write',
      [],
      { tool: 'Write', file: 'x', content: 'y' },
      { tool: 'Write', input: { file_path: 'x', content: 'y' } },
    ],
    [
      'a file without its text',
      [],
      { tool: 'Write', file: 'x' },
      { tool: 'Write', input: { file_path: 'x', content: '' } },
    ],
    [
      'an edit',
      [],
      { tool: 'Edit', file: 'x', content: 'y' },
      { tool: 'Edit', input: { file_path: 'x', old_string: '', new_string: 'y' } },
    ],
    [
      'edits',
      [],
      { tool: 'MultiEdit', file: 'x', content: 'y' },
      { tool: 'MultiEdit', input: { file_path: 'x', edits: [{ old_string: '', new_string: 'y' }] } },
    ],
    [
      'a notebook',
      [],
      { tool: 'NotebookEdit', file: 'x', content: 'y' },
      { tool: 'NotebookEdit', input: { notebook_path: 'x', new_source: 'y' } },
    ],
    ['a file to read', [], { tool: 'Read', file: '.env' }, { tool: 'Read', input: { file_path: '.env' } }],
    ['a search', [], { tool: 'Grep', file: 'src' }, { tool: 'Grep', input: { path: 'src', pattern: '' } }],
    ['any input', [], { tool: 'WebFetch', input: '{"url":"x"}' }, { tool: 'WebFetch', input: { url: 'x' } }],
    ['a tool of a server', [], { mcp: 'github__list' }, { tool: 'mcp__github__list', input: {} }],
    ['a tool of a server, in full', [], { mcp: 'mcp__a__b', input: '{"q":1}' }, { tool: 'mcp__a__b', input: { q: 1 } }],
    ['a prompt', [], { prompt: 'Deploy it' }, { prompt: 'Deploy it' }],
    ['an empty prompt', [], { prompt: '' }, { prompt: '' }],
  ])('%s', (_, words, options, call) => {
    expect(callOf(words, options)).toEqual(call)
  })

  it.each<readonly [string, readonly string[], CallOptions, RegExp]>([
    ['nothing', [], {}, /^name a command/],
    ['blanks', ['  '], {}, /^name a command/],
    ['two kinds', ['ls'], { prompt: 'x' }, /^give only one of a command, --prompt\.$/],
    ['three kinds', ['ls'], { tool: 'Write', mcp: 'a__b' }, /^give only one of/],
    ['a tool and no input', [], { tool: 'Write' }, /^give the input of Write/],
    ['a tool without a name', [], { tool: ' ', file: 'x' }, /^--tool needs the name/],
    ['a text without its file', [], { tool: 'Write', content: 'x' }, /^--content needs --file\.$/],
    ['an input and a file', [], { tool: 'Write', input: '{}', file: 'x' }, /not both\.$/],
    ['a command and a file', ['ls'], { tool: 'Bash', file: 'x' }, /not both\.$/],
    ['no JSON', [], { tool: 'X', input: '{' }, /^--input is not JSON/],
    ['no object', [], { tool: 'X', input: '[1]' }, /^--input must be a JSON object/],
    ['a server without a tool', [], { mcp: 'github' }, /^invalid --mcp `github`\. Give server and tool/],
    ['a prompt with a file', [], { prompt: 'x', file: 'y' }, /^use --prompt without/],
  ])('refuses %s', (_, words, options, message) => {
    expect(() => callOf(words, options)).toThrow(message)
  })
})
