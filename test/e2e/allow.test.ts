import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installCli } from './harness/install-cli.mjs'
import { startModel } from './harness/model.ts'
import { runClaude, VERSIONS, type Version } from './harness/run.ts'
import { cleanEnvironment, type Sandbox } from './harness/sandbox.ts'
import { auditOf, BIN, holdpoint, inSandbox } from './harness/site.ts'
import { openTerminal } from './harness/terminal.ts'

/** A refused call that the user allows once, with the real CLI. */

const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'a step' } })
const RESET = bash('git reset --hard')
const FREE = ['--permission-mode', 'bypassPermissions']

const inWork = (work: (sandbox: Sandbox) => Promise<void>): Promise<void> =>
  inSandbox({ 'work.txt': 'one\n' }, async (sandbox) => {
    expect(holdpoint(sandbox, 'init', '--scope', 'local', '--preset', 'recommended').status).toBe(0)
    await work(sandbox)
  })

const change = (sandbox: Sandbox): void => writeFileSync(join(sandbox.project, 'work.txt'), 'two\n')
const text = (sandbox: Sandbox): string => readFileSync(join(sandbox.project, 'work.txt'), 'utf8')

interface ApprovalLine {
  readonly approval?: { readonly state: string; readonly id: string; readonly by?: string }
}

const approvals = (sandbox: Sandbox): readonly NonNullable<ApprovalLine['approval']>[] =>
  auditOf(sandbox).flatMap((line) => (line as ApprovalLine).approval ?? [])

const requested = (sandbox: Sandbox): string =>
  approvals(sandbox).findLast(({ state }) => state === 'requested')?.id ?? 'none'

/** What a person does in a terminal of their own: reads the call, and types the word. */
async function allowInTerminal(sandbox: Sandbox, id: string): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: sandbox.home, XDG_RUNTIME_DIR: sandbox.tmp }
  const terminal = openTerminal(sandbox, { program: process.execPath, args: [BIN, 'allow', id], env, isWatched: true })
  try {
    const asked = await terminal.until(/Type \w{4} to allow|holdpoint: /)
    const word = /Type (\w{4}) to allow/.exec(asked)?.[1]
    if (word === undefined) return asked
    terminal.type(word)
    terminal.press('Enter')
    await terminal.until(/Allowed once, until/)
    return asked
  } finally {
    await terminal.close()
  }
}

describe.each(VERSIONS)('%s', (version: Version) => {
  it('a call passes once when the user types its id, and is refused again after that', () =>
    inWork(async (sandbox) => {
      change(sandbox)
      const turns = [RESET, 'First.', RESET, 'Second.', RESET, 'Third.']
      const model = await startModel({ turns, routes: [{ match: '<session>', turns: ['A session'] }] })
      const program = installCli(version, undefined, () => undefined)
      const env = cleanEnvironment(sandbox, model.url)
      const args = ['--allowedTools', 'Bash(git reset:*)']
      const terminal = openTerminal(sandbox, { program, args, env, isWatched: true })
      const say = async (words: string): Promise<void> => {
        terminal.type(words)
        await terminal.until(new RegExp(words))
        terminal.press('Enter')
      }
      try {
        await terminal.until(/❯/)
        await say('Go')
        await terminal.until(/First\./)
        expect(text(sandbox)).toBe('two\n')
        await say(`holdpoint allow ${requested(sandbox)}`)
        await terminal.until(/Second\./)
        expect(text(sandbox)).toBe('one\n')
        change(sandbox)
        await say('Again')
        await terminal.until(/Third\./)
        expect(text(sandbox)).toBe('two\n')
      } finally {
        await terminal.close()
        await model.close()
      }
      expect(approvals(sandbox).map(({ state }) => state)).toEqual(['requested', 'granted', 'used', 'requested'])
    }))

  it('a call of a session without a person passes once when the user allows it in a terminal', () =>
    inWork(async (sandbox) => {
      change(sandbox)
      const play = () => runClaude(sandbox, { version, args: FREE, script: { turns: [RESET, 'Done.'] } })
      const { told } = await play()
      const id = requested(sandbox)
      expect(told).toContain(`the user runs \`holdpoint allow ${id}\` in a terminal`)
      const shown = await allowInTerminal(sandbox, id)
      expect(shown).toContain('git reset --hard')
      expect(text(sandbox)).toBe('two\n')
      await play()
      expect(text(sandbox)).toBe('one\n')
      change(sandbox)
      await play()
      expect(text(sandbox)).toBe('two\n')
    }))

  it('a grant for a script ends when the script changes', () =>
    inWork(async (sandbox) => {
      change(sandbox)
      const script = join(sandbox.project, 'undo.sh')
      writeFileSync(script, 'git reset --hard\n')
      const play = () => runClaude(sandbox, { version, args: FREE, script: { turns: [bash('sh undo.sh'), 'Done.'] } })
      await play()
      await allowInTerminal(sandbox, requested(sandbox))
      writeFileSync(script, 'touch other\ngit reset --hard\n')
      await play()
      expect(text(sandbox)).toBe('two\n')
      expect(existsSync(join(sandbox.project, 'other'))).toBe(false)
      await allowInTerminal(sandbox, requested(sandbox))
      await play()
      expect(text(sandbox)).toBe('one\n')
    }))
})

