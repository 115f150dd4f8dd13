import { anOwnProject, type OwnProject } from './support/own-project.ts'

const CONFIG = `hooks: { guard/no-force-push: observe }
packs: { rules: observe }
rules:
  no-yarn: { when: { runs: yarn }, then: deny, message: Use npm. }
  asks: { when: { runs: npm publish }, then: ask, level: observe }
`

const bash = async (project: OwnProject, command: string, env?: Record<string, string>): Promise<unknown> =>
  (await project.hook('PreToolUse', { tool_name: 'Bash', tool_input: { command } }, env && { env })).json

describe('level observe', () => {
  it('lets pass what hooks and rules would refuse, audits it, and report adds it up', async () => {
    const project = anOwnProject({}, CONFIG)
    expect(await bash(project, 'git push --force origin main')).toEqual({})
    expect(await bash(project, 'yarn add x')).toEqual({})
    expect(await bash(project, 'npm publish')).toEqual({})
    const observed = project.spool().flatMap(({ hooks }) => hooks.filter(({ withheld }) => withheld !== undefined))
    expect(observed).toMatchObject([
      { id: 'guard/no-force-push', decision: 'pass', level: 'observe', withheld: 'deny', messageId: 'shared' },
      {
        id: 'rules/no-yarn',
        decision: 'pass',
        level: 'observe',
        withheld: 'deny',
        reason: expect.stringContaining('npm'),
      },
      { id: 'rules/asks', decision: 'pass', level: 'observe', withheld: 'ask' },
    ])
    const { stdout } = await project.user('report')
    expect(stdout).toMatch(/^observed +would have denied 2, asked 1$/m)
    expect(stdout).toMatch(/1 +guard\/no-force-push \(deny\)/)
    expect(JSON.parse((await project.user('report', '--json')).stdout)).toMatchObject({
      observed: { counts: { deny: 2, ask: 1 } },
      prevented: 0,
    })
    expect((await project.user('list')).stdout).toMatch(/observe +no-force-push/)
    expect((await project.user('explain', 'guard/no-force-push')).stdout).toMatch(
      /^level +observe \(project config\)$/m,
    )
    expect((await project.user('why', 'last')).stdout).toContain(
      'At level observe; at level on it would have said ask.',
    )
  })

  it('can be asked for one run', async () => {
    const project = anOwnProject({}, '')
    const push = 'git push --force origin main'
    expect(await bash(project, push)).not.toEqual({})
    expect(await bash(project, push, { HOLDPOINT_OBSERVE: 'guard/no-force-push' })).toEqual({})
  })

  it('is nothing that a project may do to the floor', async () => {
    const project = anOwnProject({}, 'hooks: { guard/no-catastrophe: observe }\npacks: { guard: observe }\n')
    expect(await bash(project, 'rm -rf /')).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } })
    expect((await project.user('validate')).stdout).toContain("only in the user's own configuration")
  })
})
