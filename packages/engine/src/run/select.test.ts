import type { HookMeta } from '../hook.ts'
import { bash, claudeEvent, engineOf, fakeHook, type EngineOptions } from '../../../../test/support/engine.ts'
import { pass } from '../verdict.ts'
import { select } from './select.ts'

const idsFor = (
  event = bash('ls'),
  hooks: [`${string}/${string}`, Partial<HookMeta>?][],
  options: EngineOptions = {},
) => {
  const { catalogue, settings } = engineOf(
    hooks.map(([id, meta]) => fakeHook(id, () => pass, meta)),
    options,
  )
  return select(event, catalogue, settings).map(({ entry }) => entry.id)
}

describe('select', () => {
  it('takes only hooks that listen, are on, and match', () => {
    const ids = idsFor(
      bash('ls'),
      [
        ['a/yes'],
        ['a/other-event', { on: ['turn.stop'] }],
        ['a/other-tool', { tools: ['write'] }],
        ['a/this-tool', { tools: ['shell'] }],
        ['a/other-name', { matcher: 'Write|Edit' }],
        ['a/off'],
        ['a/warn'],
      ],
      { set: { 'a/off': { level: 'off' }, 'a/warn': { level: 'warn' } } },
    )
    expect(ids).toEqual(['a/this-tool', 'a/warn', 'a/yes'])
  })

  it('kinds of tools narrow the calls of tools, and no other event', () => {
    const hooks: [`${string}/${string}`, Partial<HookMeta>][] = [
      ['a/x', { on: ['tool.before', 'prompt.submit', 'prompt.command'], tools: ['write'] }],
    ]
    expect(idsFor(bash('ls'), hooks)).toEqual([])
    expect(idsFor(claudeEvent('UserPromptSubmit', { prompt: 'x' }), hooks)).toEqual(['a/x'])
    expect(idsFor(claudeEvent('UserPromptExpansion', { command_name: 'x' }), hooks)).toEqual(['a/x'])
  })

  it('ENG-56 orders by group, then by the documented order, then by name', () => {
    const ids = idsFor(bash('ls'), [
      ['own/rule'],
      ['scratchpad/x'],
      ['planning/x'],
      ['quality/late', { order: 300 }],
      ['guard/second', { order: 2 }],
      ['guard/first', { order: 1 }],
    ])
    expect(ids).toEqual(['guard/first', 'guard/second', 'quality/late', 'planning/x', 'scratchpad/x', 'own/rule'])
  })

  it('T-ENG-28 T-ENG-30 a configured matcher replaces the default one', () => {
    const hooks: [`${string}/${string}`, Partial<HookMeta>][] = [['a/x', { matcher: 'Write|Edit' }]]
    const call = (tool_name: string) => claudeEvent('PreToolUse', { tool_name, tool_input: {} })
    expect(idsFor(call('Edit'), hooks)).toEqual(['a/x'])
    expect(idsFor(call('NotebookEditX'), hooks)).toEqual([])
    expect(idsFor(call('NotebookEditX'), hooks, { set: { 'a/x': { matcher: 'Edit.' } } })).toEqual(['a/x'])
    expect(idsFor(call('Write'), hooks, { set: { 'a/x': { matcher: 'DISABLED_Write' } } })).toEqual([])
  })

  it('T-ENG-26 matches sub-agents by their type, and nothing when the event has no subject', () => {
    const hooks: [`${string}/${string}`, Partial<HookMeta>][] = [
      ['a/guardian', { on: ['agent.stop', 'turn.stop'], matcher: 'guardian' }],
      ['a/planner', { on: ['agent.stop', 'turn.stop'], matcher: 'planner|Plan' }],
    ]
    expect(idsFor(claudeEvent('SubagentStop', { agent_type: 'guardian' }), hooks)).toEqual(['a/guardian'])
    expect(idsFor(claudeEvent('Stop'), hooks)).toEqual(['a/guardian', 'a/planner'])
  })

  it('an older name of a tool still matches', () => {
    expect(idsFor(claudeEvent('PreToolUse', { tool_name: 'Agent' }), [['a/x', { matcher: 'Task' }]])).toEqual(['a/x'])
  })

  it('a hook that runs only when called is off for an event, and at its own level when called', () => {
    const { catalogue, settings } = engineOf([fakeHook('a/x', () => pass)])
    const levels = (level: 'off' | 'on', whenCalled: 'off' | 'warn' | 'on'): readonly string[] => {
      const setting = { options: {}, timeoutMs: 1000, level, whenCalled }
      return select(bash('ls'), catalogue, { ...settings, hooks: { 'a/x': setting } }).map((one) => one.setting.level)
    }
    expect(levels('off', 'on')).toEqual([])
    expect(levels('on', 'on')).toEqual(['on'])
    expect(levels('on', 'warn')).toEqual(['warn'])
    expect(levels('on', 'off')).toEqual([])
  })
})
