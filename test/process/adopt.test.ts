import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { typed } from '../support/command-line.ts'
import { start, type Ended } from './support/process.ts'
import { aSandbox, HOLDPOINT, PACKAGE, type Sandbox } from './support/sandbox.ts'

type Json = Readonly<Record<string, unknown>>

interface Site extends Sandbox {
  readonly settings: string
  readonly config: string
  run(...words: readonly string[]): Promise<Ended>
  read(file: string): string
}

const SETTINGS = `{
    "$schema": "https://json.schemastore.org/claude-code-settings.json",
    "permissions": { "allow": ["Bash(npm run:*)"], "deny": [] },
    "hooks": {
        "PreToolUse": [
            {
                "matcher": "Bash",
                "hooks": [
                    { "type": "command", "command": "\\"$CLAUDE_PROJECT_DIR\\"/.claude/hooks/no-curl.sh", "timeout": 10 },
                    { "type": "command", "command": "echo git", "if": "Bash(git *)" }
                ]
            }
        ],
        "PostToolUse": [
            { "matcher": "Edit|Write|MultiEdit", "hooks": [{ "type": "command", "command": "echo formatted" }] }
        ],
        "UserPromptSubmit": [{ "hooks": [{ "type": "command", "command": "echo the branch is main" }] }]
    }
}
`
const NO_CURL = '#!/bin/sh\ncase "$(cat)" in *curl*) echo "no curl here" >&2; exit 2;; esac\n'

/** A project with hooks of other people, and the program where a project has it. */
function aSite(text = SETTINGS): Site {
  const sandbox = aSandbox('', 'a project')
  const { project, env, write } = sandbox
  const bin = join(project, 'node_modules/.bin/holdpoint')
  mkdirSync(dirname(bin), { recursive: true })
  symlinkSync(HOLDPOINT, bin)
  symlinkSync(PACKAGE, join(project, 'node_modules/holdpoint'))
  write({ '.claude/settings.json': text, '.claude/hooks/no-curl.sh': NO_CURL })
  chmodSync(join(project, '.claude/hooks/no-curl.sh'), 0o755)
  env['CLAUDE_PROJECT_DIR'] = project
  return {
    ...sandbox,
    settings: join(project, '.claude/settings.json'),
    config: join(project, 'holdpoint.yml'),
    run: (...words) => typed(words, { cwd: project, env }),
    read: (file) => readFileSync(file, 'utf8'),
  }
}

const CURL: Json = { tool_name: 'Bash', tool_input: { command: 'curl example.com' } }

