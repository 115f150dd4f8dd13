import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HookContext } from '../../packages/engine/src/hook.ts'
import type { Verdict } from '../../packages/engine/src/verdict.ts'
import { aDispatcher, fakeHook } from './support/in-process.ts'
import { isRunning, until } from './support/process.ts'
import { aDirectory } from './support/temporary.ts'

const raise = (what: unknown) => (): never => {
  throw what
}
const never = (): Promise<Verdict> => new Promise(() => undefined)

describe('T-ENG-44: a hook that fails', () => {
  const failures: readonly (readonly [string, (context: HookContext) => Verdict | Promise<Verdict>, RegExp])[] = [
    ['throws', raise(new Error('broken')), /broken/],
    ['rejects', () => Promise.reject(new Error('broken')), /broken/],
    ['throws what is no error', raise('text'), /text/],
    ['returns nothing', () => undefined as never, /no verdict/],
    ['returns nonsense', () => ({ decision: 'maybe' }) as never, /no verdict/],
    ['names a message it does not have', ({ deny }) => deny('other'), /no message "other"/],
    ['never ends', never, /longer than 90 ms/],
  ]
  it.each(failures)('%s: the tool call goes on, and the user is told', async (_, run, why) => {
    const hook = fakeHook({ id: 'own/x', on: ['tool.before'], timeoutMs: 100 }, run)
    const { ask, spool } = aDispatcher([hook])
    const { code, json } = await ask('PreToolUse')
    expect(code).toBe(0)
    expect(Object.keys(json)).toEqual(['systemMessage'])
    expect(json['systemMessage']).toMatch(/^Hook own\/x encountered an unexpected error \(exit 1\)\. Failing open\./)
    expect(spool()).toMatchObject([{ decision: 'pass', hooks: [{ failure: expect.stringMatching(why) }] }])
  })

  it.each(failures)('%s: D8: what fails closed denies, with a way out', async (_, run) => {
    const hook = fakeHook({ id: 'guard/x', on: ['tool.before'], timeoutMs: 100, onError: 'closed' }, run)
    const { ask } = aDispatcher([hook])
    const { code, json } = await ask('PreToolUse')
    expect(code).toBe(0)
    expect(json['hookSpecificOutput']).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('guard/x could not check this'),
    })
  })

  it('does not keep the others from speaking', async () => {
    const broken = fakeHook({ id: 'own/a', on: ['tool.before'] }, raise(new Error('broken')))
    const denies = fakeHook({ id: 'own/b', on: ['tool.before'] }, ({ deny }) => deny('said', { text: 'No.' }))
    const { ask } = aDispatcher([broken, denies])
    expect((await ask('PreToolUse')).json).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'No.' },
      systemMessage: expect.stringContaining('own/a'),
    })
  })

  it('because its state cannot be written passes, and never exits with 2', async () => {
    const hook = fakeHook({ id: 'own/x', on: ['teammate.idle'] }, ({ services, block }) => {
      services.state.session.update('count', () => 1)
      return block('said', { text: 'No.' })
    })
    const { ask, home } = aDispatcher([hook])
    writeFileSync(join(home, '.local'), 'a file in the way')
    const { code, json } = await ask('TeammateIdle')
    expect(code).toBe(0)
    expect(json['systemMessage']).toMatch(/Failing open/)
  })
})

describe('an engine that fails', () => {
  const gone = fakeHook({ id: 'guard/x', on: ['tool.before'] }, never)
  const registry = { catalogue: [gone.meta], load: () => Promise.reject(new Error('its code is gone')) }
  const why = expect.stringContaining('holdpoint could not check this: its code is gone.') as string

  it('D8: asks about a tool call', async () => {
    const { ask, spool } = aDispatcher([], '', { registry })
    expect(await ask('PreToolUse', { tool_name: 'Bash' })).toMatchObject({
      code: 0,
      json: {
        hookSpecificOutput: { permissionDecision: 'ask', permissionDecisionReason: why },
        systemMessage: why,
      },
    })
    expect(spool()).toMatchObject([{ decision: 'ask', level: 'ERROR', error: 'its code is gone' }])
  })

  it.each(['Stop', 'SubagentStop', 'SessionStart', 'TeammateIdle', 'SomethingNew'])(
    'D8: lets %s pass with a notice',
    async (name) => {
      const { ask } = aDispatcher([], '', { registry })
      const { code, json } = await ask(name)
      expect({ code, json }).toEqual({ code: 0, json: { systemMessage: why } })
    },
  )

  it('D8: says nothing at PreCompact, where every word would go to the compactor', async () => {
    const { askForText } = aDispatcher([], '', { registry })
    expect(await askForText('PreCompact')).toBe('')
  })
})

describe('T-ENG-64: a hook that ignores the end of its time and has started a child', () => {
  it('is passed over soon after the limit, and the child is gone', async () => {
    const bin = aDirectory()
    bin.write({ git: `#!/bin/sh\nsleep 600 &\necho "$$ $!" > "${bin.path}/pids"\nwait\n` })
    chmodSync(join(bin.path, 'git'), 0o755)
    const env = { HOME: aDirectory().path, PATH: `${bin.path}:${process.env['PATH']}` }
    const pids = join(bin.path, 'pids')
    const hook = fakeHook({ id: 'own/x', on: ['session.start'], timeoutMs: 2000 }, async ({ services, event }) => {
      void services.git.log(event.root, 1)
      return never()
    })
    const { ask } = aDispatcher([hook], '', { env })
    const { json } = await ask('SessionStart')
    expect(json['systemMessage']).toMatch(/Failing open\. \(it took longer than 1800 ms\)/)
    await until(() => existsSync(pids), 'the child has started')
    const [child = 0, grandchild = 0] = readFileSync(pids, 'utf8').split(' ').map(Number)
    expect(child).toBeGreaterThan(0)
    await until(() => !isRunning(child) && !isRunning(grandchild), 'both are gone')
  })
})
