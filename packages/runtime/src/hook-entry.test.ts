import { program } from '../../../test/process/support/program.ts'
import { answerOf } from '../../../test/process/support/sandbox.ts'
import { aDirectory } from '../../../test/process/support/temporary.ts'

/** The real entry with two hooks: the first drops an error on the floor, the second answers a little later. */
const entry = await program(`
  import * as v from 'valibot'
  import { registryOf } from './packages/runtime/src/dispatch.ts'
  import { main } from './packages/runtime/src/hook-entry.ts'
  import { defineHook } from './packages/engine/src/hook.ts'

  const [how, event, kind] = process.argv.slice(2)
  const soon = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  const hook = (id, run) => defineHook({
    meta: { id, summary: '', on: [kind], role: 'gate', onError: 'open', timeoutMs: 10_000,
      enabledBy: 'recommended', aliases: [], options: v.strictObject({}), messages: { no: { what: 'No.', why: '', fix: '' } } },
    run,
  })
  const careless = hook('own/a', ({ pass }) => {
    if (how === 'rejection') void Promise.reject(new Error('dropped'))
    else setTimeout(() => { throw new Error('dropped') })
    return pass
  })
  const patient = hook('own/b', async ({ deny }) => { await soon(50); return deny('no') })
  void main([event], registryOf([careless, patient]))
`)

describe('an error that a hook drops on the floor', () => {
  it.each(['rejection', 'exception'])('D8: does not take the answer of the others with it (%s)', async (how) => {
    const env = { HOME: aDirectory().path }
    const end = await entry.start([how, 'PreToolUse', 'tool.before'], {
      env,
      cwd: aDirectory().path,
      input: '{"tool_name":"Read","tool_input":{}}',
    }).ended
    const { code, json, stderr } = answerOf(end)
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'holdpoint: ERROR dropped\n' })
    expect(json).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'No.' } })
  })

  it('is not mixed into a reason on stderr', async () => {
    const env = { HOME: aDirectory().path }
    const end = await entry.start(['rejection', 'TeammateIdle', 'teammate.idle'], { env, cwd: aDirectory().path }).ended
    expect(end).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^No\. \(own\/b, holdpoint why \w{6}\)$/),
    })
  })
})
