import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readHttpEntry } from '@holdpoint/runtime/daemon'
import { stateHome } from '@holdpoint/runtime/system'
import { aRepository } from '../../../../test/process/support/temporary.ts'
import { clientIn, clientNamed, clientOf } from './client.ts'
import { install, uninstall, type Target } from './install.ts'
import { ourLines } from './ours.ts'
import { CLIENTS, type Client } from './command-line.ts'
import { filesOf, type InstallScope } from './scopes.ts'

/** A program with the script beside it, and agents of these versions. */
const place = aPlace()
function aPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'holdpoint-client-'))
  cpSync(join(import.meta.dirname, '../../../runtime/src/daemon/client/ask.sh'), join(folder, 'dist/bin/ask.sh'))
  return { folder, bin: join(folder, 'dist/bin/holdpoint.cjs') }
}
afterAll(() => rmSync(place.folder, { recursive: true }))

/** A PATH on which the agent reports this version. */
function pathWith(version: string): string {
  const folder = mkdtempSync(join(place.folder, 'path-'))
  writeFileSync(join(folder, 'claude'), `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 })
  return `${folder}:/usr/bin:/bin`
}

function aTarget(scope: InstallScope = 'local', PATH = '/usr/bin:/bin', bin = place.bin) {
  const { path: root } = aRepository()
  const target: Target = { scope, root, env: { HOME: join(root, 'home'), PATH } }
  const file = filesOf(scope, root, target.env).settings
  return {
    target,
    file,
    put: (client?: Client) =>
      install(target, { scope, node: '/usr/bin/node', bin }, ['recommended'], client === undefined ? {} : { client }),
    text: () => readFileSync(file, 'utf8'),
    client: () => clientIn(readFileSync(file, 'utf8'), ourLines(target)),
    entry: (event: string) =>
      (JSON.parse(readFileSync(file, 'utf8')) as { hooks: Record<string, [{ hooks: [Record<string, unknown>] }]> })
        .hooks[event]?.[0].hooks[0],
  }
}

describe('the way of an event', () => {
  it('uses the shell client by default', async () => {
    const { put, client, entry } = aTarget()
    await put()
    expect(client()).toBe('shell')
    expect(entry('PreToolUse')).toMatchObject({ type: 'command', command: expect.stringContaining('hook.sh') })
    expect(entry('SessionStart')).toMatchObject({ command: expect.stringContaining(' --daemon ') })
  })

  it('stays what it was when the install is written again', async () => {
    for (const wanted of CLIENTS) {
      const { put, client } = aTarget()
      await put(wanted)
      expect(client()).toBe(wanted)
      await put()
      expect(client()).toBe(wanted)
    }
  })

  it('node: no entry knows of a daemon', async () => {
    const { put, text } = aTarget()
    await put('node')
    expect(text()).not.toMatch(/client\.sh|--daemon/)
  })

  it('http: tool calls are posted, what has to stay a command stays one, and a prompt brings the daemon back', async () => {
    const { put, entry, file, target } = aTarget()
    await put('http')
    const { port, token } = readHttpEntry(stateHome(target.env)) ?? { port: 0, token: '' }
    expect(entry('PreToolUse')).toMatchObject({
      type: 'http',
      url: `http://127.0.0.1:${port}/hook/PreToolUse?from=local`,
      headers: { authorization: `Bearer ${token}` },
      onFailure: 'block',
    })
    for (const event of ['SessionStart', 'PreCompact', 'UserPromptSubmit']) {
      expect(entry(event)).toMatchObject({ type: 'command', command: expect.stringContaining('--daemon-needed') })
    }
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('http: port and token stay the same from one install to the next, and are gone with the user’s', async () => {
    const { put, text, target } = aTarget('user')
    await put('http')
    const before = JSON.parse(text())
    await put('shell')
    await put('http')
    expect(JSON.parse(text())).toEqual(before)
    uninstall(target)
    expect(readHttpEntry(stateHome(target.env))).toBeUndefined()
  })

  it.each(['http', 'bash'] as const)('%s: never in a file that others share', async (client) => {
    await expect(aTarget('project').put(client)).rejects.toThrow('--scope local or user')
  })

  it('bash: the host starts the script; what has to be a line stays one', async () => {
    const { put, entry } = aTarget()
    await put('bash')
    const node = ['/usr/bin/node', '--v8-pool-size=0', '--preserve-symlinks-main']
    const words = ['hook', 'PreToolUse', '--from', 'local', '--daemon', ...node, place.bin]
    expect(entry('PreToolUse')).toMatchObject({
      type: 'command',
      command: join(place.folder, 'dist/bin/ask.sh'),
      args: words,
      onFailure: 'block',
    })
    expect(entry('SessionStart')).not.toHaveProperty('args')
  })

  it('bash: refused where the script cannot be started', async () => {
    const { put } = aTarget('local', undefined, '/nowhere/holdpoint.cjs')
    await expect(put('bash')).rejects.toThrow('needs `/bin/bash` 4.1 or newer')
  })

  it.each([
    ['2.1.325 (Claude Code)', 'local', 'bash'],
    ['2.1.325 (Claude Code)', 'user', 'bash'],
    ['2.1.325 (Claude Code)', 'project', 'shell'],
    ['2.1.1000', 'local', 'bash'],
    ['2.2.0', 'local', 'bash'],
    ['3.0.0', 'local', 'bash'],
    ['2.1.324', 'local', 'shell'],
    ['2.0.999', 'local', 'shell'],
    ['1.9.999', 'local', 'shell'],
    ['no number', 'local', 'shell'],
  ] as const)('by an agent of version %s, %s: %s', async (version, scope, expected) => {
    const { put, client } = aTarget(scope, pathWith(version))
    await put()
    expect(client()).toBe(expected)
  })

  it('install and uninstall leave every byte as it was', async () => {
    for (const wanted of CLIENTS) {
      const { put, target, text } = aTarget()
      await put(wanted)
      expect(text()).toContain('hooks')
      uninstall(target)
      expect(() => text()).toThrow('ENOENT')
    }
  })

  it('is recognised by the line of an entry', () => {
    expect(
      [
        'http://127.0.0.1:1/hook/Stop?from=user',
        '/x/ask.sh hook Stop --from user --daemon node x',
        '. /x/client.sh',
        'x --daemon',
        'holdpoint hook Stop',
      ].map(clientOf),
    ).toEqual(['http', 'bash', 'shell', 'shell', 'node'])
    expect(clientIn('{}', () => true)).toBeUndefined()
    expect(() => clientNamed('zsh')).toThrow('Allowed: shell, bash, node, http')
  })
})
