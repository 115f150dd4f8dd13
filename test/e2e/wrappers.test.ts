import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installCli } from './harness/install-cli.mjs'
import { startModel } from './harness/model.ts'
import { runClaude, VERSIONS } from './harness/run.ts'
import { cleanEnvironment } from './harness/sandbox.ts'
import { auditOf, holdpoint, inSandbox } from './harness/site.ts'
import { openTerminal } from './harness/terminal.ts'

/** Wrappers, and hooks in an agent's file, as the real CLI runs them. */

const FREE = ['--permission-mode', 'bypassPermissions']
/** The CLI asks the model for a title of its own. */
const SESSION = [{ match: '<session>', turns: ['A session'] }]
const AGENT = `---
name: expert-backend
description: Writes the backend
---

Write the backend.
`

describe.each(VERSIONS)('Claude Code %s', (version) => {
  it('T-AGT-23 T-AGT-24 a wrapper denies, and the reason reaches the model', () =>
    inSandbox({}, async (sandbox) => {
      expect(holdpoint(sandbox, 'init', '--namespace', 'moai', '--preset', 'recommended').status).toBe(0)
      const command = 'git push --force origin main'
      const run = await runClaude(sandbox, {
        version,
        args: FREE,
        script: { turns: [{ tool: 'Bash', input: { command, description: 'a step' } }, 'Done'] },
      })
      expect(run.toolResults[0]).toMatchObject({ isError: true })
      expect(auditOf(sandbox).filter(({ decision }) => decision === 'deny')).toHaveLength(1)
      expect(run.told).not.toContain('handle-pre-tool.sh')
    }))

  it('T-AGT-29 AGT-19 the hooks of an agent’s file run for that agent alone', () =>
    inSandbox({ '.claude/agents/expert-backend.md': AGENT }, async (sandbox) => {
      expect(holdpoint(sandbox, 'init', '--namespace', 'moai', '--agents', '--preset', 'recommended').status).toBe(0)
      const write = (file: string) => ({
        tool: 'Write',
        input: { file_path: join(sandbox.project, file), content: 'export const a = 1\n' },
      })
      const job = {
        description: 'd',
        prompt: 'SUBAGENT-JOB',
        subagent_type: 'expert-backend',
        run_in_background: false,
      }
      const run = await runClaude(sandbox, {
        version,
        args: FREE,
        script: {
          routes: [{ match: 'SUBAGENT-JOB', turns: [write('inside.ts'), 'Written'] }],
          turns: [write('outside.ts'), { tool: 'Agent', input: job }, 'Finished'],
        },
      })
      expect(run.read('inside.ts')).toBe('export const a = 1\n')
      const actions = auditOf(sandbox)
        .flatMap(({ hooks }) => hooks.map(({ id }) => id))
        .filter((id) => id.startsWith('agents/'))
      expect(actions).toEqual(['agents/backend-validation', 'agents/backend-verification'])
      expect(run.shown.join('\n')).not.toMatch(/hook error|not found/)
    }))

  it('the agent may not change its wrapper, nor the hooks of an agent', () =>
    inSandbox({ '.claude/agents/expert-backend.md': AGENT }, async (sandbox) => {
      holdpoint(sandbox, 'init', '--namespace', 'moai', '--agents', '--preset', 'recommended')
      const script = '.claude/hooks/moai/handle-pre-tool.sh'
      const before = readFileSync(join(sandbox.project, script), 'utf8')
      const page = readFileSync(join(sandbox.project, '.claude/agents/expert-backend.md'), 'utf8')
      writeFileSync(join(sandbox.project, 'page.md'), AGENT)
      await runClaude(sandbox, {
        version,
        args: FREE,
        script: {
          turns: [
            { tool: 'Bash', input: { command: `echo 'exit 0' > ${script}`, description: 'a step' } },
            { tool: 'Bash', input: { command: 'cp page.md .claude/agents/expert-backend.md', description: 'a step' } },
            'Done',
          ],
        },
      })
      expect(readFileSync(join(sandbox.project, script), 'utf8')).toBe(before)
      expect(readFileSync(join(sandbox.project, '.claude/agents/expert-backend.md'), 'utf8')).toBe(page)
    }))

  it('AGT-35 the status line shows what was denied', () =>
    inSandbox({}, async (sandbox) => {
      const flags = ['--namespace', 'moai', '--statusline', '--preset', 'recommended']
      expect(holdpoint(sandbox, 'init', ...flags).status).toBe(0)
      const force = { command: 'git push --force origin main', description: 'a step' }
      const model = await startModel({ turns: [{ tool: 'Bash', input: force }, 'All done'], routes: SESSION })
      const terminal = openTerminal(sandbox, {
        program: installCli(version, undefined, () => undefined),
        args: [],
        env: cleanEnvironment(sandbox, model.url),
      })
      try {
        expect(await terminal.until(/holdpoint on/)).toMatch(/ · project · main · holdpoint on/)
        terminal.type('Push it')
        await terminal.until(/Push it/)
        terminal.press('Enter')
        await terminal.until(/ · project · main · holdpoint: 1 denied/)
      } finally {
        await terminal.close()
        await model.close()
      }
    }))
})
