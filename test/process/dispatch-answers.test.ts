import { dispatch, registryOf } from '../../packages/runtime/src/dispatch.ts'
import { unsigned } from '../../packages/engine/src/lib/signature.ts'
import type { EventKind } from '../../packages/engine/src/event.ts'
import { aDispatcher, fakeHook } from './support/in-process.ts'
import { aDirectory } from './support/temporary.ts'

const bash = { tool_name: 'Bash', tool_input: { command: 'rm -rf build', description: 'Clean up' } }
const denies = (id: `${string}/${string}`, text: string): ReturnType<typeof fakeHook> =>
  fakeHook({ id, on: ['tool.before'] }, ({ deny }) => deny('said', { text }))

describe('a tool call', () => {
  it('T-ENG-13: is denied in the host’s form, with a reason', async () => {
    const { ask } = aDispatcher([denies('guard/x', 'Not "this" way.\nUse `git clean`.')])
    const { code, json } = await ask('PreToolUse', bash)
    expect({ code, json }).toEqual({
      code: 0,
      json: {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'Not "this" way.\nUse `git clean`.',
        },
      },
    })
  })

  it('T-ENG-13: is denied with a reason even when the hook gives none', async () => {
    const { ask } = aDispatcher([fakeHook({ id: 'guard/x', on: ['tool.before'] }, () => ({ decision: 'deny' }))])
    expect((await ask('PreToolUse', bash)).json).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'Blocked by Holdpoint.' },
    })
  })

  const rewriter = fakeHook({ id: 'guard/x', on: ['tool.before'] }, ({ rewrite }) =>
    rewrite({ command: 'rm -ri build' }, 'said', { text: 'Asks first.' }),
  )

  it('T-ENG-14: is rewritten with everything that was not changed', async () => {
    const { ask } = aDispatcher([rewriter])
    expect((await ask('PreToolUse', bash)).json).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        updatedInput: { command: 'rm -ri build', description: 'Clean up' },
      },
    })
  })

  it('D9: is approved with a rewrite only when the hook runs alone', async () => {
    const { ask } = aDispatcher([rewriter])
    expect((await ask(['run', 'guard/x'], bash)).json).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'allow', updatedInput: { description: 'Clean up' } },
    })
  })

  it('T-ENG-37: is denied with the reasons of every pack that denies', async () => {
    const { ask, spool } = aDispatcher(
      [denies('planning/spec', 'The spec is fixed.'), denies('guard/lock', 'Locked.'), denies('own/rule', 'My rule.')],
      'presets: [all]\n',
    )
    const { code, json } = await ask('PreToolUse', bash)
    expect(code).toBe(0)
    expect(json['hookSpecificOutput']).toMatchObject({
      permissionDecisionReason: 'Locked.\nThe spec is fixed.\nMy rule.',
    })
    expect(spool()[0]?.hooks).toHaveLength(3)
  })

  it('ENG-56: is denied once by the harness, whose first denial ends its chain', async () => {
    const { ask } = aDispatcher([denies('quality/b', 'Second.'), denies('guard/a', 'First.')])
    expect((await ask('PreToolUse', bash)).json['hookSpecificOutput']).toMatchObject({
      permissionDecisionReason: 'First.',
    })
  })

  it('ENG-59: is not rewritten when another hook denies it', async () => {
    const { ask } = aDispatcher([rewriter, denies('planning/x', 'No.')], 'presets: [all]\n')
    const { hookSpecificOutput: answer } = (await ask('PreToolUse', bash)).json
    expect(answer).toMatchObject({ permissionDecision: 'deny' })
    expect(answer).not.toHaveProperty('updatedInput')
  })
})

describe('an event that cannot be held up', () => {
  const cannot: readonly (readonly [string, EventKind])[] = [
    ['SessionStart', 'session.start'],
    ['SubagentStart', 'agent.start'],
    ['Notification', 'notification'],
    ['SessionEnd', 'session.end'],
    ['PostToolUse', 'tool.after'],
  ]
  it.each(cannot)('T-ENG-25: %s: a block becomes a notice, and the audit says so', async (name, kind) => {
    const hook = fakeHook({ id: 'own/x', on: [kind] }, ({ block }) => block('said', { text: 'Stop here.' }))
    const { ask, spool } = aDispatcher([hook])
    const { code, json, stderr } = await ask(name)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(json).toEqual({ systemMessage: 'Stop here.' })
    expect(spool()).toMatchObject([{ decision: 'pass', lowered: ['block -> notice'], hooks: [{ decision: 'block' }] }])
  })
})

describe('an event that can be held up', () => {
  const blocks = (kind: EventKind): ReturnType<typeof fakeHook> =>
    fakeHook({ id: 'own/x', on: [kind] }, ({ block }) => block('said', { text: 'Not yet.' }))

  it.each<readonly [string, EventKind]>([
    ['Stop', 'turn.stop'],
    ['SubagentStop', 'agent.stop'],
    ['UserPromptSubmit', 'prompt.submit'],
    ['TaskCreated', 'task.created'],
    ['TaskCompleted', 'task.completed'],
    ['PreCompact', 'compact.before'],
  ])('D3: %s is blocked by JSON at exit 0', async (name, kind) => {
    const { ask } = aDispatcher([blocks(kind)])
    expect(await ask(name)).toMatchObject({ code: 0, stderr: '', json: { decision: 'block', reason: 'Not yet.' } })
  })

  it.each<readonly [string, EventKind]>([['TeammateIdle', 'teammate.idle']])(
    'D3: %s is blocked by exit 2 and nothing but the reason on stderr',
    async (name, kind) => {
      const { ask } = aDispatcher([blocks(kind)])
      expect(await ask(name, { hook_event_name: 'Other' })).toMatchObject({ code: 2, stdout: '', stderr: 'Not yet.' })
    },
  )
})

describe('hooks that are handed in', () => {
  it('count at once, although no configuration has changed', async () => {
    const options = { env: { HOME: aDirectory().path }, cwd: aDirectory().path }
    const hook = denies('guard/x', 'No.')
    const registries = [
      registryOf([{ ...hook, meta: { ...hook.meta, enabledBy: 'preset' } }]),
      registryOf([hook]),
      registryOf([hook, denies('planning/new', 'New.')]),
      undefined,
    ]
    const reasons = []
    for (const registry of registries) {
      const { stdout } = await dispatch(['PreToolUse'], bash, { ...options, ...(registry && { registry }) })
      reasons.push(/"permissionDecisionReason":"(.*)"/.exec(unsigned(stdout))?.[1])
    }
    expect(reasons).toEqual([undefined, 'No.', 'No.\\nNew.', undefined])
  })
})
