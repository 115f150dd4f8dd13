import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { temporaryDirectory } from '../../src/testing/repository.ts'

const root = join(import.meta.dirname, '../..')

describe('the package, installed by a stranger', () => {
  const home = temporaryDirectory('holdpoint-install-')
  const env = { PATH: process.env['PATH'], HOME: home.path }
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
    execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', join(home.path, tarball)], {
      cwd: home.path,
      stdio: 'pipe',
    })
  })
  afterAll(home.dispose)

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
    expect(doctor).toContain('node_modules/.bin/holdpoint is the program this project uses')
    expect(doctor).toContain('✓ SubagentStop fires')
    run('node_modules/.bin/holdpoint', ['hook', 'SubagentStop'], '{"session_id":"s1","agent_type":"writer"}')
    expect(run('npx', ['holdpoint', 'log'])).toMatch(/block +SubagentStop +scratchpad\/subagent-stop/)
    expect(run('npx', ['holdpoint', 'uninstall'])).toContain('removed')
  })

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
  meta: { id: 'own/rule', summary: 's', since: '1', on: ['tool.before'], role: 'gate', onError: 'open', timeoutMs: 1000,
    recommended: true, aliases: [], options: v.strictObject({ word: v.optional(v.string(), 'x') }),
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
  meta: { id: 'own/rule', summary: 's', since: '1', on: ['tool.before'], role: 'gate', onError: 'open', timeoutMs: 1000,
    recommended: true, aliases: [], options: v.strictObject({}), messages: { no: { what: 'No.', why: '', fix: '' } } },
  run: ({ deny }) => deny('no'),
})
const { stdout } = await dispatch(['PreToolUse'], { tool_name: 'Bash', tool_input: { command: 'ls' } }, { registry: registryOf([hook]) })
console.log(JSON.stringify([JSON.parse(stdout).hookSpecificOutput.permissionDecision, matchesSubject('A', ['B']), isSameProject('.', '.'),
  typeof detectProjectRoot([], '.', undefined), getField({ a: { b: 1 } }, 'a.b'), readInput(''), safeName('../x')]))
`,
    })
    expect(JSON.parse(run('node', ['use.mjs']))).toEqual(['deny', false, true, 'string', 1, {}, '--x'])
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', home.path], { stdio: 'pipe' })
  })
})