describe('an agent cannot allow its own call', () => {
  const play = (sandbox: Sandbox, ...commands: readonly string[]) =>
    runClaude(sandbox, {
      version: '2.1.325',
      args: FREE,
      script: { turns: [RESET, ...commands.map(bash), RESET, 'x'] },
    })

  it('by starting another agent that says so', () =>
    inWork(async (sandbox) => {
      change(sandbox)
      await runClaude(sandbox, { version: '2.1.325', args: FREE, script: { turns: [RESET, 'Done.'] } })
      const id = requested(sandbox)
      await runClaude(sandbox, {
        version: '2.1.325',
        args: FREE,
        prompt: `holdpoint allow ${id}`,
        script: { turns: [RESET, 'Done.'] },
      })
      expect(text(sandbox)).toBe('two\n')
      expect(approvals(sandbox).map(({ state }) => state)).not.toContain('granted')
    }))

  it('by running the command, with or without a terminal', () =>
    inWork(async (sandbox) => {
      change(sandbox)
      const program = `"${process.execPath}" "${BIN}"`
      await play(sandbox, `${program} allow aaaaaa`, `script -qc '${program} allow aaaaaa' /dev/null`)
      expect(text(sandbox)).toBe('two\n')
      expect(approvals(sandbox).map(({ state }) => state)).not.toContain('granted')
      const denied = auditOf(sandbox).flatMap(({ hooks }) =>
        hooks.filter(({ id, decision }) => id === 'guard/self-protection' && decision === 'deny'),
      )
      expect(denied).toHaveLength(2)
    }))

  it('in a terminal that no screen shows', () =>
    inWork(async (sandbox) => {
      change(sandbox)
      await runClaude(sandbox, { version: '2.1.325', args: FREE, script: { turns: [RESET, 'Done.'] } })
      const env = { PATH: process.env['PATH'] ?? '', HOME: sandbox.home, XDG_RUNTIME_DIR: sandbox.tmp }
      const args = [BIN, 'allow', requested(sandbox)]
      const terminal = openTerminal(sandbox, { program: process.execPath, args, env })
      try {
        await terminal.until(/only you can allow a refused call, and/)
      } finally {
        await terminal.close()
      }
      const piped = spawnSync(process.execPath, args, { cwd: sandbox.project, env, encoding: 'utf8' })
      expect(piped).toMatchObject({ status: 1, stderr: expect.stringContaining('this is not a terminal') })
    }))
})
