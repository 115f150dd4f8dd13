import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { typed } from '../support/command-line.ts'
import { startNode, type Ended, type Started } from '../process/support/process.ts'
import { HOLDPOINT } from '../process/support/sandbox.ts'
import { aDirectory } from '../process/support/temporary.ts'

/** `holdpoint test` in projects of its own. */

type Files = Readonly<Record<string, string>>

interface Told {
  readonly ok: boolean
  readonly passed: number
  readonly failed: number
  readonly tests: readonly { readonly name: string; readonly ok: boolean; readonly failures?: readonly Failure[] }[]
  readonly coverage: {
    readonly percent: number
    readonly never: readonly string[]
    readonly branches: readonly string[]
  }
}
interface Failure {
  readonly event?: string
  readonly expected: string
  readonly got: string
  readonly hint?: string
}

function aProject(files: Files) {
  const { path: project, write } = aDirectory()
  const { path: home } = aDirectory()
  const { path: temp } = aDirectory()
  write(files)
  const surroundings = { cwd: project, env: { HOME: home, TMPDIR: temp, SECRET: 'x' } }
  const command = (...args: readonly string[]): Promise<Ended> => typed(args, surroundings)
  return {
    project,
    home,
    temp,
    write,
    /** In a process of its own. */
    start: (...args: readonly string[]): Started => startNode(HOLDPOINT, ['test', ...args], surroundings),
    command,
    run: (...args: readonly string[]): Promise<Ended> => command('test', ...args),
    async told(...args: readonly string[]): Promise<Told> {
      const { stdout, stderr } = await command('test', '--json', ...args)
      expect(stderr).toBe('')
      return JSON.parse(stdout) as Told
    },
  }
}

const failuresOf = ({ tests }: Told): Readonly<Record<string, readonly Failure[] | undefined>> =>
  Object.fromEntries(tests.map(({ name, failures }) => [name, failures]))

const YARN = `rules:
  no-yarn:
    when: { runs: yarn }
    then: deny
    message: This repository uses pnpm. Run \`pnpm install\` instead.
`

