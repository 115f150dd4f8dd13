import { claudeCode as host } from '@holdpoint/hosts'
import { eventRows } from './events.ts'

describe('AGT-15: the events, in their categories', () => {
  it.each([
    ['SessionStart', 'lifecycle', 'no'],
    ['SessionEnd', 'lifecycle', 'no'],
    ['Stop', 'lifecycle', 'yes'],
    ['PreCompact', 'lifecycle', 'yes'],
    ['UserPromptSubmit', 'prompt', 'yes'],
    ['PermissionRequest', 'prompt', 'yes'],
    ['Notification', 'prompt', 'no'],
    ['PreToolUse', 'tool', 'yes'],
    ['PostToolUse', 'tool', 'feedback'],
    ['PostToolUseFailure', 'tool', 'no'],
    ['SubagentStart', 'agent', 'no'],
    ['SubagentStop', 'agent', 'yes'],
    ['TeammateIdle', 'agent', 'yes'],
    ['TaskCompleted', 'agent', 'yes'],
  ])('%s: %s, blocks: %s', (event, category, blocks) => {
    const rows = eventRows([], host)
    expect(rows).toHaveLength(14)
    expect(rows.find((row) => row.event === event)).toEqual({ event, category, blocks, hooks: [] })
  })

  it('name the hooks that listen, and not those of another event of the same kind', () => {
    const rows = eventRows(
      [
        { id: 'a/all', on: ['tool.after', 'turn.stop'] },
        { id: 'a/failed', on: ['tool.after'], events: ['PostToolUseFailure'] },
      ],
      host,
    )
    const at = (event: string): readonly string[] => rows.find((row) => row.event === event)?.hooks ?? []
    expect([at('PostToolUse'), at('PostToolUseFailure'), at('Stop'), at('PreToolUse')]).toEqual([
      ['a/all'],
      ['a/all', 'a/failed'],
      ['a/all'],
      [],
    ])
  })
})
