import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installCli } from './harness/install-cli.mjs'
import { startModel } from './harness/model.ts'
import { runClaude, VERSIONS, type Conversation, type Run } from './harness/run.ts'
import { cleanEnvironment, type Sandbox } from './harness/sandbox.ts'
import { auditOf, holdpoint, inSandbox, linkProgram } from './harness/site.ts'
import { openTerminal } from './harness/terminal.ts'

/** The plugin as it is built, copied to a folder whose name has a space, loaded by the real CLI. */

const BUILT = join(import.meta.dirname, '../../packages/cli/dist/plugin')
const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'a step' } })
const COMMANDS = ['status', 'why', 'log', 'check', 'proof', 'allow', 'implement']

const PLAN = `# Sums

## Implementation Tasks

| # | Task | Status |
| --- | --- | --- |
| 1 | Add | pending |
`
const PROOF = 'hooks:\n  guard/proof-of-work: on\n'

let folder = ''
let plugin = ''
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hp-plugin-')))
  plugin = join(folder, 'my plugins/holdpoint')
  cpSync(BUILT, plugin, { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(VERSIONS)('the plugin in Claude Code %s', (version) => {
  const withPlugin = (sandbox: Sandbox, conversation: Omit<Conversation, 'version'>): Promise<Run> =>
    runClaude(sandbox, { version, ...conversation, args: ['--plugin-dir', plugin, ...(conversation.args ?? [])] })
  const program = (words: string): string => `node "${plugin}/dist/bin/holdpoint.cjs" ${words}`

  it('brings its hooks, commands, skill and agent, and refuses what cannot be undone', () =>
    inSandbox({ 'keep.txt': 'mine' }, async (sandbox) => {
      const run = await withPlugin(sandbox, {
        script: { turns: [bash('rm -rf "$HOME"'), 'Done'] },
        args: ['--permission-mode', 'bypassPermissions'],
      })
      expect(existsSync(join(sandbox.home, '.claude.json'))).toBe(true)
      expect(run.toolResults[0]).toMatchObject({ isError: true })
      const started = run.events.find(({ subtype }) => subtype === 'init')
      expect(started?.['slash_commands']).toEqual(expect.arrayContaining(COMMANDS.map((name) => `holdpoint:${name}`)))
      expect(started?.['skills']).toContain('holdpoint:implementer')
      expect(started?.['agents']).toContain('holdpoint:implementer')
      expect(auditOf(sandbox)).toContainEqual(expect.objectContaining({ event: 'PreToolUse', decision: 'deny' }))
    }))

  it.each([
    ['/holdpoint:status', 'status', 'Run these as two separate commands'],
    ['/holdpoint:log 2h', 'log --since 2h', 'since: `2h`'],
    ['/holdpoint:why', 'why last', 'about a decision of Holdpoint'],
    ['/holdpoint:check ls -la', "check -- 'ls -la'", 'ls -la'],
    ['/holdpoint:proof', 'proof status', 'A hook has read that call before you'],
  ])('%s expands, and what it asks for needs no permission', (prompt, words, text) =>
    inSandbox({}, async (sandbox) => {
      const run = await withPlugin(sandbox, { prompt, script: { turns: [bash(program(words)), 'Done'] } })
      expect(run.told).toContain(text)
      expect(run.told).toContain(program(words.split(' ')[0] ?? ''))
      expect(run.toolResults).toEqual([expect.objectContaining({ isError: false })])
    }),
  )

  it('the model may not run more than that', () =>
    inSandbox({}, async (sandbox) => {
      const run = await withPlugin(sandbox, {
        prompt: '/holdpoint:status',
        script: { turns: [bash(program('proof verify')), bash('touch ran.txt'), 'Done'] },
      })
      expect(run.toolResults.map(({ isError }) => isError)).toEqual([true, true])
      expect(run.read('ran.txt')).toBeUndefined()
    }))

  it('the model cannot give the proof that only a user can give', () =>
    inSandbox({ 'holdpoint.yml': PROOF }, async (sandbox) => {
      const run = await withPlugin(sandbox, {
        prompt: '/holdpoint:proof',
        script: { turns: [{ tool: 'Skill', input: { skill: 'holdpoint:proof' } }, 'Done'] },
        args: ['--permission-mode', 'bypassPermissions'],
      })
      // Nobody sits at `claude -p`, so neither its prompt nor its model counts.
      expect(run.read('.claude/.proof-status')).toBeUndefined()
      expect(auditOf(sandbox).filter(({ event }) => event === 'UserPromptExpansion')).toHaveLength(1)
    }))

  it('a user who calls /holdpoint:proof in a terminal has given it, and `reset` takes it back', () =>
    inSandbox({ 'holdpoint.yml': PROOF }, async (sandbox) => {
      const model = await startModel({
        turns: ['First', 'Second', 'Third'],
        routes: [{ match: '<session>', turns: ['A session'] }],
      })
      const terminal = openTerminal(sandbox, {
        program: installCli(version, undefined, () => undefined),
        args: ['--plugin-dir', plugin],
        env: cleanEnvironment(sandbox, model.url),
      })
      const proof = (): string => readFileSync(join(sandbox.project, '.claude/.proof-status'), 'utf8')
      const say = async (text: string, answer: RegExp): Promise<void> => {
        terminal.type(text)
        await terminal.until(new RegExp(text))
        terminal.press('Enter')
        await terminal.until(answer)
      }
      try {
        await terminal.until(/❯|>/)
        await say('/holdpoint:proof verify', /First/)
        expect(proof()).toMatch(/^verified\|\d+\n$/)
        await say('/holdpoint:proof reset', /Second/)
        expect(proof()).toMatch(/^pending\|\d+\n$/)
      } finally {
        await terminal.close()
        await model.close()
      }
    }))

  it('a user who types /holdpoint:allow allows the refused call once, and the model cannot', () =>
    inSandbox({ 'work.txt': 'one\n' }, async (sandbox) => {
      const work = join(sandbox.project, 'work.txt')
      const reset = bash('git reset --hard')
      const asAgent = { tool: 'Skill', input: { skill: 'holdpoint:allow', args: 'aaaaaa' } }
      const model = await startModel({
        turns: [reset, asAgent, 'First', reset, 'Second', reset, 'Third'],
        routes: [{ match: '<session>', turns: ['A session'] }],
      })
      const terminal = openTerminal(sandbox, {
        program: installCli(version, undefined, () => undefined),
        args: ['--plugin-dir', plugin, '--allowedTools', 'Bash(git reset:*)'],
        env: cleanEnvironment(sandbox, model.url),
        isWatched: true,
      })
      const say = async (text: string, answer: RegExp): Promise<void> => {
        terminal.type(text)
        await terminal.until(new RegExp(text))
        terminal.press('Enter')
        await terminal.until(answer)
      }
      const approvals = (): readonly { state: string; id: string }[] =>
        auditOf(sandbox).flatMap((line) => (line as { approval?: { state: string; id: string } }).approval ?? [])
      try {
        await terminal.until(/❯|>/)
        writeFileSync(work, 'two\n')
        await say('Go', /First/)
        expect(readFileSync(work, 'utf8')).toBe('two\n')
        await say(`/holdpoint:allow ${approvals()[0]?.id}`, /Second/)
        expect(readFileSync(work, 'utf8')).toBe('one\n')
        writeFileSync(work, 'two\n')
        await say('Again', /Third/)
        expect(readFileSync(work, 'utf8')).toBe('two\n')
      } finally {
        await terminal.close()
        await model.close()
      }
      expect(approvals().map(({ state }) => state)).toEqual(['requested', 'granted', 'used', 'requested'])
    }))

  it.each(['project', 'local', 'user'] as const)('D19 beside an install for the %s one of them answers', (scope) =>
    inSandbox({}, async (sandbox) => {
      linkProgram(sandbox)
      expect(holdpoint(sandbox, 'init', '--scope', scope, '--preset', 'recommended', 'scratchpad').status).toBe(0)
      await withPlugin(sandbox, {
        script: { turns: [bash('git status'), 'Done'] },
        args: ['--permission-mode', 'bypassPermissions'],
      })
      const events = auditOf(sandbox).map(({ event }) => event)
      for (const event of ['SessionStart', 'PreToolUse', 'Stop']) {
        expect([event, events.filter((name) => name === event).length]).toEqual([event, 1])
      }
    }),
  )

  it('ORC-40 /holdpoint:implement keeps the state of the plan with the plugin’s own program', () =>
    inSandbox({ 'docs/plan.md': PLAN, 'holdpoint.yml': 'presets: [recommended, orchestrator]\n' }, async (sandbox) => {
      const state = '.claude/orchestrator-state.json'
      const run = await withPlugin(sandbox, {
        prompt: '/holdpoint:implement docs/plan.md',
        script: {
          turns: [
            bash(program('orchestrator start --plan docs/plan.md --slug sums --team adders')),
            { tool: 'Read', input: { file_path: join(sandbox.project, state) } },
            bash(program('orchestrator finish')),
            'Done',
          ],
        },
      })
      expect(run.told).toContain('Carry out the design document `docs/plan.md` with a team.')
      expect(run.toolResults.map(({ isError }) => isError)).toEqual([false, false, false])
      expect(run.toolResults[1]?.text).toContain('"active_plan": "docs/plan.md"')
      expect(run.read(state)).toBeUndefined()
    }))

  it('ORC-44 `init` with the orchestrator gives a project the same command', () =>
    inSandbox({}, async (sandbox) => {
      linkProgram(sandbox)
      holdpoint(sandbox, 'init', '--scope', 'project', '--preset', 'orchestrator')
      const run = await runClaude(sandbox, {
        version,
        prompt: '/project:implement docs/plan.md',
        script: { turns: ['Done'] },
      })
      expect(run.told).toContain('Carry out the design document `docs/plan.md` with a team.')
    }))

  it('the npm package is the same plugin', () =>
    inSandbox({}, async (sandbox) => {
      const run = await runClaude(sandbox, {
        version,
        prompt: '/holdpoint:check ls',
        script: { turns: [bash('rm -rf "$HOME"'), 'Done'] },
        args: ['--plugin-dir', unpackedPackage(), '--permission-mode', 'bypassPermissions'],
      })
      expect(run.told).toContain('Do not run it')
      expect(run.toolResults[0]).toMatchObject({ isError: true })
      const started = run.events.find(({ subtype }) => subtype === 'init')
      expect(started?.['skills']).toContain('holdpoint:implementer')
      expect(started?.['agents']).toContain('holdpoint:implementer')
      expect(auditOf(sandbox).filter(({ event }) => event === 'PreToolUse')).toHaveLength(1)
    }))

  it('is installed from its own marketplace, and answers once beside the project’s install', () =>
    inSandbox({}, async (sandbox) => {
      linkProgram(sandbox)
      holdpoint(sandbox, 'init', '--scope', 'project', '--preset', 'recommended')
      for (const words of [
        ['validate', plugin],
        ['marketplace', 'add', plugin],
        ['install', 'holdpoint@holdpoint'],
      ]) {
        const { status, stdout, stderr } = claudePlugin(sandbox, version, words)
        expect({ status, words, text: stdout + stderr }).toMatchObject({ status: 0 })
      }
      const settings = readFileSync(join(sandbox.home, '.claude/settings.json'), 'utf8')
      expect(JSON.parse(settings)).toMatchObject({ enabledPlugins: { 'holdpoint@holdpoint': true } })
      const run = await runClaude(sandbox, {
        version,
        script: { turns: [bash('rm -rf "$HOME"'), 'Done'] },
        args: ['--permission-mode', 'bypassPermissions'],
      })
      expect(run.toolResults[0]).toMatchObject({ isError: true })
      expect(auditOf(sandbox).filter(({ event }) => event === 'PreToolUse')).toHaveLength(1)
    }))
})

/** What npm would put into node_modules, without its dependencies. */
function unpackedPackage(): string {
  const into = join(folder, 'node_modules/holdpoint')
  if (existsSync(into)) return into
  const root = join(import.meta.dirname, '../../packages/cli')
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: root,
    stdio: 'pipe',
  })
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
  mkdirSync(into, { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, tarball), '--strip-components=1', '-C', into], { stdio: 'pipe' })
  return into
}

function claudePlugin(sandbox: Sandbox, version: string, words: readonly string[]): SpawnSyncReturns<string> {
  const binary = installCli(version, undefined, () => undefined)
  return spawnSync(binary, ['plugin', ...words], {
    cwd: sandbox.project,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: sandbox.home,
      TMPDIR: sandbox.tmp,
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  })
}