describe('a policy test has a world of its own', () => {
  it('files, branch, history, index, environment, clock and agent are as given', async () => {
    const { told, temp } = aProject({
      'holdpoint.yml': 'presets: []\n',
      'holdpoint.test.yml': `
given:
  files: { src/a.txt: one, .env: 'KEY=1', tool.sh: "#!/bin/sh\\n" }
  git: { branch: release/1, commits: 2, tracked: [src/a.txt], staged: [.env] }
tests:
  - name: what a deletion would take
    when: { run: 'rm -rf {project}/../project' }
    then: { decision: deny, rule: guard/no-catastrophe, message: '/\\{project\\}/' }
  - name: a folder below
    when: { run: rm -rf ../.., cwd: src }
    then: { decision: deny, rule: no-catastrophe }
  - name: nothing of it is forbidden
    when: { run: cat a.txt, cwd: src }
    then: pass
`,
    })
    expect(failuresOf(await told())).toEqual({
      'what a deletion would take': undefined,
      'a folder below': undefined,
      'nothing of it is forbidden': undefined,
    })
    expect(readdirSync(temp)).toEqual([])
  })

  it('what a hook can see of it is what was given', async () => {
    const { told } = aProject({
      'holdpoint.yml': 'presets: []\n',
      '.holdpoint/hooks/eye.ts': `import { defineHook } from 'holdpoint'
export default defineHook({
  meta: { on: ['tool.before'], messages: { seen: '{text}' } },
  run({ event, services, deny }) {
    const { files, git, env, now, state } = services
    const { branch, unborn } = git.state(event.root) ?? {}
    const seen = [
      files.read(event.root + '/src/a.txt'), branch, unborn, env('CITY'), env('SECRET'), now().toISOString().slice(0, 19),
      event.agent?.type, event.permissionMode, state.session.get('n'), state.project.get('m'), event.cwd.slice(event.root.length),
    ]
    return deny('seen', { text: JSON.stringify(seen) })
  },
})
`,
      'holdpoint.test.yml': `
given:
  files: { src/a.txt: one }
  git: { branch: release/1 }
  env: { CITY: Ulm }
  now: 2026-02-03T04:05:06Z
  state: { session: { n: 7 }, project: { m: { deep: [1] } } }
tests:
  - name: one
    given: { agent: writer, permission_mode: plan, git: { commits: 0 } }
    when: [{ run: ls, cwd: src }, { run: ls, after: 10m, agent: reader }]
    then:
      - message: '["one","release/1",true,"Ulm",null,"2026-02-03T04:05:06","writer","plan",7,{"deep":[1]},"/src"]'
      - message: '["one","release/1",true,"Ulm",null,"2026-02-03T04:15:06","reader","plan",7,{"deep":[1]},""]'
`,
    })
    expect(failuresOf(await told('--trust'))).toEqual({ one: undefined })
  })

  it('nothing of whoever runs it decides: no configuration, switch or key of theirs', async () => {
    const { project, temp, write } = aProject({ 'holdpoint.yml': '', 'home/.config/holdpoint/holdpoint.yml': YARN })
    write({
      'holdpoint.test.yml': 'tests: [{ name: yarn is fine here, when: { run: yarn }, then: pass }]\n',
      'holdpoint.local.yml': YARN,
    })
    const env = {
      HOME: join(project, 'home'),
      TMPDIR: temp,
      HOLDPOINT_PRESETS: 'all',
      HOLDPOINT_PARENT: 'abc',
      CLAUDE_PROJECT_DIR: '/',
      CLAUDE_CODE_SESSION_ID: 'another',
    }
    const { code, stdout } = await startNode(HOLDPOINT, ['test'], { cwd: project, env }).ended
    expect(stdout).toContain('1 passed')
    expect(code).toBe(0)
  })

  it('what one event leaves behind, the next of the same test finds, and no other test', async () => {
    const stop = '{ stop: Done. }'
    const { told } = aProject({
      'holdpoint.yml':
        'presets: []\nrules:\n  often:\n    when: { runs: make }\n    limit: { calls: 2, per: session }\n    then: deny\n    message: Enough.\n',
      'holdpoint.test.yml': `
tests:
  - name: the third is refused
    when: [{ run: make, times: 2 }, { run: make }]
    then: [pass, { decision: deny, rule: often }]
  - name: another session begins anew
    when: [{ run: make }, ${stop}]
    then: [pass, pass]
  - name: wrong on purpose
    when: [{ run: make, times: 3 }]
    then: [pass]
`,
    })
    expect(failuresOf(await told())).toEqual({
      'the third is refused': undefined,
      'another session begins anew': undefined,
      'wrong on purpose': [
        { event: 'run: make, time 3 of 3', expected: 'pass', got: expect.stringContaining('deny by rules/often') },
      ],
    })
  })

  it('many run side by side, and are told in their order', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `test ${index}`)
    const { told, temp } = aProject({
      'holdpoint.yml': YARN,
      '.holdpoint/tests/many.yml': `tests:\n${names
        .map(
          (name, index) =>
            `  - { name: ${name}, when: { run: ${index % 2 === 0 ? 'yarn' : 'ls'} }, then: ${index % 2 === 0 ? 'deny' : 'pass'} }`,
        )
        .join('\n')}\n`,
    })
    const { tests, passed } = await told()
    expect(tests.map(({ name }) => name)).toEqual(names)
    expect(passed).toBe(60)
    expect(readdirSync(temp)).toEqual([])
  })
})

