import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aSandbox } from './support/sandbox.ts'

/** Rules through the program as it is shipped. */

const bash = (command: string) => ({ tool_name: 'Bash', tool_input: { command, description: 'Run it' } })
const write = (file_path: string) => ({ tool_name: 'Write', tool_input: { file_path, content: 'x' } })

const NO_YARN = `rules:
  no-yarn:
    when: { runs: yarn }
    then: deny
    message: This repository uses pnpm.
`

interface Answer {
  readonly hookSpecificOutput?: {
    readonly hookEventName?: string
    readonly permissionDecision?: string
    readonly permissionDecisionReason?: string
    readonly updatedInput?: unknown
  }
}

const decisionOf = ({ json }: { readonly json: Answer }): string =>
  json.hookSpecificOutput?.permissionDecision ?? 'pass'
const reasonOf = ({ json }: { readonly json: Answer }): string =>
  json.hookSpecificOutput?.permissionDecisionReason ?? ''

describe('a rule', () => {
  it('T-ENG-13: denies in the form the host obeys, and has a line of its own in the audit', async () => {
    const { hook, spool } = aSandbox(NO_YARN)
    const { json } = await hook('PreToolUse', bash('cd app && yarn add x'))
    expect(json).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'This repository uses pnpm.',
      },
    })
    const [line] = spool()
    expect(line?.hooks).toContainEqual(expect.objectContaining({ id: 'rules/no-yarn', decision: 'deny' }))
  })

  it('T-ENG-01, T-ENG-15: says nothing where it has nothing to say', async () => {
    const { hook } = aSandbox(NO_YARN)
    for (const command of ['ls -la', 'npm test', 'echo yarn']) {
      expect((await hook('PreToolUse', bash(command))).stdout).toBe('')
    }
  })

  it('ENG-58: every rule that objects is heard, beside the built-in hooks', async () => {
    const { hook } = aSandbox(
      `${NO_YARN}  no-app:\n    when: { writes: app/** }\n    then: deny\n    message: Not there.\n`,
    )
    const answer = await hook('PreToolUse', bash('yarn > app/log; rm -rf /'))
    expect(reasonOf(answer)).toContain('This repository uses pnpm.')
    expect(reasonOf(answer)).toContain('Not there.')
    expect(reasonOf(answer).split('\n').length).toBeGreaterThan(2)
  })

  it('T-ENG-14, ENG-59: a rewrite keeps the other fields, and the other rules judge what it became', async () => {
    const user = `rules:
  exact:
    when: { runs: npm install }
    then: { rewrite: { command: { replace: 'install', with: 'ci' } } }
  no-ci:
    when: { runs: npm ci, branch: release }
    then: deny
    message: Not on release.
`
    const { hook, home, git } = aSandbox('{}\n')
    mkdirSync(join(home, '.config/holdpoint'), { recursive: true })
    writeFileSync(join(home, '.config/holdpoint/holdpoint.yml'), user)
    const { json } = await hook('PreToolUse', bash('npm install'))
    expect((json as Answer).hookSpecificOutput?.updatedInput).toEqual({ command: 'npm ci', description: 'Run it' })
    git('switch', '--quiet', '-c', 'release')
    expect(reasonOf(await hook('PreToolUse', bash('npm install')))).toBe('Not on release.')
  })

  it('T-ENG-25, ENG-41: one that blocks where nothing can be blocked is a mistake', async () => {
    const { hook } = aSandbox('rules: { no: { when: { event: SessionStart }, then: block } }\n')
    const { code, json } = await hook('PreToolUse', bash('make'))
    expect(code).toBe(0)
    expect(json['systemMessage']).toContain('`block` is not possible at SessionStart')
  })

  it('T-ENG-17: blocks a stop in its own form', async () => {
    const { hook } = aSandbox(
      'rules: { sure: { when: { event: Stop, says: { words: should work } }, then: block, message: Run it. } }\n',
    )
    expect((await hook('Stop', { last_assistant_message: 'That should work.' })).json).toEqual({
      decision: 'block',
      reason: 'Run it.',
    })
    expect((await hook('Stop', { last_assistant_message: 'I ran it.' })).stdout).toBe('')
  })

  it('at level warn, by the rule, the file or the environment', async () => {
    const warned = { systemMessage: expect.stringContaining('Warning from rules/no-yarn: This repository uses pnpm.') }
    const own = aSandbox(NO_YARN.replace('    when', '    level: warn\n    when'))
    expect((await own.hook('PreToolUse', bash('yarn'))).json).toMatchObject(warned)
    expect(own.spool()[0]?.hooks).toContainEqual(expect.objectContaining({ id: 'rules/no-yarn', withheld: 'deny' }))
    const file = aSandbox(`${NO_YARN}hooks: { rules/no-yarn: warn }\n`)
    expect((await file.hook('PreToolUse', bash('yarn'))).json).toMatchObject(warned)
    const env = aSandbox(NO_YARN)
    expect(
      (await env.hook('PreToolUse', bash('yarn'), { env: { HOLDPOINT_WARN: 'rules/no-yarn' } })).json,
    ).toMatchObject(warned)
    expect((await env.hook('PreToolUse', bash('yarn'), { env: { HOLDPOINT_OFF: 'rules' } })).stdout).toBe('')
  })
})

