import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aDirectory } from '../process/support/temporary.ts'
import { startServer } from './support/fleet/server-process.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A folder in which a packed package was installed by npm, as a user has it. */
function installed(home: string, name: string, pack: string): string {
  const folder = join(home, name)
  mkdirSync(folder)
  const env = { PATH: process.env['PATH'], HOME: home }
  const [file = ''] = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: join(ROOT, 'packages', pack),
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .slice(-1)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, private: true }))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', join(folder, file)], { cwd: folder, env })
  return folder
}

it('shows the first decision of a machine after three commands', async () => {
  const home = aDirectory().path
  const env = { PATH: process.env['PATH'], HOME: home, HOLDPOINT_NO_DAEMON: '1' }

  // 1: npx holdpoint-server
  const program = join(installed(home, 'server', 'server'), 'node_modules/.bin/holdpoint-server')
  const server = await startServer(ROOT, { program })
  onTestFinished(async () => void (await server.stop()))
  const [, command = ''] = /first machine\s+(npx holdpoint fleet enrol \S+ \S+)/.exec(server.greeting) ?? []
  const [, key] = /open#(\S+)/.exec(server.greeting) ?? []

  // 2: npx holdpoint init
  const project = installed(home, 'project', 'cli')
  execFileSync('git', ['init', '--quiet'], { cwd: project })
  const npx = (text: string, input = ''): string =>
    execFileSync('npx', text.split(' '), { cwd: project, env, input, encoding: 'utf8' })
  npx('holdpoint init --yes')
  const event = {
    session_id: 's',
    cwd: project,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'git push --force origin main' },
  }
  expect(npx('holdpoint hook PreToolUse', JSON.stringify(event))).toContain('"permissionDecision":"deny"')

  // 3: npx holdpoint fleet enrol …, as the server has printed it
  expect(npx(`${command.replace('npx ', '')} --level notable --yes`)).toContain('1 decision sent')

  const opened = await fetch(`${server.url}/api/open`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  })
  const cookie = (opened.headers.get('set-cookie') ?? '').replace(/;.*/, '')
  const answer = await fetch(`${server.url}/api/decisions`, { headers: { cookie } })
  expect(await answer.json()).toMatchObject({
    rows: [{ decision: 'deny', tool: 'Bash', subject: 'git push --force origin main', hooks: ['guard/no-force-push'] }],
  })
}, 300_000)
