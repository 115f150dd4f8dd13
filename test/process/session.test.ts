import { chmodSync, existsSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { placeOf } from '../../packages/runtime/src/system/state/place.ts'
import { isRunning, until } from './support/process.ts'
import { program } from './support/program.ts'
import { aSandbox, HOLDPOINT, type Sandbox } from './support/sandbox.ts'
import { aDirectory } from './support/temporary.ts'

const agent = { agent_id: 'a1', agent_type: 'writer' }
const patient = 'presets: [scratchpad]\npacks: { scratchpad: { options: { max_blocks: 100 } } }\n'

describe('D11: stops blocked in a row', () => {
  const stop = async ({ hook }: Sandbox, input = {}): Promise<unknown> => {
    const { json } = await hook('SubagentStop', { ...agent, ...input })
    return json['decision'] ?? json['systemMessage']
  }
  const letGo = (cap: number): unknown =>
    expect.stringMatching(new RegExp(`^The agent stopped after ${cap} blocked attempt`))

  it('are at most five, whatever the packs want', async () => {
    const sandbox = aSandbox(patient)
    for (let n = 0; n < 5; n++) expect(await stop(sandbox)).toBe('block')
    expect(await stop(sandbox)).toEqual(letGo(5))
  })

  it('are counted for each agent and session', async () => {
    const sandbox = aSandbox(`${patient}stop_block_cap: 1\n`)
    expect(await stop(sandbox)).toBe('block')
    expect(await stop(sandbox)).toEqual(letGo(1))
    expect(await stop(sandbox, { agent_id: 'a2' })).toBe('block')
    expect(await stop(sandbox, { session_id: 's2' })).toBe('block')
  })

  it.each([
    ['a prompt of the user', 'Go on.', 'block'],
    ['the report of a task', '<task-notification> done', letGo(1)],
  ])('begin anew after %s: %#', async (_, prompt, next) => {
    const sandbox = aSandbox(`${patient}stop_block_cap: 1\n`)
    await stop(sandbox)
    await sandbox.hook('UserPromptSubmit', { prompt })
    expect(await stop(sandbox)).toEqual(next)
  })

  it('begin anew after a stop that passed', async () => {
    const sandbox = aSandbox(`${patient}stop_block_cap: 1\n`)
    const path = `.claude/scratchpad/writer/${sandbox.today}.md`
    await stop(sandbox)
    sandbox.write({ [path]: '# What I did\n# Cross-agent observations\n# Unresolved\n' })
    expect(await stop(sandbox)).toBeUndefined()
    sandbox.write({ [path]: '' })
    expect(await stop(sandbox)).toBe('block')
  })
})

describe('a notice at an event where the host shows none', () => {
  it('is shown at the next one that does, once', async () => {
    const { hook } = aSandbox('presets: [scratchpad]\npacks: { scratchpad: { options: { max_blocks: 1 } } }\n')
    await hook('SubagentStop', agent)
    const released = (await hook('SubagentStop', agent)).json['systemMessage']
    expect(released).toMatch(/after 1 block\./)
    expect((await hook('UserPromptSubmit', { prompt: 'Hello' })).json).toEqual({ systemMessage: released })
    expect((await hook('Stop')).stdout).toBe('')
  })
})

describe('T-ENG-64: a program that outlives the time of its hook', () => {
  it('is ended with all it has started, and the session begins', async () => {
    const { hook } = aSandbox('presets: [scratchpad]\nhooks: { scratchpad/session-start: { timeout_ms: 2000 } }\n')
    const bin = aFakeGit((path) => `sleep 600 &\necho "$$ $!" > "${path}/pids"\nwait\n`)
    const { code, json } = await hook('SessionStart', { source: 'startup' }, { env: { PATH: bin.PATH } })
    expect(code).toBe(0)
    expect(json['systemMessage']).toMatch(/scratchpad\/session-start .* Failing open\. \(it took longer than 1800 ms\)/)
    const pids = readFileSync(join(bin.path, 'pids'), 'utf8').split(' ').map(Number)
    await until(() => !pids.some(isRunning), 'both are gone')
  })
})

const owner = await program(`
  import { writeSync } from 'node:fs'
  import { childToken } from './packages/runtime/src/system/process/reentry.ts'
  writeSync(1, childToken(process.argv[2]) + '\\n')
  process.stdin.resume()
`)

describe('ENG-104: a hook called by what a hook has started', () => {
  it('stays silent, while the same call from outside is answered', async () => {
    const sandbox = aSandbox()
    const input = JSON.stringify({ ...agent, cwd: sandbox.project })
    const bin = aFakeGit(
      (path) =>
        `echo '${input}' | "${process.execPath}" "${HOLDPOINT}" hook SubagentStop > "${path}/nested" 2>&1\n` +
        'echo "abc1234 nested"\n',
    )
    const { json } = await sandbox.hook('SessionStart', { source: 'startup' }, { env: { PATH: bin.PATH } })
    expect(JSON.stringify(json)).toContain('abc1234 nested')
    expect(readFileSync(join(bin.path, 'nested'), 'utf8')).toBe('')
    expect((await sandbox.hook('SubagentStop', agent)).json).toMatchObject({ decision: 'block' })
  })

  it('stays silent only as long as that hook runs', async () => {
    const sandbox = aSandbox()
    const { child, printed, ended } = owner.start([join(sandbox.home, '.local/state/holdpoint')], { keepOpen: true })
    const env = { HOLDPOINT_PARENT: (await printed('\n')).trim() }
    expect((await sandbox.hook('SubagentStop', agent, { env })).stdout).toBe('')
    child.kill('SIGKILL')
    await ended
    expect((await sandbox.hook('SubagentStop', agent, { env })).json).toMatchObject({ decision: 'block' })
  })

  it.each(['1', 'true', '../x', '/etc/passwd', '', `${process.pid}-abc`, 'x'.repeat(5000)])(
    'a forged HOLDPOINT_PARENT=%s switches nothing off',
    async (value) => {
      const { hook } = aSandbox()
      const { json } = await hook('SubagentStop', agent, { env: { HOLDPOINT_PARENT: value } })
      expect(json).toMatchObject({ decision: 'block' })
    },
  )
})

/** Stands in for git, which the start of a session asks for commits. */
function aFakeGit(script: (path: string) => string): { readonly path: string; readonly PATH: string } {
  const { path, write } = aDirectory()
  write({ git: `#!/bin/sh\n${script(path)}` })
  chmodSync(join(path, 'git'), 0o755)
  return { path, PATH: `${path}:${process.env['PATH']}` }
}

describe('D17: the audit where nobody reads it', () => {
  const yesterday = new Date(Date.now() - 25 * 3600 * 1000)

  it('is taken into the database once a day, by a process nobody waits for', async () => {
    const sandbox = aSandbox('presets: [scratchpad]\n')
    await sandbox.hookProcess('SubagentStop', agent)
    await sandbox.hookProcess('SessionStart', { source: 'startup' })
    const { directory } = placeOf(sandbox.project, { HOME: sandbox.home })
    const database = join(directory, 'audit.db')
    expect(existsSync(database)).toBe(false)
    utimesSync(join(directory, 'housekeeping'), yesterday, yesterday)
    await sandbox.hookProcess('SessionStart', { source: 'startup' })
    await until(() => existsSync(database), 'the database is there')
    await until(() => !existsSync(`${database}-wal`), 'the process that made it is done')
  })
})
