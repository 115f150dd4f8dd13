import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { aSandbox, HOLDPOINT } from './support/sandbox.ts'

/** What the door costs an event that nothing refuses, counted in files: times differ from machine to machine. */

const bash = (command: string) => ({ tool_name: 'Bash', tool_input: { command } })

/** Files that are opened or looked for below the state directory, as a hook in the process reports them. */
const TRACE = `
const fs = require('node:fs')
const seen = []
for (const name of ['openSync', 'readdirSync', 'statSync', 'lstatSync', 'existsSync', 'readFileSync', 'renameSync', 'mkdirSync']) {
  const real = fs[name]
  fs[name] = (path, ...rest) => { if (String(path).includes('/approvals')) seen.push(name + ' ' + path); return real(path, ...rest) }
}
process.on('exit', () => fs.writeSync(2, 'TRACE ' + JSON.stringify(seen) + '\\n'))
`

function touched(sandbox: ReturnType<typeof aSandbox>, command: string): readonly string[] {
  sandbox.write({ 'trace.cjs': TRACE })
  const { stderr } = spawnSync(
    process.execPath,
    ['--require', join(sandbox.project, 'trace.cjs'), HOLDPOINT, 'hook', 'PreToolUse'],
    {
      cwd: sandbox.project,
      env: { PATH: process.env['PATH'], ...sandbox.env },
      input: JSON.stringify({ session_id: 's1', cwd: sandbox.project, ...bash(command) }),
      encoding: 'utf8',
    },
  )
  const line = stderr.split('\n').find((text) => text.startsWith('TRACE ')) ?? 'TRACE ["no trace"]'
  return JSON.parse(line.slice('TRACE '.length)) as readonly string[]
}

it('looks for one folder when a call passes, and loads no code of grants', () => {
  const sandbox = aSandbox('presets: [recommended]\n')
  expect(touched(sandbox, 'ls').map((text) => text.replace(/ .*\/approvals/, ' approvals'))).toEqual([
    'existsSync approvals/snoozes',
  ])
})

it('keeps the code of grants out of the files that every event loads', () => {
  const folder = dirname(HOLDPOINT)
  const holding = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.cjs') || name.endsWith('.js'))
    .filter((name) => readFileSync(join(folder, name), 'utf8').includes('/approvals/requests'))
  expect(holding.length).toBeGreaterThan(0)
  expect(holding).not.toContain('hook.cjs')
})
