import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { aSite, ODD, one, program, settingsWith } from '../../../../test/process/support/adopt.ts'
import { readTrust } from '@holdpoint/runtime/custom'
import { placeOf } from '@holdpoint/runtime/system'
import { planAdoption, undoAdoption } from './adopt.ts'
import { unownedEntries, withFound } from './adopt-found.ts'
import { install, isInstalled } from './install.ts'
import { filesOf, INSTALL_SCOPES } from './scopes.ts'

describe('adopt', () => {
  it.each(INSTALL_SCOPES)('%s: and back, every byte as it was', async (scope) => {
    const { settings, config, target, put, read, adopt: move } = aSite(scope)
    const written = '# What we agreed on.\npresets: [scratchpad] # for now\n\nhooks:\n    scratchpad/stop: warn\n'
    put(settings, ODD)
    put(config, written)
    const { moves, stays } = await move()
    expect(moves.map(({ name }) => name)).toEqual(['a', 'c', 'say'])
    expect(stays.map(({ why }) => why)).toEqual([expect.stringMatching(/`if`/)])
    expect(read(config)).toContain('# What we agreed on.')
    expect(read(config)).toContain('# for now')
    expect(read(settings)).toContain('// mine')
    expect(read(settings)).toContain('./b.sh')
    expect(read(settings)).not.toContain('./a.sh')
    expect(isInstalled(target)).toBe(true)
    const back = await undoAdoption(target, program(scope))
    expect(back).toMatchObject({ isExact: true, kept: [] })
    expect(back.returned).toHaveLength(3)
    expect([read(settings), read(config)]).toEqual([ODD, written])
    expect(isInstalled(target)).toBe(false)
  })

  it('writes what was there in our words, in its order', async () => {
    const { settings, put, adopt: move, own } = aSite()
    put(
      settings,
      settingsWith({
        PreToolUse: [
          {
            matcher: 'Bash|Write',
            hooks: [
              { type: 'command', command: '"$CLAUDE_PROJECT_DIR"/.claude/hooks/check-it.py --fast', timeout: 10 },
              { type: 'command', command: 'node', args: ['${CLAUDE_PROJECT_DIR}/x.js', 'a b'], onFailure: 'block' },
              {
                type: 'http',
                url: 'https://policy.example/x',
                headers: { a: '$T' },
                allowedEnvVars: ['T'],
                timeout: 3,
              },
            ],
          },
          { hooks: [{ type: 'command', command: 'npx prettier --check .', statusMessage: 'Looking at the style' }] },
          { matcher: '*', hooks: [{ type: 'command', command: 'npx prettier --check .' }] },
        ],
        PostToolUse: [{ matcher: '', hooks: [{ type: 'command', command: 'log.sh', async: true, timeout: 300 }] }],
        Stop: [
          {
            hooks: [
              { type: 'prompt', prompt: 'Done? $ARGUMENTS', model: 'claude-haiku-4-5', timeout: 20 },
              { type: 'agent', prompt: 'Tested?', model: 'openai/gpt-5' },
            ],
          },
        ],
      }),
    )
    const { moves } = await move()
    expect(Object.entries(own())).toEqual([
      [
        'check-it',
        {
          on: 'PreToolUse',
          matcher: 'Bash|Write',
          command: '"$CLAUDE_PROJECT_DIR"/.claude/hooks/check-it.py --fast',
          timeout: 10,
        },
      ],
      [
        'x',
        {
          on: 'PreToolUse',
          matcher: 'Bash|Write',
          command: 'node',
          args: ['${CLAUDE_PROJECT_DIR}/x.js', 'a b'],
          on_error: 'closed',
        },
      ],
      [
        'policy-example',
        {
          on: 'PreToolUse',
          matcher: 'Bash|Write',
          type: 'http',
          url: 'https://policy.example/x',
          headers: { a: '$T' },
          allowed_env: ['T'],
          timeout: 3,
        },
      ],
      ['prettier', { on: 'PreToolUse', command: 'npx prettier --check .', summary: 'Looking at the style' }],
      ['prettier-pre-tool-use', { on: 'PreToolUse', command: 'npx prettier --check .' }],
      ['log', { on: 'PostToolUse', command: 'log.sh', timeout: 300, async: true }],
      [
        'stop-question',
        { on: 'Stop', type: 'prompt', prompt: 'Done? $ARGUMENTS', model: 'anthropic/claude-haiku-4-5', timeout: 20 },
      ],
      ['stop-question-stop', { on: 'Stop', type: 'agent', prompt: 'Tested?', model: 'openai/gpt-5' }],
    ])
    expect(moves).toHaveLength(8)
  })

  it('ENG-63: also entries directly in the list of an event', async () => {
    const { settings, put, adopt: move, own, read, target } = aSite()
    const text = settingsWith({
      PostToolUse: [
        { command: 'a.sh', timeout: 5, matcher: 'Write' },
        { type: 'command', command: 'b.sh' },
      ],
    })
    put(settings, text)
    await move()
    expect(own()).toEqual({
      a: { on: 'PostToolUse', matcher: 'Write', command: 'a.sh', timeout: 5 },
      b: { on: 'PostToolUse', command: 'b.sh' },
    })
    await undoAdoption(target, program('project'))
    expect(read(settings)).toBe(text)
  })

  it('sees to it that the dispatcher is called for their events and tools', async () => {
    const { settings, put, adopt: move, hooks } = aSite()
    put(
      settings,
      settingsWith({
        Notification: [{ matcher: 'idle_prompt', hooks: [{ type: 'command', command: 'beep' }] }],
        PostToolUse: [
          { matcher: 'Read, Glob', hooks: [{ type: 'command', command: 'a' }] },
          { matcher: 'mcp__.*', hooks: [{ type: 'command', command: 'b' }] },
        ],
        SubagentStart: [{ hooks: [{ type: 'command', command: 'c', async: true }] }],
      }),
    )
    const { events } = await move()
    expect(events).toEqual(expect.arrayContaining(['Notification', 'PostToolUse', 'SubagentStart', 'UserPromptSubmit']))
    expect(events).not.toContain('PostToolUseFailure')
    expect(hooks()['Notification']).toEqual([expect.objectContaining({ matcher: 'idle_prompt' })])
    expect(hooks()['PostToolUse']?.[0]?.matcher).toBe('Read|Glob|mcp__.*')
    expect(hooks()['PostToolUse']).toHaveLength(1)
  })

  it('trusts exactly what it moved', async () => {
    const { settings, config, put, adopt: move, target } = aSite()
    put(settings, one({ type: 'command', command: './a.sh' }))
    put(config, 'own:\n  stranger:\n    on: Stop\n    command: curl evil.example\n')
    await move()
    const { directory } = placeOf(target.root, target.env)
    expect(Object.keys(readTrust({ root: target.root, directory }).grants)).toEqual(['own/a'])
    expect(existsSync(join(directory, 'trust.json'))).toBe(true)
  })

  it('the user’s own needs no trust', async () => {
    const { settings, put, adopt: move, target } = aSite('user')
    put(settings, one({ type: 'command', command: './a.sh' }))
    await move()
    expect(existsSync(join(placeOf(target.root, target.env).directory, 'trust.json'))).toBe(false)
  })

  it('a second time changes nothing; what was added since is adopted with the rest, and goes back with it', async () => {
    const { settings, config, put, read, adopt: move, target, own } = aSite()
    const text = one({ type: 'command', command: './a.sh' })
    put(settings, text)
    await move()
    const once = [read(settings), read(config)]
    expect(await move()).toMatchObject({ moves: [], changes: [] })
    expect([read(settings), read(config)]).toEqual(once)
    const more = withFound(
      once[0] ?? '',
      { event: 'Stop', entry: { type: 'command', command: './b.sh' }, isFlat: false },
      '/',
    )
    put(settings, more)
    await move()
    expect(Object.keys(own())).toEqual(['a', 'b'])
    const { returned, isExact } = await undoAdoption(target, program('project'))
    expect([returned.map(({ name }) => name), isExact]).toEqual([['b', 'a'], false])
    expect(unownedEntries(read(settings), target.root).map(({ entry }) => entry['command'])).toEqual([
      './a.sh',
      './b.sh',
    ])
    expect(existsSync(config)).toBe(false)
    expect(await undoAdoption(target, program('project'))).toMatchObject({ returned: [], kept: [] })
  })

  it('leaves what is ours alone, in whatever scope', async () => {
    const { settings, put, read, target } = aSite()
    put(settings, '{}\n')
    await install(target, program('project'), ['recommended'])
    expect(unownedEntries(read(settings), target.root)).toEqual([])
    put(settings, read(settings).replaceAll('--from project', '--from plugin'))
    expect(unownedEntries(read(settings), target.root)).toEqual([])
  })

  it.each([
    ['no settings at all', undefined],
    ['an empty file', ''],
    ['no hooks', '{"model":"opus"}'],
    ['odd hooks', '{"hooks":{"Stop":[1,null,"x",{"hooks":[null,3]}]}}'],
  ])('nothing to do: %s', async (_, text) => {
    const { settings, put, adopt: move, config } = aSite()
    if (text !== undefined) put(settings, text)
    expect(await move()).toMatchObject({ moves: [], stays: [], changes: [] })
    expect(existsSync(config)).toBe(false)
  })

  it.each([
    ['settings that are no JSON', '{"hooks":', '', /is not valid JSON/],
    ['a configuration that is no YAML', one({ type: 'command', command: 'a' }), 'hooks: [', /mistakes/],
    [
      'a configuration with a mistake',
      one({ type: 'command', command: 'a' }),
      'own:\n  b:\n    on: Never\n    command: x\n',
      /Never/,
    ],
    [
      'an entry that makes the agent drop the file',
      settingsWith({ Stop: [{ hooks: [{ type: 'command', command: 'a' }, { type: 'dance' }] }] }),
      '',
      /type/,
    ],
  ])('refuses before anything is changed: %s', async (_, text, configuration, message) => {
    const { settings, config, put, read, adopt: move, target } = aSite()
    put(settings, text)
    put(config, configuration)
    await expect(move()).rejects.toThrow(message)
    expect([read(settings), read(config)]).toEqual([text, configuration])
    expect((await undoAdoption(target, program('project'))).returned).toEqual([])
    expect([read(settings), read(config)]).toEqual([text, configuration])
  })

  it('a plan changes nothing', async () => {
    const { settings, config, put, read, target } = aSite()
    put(settings, ODD)
    const { moves, stays } = await planAdoption(target)
    expect([moves.length, stays.length, read(settings), existsSync(config)]).toEqual([3, 1, ODD, false])
  })

  it('a name that is taken anywhere is not used again', async () => {
    const { settings, put, adopt: move, own, target } = aSite()
    put(filesOf('user', target.root, target.env).config, 'own:\n  a:\n    on: Stop\n    command: mine\n')
    put(settings, one({ type: 'command', command: './a.sh' }))
    await move()
    expect(Object.keys(own())).toEqual(['a-pre-tool-use'])
  })
})
