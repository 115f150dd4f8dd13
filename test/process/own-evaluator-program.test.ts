import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aModel, bash, DUMMY_KEYS, outputOf, PROVIDERS, USER_CONFIG, type Own } from './support/evaluators.ts'
import type { Behaviour } from './support/llm-servers.ts'
import { aSandbox, HOLDPOINT, type Sandbox } from './support/sandbox.ts'
import { aDirectory } from './support/temporary.ts'

const YES = { judge: { ok: true, reason: 'fine' } }
const NO = { judge: { ok: false, reason: 'Not on a Friday.' } }

/** The program as it is shipped, with an evaluator in the user's own configuration. */
function aUser(check: Own): Sandbox {
  const home = aDirectory()
  home.write({ [USER_CONFIG]: JSON.stringify({ own: { check: { on: 'PreToolUse', prompt: 'Fine?', ...check } } }) })
  const sandbox = aSandbox('')
  Object.assign(sandbox.env, { HOME: home.path, ...DUMMY_KEYS })
  return { ...sandbox, home: home.path }
}

describe.each(PROVIDERS)('the built program asks %s', (provider) => {
  it.each<[string, Behaviour, object]>([
    ['no', NO, { permissionDecision: 'deny', permissionDecisionReason: 'Not on a Friday.' }],
    ['yes', YES, {}],
    ['yes, without the code', { say: '{"ok": true}' }, { permissionDecision: 'ask' }],
  ])('%s', async (_, behaviour, output) => {
    const model = await aModel(provider, behaviour)
    const { hook } = aUser({ type: 'prompt', model: `${provider}/m`, base_url: model.baseUrl })
    const answer = await hook('PreToolUse', bash('some-tool'))
    expect(outputOf(answer)).toMatchObject(output)
    expect([answer.code, answer.stderr, model.calls.length]).toEqual([0, '', 1])
  })

  it('as an agent with tools', async () => {
    const model = await aModel(provider, () =>
      model.calls.length === 1 ? { use: [{ name: 'Grep', input: { pattern: 'h.llo' } }] } : NO,
    )
    const { hook, write } = aUser({ type: 'agent', model: `${provider}/m`, base_url: model.baseUrl })
    write({ 'notes.md': 'hello there\n' })
    expect(outputOf(await hook('PreToolUse', bash('some-tool')))).toMatchObject({ permissionDecision: 'deny' })
    expect(model.calls[1]?.body).toContain('notes.md:1: hello there')
  })
})

it('T-ENG-57: an agent that a program starts to answer does not call us again', async () => {
  const { hook, write, project } = aUser({ type: 'prompt', command: ['node', 'judge.mjs'] })
  write({
    'judge.mjs': `
      import { spawnSync } from 'node:child_process'
      import { appendFileSync } from 'node:fs'
      const input = JSON.stringify({ session_id: 's1', cwd: process.cwd(), tool_name: 'Bash', tool_input: { command: 'x' } })
      const { stdout } = spawnSync(process.execPath, [${JSON.stringify(HOLDPOINT)}, 'hook', 'PreToolUse'], { input, encoding: 'utf8' })
      appendFileSync('asked.txt', 'asked, and the program said: ' + stdout + '\\n')
      console.log(JSON.stringify({ ok: false, reason: 'no' }))`,
  })
  expect(outputOf(await hook('PreToolUse', bash('x')))).toMatchObject({ permissionDecisionReason: 'no' })
  expect(existsSync(join(project, 'asked.txt'))).toBe(true)
  expect(readFileSync(join(project, 'asked.txt'), 'utf8')).toBe('asked, and the program said: \n')
})

it('the example of the guide is a program that answers', async () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/language-models.md'), 'utf8')
  const script = /```sh[^\n]*\n(#!\/bin\/sh\n[\s\S]*?)```/.exec(guide)?.[1] ?? ''
  const { hook, write } = aUser({ type: 'prompt', command: ['sh', 'judge.sh'] })
  write({ 'judge.sh': script })
  expect((await hook('PreToolUse', bash('ls'))).json).toEqual({})
  expect(outputOf(await hook('PreToolUse', bash('echo "DROP TABLE users"')))).toMatchObject({
    permissionDecision: 'deny',
    permissionDecisionReason: expect.stringContaining('No tables are dropped here.'),
  })
})
