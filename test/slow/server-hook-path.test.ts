import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newKeyPair } from '../../packages/runtime/src/fleet/index.ts'
import { aDirectory } from '../process/support/temporary.ts'

const PROGRAM = join(import.meta.dirname, '../../packages/cli/dist/bin/holdpoint.cjs')

/** What one event opens, connects to and starts, by strace; random parts of names are left out. */
function traced(home: string, command: string): { readonly answer: string; readonly calls: readonly string[] } {
  const project = join(home, 'project')
  const log = join(home, 'trace')
  const event = {
    session_id: 's',
    cwd: project,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
  }
  const args = ['-f', '-qq', '-o', log, '-e', 'trace=openat,socket,connect,execve,rename,unlink', process.execPath]
  const { stdout, status, stderr } = spawnSync('strace', [...args, PROGRAM, 'hook', 'PreToolUse'], {
    cwd: project,
    env: { PATH: process.env['PATH'], HOME: home, HOLDPOINT_NO_DAEMON: '1' },
    input: JSON.stringify(event),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  const calls = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes('(') && (line.includes(home) || /\b(?:socket|connect|execve)\(/.test(line)))
    .map((line) =>
      line.replace(/^\d+\s+/, '').replaceAll(/\.\d+-\d+-[a-z0-9]+\.tmp|= -?\d+.*$|O_\w+[|\w]*|0x[0-9a-f]+/g, ''),
    )
    // Each refusal has a file of its own, and reads those before it.
    .filter((call) => !call.includes('/approvals/requests/'))
  return { answer: stdout, calls: [...new Set(calls)].toSorted() }
}

describe.each(['ls', 'git push --force origin main'])('an event with `%s`', (command) => {
  it('does the same on a machine of a team whose server is gone, and opens no connection', () => {
    const home = aDirectory().path
    mkdirSync(join(home, 'project'))
    writeFileSync(join(home, 'project/holdpoint.yml'), 'presets: [recommended]\n')
    for (let round = 0; round < 3; round++) traced(home, command)
    const alone = traced(home, command)

    const folder = join(home, '.local/state/holdpoint/fleet')
    mkdirSync(folder, { mode: 0o700 })
    const { privateKey } = newKeyPair()
    const enrolment = { server: 'http://127.0.0.1:1', machine: 'm', team: 't', name: 'n', level: 'full', privateKey }
    writeFileSync(join(folder, 'machine.json'), JSON.stringify({ ...enrolment, enrolledAt: 0 }), { mode: 0o600 })
    const enrolled = traced(home, command)

    const plain = (text: string): string => text.replaceAll(/(?:why|allow) \w+/g, '')
    expect(plain(enrolled.answer)).toBe(plain(alone.answer))
    expect(enrolled.calls).toEqual(alone.calls)
    expect(enrolled.calls.length).toBeGreaterThan(5)
    expect(enrolled.calls.filter((call) => /AF_INET|fleet/.test(call))).toEqual([])
  })
})
