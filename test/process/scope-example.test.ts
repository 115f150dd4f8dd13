import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startNode } from './support/process.ts'
import { answerOf } from './support/sandbox.ts'
import { aDirectory } from './support/temporary.ts'

const example = resolve(import.meta.dirname, '../../examples/hooks/scope-protection')
const read = (name: string): string => readFileSync(join(example, name), 'utf8')

const STATE = { '.claude/orchestrator-state.json': '{"active_plan":"docs/plan.md","team":"t1"}' }
const SCOPES = {
  '.claude/hooks/scopes/t1.json': '{"team":"t1","agents":{"x":{"allow":["src/a/**","docs/*.md","**/x.*"]}}}',
}

async function ask(
  files: Readonly<Record<string, string>>,
  path: string,
  agent: string | undefined = 'x',
  prepare: (project: string) => void = () => undefined,
): Promise<string> {
  const project = aDirectory()
  project.write(files)
  prepare(project.path)
  const input = { cwd: project.path, tool_name: 'Write', tool_input: { file_path: path }, agent_type: agent }
  const { json } = answerOf(
    await startNode(join(example, 'scope-protection.mjs'), [], {
      cwd: project.path,
      env: { CLAUDE_PROJECT_DIR: project.path },
      input: JSON.stringify(input),
    }).ended,
  )
  const { permissionDecision = 'pass', permissionDecisionReason = '' } = (json['hookSpecificOutput'] ?? {}) as Record<
    string,
    string
  >
  return `${permissionDecision} ${permissionDecisionReason}`.trim()
}

describe('the example of scope protection', () => {
  it('T-ORC-36: denies what is outside, and names what is allowed', async () => {
    expect(await ask({ ...STATE, ...SCOPES }, 'src/b/f.ts')).toBe(
      'deny src/b/f.ts is outside of what x may write. Write only src/a/**, docs/*.md, **/x.*; for anything else send a message to the lead.',
    )
  })

  it.each<{ name: string; files: Readonly<Record<string, string>>; path: string; agent?: string }>([
    { name: 'T-ORC-36: without a state file', files: SCOPES, path: 'src/b/f.ts' },
    { name: 'inside', files: { ...STATE, ...SCOPES }, path: 'src/a/deep/f.ts' },
    { name: 'inside one directory', files: { ...STATE, ...SCOPES }, path: 'docs/plan.md' },
    { name: 'a name anywhere', files: { ...STATE, ...SCOPES }, path: 'src/b/c/x.ts' },
    { name: 'an agent without an entry', files: { ...STATE, ...SCOPES }, path: 'src/b/f.ts', agent: 'y' },
    { name: 'the main conversation', files: { ...STATE, ...SCOPES }, path: 'src/b/f.ts', agent: '' },
    { name: 'no scope file', files: STATE, path: 'src/b/f.ts' },
    {
      name: 'a state file that is no JSON',
      files: { ...SCOPES, '.claude/orchestrator-state.json': '{' },
      path: 'src/b/f.ts',
    },
  ])('passes: $name', async ({ files, path, agent }) => {
    expect(await ask(files, path, agent)).toBe('pass')
  })

  it.each([
    ['a name that starts the same', 'src/ab/f.ts'],
    ['deeper than the glob', 'docs/deep/plan.md'],
    ['up and out', 'src/a/../b/f.ts'],
    ['outside of the project', '/etc/hosts'],
  ])('denies: %s', async (_, path) => {
    expect(await ask({ ...STATE, ...SCOPES }, path)).toMatch(/^deny /)
  })

  it('denies everything while the scope file cannot be read', async () => {
    expect(await ask({ ...STATE, '.claude/hooks/scopes/t1.json': '{' }, 'src/a/f.ts')).toMatch(
      /^deny .*t1\.json cannot be read/,
    )
  })

  it('ENG-110: denies what a link inside leads to', async () => {
    const files = { ...STATE, ...SCOPES, 'src/a/keep': '', 'src/b/keep': '' }
    const link = (project: string): void => symlinkSync(join(project, 'src/b'), join(project, 'src/a/link'))
    expect(await ask(files, 'src/a/link/f.ts', 'x', link)).toMatch(/^deny src\/b\/f\.ts/)
  })

  it('ORC-53: has an entry for Edit and Write, a scope file of the documented shape, and a guide', () => {
    const { hooks } = JSON.parse(read('hooks.json')) as { hooks: { PreToolUse: readonly { matcher: string }[] } }
    expect(hooks.PreToolUse.map(({ matcher }) => matcher)).toEqual(['Edit|Write'])
    const scope = JSON.parse(read('scopes/example-team.json')) as {
      team: string
      agents: Record<string, { allow: string[] }>
    }
    expect(scope.team).toBe('example-team')
    expect(Object.values(scope.agents).every(({ allow }) => allow.length > 0)).toBe(true)
    const links = [...read('README.md').matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target)
    expect(links.filter((target) => !existsSync(join(example, target)))).toEqual([])
  })
})