describe('holdpoint adopt', () => {
  it('moves the hooks of others under the dispatcher, where they still work, and gives them back byte for byte', async () => {
    const site = aSite()
    const dry = await site.run('adopt', '--dry-run')
    expect([dry.code, site.read(site.settings), existsSync(site.config)]).toEqual([0, SETTINGS, false])
    expect(dry.stdout).toContain('would move from')

    const done = await site.run('adopt')
    expect([done.code, done.stderr]).toEqual([0, ''])
    expect(done.stdout).toMatch(/own\/no-curl .*PreToolUse\(Bash\)/)
    expect(done.stdout).toContain('only the agent can check its `if`')
    expect(site.read(site.settings)).not.toContain('no-curl.sh')

    const { json } = await site.hook('PreToolUse', CURL)
    expect(json).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'no curl here',
      },
    })
    const told = (await site.hook('UserPromptSubmit', { prompt: 'x' })).json
    expect(told).toMatchObject({ hookSpecificOutput: { additionalContext: 'the branch is main' } })
    expect((await site.run('doctor')).code).toBe(0)

    const back = await site.run('adopt', '--undo')
    expect(back.stdout).toContain('byte for byte')
    expect([site.read(site.settings), existsSync(site.config)]).toEqual([SETTINGS, false])
    expect((await site.run('adopt', '--undo')).stdout).toContain('Nothing to undo')
  })

  it('the host calls the dispatcher as it would call them', async () => {
    const site = aSite()
    await site.run('adopt')
    const { hooks } = JSON.parse(site.read(site.settings)) as {
      hooks: Record<string, readonly { readonly hooks: readonly { readonly command: string }[] }[]>
    }
    // Without the daemon, which would outlive the test.
    const line = (hooks['PreToolUse']?.at(-1)?.hooks[0]?.command ?? '').replace(' --daemon;', ';')
    const input = JSON.stringify({ session_id: 's1', cwd: site.project, hook_event_name: 'PreToolUse', ...CURL })
    const { stdout } = await start('/bin/sh', ['-c', line], { cwd: site.project, env: site.env, input }).ended
    expect(stdout).toContain('no curl here')
  })

  it('trust is for what was seen: a script that is another one now does not run, and that is told', async () => {
    const site = aSite()
    await site.run('adopt')
    site.write({ '.claude/hooks/no-curl.sh': '#!/bin/sh\ntouch "$CLAUDE_PROJECT_DIR/owned"\n' })
    const { json } = await site.hook('PreToolUse', CURL)
    expect(json['systemMessage']).toContain('own/no-curl')
    expect(existsSync(join(site.project, 'owned'))).toBe(false)
  })

  it('for scripts: what was moved, what stays and why', async () => {
    const site = aSite()
    const { stdout } = await site.run('adopt', '--json')
    const result = JSON.parse(stdout) as { moved: readonly Json[]; stays: readonly Json[]; changes: readonly Json[] }
    expect(result.moved.map(({ id }) => id)).toEqual(['own/no-curl', 'own/echo', 'own/echo-user-prompt-submit'])
    expect(result.stays).toEqual([expect.objectContaining({ event: 'PreToolUse', matcher: 'Bash' })])
    expect(result.changes).toEqual([
      { file: site.config, did: 'created' },
      { file: site.settings, did: 'changed' },
    ])
    const undone = JSON.parse((await site.run('adopt', '--undo', '--json')).stdout) as Json
    expect(undone).toMatchObject({ exact: true, kept: [] })
  })

  it('uninstall gives them back as well', async () => {
    const site = aSite()
    await site.run('init', '--preset', 'scratchpad')
    await site.run('adopt')
    expect((await site.run('uninstall')).code).toBe(0)
    expect([site.read(site.settings), existsSync(site.config)]).toEqual([SETTINGS, false])
  })

  it('edited meanwhile: each goes back by itself, and that is told', async () => {
    const site = aSite()
    await site.run('adopt')
    writeFileSync(site.settings, site.read(site.settings).replace('"permissions"', '"model": "opus", "permissions"'))
    const { stdout } = await site.run('adopt', '--undo')
    expect(stdout).toContain('edited since')
    const { model, hooks } = JSON.parse(site.read(site.settings)) as { model: string; hooks: Json }
    expect([model, Object.keys(hooks).toSorted()]).toEqual(['opus', ['PostToolUse', 'PreToolUse', 'UserPromptSubmit']])
  })

  it.each([
    [['adopt', '--scope', 'everywhere'], /Allowed: project, local, user/],
    [['adopt', '--undo', '--dry-run'], /not both/],
  ])('%s is refused', async (words, message) => {
    const { code, stderr } = await aSite().run(...words)
    expect(code).toBe(1)
    expect(stderr).toMatch(message)
  })

  it('an agent cannot trust hooks in this way', async () => {
    const site = aSite()
    site.env['CLAUDECODE'] = '1'
    const { code, stderr } = await site.run('adopt')
    expect([code, site.read(site.settings)]).toEqual([1, SETTINGS])
    expect(stderr).toContain('an agent started this')
    expect((await site.run('adopt', '--dry-run')).code).toBe(0)
  })

  it('settings that are no JSON are refused, and stay', async () => {
    const site = aSite('{"hooks": {')
    const { code, stderr } = await site.run('adopt')
    expect([code, site.read(site.settings)]).toEqual([1, '{"hooks": {'])
    expect(stderr).toContain('is not valid JSON')
  })
})

describe('holdpoint import hookify', () => {
  it('turns its rules into ours, which hold', async () => {
    const site = aSite('{}\n')
    site.write({
      '.claude/hookify.dangerous-rm.local.md':
        '---\nname: dangerous-rm\nenabled: true\nevent: bash\npattern: "rm\\s+-rf"\naction: block\n---\n\nDo not do that.\n',
      '.claude/hookify.tests.local.md':
        '---\nname: tests\nenabled: true\nevent: stop\nconditions:\n  - field: transcript\n    operator: not_contains\n    pattern: npm test\n---\nTest it.\n',
    })
    await site.run('init')
    const { stdout, code } = await site.run('import', 'hookify')
    expect(code).toBe(0)
    expect(stdout).toContain('rules/dangerous-rm')
    expect(stdout).toMatch(/hookify\.tests\.local\.md\n\s+no rule: .*transcript/)
    expect((parse(site.read(site.config)) as Json)['rules']).toHaveProperty('dangerous-rm')
    const { json } = await site.hook('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'rm  -rf build' } })
    expect(json).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringContaining('Do not do that.'),
      },
    })
    expect((await site.run('import', 'hookify')).stdout).toContain('already there')
    expect((await site.run('validate')).code).toBe(0)
  })
})
