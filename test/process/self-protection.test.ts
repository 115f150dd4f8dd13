import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import noSecretAccess from '../../packages/packs/src/guard/no-secret-access/no-secret-access.ts'
import selfProtection from '../../packages/packs/src/guard/self-protection/self-protection.ts'
import { aDispatcher } from './support/in-process.ts'
import { aSandbox, HOLDPOINT, type HookAnswer } from './support/sandbox.ts'

const bash = (command: string) => ({ tool_name: 'Bash', tool_input: { command } })
const write = (path: string) => ({ tool_name: 'Write', tool_input: { file_path: path, content: '{}' } })
const decision = ({ json }: HookAnswer): unknown =>
  (json['hookSpecificOutput'] as Record<string, unknown> | undefined)?.['permissionDecision'] ?? 'pass'

describe('self-protection as it is shipped', () => {
  it('is on without any configuration, and says how the user does it', async () => {
    const { hook } = aSandbox('')
    const { json } = await hook('PreToolUse', write('.claude/settings.json'))
    expect(json).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringMatching(/settings of hooks.*in their own terminal/),
      },
    })
  })

  it('T-HAR-112: keeps the proof from being forged, by any tool', async () => {
    const { hook, spool } = aSandbox('')
    const answers = [
      await hook('PreToolUse', write('.claude/.proof-status')),
      await hook('PreToolUse', bash('echo verified > .claude/.proof-status')),
      await hook('PreToolUse', bash('cat .claude/.proof-status')),
    ]
    expect(answers.map(decision)).toEqual(['deny', 'deny', 'pass'])
    const messages = spool().flatMap(({ hooks }) => hooks.filter(({ id }) => id === 'guard/self-protection'))
    expect(messages.map(({ messageId }) => messageId)).toEqual(['state', 'state', undefined])
  })

  it('knows the program it is', async () => {
    const { hook } = aSandbox('')
    const answers = [
      await hook('PreToolUse', bash(`chmod -x '${HOLDPOINT}'`)),
      await hook('PreToolUse', { tool_name: 'Edit', tool_input: { file_path: join(dirname(HOLDPOINT), 'hook.cjs') } }),
      await hook('PreToolUse', bash(`node '${HOLDPOINT}' uninstall`)),
      await hook('PreToolUse', bash(`node '${HOLDPOINT}' list`)),
    ]
    expect(answers.map(decision)).toEqual(['deny', 'deny', 'deny', 'pass'])
  })

  it('keeps its own state and the configuration of the user', async () => {
    const { hook, home } = aSandbox('')
    const answers = [
      await hook('PreToolUse', bash('rm -rf ~/.local/state/holdpoint')),
      await hook('PreToolUse', bash(`rm -rf ${home}/.local`)),
      await hook('PreToolUse', write(`${home}/.config/holdpoint/holdpoint.yml`)),
    ]
    expect(answers.map(decision)).toEqual(['deny', 'deny', 'deny'])
  })

  it.each([
    ['the project', 'holdpoint.yml', 'hooks:\n  guard/self-protection: off\n'],
    ['the project, with no preset at all', 'holdpoint.yml', 'presets: []\n'],
    ['the local file', 'holdpoint.local.yml', 'hooks:\n  guard/self-protection: warn\n'],
  ])('cannot be loosened by %s', async (_, name, text) => {
    const { hook, write: put } = aSandbox('')
    put({ [name]: text })
    expect(decision(await hook('PreToolUse', bash('holdpoint uninstall')))).toBe('deny')
  })

  it('cannot be switched off by variables that a repository sets', async () => {
    const { hook } = aSandbox('')
    const env = { HOLDPOINT_OFF: 'guard/self-protection', HOLDPOINT_PRESETS: 'scratchpad', HOLDPOINT_PARENT: '1-abc' }
    expect(decision(await hook('PreToolUse', bash('holdpoint uninstall'), { env }))).toBe('deny')
  })

  it('can be loosened by the user', async () => {
    const { hook, home } = aSandbox('')
    const file = join(home, '.config/holdpoint/holdpoint.yml')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'hooks:\n  guard/self-protection: off\n')
    expect(decision(await hook('PreToolUse', bash('holdpoint uninstall')))).toBe('pass')
  })

  it('judges a script by what is in it, whoever wrote it and whenever', async () => {
    const { hook, write: put, project } = aSandbox('')
    put({ 'tools/fix.sh': 'set -e\ncd "$(git rev-parse --show-toplevel)"\nrm -f .claude/settings.json\n' })
    expect(decision(await hook('PreToolUse', bash('sh tools/fix.sh')))).toBe('deny')
    expect(readFileSync(join(project, 'tools/fix.sh'), 'utf8')).toContain('rm -f')
  })
})

describe('failing closed', () => {
  const broken = (id: 'guard/self-protection') => ({
    ...selfProtection,
    meta: { ...selfProtection.meta, id },
    run: () => Promise.reject(new Error('out of order')),
  })

  it('denies when it cannot judge, again and again', async () => {
    const { ask } = aDispatcher([broken('guard/self-protection')])
    const answers = []
    for (let n = 0; n < 5; n++) answers.push(decision(await ask('PreToolUse', bash('touch x'))))
    expect(answers).toEqual(['deny', 'deny', 'deny', 'deny', 'deny'])
  })
})

describe('secrets in the audit', () => {
  it('keeps which file was refused, and nothing of what is in it', async () => {
    const { ask, write: put, spool } = aDispatcher([noSecretAccess])
    put({ '.env': 'API_KEY=do-not-tell\n' })
    expect(decision(await ask('PreToolUse', { tool_name: 'Read', tool_input: { file_path: '.env' } }))).toBe('deny')
    expect(decision(await ask('PreToolUse', bash('. ./.env; echo "$API_KEY"')))).toBe('deny')
    const line = JSON.stringify(spool())
    expect(line).toContain('.env')
    expect(line).not.toContain('do-not-tell')
  })
})
