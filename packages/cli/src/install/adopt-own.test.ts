import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { aSite, one, settingsWith } from '../../../../test/process/support/adopt.ts'
import { planAdoption } from './adopt.ts'
import { unownedEntries, withFound, withoutFound } from './adopt-found.ts'
import { translated } from './adopt-own.ts'
import { tries } from '../../../../test/support/tries.ts'

describe('what cannot be taken', () => {
  const stays: readonly (readonly [string, object, string, string | undefined, RegExp])[] = [
    ['another type', { type: 'mcp_tool', server: 's', tool: 't' }, 'PreToolUse', undefined, /"mcp_tool"/],
    ['a condition', { type: 'command', command: 'a', if: 'Bash(git *)' }, 'PreToolUse', 'Bash', /`if`/],
    ['once', { type: 'command', command: 'a', once: true }, 'PreToolUse', undefined, /`once`/],
    ['waking', { type: 'command', command: 'a', asyncRewake: true }, 'PostToolUse', undefined, /`asyncRewake`/],
    ['another shell', { type: 'command', command: 'a', shell: 'bash' }, 'Stop', undefined, /`shell`/],
    ['going on', { type: 'prompt', prompt: 'a', continueOnBlock: true }, 'PreToolUse', undefined, /continueOnBlock/],
    ['an unknown field', { type: 'command', command: 'a', colour: 'red' }, 'Stop', undefined, /`colour`/],
    ['async http', { type: 'http', url: 'https://a.example', async: true }, 'Stop', undefined, /only a command/],
    ['an event for the host alone', { type: 'command', command: 'a' }, 'WorktreeCreate', undefined, /WorktreeCreate/],
    ['an event with a file of the agent’s', { type: 'command', command: 'a' }, 'CwdChanged', undefined, /CwdChanged/],
    ['an event that does not exist', { type: 'command', command: 'a' }, 'constructor', undefined, /constructor/],
    ['a matcher that is none', { type: 'command', command: 'a' }, 'PreToolUse', 'Write(*', /never match/],
    ['more time than there is', { type: 'command', command: 'a', timeout: 300 }, 'Stop', undefined, /300 s/],
    ['more than a prompt waits', { type: 'command', command: 'a', timeout: 45 }, 'UserPromptSubmit', undefined, /30 s/],
    ['more than an end waits', { type: 'command', command: 'a', timeout: 10 }, 'SessionEnd', undefined, /1 s/],
    ['no command', { type: 'command' }, 'Stop', undefined, /`command` is `missing`/],
    ['an empty command', { type: 'command', command: ' ' }, 'Stop', undefined, /`command`/],
    ['arguments that are none', { type: 'command', command: 'a', args: 'b' }, 'Stop', undefined, /`args`/],
    ['ourselves', { type: 'command', command: 'npx holdpoint hook run H04' }, 'Stop', undefined, /holdpoint itself/],
    ['a model of the agent’s', { type: 'prompt', prompt: 'a', model: 'haiku' }, 'Stop', undefined, /"haiku"/],
  ]
  it.each(stays)('%s', (_, entry, event, matcher, why) => {
    const [found] = unownedEntries(one(entry, event, matcher), '/')
    if (found === undefined) throw new Error('it is there')
    expect(translated(found, { scope: 'project', settings: {} })).toEqual({ why: expect.stringMatching(why) })
  })

  it.each([
    ['an open line', 'http://example.com/x', /https/],
    ['no address', 'policy', /no address/],
  ])('%s', async (_, url, why) => {
    const { settings, put, target } = aSite()
    put(settings, one({ type: 'http', url }, 'Stop'))
    const plan = await planAdoption(target)
    expect(plan.moves).toEqual([])
    expect(plan.stays).toEqual([expect.objectContaining({ why: expect.stringMatching(why) })])
  })

  it('a script that leads out of the project', async () => {
    const { settings, put, target } = aSite()
    symlinkSync('/bin/sh', join(target.root, 'check.sh'))
    put(settings, one({ type: 'command', command: './check.sh' }, 'Stop'))
    expect((await planAdoption(target)).stays).toEqual([
      expect.objectContaining({ why: expect.stringContaining('leads out of the project') }),
    ])
  })

  it('http hooks that the settings limit', () => {
    const [found] = unownedEntries(one({ type: 'http', url: 'https://a.example' }), '/')
    if (found === undefined) throw new Error('it is there')
    const why = translated(found, { scope: 'project', settings: { allowedHttpHookUrls: [] } })
    expect(why).toEqual({ why: expect.stringContaining('allowedHttpHookUrls') })
  })

  it('an open line may stand in the user’s own settings', async () => {
    const { settings, put, target } = aSite('user')
    put(settings, one({ type: 'http', url: 'http://example.com/x' }, 'Stop'))
    expect((await planAdoption(target)).moves).toHaveLength(1)
  })

  it('fields that say no are no obstacle', async () => {
    const { settings, put, adopt: move, own } = aSite()
    put(settings, one({ type: 'command', command: 'a', async: false, once: false, onFailure: 'continue' }, 'Stop'))
    await move()
    expect(own()).toEqual({ a: { on: 'Stop', command: 'a' } })
  })
})

describe('entries of any settings', () => {
  const entry = fc.record(
    {
      type: fc.constantFrom('command', 'http', 'prompt', 'x', 7),
      command: fc.oneof(fc.string(), fc.integer()),
      timeout: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  const group = fc.oneof(
    entry,
    fc.record(
      { matcher: fc.oneof(fc.string(), fc.jsonValue()), hooks: fc.array(fc.oneof(entry, fc.jsonValue())) },
      { requiredKeys: [] },
    ),
    fc.jsonValue(),
  )
  const hooks = fc.dictionary(
    fc.constantFrom('PreToolUse', 'Stop', 'Odd', 'toString'),
    fc.oneof(fc.array(group), fc.jsonValue()),
  )

  it('are taken out and put in without a throw, and nothing else is lost', () => {
    fc.assert(
      fc.property(hooks, (value) => {
        const text = settingsWith(value, { keep: { me: [1] } })
        const found = unownedEntries(text, '/')
        const without = withoutFound(text, found)
        expect(unownedEntries(without, '/')).toEqual([])
        expect(JSON.parse(without)).toMatchObject({ keep: { me: [1] } })
        for (const item of found) translated(item, { scope: 'project', settings: {} })
        const again = found.reduce((current, item) => withFound(current, item, '/'), without)
        expect(
          unownedEntries(again, '/')
            .map((item) => JSON.stringify(item.entry))
            .toSorted(),
        ).toEqual(found.map((item) => JSON.stringify(item.entry)).toSorted())
      }),
      tries(200),
    )
  })
})
