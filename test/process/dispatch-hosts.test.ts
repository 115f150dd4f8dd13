import { dispatch } from '../../packages/runtime/src/dispatch.ts'
import { readSpoolLines } from '../../packages/runtime/src/audit/read-spool.ts'
import { placeOf } from '../../packages/runtime/src/system/state/place.ts'
import { aDirectory } from './support/temporary.ts'

/** The library for agents in the same process: host, environment and directory are arguments. */

function aWorld() {
  const [project, home] = [aDirectory(), aDirectory()]
  const env = { HOME: home.path, PATH: process.env['PATH'] }
  return { project, env, options: { env, cwd: project.path } }
}

const call = (cwd: string, command: string): object => ({
  session_id: 's1',
  cwd,
  tool_name: 'run_shell_command',
  tool_input: { command },
})

it('answers in the form of the host that is named', async () => {
  const { project, env, options } = aWorld()
  const payload = call(project.path, 'git reset --hard')
  const { stdout } = await dispatch(['BeforeTool'], payload, { ...options, host: 'gemini' })
  expect(JSON.parse(stdout)).toMatchObject({ decision: 'deny' })
  const { stdout: cline } = await dispatch(['PreToolUse'], payload, { ...options, host: 'cline' })
  expect(JSON.parse(cline)).toMatchObject({ cancel: true })
  const hosts = readSpoolLines(placeOf(project.path, env).directory).map((line) => JSON.parse(line) as { host: string })
  expect(hosts.map(({ host }) => host)).toEqual(['gemini', 'cline'])
})

it('refuses a tool call of a host that nobody knows', async () => {
  const { options } = aWorld()
  expect(await dispatch(['PreToolUse'], {}, { ...options, host: 'emacs' })).toMatchObject({ exitCode: 2, stdout: '' })
})

it('keeps settings between calls, and sees when a file changes', async () => {
  const { project, env, options } = aWorld()
  const ask = async (): Promise<string> =>
    (
      await dispatch(['BeforeTool'], call(project.path, 'yarn add x'), {
        ...options,
        host: 'gemini',
        keepSettings: true,
      })
    ).stdout
  expect(await ask()).toBe('')
  project.write({ 'holdpoint.yml': 'rules:\n  no-yarn: { when: { runs: yarn }, then: deny, message: NO-YARN }\n' })
  expect(await ask()).toContain('NO-YARN')
  expect(await ask()).toContain('NO-YARN')
  expect(readSpoolLines(placeOf(project.path, env).directory).join('')).not.toContain('"by":"daemon"')
})
