import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readHttpEntry } from '../link/http-entry.ts'
import { stateHome } from '../state/place.ts'
import { aRepository } from '../../test/process/support/temporary.ts'
import { clientIn, clientNamed, clientOf } from './client.ts'
import { install, uninstall, type Target } from './install.ts'
import { ourLines } from './ours.ts'
import type { Client } from './command-line.ts'
import type { InstallScope } from './scopes.ts'

const BIN = '/opt/node_modules/holdpoint/dist/bin/holdpoint.cjs'

function aTarget(scope: InstallScope = 'local') {
  const { path: root } = aRepository()
  const target: Target = { scope, root, env: { HOME: join(root, 'home') } }
  const file = join(root, scope === 'user' ? 'home/.claude/settings.json' : '.claude/settings.local.json')
  return {
    target,
    file,
    put: (client?: Client) =>
      install(
        target,
        { scope, node: '/usr/bin/node', bin: BIN },
        ['recommended'],
        client === undefined ? {} : { client },
      ),
    text: () => readFileSync(file, 'utf8'),
    client: () => clientIn(readFileSync(file, 'utf8'), ourLines(target)),
    entry: (event: string) =>
      (JSON.parse(readFileSync(file, 'utf8')) as { hooks: Record<string, [{ hooks: [Record<string, unknown>] }]> })
        .hooks[event]?.[0].hooks[0],
  }
}

describe('the way of an event', () => {
  it('goes through the shell client unless somebody says otherwise', async () => {
    const { put, client, entry } = aTarget()
    await put()
    expect(client()).toBe('shell')
    expect(entry('PreToolUse')).toMatchObject({ type: 'command', command: expect.stringContaining('client.sh') })
    expect(entry('SessionStart')).toMatchObject({ command: expect.stringMatching(/ --daemon\)/) })
  })

  it('stays what it was when the install is written again', async () => {
    for (const wanted of ['node', 'http', 'shell'] as const) {
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

  it('http: never in a file that others share', async () => {
    const { path: root } = aRepository()
    const target: Target = { scope: 'project', root, env: { HOME: join(root, 'home') } }
    const program = { scope: 'project', node: '/usr/bin/node', bin: BIN } as const
    await expect(install(target, program, ['recommended'], { client: 'http' })).rejects.toThrow('--scope local or user')
  })

  it('install and uninstall leave every byte as it was', async () => {
    for (const wanted of ['node', 'http', 'shell'] as const) {
      const { put, target, text } = aTarget()
      await put(wanted)
      expect(text()).toContain('hooks')
      uninstall(target)
      expect(() => text()).toThrow('ENOENT')
    }
  })

  it('is told by the line of an entry', () => {
    expect(
      ['http://127.0.0.1:1/hook/Stop?from=user', '. /x/client.sh', 'x --daemon', 'holdpoint hook Stop'].map(clientOf),
    ).toEqual(['http', 'shell', 'shell', 'node'])
    expect(clientIn('{}', () => true)).toBeUndefined()
    expect(() => clientNamed('bash')).toThrow('allowed: shell, node, http')
  })
})
