import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { put } from '../harness/agents/agent.ts'
import { installAgent } from '../harness/install-cli.mjs'
import { cleanEnv } from '../harness/run-agent.ts'
import type { Sandbox } from '../harness/sandbox.ts'
import { auditOf, holdpoint, inSandbox, linkProgram } from '../harness/site.ts'
import { denials, POLICY } from './site.ts'

/**
 * Cursor is experimental: its agent needs Cursor's servers. What runs here is the hook runtime of its SDK, with events
 * of the same form.
 */

const SDK = {
  id: 'cursor-sdk',
  package: '@cursor/sdk',
  version: '1.0.32',
  binary: ['node_modules', '@cursor', 'sdk', 'package.json'],
}
const DRIVER = join(import.meta.dirname, '../harness/cursor-driver.cjs')

const WITH_STOP = `${POLICY}  never-done:
    when: { event: Stop }
    then: block
    message: NEVER-DONE
`

type Answer = Readonly<Record<string, unknown>> | null

function steps(
  sandbox: Sandbox,
  transport: string,
  ...given: readonly (readonly [string, object])[]
): readonly Answer[] {
  const sdk = dirname(installAgent(SDK, undefined, () => undefined))
  const requests = given.map(([step, request]) => [step, { conversation_id: 'c1', generation_id: 'g1', ...request }])
  const stdout = execFileSync(process.execPath, [DRIVER, sdk, transport], {
    cwd: sandbox.project,
    env: cleanEnv(sandbox),
    input: JSON.stringify(requests),
    encoding: 'utf8',
  })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer)
}

const shell = (command: string): readonly [string, object] => [
  'preToolUse',
  { tool_name: 'Shell', tool_input: { command }, tool_use_id: command },
]

function install(sandbox: Sandbox, scope: 'user' | 'project', policy = WITH_STOP): void {
  put(join(sandbox.home, '.config/holdpoint/holdpoint.yml'), policy)
  if (scope === 'project') linkProgram(sandbox)
  const { stdout, status } = holdpoint(sandbox, 'init', '--scope', scope, '--host', 'cursor')
  expect(status).toBe(0)
  expect(stdout).toMatch(/Cursor\s[^]*\(experimental\)/)
}

describe.each(['legacy', 'stdin'])('cursor, input by %s', (transport) => {
  it('answers every step in its form', () =>
    inSandbox({}, async (sandbox) => {
      install(sandbox, 'user')
      const [denied, file, asked, rewritten, fine, started, prompt, other, stop] = steps(
        sandbox,
        transport,
        shell('git reset --hard'),
        ['preToolUse', { tool_name: 'Write', tool_input: { file_path: '.claude/settings.json', content: '{}' } }],
        shell('touch asked'),
        shell('echo old'),
        shell('echo fine'),
        ['sessionStart', { session_id: 's1' }],
        ['beforeSubmitPrompt', { prompt: 'FORBIDDEN' }],
        ['beforeSubmitPrompt', { prompt: 'hello' }],
        ['stop', { status: 'completed', loop_count: 0 }],
      )
      expect(denied).toMatchObject({ permission: 'deny', user_message: expect.stringContaining('git stash') as string })
      expect(file).toMatchObject({ permission: 'deny' })
      expect(asked).toMatchObject({ permission: 'deny', user_message: expect.stringContaining('ASK-FIRST') as string })
      expect(rewritten).toMatchObject({ permission: 'allow', updated_input: { command: 'echo new' } })
      expect(fine).toEqual({ permission: 'allow' })
      expect(started).toMatchObject({ additional_context: expect.stringContaining('SESSION-CONTEXT') as string })
      expect(prompt).toMatchObject({ continue: false })
      expect(other).toEqual({})
      expect(stop).toMatchObject({ followup_message: expect.stringContaining('NEVER-DONE') as string })
      expect(denials(sandbox)).toEqual(expect.arrayContaining(['guard/no-destructive-git', 'guard/self-protection']))
      expect(holdpoint(sandbox, 'log', '--json').stdout).toContain('ask -> deny')
    }))

  it('answers once where both scopes and Claude Code are installed, and denies without the package', () =>
    inSandbox({}, async (sandbox) => {
      expect(holdpoint(sandbox, 'init', '--scope', 'user', '--host', 'claude-code').status).toBe(0)
      install(sandbox, 'project')
      const [only] = steps(sandbox, transport, shell('git reset --hard'))
      expect(only).toMatchObject({ permission: 'deny' })
      install(sandbox, 'user')
      const [denied, fine] = steps(sandbox, transport, shell('git reset --hard --quiet'), shell('echo fine'))
      expect(denied).toMatchObject({ permission: 'deny' })
      expect(fine).toMatchObject({ permission: 'allow' })
      const lines = auditOf(sandbox).filter(({ decision }) => decision === 'deny')
      expect(lines.length).toBe(2)

      expect(holdpoint(sandbox, 'uninstall', '--scope', 'user').status).toBe(0)
      rmSync(join(sandbox.project, 'node_modules'), { recursive: true })
      const [missing] = steps(sandbox, transport, shell('echo fine'))
      expect(missing).toMatchObject({ permission: 'deny' })
    }))
})

it('keeps foreign entries of cursor, gives every byte back, and doctor says what is only believed', () =>
  inSandbox({}, async (sandbox) => {
    const file = join(sandbox.home, '.cursor/hooks.json')
    const own = '{ "version": 1,\n   "hooks": { "preToolUse": [ {"command":"true", "timeout": 3} ] } }\n'
    put(file, own)
    install(sandbox, 'user')
    const installed = readFileSync(file, 'utf8')
    const { hooks } = JSON.parse(installed) as { hooks: Readonly<Record<string, readonly object[]>> }
    expect(hooks['preToolUse']).toMatchObject([{ command: 'true', timeout: 3 }, { failClosed: true }])
    expect(installed).not.toContain('matcher')
    // Stands for the program, which is not on npm.
    const folder = join(sandbox.root, 'bin')
    mkdirSync(folder)
    writeFileSync(join(folder, 'cursor-agent'), '#!/bin/sh\necho 1.0.0\n', { mode: 0o755 })
    symlinkSync(process.execPath, join(folder, 'node'))
    const { stdout } = holdpoint({ ...sandbox, path: folder }, 'doctor')
    expect(stdout).toContain('preToolUse works')
    expect(stdout).toContain('experimental')
    writeFileSync(file, installed.replace('preToolUse --from cursor/user', 'preToolUse --from cursor/user --x'))
    expect(holdpoint({ ...sandbox, path: folder }, 'doctor').status).toBe(1)
    writeFileSync(file, installed)
    expect(holdpoint(sandbox, 'uninstall', '--scope', 'user').status).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe(own)
  }))
