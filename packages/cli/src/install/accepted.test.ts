import { settingsProblems } from './accepted.ts'

const entry = (fields: object) => ({ hooks: { PreToolUse: [{ hooks: [fields] }] } })

describe('what the CLI accepts', () => {
  it.each<[string, object]>([
    ['nothing', {}],
    ['a command', entry({ type: 'command', command: 'x', timeout: 0.5 })],
    ['fields it does not know', entry({ type: 'command', command: 'x', later: true })],
    [
      'other kinds',
      {
        hooks: {
          Stop: [
            {
              hooks: [
                { type: 'prompt', prompt: 'x' },
                { type: 'http', url: 'http://127.0.0.1' },
              ],
            },
          ],
        },
      },
    ],
    ['events it does not know', { hooks: { SomethingNew: [{ hooks: [] }] } }],
  ])('%s', (_, settings) => {
    expect(settingsProblems(settings as Record<string, unknown>)).toEqual([])
  })

  it.each<[object, string]>([
    [
      entry({ type: 'shell', command: 'x' }),
      '`hooks.PreToolUse[0].hooks[0].type` is `"shell"`; allowed: command, http, prompt, agent, mcp_tool',
    ],
    [
      entry({ command: 'x' }),
      '`hooks.PreToolUse[0].hooks[0].type` is `missing`; allowed: command, http, prompt, agent, mcp_tool',
    ],
    [entry({ type: 'command' }), '`hooks.PreToolUse[0].hooks[0].command` must be text'],
    [
      entry({ type: 'command', command: 'x', timeout: 'abc' }),
      '`hooks.PreToolUse[0].hooks[0].timeout` is `"abc"`; it must be a number of seconds above 0',
    ],
    [
      entry({ type: 'command', command: 'x', timeout: 0 }),
      '`hooks.PreToolUse[0].hooks[0].timeout` is `0`; it must be a number of seconds above 0',
    ],
    [{ hooks: { PreToolUse: [{ type: 'command', command: 'x' }] } }, '`hooks.PreToolUse[0].hooks` must be a list'],
    [{ hooks: { PreToolUse: {} } }, '`hooks.PreToolUse` must be a list'],
    [{ hooks: { PreToolUse: [{ matcher: 5, hooks: [] }] } }, '`hooks.PreToolUse[0].matcher` must be text'],
    [{ hooks: [] }, '`hooks` must be of type object'],
    [{ model: 5 }, '`model` must be of type string'],
  ])('%j is not accepted', (settings, problem) => {
    expect(settingsProblems(settings as Record<string, unknown>)).toEqual([problem])
  })
})
