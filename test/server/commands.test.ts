import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLevels } from '../process/support/compiled.ts'
import { makeLink } from '../../packages/server/src/people/links.ts'
import { listNames } from '../../packages/runtime/src/system/files/read.ts'
import { temporaryDirectory } from '../../packages/testing/src/repository.ts'
import { aDatabase, aTeam } from './support/team.ts'

const PROGRAM = join(import.meta.dirname, '../../packages/cli/dist/bin/holdpoint.cjs')

beforeAll(aDatabase, 120_000)

/** The program in a directory of its own; not synchronously, because the server is in this process. */
function aComputer() {
  const { path: home, dispose } = temporaryDirectory('holdpoint-fleet-')
  onTestFinished(dispose)
  const path = join(home, 'project')
  mkdirSync(path)
  writeFileSync(join(path, 'holdpoint.yml'), 'presets: [recommended]\n')
  const run = (args: readonly string[], input = '', more: Readonly<Record<string, string>> = {}) =>
    new Promise<{ code: number; out: string }>((resolve) => {
      const env = { PATH: process.env['PATH'], HOME: home, HOLDPOINT_NO_DAEMON: '1', ...more }
      const child = execFile(process.execPath, [PROGRAM, ...args], { cwd: path, env }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), out: stdout + stderr }),
      )
      child.stdin?.end(input)
    })
  const decide = (command: string) =>
    run(
      ['hook', 'PreToolUse'],
      JSON.stringify({
        session_id: 's',
        cwd: path,
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command },
      }),
    )
  const state = join(home, '.local/state/holdpoint')
  return { run, decide, state }
}

it('enrols after showing a sample, sends, compares, notices a rewritten line, and leaves', async () => {
  const team = await aTeam()
  const { run, decide, state } = aComputer()
  for (const command of ['ls', 'echo secret-word', 'pwd']) await decide(command)
  const token = await makeLink(team.database, { purpose: 'enrol', lifeMs: 60_000 }, Date.now())
  const enrol = ['fleet', 'enrol', team.url, token, '--name', 'box']

  expect(await run(enrol)).toMatchObject({ code: 1, out: expect.stringContaining('add --yes') })
  expect(await run([...enrol, '--yes'], '', { CLAUDECODE: '1' })).toMatchObject({
    code: 1,
    out: expect.stringContaining('an agent is running this'),
  })
  const enrolled = await run([...enrol, '--yes'])
  expect(enrolled).toMatchObject({ code: 0, out: expect.stringContaining('3 decisions sent') })
  expect(enrolled.out).not.toContain('secret-word')
  const key = join(state, 'fleet/machine.json')
  expect(statSync(key).mode & 0o777).toBe(0o600)
  const { machine } = JSON.parse(readFileSync(key, 'utf8')) as { machine: string }

  await decide('date')
  expect(await run(['fleet', 'flush', '--wait', '10s'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 decision sent, 0 left'),
  })
  expect(await run(['audit', 'verify', '--fleet'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('4 entries are the ones'),
  })
  const { rows } = await team.database.query('SELECT sum(number) AS number FROM decision_tallies WHERE machine = $1', [
    machine,
  ])
  expect(Number(rows[0]?.['number'])).toBe(4)

  // The agent rewrites a line, and lets the database be made again from the spool.
  const project = listNames(state).find((name) => existsSync(join(state, name, 'audit.db'))) ?? ''
  const spool = join(state, project, 'spool')
  const [day = ''] = listNames(spool)
  writeFileSync(join(spool, day), readFileSync(join(spool, day), 'utf8').replace('secret-word', 'harmless-xy'))
  expect(await run(['audit', 'verify'])).toMatchObject({ code: 1 })
  writeFileSync(join(state, project, 'audit.db'), 'no database')
  expect((await run(['fleet', 'flush'])).out).toContain('4 decisions sent')
  const alarms = await team.database.query('SELECT kind FROM alarms WHERE machine = $1', [machine])
  expect(alarms.rows).toEqual([{ kind: 'restarted' }])
  const counted = await team.database.query('SELECT sum(number) AS number FROM decision_tallies WHERE machine = $1', [
    machine,
  ])
  expect(Number(counted.rows[0]?.['number'])).toBe(4)

  expect(await run(['fleet', 'leave', '--yes'])).toMatchObject({ code: 0 })
  expect(existsSync(key)).toBe(false)
}, 120_000)

it('keeps what it cannot send, and says so', async () => {
  const team = await aTeam()
  const { run, decide } = aComputer()
  await decide('ls')
  const token = await makeLink(team.database, { purpose: 'enrol', lifeMs: 60_000 }, Date.now())
  await run(['fleet', 'enrol', team.url, token, '--yes'])
  await decide('pwd')
  await team.app.close()
  expect(await run(['fleet', 'flush'])).toMatchObject({ code: 1, out: expect.stringContaining('cannot be reached') })
  expect((await run(['fleet', 'status'])).out).toContain('1 decision waiting')
  expect(await run(['hook', 'PreToolUse'], '{}')).toMatchObject({ code: 0 })
}, 120_000)

it.each<readonly [string, boolean]>([
  ['before any event', false],
  ['after an event has compiled them again', true],
])(
  'tells the server of edited compiled settings, %s',
  async (_, isJudged) => {
    const team = await aTeam()
    const { run, decide, state } = aComputer()
    await decide('ls')
    const token = await makeLink(team.database, { purpose: 'enrol', lifeMs: 60_000 }, Date.now())
    expect(await run(['fleet', 'enrol', team.url, token, '--yes'])).toMatchObject({ code: 0 })
    const { machine } = JSON.parse(readFileSync(join(state, 'fleet/machine.json'), 'utf8')) as { machine: string }
    const open = async () =>
      (
        await team.database.query('SELECT kind FROM alarms WHERE machine = $1 AND closed_at IS NULL', [machine])
      ).rows.map(({ kind }) => kind)
    await run(['fleet', 'flush'])
    expect(await open()).toEqual([])

    const project = listNames(state).find((name) => existsSync(join(state, name, 'config'))) ?? ''
    for (const name of listNames(join(state, project, 'config'))) {
      const file = join(state, project, 'config', name)
      writeFileSync(file, withLevels(readFileSync(file, 'utf8'), '[a-z]+/[a-z-]+', 'off'))
    }
    // The edit has no effect on what is judged.
    if (isJudged)
      expect((await decide('git push --force origin main')).out).toMatch(/"permissionDecision":"(?:deny|ask)"/)
    await run(['fleet', 'flush'])
    expect(await open()).toEqual(['drift'])
    const { rows } = await team.database.query('SELECT heartbeat FROM machines WHERE id = $1', [machine])
    expect(JSON.parse(String(rows[0]?.['heartbeat']))).toMatchObject({
      projects: [{ drift: true, hosts: ['claude-code'], hooks: expect.arrayContaining(['guard/no-catastrophe']) }],
    })
  },
  120_000,
)