describe('a rule on a path', () => {
  const config = 'rules: { keep: { when: { touches: src/secret/** }, then: deny } }\n'

  it('holds for every tool, and by every name of the file', async () => {
    const { hook, project } = aSandbox(config)
    mkdirSync(join(project, 'src/secret'), { recursive: true })
    symlinkSync('src/secret', join(project, 'alias'))
    const denied = [
      write(join(project, 'src/secret/a')),
      write(join(project, 'alias/a')),
      { tool_name: 'Edit', tool_input: { file_path: join(project, 'src/secret/a'), old_string: 'a', new_string: 'b' } },
      ...['echo x > alias/a', 'rm -rf src', 'sed -i s/a/b/ src/secret/a', `python3 -c "open('alias/b','w')"`].map(bash),
    ]
    for (const call of denied) expect([call, decisionOf(await hook('PreToolUse', call))]).toEqual([call, 'deny'])
    expect(decisionOf(await hook('PreToolUse', bash('echo x > src/$PLACE/a')))).toBe('ask')
    expect(decisionOf(await hook('PreToolUse', write(join(project, 'src/open/a'))))).toBe('pass')
  })
})

describe('the file with the rules', () => {
  it('half written: what was in force before stays in force', async () => {
    const { hook, write: put } = aSandbox(NO_YARN)
    expect(decisionOf(await hook('PreToolUse', bash('yarn')))).toBe('deny')
    put({ 'holdpoint.yml': NO_YARN.slice(0, NO_YARN.indexOf('then:')) })
    expect(decisionOf(await hook('PreToolUse', bash('yarn')))).toBe('deny')
    put({ 'holdpoint.yml': NO_YARN.replace('deny', 'refuse') })
    expect(decisionOf(await hook('PreToolUse', bash('yarn')))).toBe('deny')
    put({ 'holdpoint.yml': '{}\n' })
    expect(decisionOf(await hook('PreToolUse', bash('yarn')))).toBe('pass')
  })

  it('a mistake in one rule leaves the others in force, and is told once', async () => {
    const { hook } = aSandbox(`${NO_YARN}  broken: { when: { command: '(' }, then: deny }\n`)
    const first = await hook('PreToolUse', bash('yarn'))
    expect(decisionOf(first)).toBe('deny')
    expect(first.json['systemMessage']).toMatch(/holdpoint\.yml:6:\d+ `\(` cannot be used as a pattern/)
    expect((await hook('PreToolUse', bash('yarn'))).json['systemMessage']).toBeUndefined()
  })

  it('a bomb of aliases is told, and holds up nothing', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, n) => `  l${n + 1}: &l${n + 1} [${Array.from({ length: 10 }, () => `*l${n}`).join(', ')}]\n`,
    )
    const { hook } = aSandbox(`rules:\n  l0: &l0 x\n${levels.join('')}`)
    const { code, json } = await hook('PreToolUse', bash('make'))
    expect(code).toBe(0)
    expect(json['systemMessage']).toContain('configuration problem')
  })

  it('a pattern that explodes elsewhere is answered, at both ends of what is read', async () => {
    const { hook } = aSandbox(`rules: { bomb: { when: { content: '(x+x+)+y' }, then: deny } }\n`)
    const call = (content: string) => ({ tool_name: 'Write', tool_input: { file_path: 'a', content } })
    expect(decisionOf(await hook('PreToolUse', call('x'.repeat(100_000))))).toBe('pass')
    expect(decisionOf(await hook('PreToolUse', call(`${'x'.repeat(100_000)}y`)))).toBe('deny')
    expect(decisionOf(await hook('PreToolUse', call(`${'x'.repeat(400_000)}y`)))).toBe('ask')
  })

  it('a thousand rules, of which one matches', async () => {
    const many = Array.from(
      { length: 1000 },
      (_, n) => `  r${n}: { when: { runs: tool-${n} }, then: deny, message: no ${n} }\n`,
    )
    const { hook } = aSandbox(`rules:\n${many.join('')}`)
    expect(reasonOf(await hook('PreToolUse', bash('tool-765 x')))).toBe('no 765')
    expect((await hook('PreToolUse', bash('make'))).stdout).toBe('')
  })
})

describe('a limit', () => {
  it('T-ENG-55: holds for all processes together', async () => {
    const { hook } = aSandbox(
      'rules: { few: { when: { runs: curl }, then: deny, limit: { calls: 3, per: session } } }\n',
    )
    await hook('PreToolUse', bash('make'))
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => hook('PreToolUse', bash('curl https://example.com'))),
    )
    expect(answers.map(decisionOf).filter((decision) => decision === 'pass')).toHaveLength(3)
  })
})
