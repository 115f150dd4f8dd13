import { appendFileSync, chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aWatched, end, type Watched } from '../process/support/daemon.ts'
import { aDirectory } from '../process/support/temporary.ts'

/** What the daemon's git may do: hang, lose the process that starts it, and how often it is asked. */

const CONFIG = 'presets: [harness]\n'

/** Events for which hooks ask git. */
const EVENTS: readonly (readonly [string, object])[] = [
  ['UserPromptSubmit', { prompt: 'Please implement the next phase of the plan' }],
  ['PreToolUse', { tool_name: 'Bash', tool_input: { command: 'git commit -m "a: change"' } }],
  ['PreToolUse', { tool_name: 'Bash', tool_input: { command: 'git reset --hard HEAD' } }],
  ['PreToolUse', { tool_name: 'Write', tool_input: { file_path: 'src/a.ts', content: 'export const a = 1\n' } }],
  ['Stop', { stop_hook_active: false, last_assistant_message: 'Done.' }],
]

/** A session whose git is this script. */
async function withGit(script: string): Promise<Watched & { readonly log: string }> {
  const folder = aDirectory()
  const file = join(folder.path, 'git')
  writeFileSync(file, `#!/bin/sh\n${script.replaceAll('LOG', join(folder.path, 'log'))}\n`)
  chmodSync(file, 0o755)
  const watched = aWatched(CONFIG)
  Object.assign(watched.env, { PATH: `${folder.path}:/usr/bin:/bin` })
  await watched.line('SessionStart', { source: 'startup' })
  await watched.settled(({ sessions }) => sessions === 1)
  return { ...watched, log: join(folder.path, 'log') }
}

const decisionOf = (stdout: string): unknown => /"(?:permissionDecision|decision)":"(\w+)"/.exec(stdout)?.[1]

const runners = ({ processes }: Watched): readonly number[] =>
  processes()
    .filter(({ command }) => /\brunner\.cjs\b/.test(command))
    .map(({ pid }) => pid)

describe('git', () => {
  it('that hangs: the daemon decides as the program does', async () => {
    const watched = await withGit('echo asked >>LOG; exec sleep 600')
    // At a stop several hooks wait for git, each until its own deadline.
    for (const [event, input] of EVENTS.filter(([name]) => name !== 'Stop')) {
      const [warm, cold] = [
        await watched.line(event, input, { shell: [] }),
        await watched.hookProcess(event, { cwd: watched.project, ...input }),
      ]
      expect([event, warm.code, decisionOf(warm.stdout)]).toEqual([event, cold.code, decisionOf(cold.stdout)])
    }
    expect(existsSync(watched.log)).toBe(true)
  })

  it('whose runner is killed all the time: the same decisions', async () => {
    const watched = await withGit('exec /usr/bin/git "$@"')
    const before = await Promise.all(EVENTS.map(([event, input]) => watched.line(event, input, { shell: [] })))
    const killer = setInterval(() => runners(watched).forEach((pid) => end(pid)), 20)
    for (let round = 0; round < 5; round++) {
      for (const [at, [event, input]] of EVENTS.entries()) {
        const { stdout } = await watched.line(event, input, { shell: [] })
        expect([event, decisionOf(stdout)]).toEqual([event, decisionOf(before[at]?.stdout ?? '')])
      }
    }
    clearInterval(killer)
  })

  it('is asked for the status at most once for an event', async () => {
    const watched = await withGit('echo "$*" >>LOG; exec /usr/bin/git "$@"')
    appendFileSync(join(watched.project, 'README.md'), 'changed\n')
    let times = 0
    for (const [event, input] of EVENTS) {
      rmSync(watched.log, { force: true })
      await watched.line(event, input, { shell: [] })
      const asked = existsSync(watched.log) ? readFileSync(watched.log, 'utf8').split('\n') : []
      const statuses = asked.filter((line) => / status /.test(`${line} `))
      expect([event, input, statuses.slice(1)]).toEqual([event, input, []])
      times += statuses.length
    }
    expect(times).toBeGreaterThan(0)
  })
})