describe('hooks that start programs', () => {
  const files = {
    'holdpoint.yml': `presets: []
own:
  ticket: { on: PreToolUse, matcher: Bash, command: ./scripts/ticket.sh }
  later: { on: PreToolUse, async: true, command: touch started }
rules:
  ci: { when: { runs: npm install }, unless: { agent: builder }, then: { rewrite: { command: npm ci } } }
`,
    'scripts/ticket.sh': `#!/bin/sh
[ -z "$SECRET" ] || { echo 'the environment of somebody is here' >&2; exit 1; }
case $(cat) in *deploy*) . ./scripts/words.sh; echo "$WORDS" >&2; exit 2 ;; esac
`,
    'scripts/words.sh': "WORDS='Name a ticket.'\n",
    'holdpoint.test.yml': `copy: [scripts/words.sh]
tests:
  - { name: refused, when: { run: deploy }, then: { decision: deny, rule: ticket, message: Name a ticket. } }
  - { name: passes, when: { run: ls }, then: pass }
  - { name: rewritten, when: { run: npm install }, then: { rule: ci, rewrite: npm ci } }
  - { name: exempt, given: { agent: builder }, when: { run: npm install }, then: pass }
`,
  }
  const aProjectOfHooks = () => {
    const made = aProject(files)
    chmodSync(join(made.project, 'scripts/ticket.sh'), 0o755)
    return made
  }
  const HINT = 'review it with `holdpoint trust`, or run it with `holdpoint test --trust`'

  it('do not run, and the tests fail, as long as nobody has trusted them', async () => {
    const { run, write } = aProjectOfHooks()
    const { code, stdout, stderr } = await run()
    expect(stdout).toContain(`      got       own/ticket did not run: it is not trusted\n      ${HINT}`)
    expect(stderr).toBe(
      'holdpoint: own/ticket did not run: it is not trusted.\n' +
        'holdpoint: rules/ci did not run: it is not trusted.\n',
    )
    expect(code).toBe(1)

    // What only passes would prove nothing.
    write({ 'holdpoint.test.yml': 'tests: [{ name: passes, when: { prompt: hello }, then: pass }]\n' })
    expect(await run()).toMatchObject({ code: 1, stdout: expect.stringContaining('1 passed') })
  })

  it('run for once with --trust, and are not trusted afterwards', async () => {
    const { start, run, told, home, temp } = aProjectOfHooks()
    expect(failuresOf(await told('--trust'))).toEqual({
      refused: undefined,
      passes: undefined,
      rewritten: undefined,
      exempt: undefined,
    })
    expect((await told('--trust')).coverage).toMatchObject({ percent: 100, total: 2, never: [], branches: [] })
    expect((await start('--trust').ended).code).toBe(0)
    expect((await run()).code).toBe(1)
    expect(existsSync(join(home, '.local/state/holdpoint'))).toBe(false)
    expect(readdirSync(temp)).toEqual([])
  })

  it('run when they are trusted in the project, until they change', async () => {
    const { command, run, write } = aProjectOfHooks()
    expect((await command('trust', '--yes')).code).toBe(0)
    expect(await run()).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('4 passed') })
    write({ 'scripts/ticket.sh': '#!/bin/sh\n' })
    const { code, stderr } = await run()
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('own/ticket did not run: it has changed since it was trusted.'),
    })
  })

  it('are not let run by an agent', async () => {
    const { project, home } = aProjectOfHooks()
    const env = { HOME: home, CLAUDECODE: '1' }
    const { code, stderr } = await startNode(HOLDPOINT, ['test', '--trust'], { cwd: project, env }).ended
    expect(stderr).toContain('only you can use --trust, and an agent started this.')
    expect(code).toBe(2)
  })

  it('built-in ones wait for trust as well, where only the project wants them', async () => {
    const { told, run } = aProject({
      'holdpoint.yml': 'presets: [all]\n',
      'holdpoint.test.yml': `tests:
  - name: lint
    given: { files: { a.js: x } }
    when: { write: a.js, content: x, result: done }
    then: { decision: any, rule: quality/lint }
`,
    })
    expect(failuresOf(await told('--trust'))).toEqual({ lint: undefined })
    const { code, stdout, stderr } = await run()
    const why = 'it starts programs or sends data, and the project is not trusted'
    expect(stdout).toContain(`quality/lint did not run: ${why}\n`)
    expect(stderr).toContain(`holdpoint: quality/lint did not run: ${why}.\n`)
    expect(code).toBe(1)
  })

  it('one that fails fails the test, unless that is what is expected', async () => {
    const { told, write } = aProjectOfHooks()
    write({
      'scripts/ticket.sh': '#!/bin/sh\necho broken >&2\nexit 1\n',
      'holdpoint.test.yml': `tests:
  - { name: fails, when: { run: ls }, then: pass }
  - { name: is expected, when: { run: ls }, then: { decision: pass, failure: broken } }
`,
    })
    expect(failuresOf(await told('--trust'))).toEqual({
      fails: [{ expected: 'pass', got: expect.stringMatching(/^own\/ticket failed: .*broken/) }],
      'is expected': undefined,
    })
  })
})

