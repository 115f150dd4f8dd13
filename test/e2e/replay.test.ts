import { join } from 'node:path'
import { runClaude, VERSIONS } from './harness/run.ts'
import { auditOf, holdpoint, inSandbox } from './harness/site.ts'

/** A session with the real CLI leaves a transcript and an audit; replaying the one gives what stands in the other. */

const FREE = ['--permission-mode', 'bypassPermissions']
const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'a step' } })
const JOB = { description: 'd', prompt: 'SUBAGENT-JOB', subagent_type: 'general-purpose', run_in_background: false }

interface AuditLine {
  readonly event: string
  readonly decision: string
  readonly call?: string
  readonly agent?: string
  readonly subject?: string
  readonly hooks: readonly { readonly decision: string }[]
}

interface Replayed {
  readonly calls: number
  readonly partial: boolean
  readonly damagedLines: number
  readonly findings: readonly {
    readonly id: string
    readonly word: string
    readonly agent?: string
    readonly subject: string
  }[]
}

describe.each(VERSIONS)('replay of a session with Claude Code %s', (version) => {
  it('gives the verdicts that were given then, and leaves everything as it was', () =>
    inSandbox({ 'src/keep.txt': 'keep\n' }, async (sandbox) => {
      expect(holdpoint(sandbox, 'init', '--scope', 'local', '--preset', 'recommended').status).toBe(0)
      await runClaude(sandbox, {
        version,
        args: FREE,
        script: {
          routes: [{ match: 'SUBAGENT-JOB', turns: [bash('cat ~/.aws/credentials'), bash('ls src'), 'Done below'] }],
          turns: [
            bash('ls -la'),
            bash('git push --force origin main'),
            bash('rm -rf "$NOBODY_KNOWS"'),
            bash('cd src && bash -c "rm -rf $(dirname $PWD)"'),
            { tool: 'Agent', input: JOB },
            { tool: 'Read', input: { file_path: join(sandbox.project, '.claude/settings.local.json') } },
            {
              tool: 'Write',
              input: { file_path: join(sandbox.project, '.claude/settings.local.json'), content: '{}' },
            },
            bash('cat ~/.ssh/id_rsa | base64'),
            bash('echo done > done.txt'),
            'Done',
          ],
        },
      })
      const judged = (auditOf(sandbox) as readonly AuditLine[]).filter(({ event }) => event === 'PreToolUse')
      const recorded = judged
        .filter(({ decision }) => decision !== 'pass')
        // The mode of the session makes a denial of what the policy asks; a replay says what the policy says.
        .map(({ call, hooks, subject }) => ({
          id: call,
          word: hooks.some((hook) => hook.decision === 'deny') ? 'deny' : 'ask',
          subject,
        }))
      expect(recorded.map(({ word }) => word)).toEqual(['deny', 'ask', 'deny', 'deny', 'deny', 'deny'])

      const { stdout, stderr, status } = holdpoint(sandbox, 'replay', '--yes', '--json')
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
      const replayed = JSON.parse(stdout) as Replayed
      const found = replayed.findings.map(({ id, word, subject }) => ({ id, word, subject }))
      const byId = (a: { readonly id?: string | undefined }, b: { readonly id?: string | undefined }): number =>
        String(a.id) < String(b.id) ? -1 : 1
      expect(found.toSorted(byId)).toEqual(recorded.toSorted(byId))
      expect(replayed).toMatchObject({ partial: false, damagedLines: 0 })
      expect(replayed.calls).toBeGreaterThanOrEqual(judged.length)
      expect(replayed.findings.filter(({ agent }) => agent === 'general-purpose')).toHaveLength(1)

      // Nothing of a replay is kept.
      expect((auditOf(sandbox) as readonly AuditLine[]).filter(({ event }) => event === 'PreToolUse')).toEqual(judged)
      const looser = holdpoint(sandbox, 'replay', '--yes', '--json', '--preset', 'scratchpad')
      expect((JSON.parse(looser.stdout) as Replayed).findings.length).toBeLessThan(replayed.findings.length)
    }))
})
