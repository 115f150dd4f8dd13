import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installCli } from './harness/install-cli.mjs'
import type { Sandbox } from './harness/sandbox.ts'
import { holdpoint, inSandbox, linkProgram } from './harness/site.ts'

const settingsFile = (sandbox: Sandbox): string => join(sandbox.project, '.claude/settings.json')
const changeSettings = (sandbox: Sandbox, change: (text: string) => string): void =>
  writeFileSync(settingsFile(sandbox), change(readFileSync(settingsFile(sandbox), 'utf8')))

const BROKEN: readonly [string, (sandbox: Sandbox) => void, string][] = [
  [
    'missing program',
    (s) => rmSync(join(s.project, 'node_modules/holdpoint')),
    'node_modules does not contain holdpoint',
  ],
  ['invalid JSON', (s) => changeSettings(s, (text) => text.slice(0, -3)), 'is not valid JSON'],
  [
    'comments',
    (s) => changeSettings(s, (text) => text.replace('{', '{ // mine')),
    'ignores the whole file without a warning',
  ],
  [
    'invalid entry',
    (s) => changeSettings(s, (text) => text.replace('"timeout": 10', '"timeout": 0')),
    'The agent ignores the whole file',
  ],
  [
    'wrong path',
    (s) => changeSettings(s, (text) => text.replaceAll('node_modules/holdpoint/', 'node_modules/holdpoint-old/')),
    'is from another version or another directory',
  ],
  [
    'disableAllHooks',
    (s) => changeSettings(s, (text) => text.replace('{', '{ "disableAllHooks": true,')),
    'no hook of any kind runs',
  ],
  ['untrusted folder', (s) => writeFileSync(join(s.home, '.claude.json'), '{}'), 'does not trust'],
  [
    'event not registered',
    (s) => changeSettings(s, (text) => text.replace('"SubagentStop": [', '"SomethingElse": [')),
    'does not register SubagentStop',
  ],
  [
    'unwritable state',
    (s) => {
      rmSync(join(s.home, '.local/state/holdpoint'), { recursive: true, force: true })
      mkdirSync(join(s.home, '.local/state'), { recursive: true })
      writeFileSync(join(s.home, '.local/state/holdpoint'), 'in the way')
    },
    'the state directory cannot be used',
  ],
  [
    'stale version',
    (s) => changeSettings(s, (text) => text.replaceAll('unset -f test printf read; ', '')),
    'is from another version or another directory',
  ],
]

/** A `claude` on the path that says which version it is, and nothing else. */
function putCliOnPath(sandbox: Sandbox, version: string): string {
  const folder = join(sandbox.root, `bin-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(folder)
  symlinkSync(
    installCli(version, undefined, () => undefined),
    join(folder, 'claude'),
  )
  return folder
}

describe('doctor', () => {
  const installed = (work: (sandbox: Sandbox) => void): Promise<void> =>
    inSandbox({}, (sandbox) => {
      linkProgram(sandbox)
      const { status, stderr } = holdpoint(sandbox, 'init', '--scope', 'project', '--preset', 'scratchpad')
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      work(sandbox)
      return Promise.resolve()
    })

  it('is green on a good install, and has proved every event', () =>
    installed((sandbox) => {
      const { stdout, status } = holdpoint(sandbox, 'doctor')
      expect(status).toBe(0)
      for (const event of ['SessionStart', 'SubagentStart', 'SubagentStop', 'Stop', 'UserPromptSubmit']) {
        expect(stdout).toContain(`✓ ${event} works`)
      }
      expect(stdout).not.toContain('✗')
      expect(existsSync(settingsFile(sandbox))).toBe(true)
    }))

  it.each(BROKEN)('is red on: %s', (_, breakIt, sentence) =>
    installed((sandbox) => {
      breakIt(sandbox)
      const { stdout, status } = holdpoint(sandbox, 'doctor')
      expect(stdout).toContain(sentence)
      expect(stdout).toContain('✗')
      expect(status).toBe(1)
    }),
  )

  it('proves the entries without a shell, where the host refuses a call when their script is gone', () =>
    inSandbox({}, (sandbox) => {
      const withCli = (version: string) => ({ ...sandbox, path: putCliOnPath(sandbox, version) })
      expect(holdpoint(withCli('2.1.325'), 'init', '--scope', 'local', '--preset', 'recommended').status).toBe(0)
      const { stdout, status } = holdpoint(withCli('2.1.325'), 'doctor')
      expect(stdout).toContain('✓ PreToolUse works')
      expect(stdout).toMatch(/bash calls the daemon \(process \d+\)/)
      expect(status).toBe(0)
      expect(stdout).not.toContain('a shell starts the script')
      const older = holdpoint(withCli('2.1.197'), 'doctor')
      expect(older.stdout).toContain('✗ Claude Code 2.1.197 runs every tool if the script of these entries is missing')
      expect(older.status).toBe(1)
      expect(holdpoint(sandbox, 'init', '--scope', 'local', '--client', 'shell').status).toBe(0)
      expect(holdpoint(withCli('2.1.325'), 'doctor').stdout).toContain('a shell starts the script')
      expect(holdpoint(withCli('2.1.197'), 'doctor').status).toBe(0)
      holdpoint(sandbox, 'daemon', 'stop')
      return Promise.resolve()
    }))

  it.each([
    ['2.1.325', '✓ Claude Code 2.1.325'],
    ['2.1.197', '! Claude Code 2.1.197 does not support `onFailure`'],
  ])('says what CLI %s does when it has to kill a hook, and stays green', (version, sentence) =>
    installed((sandbox) => {
      const { stdout, status } = holdpoint({ ...sandbox, path: putCliOnPath(sandbox, version) }, 'doctor')
      expect(stdout).toContain(sentence)
      expect(status).toBe(0)
    }),
  )
})