describe('a project that somebody has just cloned', () => {
  it('starts nothing and writes nothing outside, whatever its tests say', async () => {
    const evil = '#!/bin/sh\\ntouch $MARK'
    const { project, run } = aProject({
      'holdpoint.yml': `presets: [all]
own:
  evil: { on: [PreToolUse, SessionStart, PostToolUse, Stop], command: touch "$MARK" }
rules:
  evil: { when: { runs: ls }, then: { run: [sh, -c, touch "$MARK"] } }
`,
      '.holdpoint/hooks/evil.js': 'import { writeFileSync } from "node:fs"\nwriteFileSync(process.env.MARK, "")\n',
      'holdpoint.test.yml': `copy: [way-out]
given:
  env: { MARK: '{mark}' }
  files: { package.json: '{"scripts":{"test":"touch $MARK","lint":"touch $MARK"}}', a.js: x, node_modules/.bin/eslint: "${evil}" }
  git: { tracked: [a.js] }
tests:
  - name: events of all kinds
    when:
      - { event: SessionStart }
      - { run: ls }
      - { write: a.js, content: y, result: done }
      - { run: git commit -m x }
      - { stop: Done. }
    then: [any, any, any, any, any]
  - name: a way out
    given: { files: { way-out/written: x } }
    when: { run: ls }
    then: pass
`,
    })
    const { path: outside } = aDirectory()
    symlinkSync(outside, join(project, 'way-out'))
    const text = readFileSync(join(project, 'holdpoint.test.yml'), 'utf8')
    writeFileSync(join(project, 'holdpoint.test.yml'), text.replace('{mark}', join(outside, 'mark')))
    const { stdout, stderr, code } = await run()
    expect(stdout).toContain('way-out/written leads out of the project')
    expect(stderr).toContain('own/evil did not run: it is not trusted.')
    expect(code).toBe(1)
    expect(readdirSync(outside)).toEqual([])
    // The traps are live.
    await run('--trust')
    expect(readdirSync(outside)).toEqual(['mark'])
  })
})

describe('coverage', () => {
  const files = {
    'holdpoint.yml': `presets: []
rules:
  no-yarn: { when: { runs: yarn }, unless: { agent: builder }, then: deny, message: Use pnpm. }
  no-npm: { when: { runs: npm }, then: deny, message: Use pnpm. }
`,
    'holdpoint.test.yml': 'tests: [{ name: yarn, when: { run: yarn }, then: deny }]\n',
  }

  it('names rules that no test has shown, and exceptions', async () => {
    const { told, run, write } = aProject(files)
    expect((await told()).coverage).toEqual({
      total: 2,
      hit: 1,
      percent: 33,
      never: ['rules/no-npm'],
      branches: ['rules/no-yarn: unless'],
    })
    const { code, stderr } = await run('--min-coverage', '100')
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'holdpoint: coverage is 33 %, below --min-coverage 100 %.\n',
    })

    write({
      'holdpoint.more.test.yml': `tests:
  - { name: npm, when: { run: npm i }, then: deny }
  - { name: the builder may, given: { agent: builder }, when: { run: yarn }, then: pass }
`,
    })
    expect((await told()).coverage).toMatchObject({ percent: 100, never: [], branches: [] })
    expect((await run('--min-coverage', '100%')).code).toBe(0)
  })
})

