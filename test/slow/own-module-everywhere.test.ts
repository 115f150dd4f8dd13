import { pathToFileURL } from 'node:url'
import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { dispatch } from '../../packages/runtime/src/dispatch.ts'
import { aWatched, isDenied } from '../process/support/daemon.ts'
import { anOwnProject, hookOf } from '../process/support/own-project.ts'
import { start, startNode } from '../process/support/process.ts'
import { HOLDPOINT } from '../process/support/sandbox.ts'
import { aDirectory } from '../process/support/temporary.ts'

/** The same hook, whoever answers: a process of its own, the daemon, or somebody's program. */

const GATE = hookOf(
  `const seen = services.state.session.update('seen', (old) => (old ?? 0) + 1)
  if (event.tool.command === 'loop') for (;;);
  if (event.tool.command === 'exit') process.exit(1)
  if (event.tool.command === 'loud') console.log('x'.repeat(1 << 24))
  const { stdout } = await services.process.run('printenv', ['HOME'], { cwd: event.root })
  return deny('no', { what: [seen, process.env.HOME === stdout.trim(), services.env('CLAUDE_PROJECT_DIR') === event.root].join() })`,
  'timeoutMs: 2000,',
)
const CONFIG = 'presets: []\n'

describe('a hook in a file', () => {
  it('is the same in the daemon, which outlives whatever it does', async () => {
    const watched = aWatched(CONFIG)
    watched.write({ '.holdpoint/hooks/gate.ts': GATE })
    await startNode(HOLDPOINT, ['trust', '--yes'], { cwd: watched.project, env: watched.env }).ended
    await watched.line('SessionStart', { source: 'startup' })
    const before = await watched.settled(({ sessions }) => sessions === 1)
    const answers = []
    for (const command of ['ls x', 'loop', 'exit', 'loud']) answers.push(await watched.bash(command))
    expect(answers.map(isDenied)).toEqual([true, false, false, true])
    expect(answers[0]?.stdout).toContain('It says 1,true,true.')
    expect(answers[3]?.stdout).toContain('It says 4,true,true.')
    const after = await watched.settled()
    expect(after.pid).toBe(before.pid)
    // The first event started it; the others were its own.
    expect(after.requests).toBeGreaterThanOrEqual(4)
  })

  it('does not hold up others in the daemon', async () => {
    const watched = aWatched(CONFIG)
    watched.write({ '.holdpoint/hooks/gate.ts': GATE })
    await startNode(HOLDPOINT, ['trust', '--yes'], { cwd: watched.project, env: watched.env }).ended
    await watched.line('SessionStart', { source: 'startup' })
    await watched.settled(({ sessions }) => sessions === 1)
    const order: string[] = []
    const slow = watched.bash('loop').then(() => order.push('loop'))
    await watched.bash('ls x').then(() => order.push('ls'))
    await slow
    expect(order).toEqual(['ls', 'loop'])
  })

  it('works in a program that uses the library', async () => {
    const project = anOwnProject({ '.holdpoint/hooks/gate.ts': GATE }, CONFIG)
    await project.trusted()
    const payload = { session_id: 's1', cwd: project.project, tool_name: 'Bash', tool_input: { command: 'ls x' } }
    const env = { ...project.env, PATH: process.env['PATH'], CLAUDE_PROJECT_DIR: project.project }
    const { stdout } = await dispatch(['PreToolUse'], payload, { env, cwd: project.project })
    expect(stdout).toContain('It says 1,true,true.')

    const library = pathToFileURL(resolve(HOLDPOINT, '../../lib/index.js')).href
    const code = `import { dispatch } from ${JSON.stringify(library)}
      const payload = ${JSON.stringify(payload)}
      const answers = [await dispatch(['PreToolUse'], payload), await dispatch(['PreToolUse'], { ...payload, tool_input: { command: 'loop' } })]
      console.log(answers.map(({ stdout }) => stdout).join('\\n'))`
    const ended = await start(process.execPath, ['--input-type=module', '-e', code], { cwd: project.project, env })
      .ended
    expect(ended.stdout).toContain('It says 2,true,true.')
    expect(ended.stdout).toMatch(/own\/gate encountered an unexpected error/)
    expect(ended.code).toBe(0)
  })

  it('works in a plugin that was copied somewhere, which leaves building to the package', async () => {
    const project = anOwnProject({ '.holdpoint/hooks/gate.ts': GATE }, CONFIG)
    const { path: folder } = aDirectory()
    cpSync(resolve(HOLDPOINT, '../../plugin'), folder, { recursive: true })
    const env = { ...project.env, CLAUDE_PROJECT_DIR: project.project }
    const plugin = (words: readonly string[], input?: string) =>
      startNode(join(folder, 'dist/bin/holdpoint.cjs'), words, { cwd: project.project, env, input }).ended
    expect((await plugin(['trust', '--yes'])).stdout).toContain('Run `npx holdpoint trust`')
    await project.trusted()
    const payload = { session_id: 's1', cwd: project.project, tool_name: 'Bash', tool_input: { command: 'ls x' } }
    const ask = async () => (await plugin(['hook', 'PreToolUse', '--from', 'plugin'], JSON.stringify(payload))).stdout
    expect(await ask()).toContain('It says 1,true,true.')
    project.write({ '.holdpoint/hooks/gate.ts': `import { getGitState } from 'holdpoint'\nvoid getGitState\n${GATE}` })
    await project.trusted()
    expect(await ask()).toContain('It says 2,true,true.')
  })
})
