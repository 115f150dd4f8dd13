import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayOf } from '../../packages/engine/src/lib/text.ts'
import { runClaude, VERSIONS, type Conversation, type Run, type Version } from './harness/run.ts'
import type { Sandbox } from './harness/sandbox.ts'
import { auditOf, holdpoint, inSandbox, installTrial, linkProgram } from './harness/site.ts'

/** The real CLI, the real installer, the real hook command; only the model is scripted. */

const FREE = ['--permission-mode', 'bypassPermissions']
const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'a step' } })
const today = dayOf(new Date())
const entry = (who: string): string => `.claude/scratchpad/${who}/${today}.md`
const writeEntry = (who: string) =>
  bash(
    `mkdir -p .claude/scratchpad/${who} && printf '## What I did\\n## Cross-agent observations\\n## Unresolved\\n' > ${entry(who)}`,
  )

const TRIAL = { 'holdpoint.yml': 'presets: [trial, second]\n' }

/** One Bash call with the trial hooks installed. */
async function tryCommand(sandbox: Sandbox, version: Version, command: string): Promise<Run> {
  await installTrial(sandbox)
  return runClaude(sandbox, { version, script: { turns: [bash(command), 'Done'] }, args: FREE })
}

describe.each(VERSIONS)('Claude Code %s', (version) => {
  const talk = (sandbox: Sandbox, conversation: Omit<Conversation, 'version'>): Promise<Run> =>
    runClaude(sandbox, { version, args: FREE, ...conversation })

  it('context injected at session start reaches the model', () =>
    inSandbox({ '.claude/scratchpad/coordinator/2026-01-30.md': 'We stopped at paging.\n' }, async (sandbox) => {
      expect(holdpoint(sandbox, 'init', '--scope', 'local', '--preset', 'scratchpad').status).toBe(0)
      const { told } = await talk(sandbox, { script: { turns: ['Hello'] } })
      expect(told).toContain('We stopped at paging.')
    }))

  it('a sub-agent that wrote no scratchpad is sent back, writes it, and may stop', () =>
    inSandbox({}, async (sandbox) => {
      holdpoint(sandbox, 'init', '--scope', 'local', '--preset', 'scratchpad')
      const job = {
        description: 'd',
        prompt: 'SUBAGENT-JOB',
        subagent_type: 'general-purpose',
        run_in_background: false,
      }
      const run = await talk(sandbox, {
        script: {
          routes: [{ match: 'SUBAGENT-JOB', turns: ['All done', writeEntry('general-purpose'), 'Now it is done'] }],
          turns: [{ tool: 'Agent', input: job }, writeEntry('coordinator'), 'Finished'],
        },
      })
      expect(run.told).toContain(`Write to ${entry('general-purpose')} with all three required sections`)
      expect(run.toolResults.map(({ text }) => text).join('\n')).toContain('Now it is done')
      const stops = auditOf(sandbox).filter(({ event }) => event === 'SubagentStop')
      expect(stops.map(({ decision }) => decision)).toEqual(['block', 'pass'])
    }))

  it('a stop is blocked once, then allowed', () =>
    inSandbox({ [entry('writer')]: 'an entry' }, async (sandbox) => {
      holdpoint(sandbox, 'init', '--scope', 'local', '--preset', 'scratchpad')
      const run = await talk(sandbox, { script: { turns: ['Bye', writeEntry('coordinator'), 'Bye again'] } })
      expect(run.told).toContain('Multi-agent delegation detected but no coordinator scratchpad for today.')
      const stops = auditOf(sandbox).filter(({ event }) => event === 'Stop')
      expect(stops.map(({ decision }) => decision)).toEqual(['block', 'pass'])
      expect(run.exitCode).toBe(0)
    }))

  it('a denied tool does not run, and its reason reaches the model without our command line', () =>
    inSandbox(TRIAL, async (sandbox) => {
      const run = await tryCommand(sandbox, version, 'touch ran.txt # trial/denies')
      expect(run.read('ran.txt')).toBeUndefined()
      expect(run.toolResults[0]).toMatchObject({ isError: true })
      expect(run.told).toContain('trial/denies says no. It was asked to. Do something else.')
      expect(run.told).not.toContain('--from local')
    }))

  it('of two hooks that deny at once, both reach the model', () =>
    inSandbox(TRIAL, async (sandbox) => {
      const { told } = await tryCommand(sandbox, version, 'touch ran.txt # trial/denies second/denies')
      expect(told).toContain('trial/denies says no.')
      expect(told).toContain('second/denies says no.')
    }))

  it('a rewrite changes what really runs', () =>
    inSandbox(TRIAL, async (sandbox) => {
      const run = await tryCommand(sandbox, version, 'touch original.txt # trial/rewrites')
      expect(run.read('original.txt')).toBeUndefined()
      expect(run.read('ran.txt')).toBe('rewritten\n')
    }))

  it.each([
    ['crashes', 'error: on purpose'],
    ['hangs', 'timeout: it took longer than 270 ms'],
    ['rubbish', 'error: it returned no verdict'],
  ])('a hook that %s leaves the tool working and a trace in the audit', (what, failure) =>
    inSandbox(TRIAL, async (sandbox) => {
      const run = await tryCommand(sandbox, version, `touch ran.txt # trial/${what}`)
      expect(run.read('ran.txt')).toBe('')
      const hooks = auditOf(sandbox).flatMap((line) => line.hooks)
      expect(hooks).toContainEqual(expect.objectContaining({ id: `trial/${what}`, failure }))
    }),
  )

  it('a foreign hook beside ours still works', () =>
    inSandbox(TRIAL, async (sandbox) => {
      const foreign = { hooks: [{ type: 'command', command: 'touch foreign.txt' }] }
      sandbox.write({ '.claude/settings.local.json': JSON.stringify({ hooks: { PreToolUse: [foreign] } }) })
      const run = await tryCommand(sandbox, version, 'touch ran.txt # trial/denies')
      expect(run.read('foreign.txt')).toBe('')
      expect(run.read('ran.txt')).toBeUndefined()
    }))

  it('with the program gone, a tool call is asked about with the reason, and not run', () =>
    inSandbox(TRIAL, async (sandbox) => {
      await installTrial(sandbox)
      const settings = join(sandbox.project, '.claude/settings.local.json')
      writeFileSync(settings, readFileSync(settings, 'utf8').replaceAll('e2e/hook.sh', 'e2e/gone/hook.sh'))
      const run = await talk(sandbox, { script: { turns: [bash('touch ran.txt'), 'Done'] } })
      expect(run.read('ran.txt')).toBeUndefined()
      expect(run.told).toContain('Holdpoint is installed but cannot run.')
    }))

  it.each(['project', 'local', 'user'] as const)(
    'an install for the %s answers, and uninstall gives the settings back',
    (scope) =>
      inSandbox({ '.claude/scratchpad/ego/2026-01-30.md': 'A thought.\n' }, async (sandbox) => {
        linkProgram(sandbox)
        const folder = scope === 'user' ? sandbox.home : sandbox.project
        const settings = join(folder, '.claude', scope === 'local' ? 'settings.local.json' : 'settings.json')
        mkdirSync(join(folder, '.claude'), { recursive: true })
        const before = '{\n    "permissions": { "allow": ["Read"] }\n}\n'
        writeFileSync(settings, before)
        expect(holdpoint(sandbox, 'init', '--scope', scope, '--preset', 'scratchpad').stderr).toBe('')
        const { told } = await talk(sandbox, { script: { turns: ['Hello'] } })
        expect(told).toContain('A thought.')
        holdpoint(sandbox, 'uninstall', '--scope', scope)
        expect(readFileSync(settings, 'utf8')).toBe(before)
      }),
  )

  it('D19 of two installs exactly one answers', () =>
    inSandbox({}, async (sandbox) => {
      linkProgram(sandbox)
      for (const scope of ['user', 'local', 'project'])
        holdpoint(sandbox, 'init', '--scope', scope, '--preset', 'scratchpad')
      await talk(sandbox, { script: { turns: ['Hello'] } })
      expect(auditOf(sandbox).filter(({ event }) => event === 'Stop')).toHaveLength(1)
    }))
})