describe('--watch', () => {
  it('runs again when rules or tests change, also after a mistake, and ends at a signal', async () => {
    const { start, write, project, temp } = aProject({
      'holdpoint.yml': YARN,
      'holdpoint.test.yml': 'tests: [{ name: yarn, when: { run: yarn }, then: deny }]\n',
    })
    const started = start('--watch')
    await started.printed('1 passed\n\nWaiting for a change')
    write({ 'holdpoint.yml': YARN.replace('yarn }', 'bun }') })
    await started.printed('1 failed')
    // As editors do it: another file in its place.
    writeFileSync(join(project, 'next'), 'tests: [')
    renameSync(join(project, 'next'), join(project, 'holdpoint.test.yml'))
    await started.printed('holdpoint.test.yml:1:9')
    write({ 'holdpoint.test.yml': 'tests: [{ name: bun, when: { run: bun i }, then: deny }]\n' })
    await started.printed('✓ bun')
    started.child.kill('SIGINT')
    const { code, signal } = await started.ended
    expect({ code, signal }).toEqual({ code: 0, signal: null })
    expect(readdirSync(temp)).toEqual([])
  })
})

describe('bad input', () => {
  it.each<[why: string, files: Files, args: readonly string[], told: string | RegExp]>([
    ['no tests at all', { 'holdpoint.yml': '' }, [], 'no policy tests in '],
    ['a file that is not there', {}, ['gone.yml'], 'gone.yml does not exist.'],
    [
      'a configuration with a mistake',
      { 'holdpoint.yml': 'hook: x', 'holdpoint.test.yml': 'tests: [{ name: a, when: { run: ls }, then: pass }]' },
      [],
      'holdpoint.yml:1:1',
    ],
    [
      'a name that no test has',
      { 'holdpoint.test.yml': 'tests: [{ name: a, when: { run: ls }, then: pass }]' },
      ['--only', 'b'],
      'no test has `b` in its name.',
    ],
    [
      'coverage that is no number',
      {},
      ['--min-coverage', 'much'],
      'invalid --min-coverage `much`. Give a number from 0 to 100.',
    ],
    [
      'a report that cannot be written',
      { 'holdpoint.test.yml': 'tests: [{ name: a, when: { run: ls }, then: pass }]' },
      ['--junit', 'no/where.xml'],
      'no/where.xml cannot be written',
    ],
    [
      'a huge file',
      { 'holdpoint.test.yml': `# ${'x'.repeat(1 << 20)}\n` },
      [],
      'cannot be read: it is larger than 1 MB.',
    ],
    ['bytes', { 'holdpoint.test.yml': '\u0000\u0001tests' }, [], 'holdpoint.test.yml:1:1'],
  ])('%s: exit code 2', async (_, files, args, told) => {
    const { code, stdout, stderr } = await aProject(files).run(...args)
    expect(stdout + stderr).toContain(told)
    expect(stdout + stderr).not.toMatch(/\n\s+at /)
    expect(code).toBe(2)
  })

  it('a link instead of a file is not followed', async () => {
    const { project, run } = aProject({ 'real.yml': 'tests: [{ name: a, when: { run: ls }, then: pass }]' })
    symlinkSync('real.yml', join(project, 'holdpoint.test.yml'))
    const { code, stdout } = await run()
    expect(stdout).toContain('cannot be read: it is not a file.')
    expect(code).toBe(2)
  })

  it('an interrupted run says so, and leaves nothing behind', async () => {
    const tests = Array.from(
      { length: 200 },
      (_, index) => `  - { name: t${index}, when: { run: yarn, times: 50 }, then: deny }`,
    )
    const { start, temp, project } = aProject({ 'holdpoint.yml': YARN, 'many.yml': `tests:\n${tests.join('\n')}\n` })
    const started = start('many.yml', '--junit', 'report.xml')
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (readdirSync(temp).length === 0) return
        clearInterval(timer)
        resolve()
      }, 5)
    })
    started.child.kill('SIGINT')
    const { code, stdout } = await started.ended
    expect(stdout).toMatch(/\d+ not run/)
    expect(code).toBe(130)
    expect(readdirSync(temp)).toEqual([])
    expect(readFileSync(join(project, 'report.xml'), 'utf8')).toMatch(/^<\?xml/)
    rmSync(join(project, 'report.xml'))
    expect(existsSync(join(project, '.git'))).toBe(false)
  })
})
