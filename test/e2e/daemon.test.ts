import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readStatus, type DaemonStatus } from '../../packages/runtime/src/daemon/status.ts'
import { ask } from '../../packages/runtime/src/daemon/client/ask.ts'
import { daemonAddress } from '../../packages/runtime/src/daemon/client/place.ts'
import { buildOf, end, later } from '../process/support/daemon.ts'
import { runClaude, VERSIONS } from './harness/run.ts'
import { cleanEnvironment, type Sandbox } from './harness/sandbox.ts'
import { auditOf, BIN, inSandbox } from './harness/site.ts'

/** A day with the daemon in the real CLI: it answers, it is killed in the middle, nothing gets through, it is back. */

const FREE = ['--permission-mode', 'bypassPermissions']
const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'a step' } })

/** While this runs, the test has time to do something to the daemon. */
const pause = (name: string) => bash(`touch ${name}; sleep 4`)

async function statusIn(sandbox: Sandbox): Promise<DaemonStatus | undefined> {
  const { socket } = daemonAddress({ XDG_RUNTIME_DIR: sandbox.tmp }, buildOf(BIN))
  return readStatus(await ask(socket, ['status'], '', 2_000))
}

/** Kills the daemon once the agent has come so far, and tells which one it was. */
async function killAt(sandbox: Sandbox, name: string): Promise<DaemonStatus | undefined> {
  for (let round = 0; round < 600; round++) {
    if (existsSync(join(sandbox.project, name))) {
      const status = await statusIn(sandbox)
      if (status !== undefined) end(status.pid)
      return status
    }
    await later(100)
  }
  return undefined
}

/** With the places that the agent's hooks will have: the installer may start a daemon. */
function init(sandbox: Sandbox, ...more: readonly string[]): void {
  const args = ['init', '--scope', 'local', '--preset', 'recommended', ...more]
  const { HOME, PATH, TMPDIR, XDG_RUNTIME_DIR } = cleanEnvironment(sandbox, '')
  const { status, stderr } = spawnSync(process.execPath, [BIN, ...args], {
    cwd: sandbox.project,
    env: { HOME, PATH, TMPDIR, XDG_RUNTIME_DIR },
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
}

/** A world of its own, whose daemon is gone before it is. */
const inWorld = (work: (sandbox: Sandbox) => Promise<void>): Promise<void> =>
  inSandbox({ 'src/keep.txt': 'keep\n' }, async (sandbox) => {
    try {
      await work(sandbox)
    } finally {
      const status = await statusIn(sandbox)
      if (status !== undefined) end(status.pid)
      // Its last words may still be on their way to the disk.
      await later(500)
    }
  })

const denials = (sandbox: Sandbox): readonly string[] =>
  auditOf(sandbox).flatMap(({ hooks }) => hooks.filter(({ decision }) => decision === 'deny').map(({ id }) => id))

describe.each(VERSIONS)('the daemon in Claude Code %s', (version) => {
  it.each(version === '2.1.325' ? ['shell', 'bash'] : ['shell'])('asked through the client %s', (client) =>
    inWorld(async (sandbox) => {
      init(sandbox, '--client', client)
      const killed = killAt(sandbox, 'pause.txt')
      const run = await runClaude(sandbox, {
        version,
        args: FREE,
        prompt: ['First', 'Then'],
        script: {
          turns: [
            bash('echo one > one.txt'),
            bash('git reset --hard'),
            bash('echo two > two.txt'),
            'Done',
            pause('pause.txt'),
            bash('cd src && rm -rf ..'),
            bash('echo three > three.txt'),
            bash('cat ~/.ssh/id_rsa'),
            bash('echo four > four.txt'),
            'Done',
          ],
        },
      })
      const [first, last] = [await killed, await statusIn(sandbox)]
      // It had answered most of what came before, and another one has come after it.
      expect(first?.requests).toBeGreaterThan(2)
      expect(last?.pid).not.toBe(first?.pid)
      expect(last?.requests).toBeGreaterThan(0)
      expect(denials(sandbox)).toEqual(['guard/no-destructive-git', 'guard/no-catastrophe', 'guard/no-secret-access'])
      expect(['one', 'two', 'three', 'four'].map((name) => run.read(`${name}.txt`))).toEqual([
        'one\n',
        'two\n',
        'three\n',
        'four\n',
      ])
      expect(run.read('src/keep.txt')).toBe('keep\n')
      expect(run.exitCode).toBe(0)
    }),
  )
})

describe('the daemon in Claude Code 2.1.325', () => {
  it('whose script is gone: no tool runs', () =>
    inWorld(async (sandbox) => {
      const copy = join(sandbox.root, 'program')
      cpSync(join(BIN, '../..'), copy, { recursive: true })
      const bin = join(copy, 'bin/holdpoint.cjs')
      init(sandbox, '--client', 'bash')
      const settings = join(sandbox.project, '.claude/settings.local.json')
      writeFileSync(settings, readFileSync(settings, 'utf8').replaceAll(join(BIN, '..'), join(bin, '..')))
      const script = { turns: [bash('echo one > one.txt'), bash('rm -rf /'), 'Done'] }
      const before = await runClaude(sandbox, { version: '2.1.325', args: FREE, script })
      expect(before.read('one.txt')).toBe('one\n')
      expect(denials(sandbox)).toEqual(['guard/no-catastrophe'])
      rmSync(copy, { recursive: true })
      rmSync(join(sandbox.project, 'one.txt'))
      const run = await runClaude(sandbox, { version: '2.1.325', args: FREE, script })
      expect(run.read('one.txt')).toBeUndefined()
      expect(run.told).toContain('blocking because onFailure is "block"')
    }))

  it('called by the host itself: while it is gone no tool runs, and the next prompt brings it back', () =>
    inWorld(async (sandbox) => {
      init(sandbox, '--client', 'http')
      const killed = killAt(sandbox, 'pause.txt')
      const run = await runClaude(sandbox, {
        version: '2.1.325',
        args: FREE,
        prompt: ['First', 'Then'],
        script: {
          turns: [
            bash('echo one > one.txt'),
            bash('git reset --hard'),
            pause('pause.txt'),
            bash('rm -rf src; echo gone > gone.txt'),
            'Done',
            bash('cd src && rm -rf ..'),
            bash('echo two > two.txt'),
            'Done',
          ],
        },
      })
      const [first, last] = [await killed, await statusIn(sandbox)]
      expect(first?.listening).toContain('http')
      expect(last?.listening).toContain('http')
      expect(last?.pid).not.toBe(first?.pid)
      expect(['one', 'two'].map((name) => run.read(`${name}.txt`))).toEqual(['one\n', 'two\n'])
      expect(run.read('gone.txt')).toBeUndefined()
      expect(run.read('src/keep.txt')).toBe('keep\n')
      expect(run.told).toContain('blocking because onFailure is "block"')
      expect(denials(sandbox)).toEqual(['guard/no-destructive-git', 'guard/no-catastrophe'])
    }))
})
