import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDirectory } from '../../packages/testing/src/repository.ts'

const root = join(import.meta.dirname, '../../packages/cli')

describe('the package, installed by a stranger', () => {
  const home = temporaryDirectory('holdpoint-install-')
  // Outside of the project: what lies inside is not taken for the user's home.
  const user = temporaryDirectory('holdpoint-user-')
  const runtime = temporaryDirectory('hp-')
  const env = { PATH: process.env['PATH'], HOME: user.path, XDG_RUNTIME_DIR: runtime.path }
  const run = (program: string, args: readonly string[], input = ''): string =>
    execFileSync(program, args, { cwd: home.path, encoding: 'utf8', env, input, stdio: 'pipe' })

  beforeAll(() => {
    const [tarball = ''] = execFileSync(
      'npm',
      ['pack', '--silent', '--ignore-scripts', '--pack-destination', home.path],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
      .trim()
      .split('\n')
      .slice(-1)
    home.write({ 'package.json': '{"name":"stranger","private":true,"type":"module"}' })
    // Authors of hooks bring their own library for schemas.
    execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', join(home.path, tarball), 'valibot@1.5.0'], {
      cwd: home.path,
      stdio: 'pipe',
    })
  })
  afterAll(() => {
    for (const folder of [home, user, runtime]) folder.dispose()
  })

  it('runs as a command, through the link npm makes', () => {
    expect(run('node_modules/.bin/holdpoint', ['--version'])).toMatch(/^\d+\.\d+\.\d+\n$/)
    const blocked = run('node_modules/.bin/holdpoint', ['hook', 'run', 'subagent-stop.py'], '{"agent_type":"writer"}')
    expect(JSON.parse(blocked)).toMatchObject({ decision: 'block' })
  })

  it('installs itself into the project it is a dependency of, proves it, and shows what it did', () => {
    execFileSync('git', ['init', '--quiet'], { cwd: home.path, env })
    const init = run('npx', ['holdpoint', 'init', '--scope', 'project', '--preset', 'scratchpad'])
    expect(init).toContain('Guarded events:')
    const doctor = run('npx', ['holdpoint', 'doctor'])
    expect(doctor).toContain('node_modules/holdpoint is the installed package')
    expect(doctor).toContain('✓ SubagentStop works')
    run('node_modules/.bin/holdpoint', ['hook', 'SubagentStop'], '{"session_id":"s1","agent_type":"writer"}')
    expect(run('npx', ['holdpoint', 'log'])).toMatch(/block +SubagentStop +@writer scratchpad\/subagent-stop/)
    expect(run('npx', ['holdpoint', 'uninstall'])).toContain('removed')
  })

  it('events through the installed line are answered by the daemon, and uninstall ends it', async () => {
    run('npx', ['holdpoint', 'init', '--scope', 'project', '--preset', 'recommended'])
    const { hooks } = JSON.parse(readFileSync(join(home.path, '.claude/settings.json'), 'utf8')) as {
      hooks: Record<string, readonly [{ readonly hooks: readonly [{ readonly command: string }] }]>
    }
    const fire = (event: string, fields: object): string =>
      execFileSync('/bin/sh', ['-c', hooks[event]?.[0].hooks[0].command ?? ''], {
        cwd: home.path,
        encoding: 'utf8',
        env: { ...env, CLAUDE_PROJECT_DIR: home.path, CLAUDE_PID: String(process.pid) },
        input: `${JSON.stringify({ session_id: 'day-one', cwd: home.path, hook_event_name: event, ...fields })}\n`,
      })
    const status = (): { readonly requests: number; readonly listening: readonly string[] } | undefined => {
      try {
        return JSON.parse(run('npx', ['holdpoint', 'daemon', 'status', '--json'])) as ReturnType<typeof status>
      } catch {
        return undefined
      }
    }
    fire('SessionStart', { source: 'startup' })
    for (let round = 0; round < 60 && status()?.listening.includes('loopback') !== true; round++)
      await new Promise((resolve) => setTimeout(resolve, 250))
    for (let count = 0; count < 20; count++) {
      expect(fire('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'rm -rf ~' } })).toContain('"deny"')
    }
    expect(status()?.requests).toBeGreaterThanOrEqual(18)
    expect(run('npx', ['holdpoint', 'doctor'])).toMatch(/of the last \d+ events the daemon answered (?:1[89]|2\d)/)
    expect(run('npx', ['holdpoint', 'uninstall'])).toContain('stopped the daemon')
    expect(status()).toBeUndefined()
  }, 120_000)

  it('T-ENG-59 ENG-08 is a library with types', () => {
    home.write({
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          module: 'nodenext',
          strict: true,
          noEmit: true,
          types: [],
          skipLibCheck: true,
          target: 'es2023',
        },
        files: ['rule.ts'],
      }),
      'rule.ts': `import { defineHook, dispatch, registryOf, matchesSubject, type Verdict } from 'holdpoint'
import * as v from 'valibot'
const hook = defineHook({
  meta: { id: 'own/rule', summary: 's', on: ['tool.before'], role: 'gate', onError: 'open', timeoutMs: 1000,
    enabledBy: 'recommended', aliases: [], options: v.strictObject({ word: v.optional(v.string(), 'x') }),
    messages: { no: { what: 'No.', why: '', fix: '' } } },
  run({ event, options, deny, pass }): Verdict {
    return event.tool.command === options.word ? deny('no') : pass
  },
})
// @ts-expect-error there is no such message
export const wrong = () => hook.run({ deny: (id: 'no') => id } as never).nothing
export const ok: boolean = matchesSubject('A|B', ['A'])
export const answer = dispatch(['PreToolUse'], {}, { registry: registryOf([hook]) })
`,
      'use.mjs': `import { dispatch, registryOf, defineHook, matchesSubject, isSameProject, detectProjectRoot, getField, readInput, safeName } from 'holdpoint'
import * as v from 'valibot'
const hook = defineHook({
  meta: { id: 'own/rule', summary: 's', on: ['tool.before'], role: 'gate', onError: 'open', timeoutMs: 1000,
    enabledBy: 'recommended', aliases: [], options: v.strictObject({}), messages: { no: { what: 'No.', why: '', fix: '' } } },
  run: ({ deny }) => deny('no'),
})
const { stdout } = await dispatch(['PreToolUse'], { tool_name: 'Bash', tool_input: { command: 'ls' } }, { registry: registryOf([hook]) })
console.log(JSON.stringify([JSON.parse(stdout).hookSpecificOutput.permissionDecision, matchesSubject('A', ['B']), isSameProject('.', '.'),
  typeof detectProjectRoot([], '.', undefined), getField({ a: { b: 1 } }, 'a.b'), readInput(''), safeName('../x')]))
`,
    })
    expect(JSON.parse(run('node', ['use.mjs']))).toEqual(['deny', false, true, 'string', 1, {}, '--x'])
    execFileSync(join(root, '../../node_modules/.bin/tsc'), ['-p', home.path], { stdio: 'pipe' })
  })
})
