import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openAside, type Aside, type AsideOptions } from '../../packages/runtime/src/daemon/aside/aside.ts'
import type { Given } from '../../packages/runtime/src/daemon/aside/messages.ts'
import { isRunning, until } from './support/process.ts'
import { aSandbox, HOLDPOINT } from './support/sandbox.ts'
import { aDirectory } from './support/temporary.ts'

/** The process that judges large events for the daemon. */

const notes: string[] = []
beforeEach(() => void notes.splice(0))

const open = (file: string, limits: AsideOptions['limits'] = {}): Aside =>
  openAside({ file, program: HOLDPOINT, limits, note: (text) => void notes.push(text) })

/** A process of the same form that does this with each message; its number is in the file beside it. */
function aProcess(code: string): { readonly file: string; pid(): number } {
  const { path } = aDirectory()
  const file = join(path, 'aside.cjs')
  writeFileSync(
    file,
    `require('node:fs').writeFileSync(__dirname + '/pid', String(process.pid))
    const answer = (id, stdout) => process.send({ id, settled: { stdout, stderr: '', exitCode: 0 } })
    process.on('disconnect', () => process.exit(0))
    process.on('message', ({ id, given }) => { ${code} })`,
  )
  return { file, pid: () => (existsSync(join(path, 'pid')) ? Number(readFileSync(join(path, 'pid'), 'utf8')) : 0) }
}

const given = (more: Partial<Given> = {}): Given => ({
  event: 'PreToolUse',
  scope: 'user',
  payload: {},
  env: {},
  cwd: '/',
  ...more,
})

describe('a large event', () => {
  it('is answered as in a process of its own, and recorded', async () => {
    const { env, project, spool } = aSandbox('presets: [recommended]\n')
    const command = `echo ${'x'.repeat(64 << 10)}; rm -rf /`
    const payload = { session_id: 's1', cwd: project, tool_name: 'Bash', tool_input: { command } }
    const answer = await open(join(dirname(HOLDPOINT), 'aside.cjs'))(given({ payload, env, cwd: project }))
    expect(answer).toMatchObject({ exitCode: 0, stderr: '', root: project })
    expect(typeof answer === 'object' && answer.stdout).toContain('"permissionDecision":"deny"')
    expect(spool()).toMatchObject([{ decision: 'deny', by: 'daemon' }])
  })

  it('keeps every character, number and name', async () => {
    const { file } = aProcess('answer(id, JSON.stringify(given.payload))')
    const payload: unknown = JSON.parse('{"__proto__":1,"a":"\\ud800 ü€😀\\u0000","n":[1.5,-0,12345678901234567890]}')
    expect(await open(file)(given({ payload }))).toMatchObject({ stdout: JSON.stringify(payload) })
  })
})

describe('the process', () => {
  it('stays for the next event, and ends when there is none for a while', async () => {
    const { file, pid } = aProcess('answer(id, String(process.pid))')
    const aside = open(file, { idleMs: 300 })
    const answers = [await aside(given()), await aside(given())]
    expect(answers).toMatchObject([{ stdout: String(pid()) }, { stdout: String(pid()) }])
    const first = pid()
    await until(() => !isRunning(first), 'it has ended')
    expect(await aside(given())).not.toMatchObject({ stdout: String(first) })
    expect(notes).toEqual([])
  })

  it('that takes no more leaves an event to its client', async () => {
    const { file } = aProcess('setTimeout(() => answer(id, "late"), 300)')
    const aside = open(file, { waiting: 2 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => aside(given())))
    expect(answers.map((answer) => (typeof answer === 'object' ? answer.stdout : answer))).toEqual([
      'late',
      'late',
      'busy',
      'busy',
      'busy',
    ])
    expect(await aside(given())).toMatchObject({ stdout: 'late' })
  })

  it('that is killed has no answer, and the next event has a new one', async () => {
    const { file, pid } = aProcess('if (given.event !== "hang") answer(id, "yes")')
    const aside = open(file)
    expect(await aside(given())).toMatchObject({ stdout: 'yes' })
    const asked = Promise.all([aside(given({ event: 'hang' })), aside(given({ event: 'hang' }))])
    process.kill(pid(), 'SIGKILL')
    expect(await asked).toEqual([undefined, undefined])
    expect(notes).toEqual(['the process for large events ended while it judged 2'])
    expect(await aside(given())).toMatchObject({ stdout: 'yes' })
  })

  it('that never comes to an end is ended', async () => {
    const { file, pid } = aProcess('for (;;);')
    const asked = open(file, { workMs: 2_000 })(given())
    await until(() => pid() > 0, 'it runs')
    expect(await asked).toBeUndefined()
    await until(() => !isRunning(pid()), 'it has ended')
  })

  it('that takes all memory ends by itself', async () => {
    const { file } = aProcess('const all = []; for (;;) all.push(new Array(1e6).fill(id))')
    expect(await open(file)(given())).toBeUndefined()
  })

  it.each(['/no/such/file.cjs', 'process.exit(1)'])('that cannot start (%s) has no answer', async (what) => {
    const file = what.startsWith('/') ? what : aProcess('').file
    if (!what.startsWith('/')) writeFileSync(file, what)
    expect(await open(file)(given())).toBeUndefined()
  })
})
