import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { HOLDPOINT } from './support/sandbox.ts'
import { startNode } from './support/process.ts'
import { aModule, anOwnProject, decisionOf, hookOf, leftIn, noticeOf, type OwnProject } from './support/own-project.ts'
import { aDirectory } from './support/temporary.ts'

const GATE = hookOf("return deny('no', { what: 'so' })")
const CONFIG = `presets: []
own:
  mark: { on: PreToolUse, command: ./scripts/mark.sh }
`
const SCRIPT = '#!/bin/sh\necho ran >> ran\n'

function aCommand(config = CONFIG, files: Readonly<Record<string, string>> = {}): OwnProject {
  const project = anOwnProject({ 'scripts/mark.sh': SCRIPT, ...files }, config)
  chmodSync(join(project.project, 'scripts/mark.sh'), 0o755)
  return project
}

const runs = async (project: OwnProject): Promise<number> => {
  rmSync(join(project.project, 'ran'), { force: true })
  await project.bash('ls x')
  return (leftIn(project, 'ran') ?? '').split('ran').length - 1
}

describe('trust in a command', () => {
  it('nothing runs in a fresh clone, and the user is told once in a session', async () => {
    const project = aCommand()
    expect(noticeOf(await project.bash('ls x', 's1'))).toMatch(/own\/mark.*holdpoint trust/)
    expect(noticeOf(await project.bash('ls x', 's1'))).toBe('')
    expect(leftIn(project, 'ran')).toBeUndefined()
    await project.trusted()
    expect(await runs(project)).toBe(1)
    // Somebody else has cloned it, or the same user elsewhere.
    const clone = aDirectory()
    rmSync(join(project.project, 'ran'))
    project.git('add', '-A')
    project.git('commit', '-qm', 'all')
    project.git('clone', '-q', project.project, clone.path)
    await project.hook(
      'PreToolUse',
      { cwd: clone.path, tool_name: 'Bash', tool_input: { command: 'ls x' } },
      { cwd: clone.path },
    )
    expect(statSync(join(clone.path, 'ran'), { throwIfNoEntry: false })).toBeUndefined()
  })

  it.each<readonly [string, (project: OwnProject) => void]>([
    ['the script', ({ project }) => appendFileSync(join(project, 'scripts/mark.sh'), '# more\n')],
    ['the definition', ({ write }) => write({ 'holdpoint.yml': CONFIG.replace('mark.sh', 'mark.sh now') })],
    [
      'what it is told of',
      ({ write }) => write({ 'holdpoint.yml': CONFIG.replace('on: PreToolUse', 'on: [PreToolUse, Stop]') }),
    ],
    [
      'its kind',
      ({ write }) =>
        write({
          'holdpoint.yml': CONFIG.replace('command: ./scripts/mark.sh', 'command: ./scripts/mark.sh, args: []'),
        }),
    ],
    [
      'the script, by a link inside',
      ({ project }) => {
        renameSync(join(project, 'scripts/mark.sh'), join(project, 'scripts/real.sh'))
        writeFileSync(join(project, 'scripts/other.sh'), SCRIPT.replace('ran', 'pwned'), { mode: 0o755 })
        symlinkSync('other.sh', join(project, 'scripts/mark.sh'))
      },
    ],
    [
      'the script, by a link that leads out',
      ({ project, home }) => {
        writeFileSync(join(home, 'evil.sh'), SCRIPT, { mode: 0o755 })
        rmSync(join(project, 'scripts/mark.sh'))
        symlinkSync(join(home, 'evil.sh'), join(project, 'scripts/mark.sh'))
      },
    ],
    [
      'the directory of the script',
      ({ project, home }) => {
        mkdirSync(join(home, 'evil'))
        writeFileSync(join(home, 'evil/mark.sh'), SCRIPT, { mode: 0o755 })
        rmSync(join(project, 'scripts'), { recursive: true })
        symlinkSync(join(home, 'evil'), join(project, 'scripts'))
      },
    ],
    [
      'the script, in one byte that is no text',
      ({ project }) =>
        writeFileSync(join(project, 'scripts/mark.sh'), Buffer.from([...Buffer.from(SCRIPT), 0x23, 0xff])),
    ],
    ['the script, which is gone', ({ project }) => rmSync(join(project, 'scripts/mark.sh'))],
  ])('is gone when somebody changes %s', async (_, change) => {
    const project = aCommand()
    await project.trusted()
    expect(await runs(project)).toBe(1)
    change(project)
    expect(await runs(project)).toBe(0)
    const answer = await project.bash('ls x')
    expect(noticeOf(answer)).toMatch(/own\/mark.*changed since it was trusted/)
    const { stdout } = await project.user('trust', '--list')
    expect(stdout).toContain('changed since it was trusted on')
  })

  it('tells two scripts apart that differ only in what is no text', async () => {
    const project = aCommand()
    const file = join(project.project, 'scripts/mark.sh')
    writeFileSync(file, Buffer.from([...Buffer.from(SCRIPT), 0x23, 0xfe]))
    await project.trusted()
    expect(await runs(project)).toBe(1)
    writeFileSync(file, Buffer.from([...Buffer.from(SCRIPT), 0x23, 0xff]))
    expect(await runs(project)).toBe(0)
  })

  it('comes back with the trusted content, but not after it was taken back', async () => {
    const project = aCommand()
    const file = join(project.project, 'scripts/mark.sh')
    await project.trusted()
    writeFileSync(file, `${SCRIPT}# 2\n`)
    await project.trusted()
    expect(await runs(project)).toBe(1)
    writeFileSync(file, SCRIPT)
    expect(await runs(project)).toBe(1)
    expect((await project.user('trust', '--revoke', '--yes', 'own/mark')).stdout).toContain('no longer trusted')
    expect(await runs(project)).toBe(0)
    writeFileSync(file, `${SCRIPT}# 2\n`)
    expect(await runs(project)).toBe(0)
    expect(noticeOf(await project.bash('ls x'))).toContain('not trusted yet')
  })

  it('covers declared files, also those that are not there yet', async () => {
    const project = aCommand(CONFIG.replace(' }', ', files: [lib/a.sh, lib/b.sh] }'), { 'lib/a.sh': '1' })
    await project.trusted()
    expect(await runs(project)).toBe(1)
    project.write({ 'lib/b.sh': '2' })
    expect(await runs(project)).toBe(0)
  })

  it.each([
    ['"$CLAUDE_PROJECT_DIR"/scripts/mark.sh'],
    ['sh -c "cd scripts && ./mark.sh"'],
    ['bash -c \'. "./scripts/mark.sh"\''],
    ['MODE=x sh<scripts/mark.sh'],
    ['cat scripts/mark.sh | sh'],
    ["node -e \"require('child_process').execFileSync('./scripts/mark.sh')\""],
  ])('finds the file in %s', async (command) => {
    const project = aCommand(CONFIG.replace('./scripts/mark.sh', JSON.stringify(command)))
    const { stdout } = await project.user('trust', '--list', '--json')
    const { entries } = JSON.parse(stdout) as { entries: readonly { files: readonly { path: string }[] }[] }
    expect(entries[0]?.files.map(({ path }) => path)).toContain('scripts/mark.sh')
  })

  it('holds in linked work trees with the same content', async () => {
    const project = aCommand()
    await project.trusted()
    project.git('add', '-A')
    project.git('commit', '-qm', 'all')
    project.git('worktree', 'add', '-q', '.worktrees/x', '-b', 'x')
    const tree = join(project.project, '.worktrees/x')
    const ask = () =>
      project.hook(
        'PreToolUse',
        { session_id: 'w', cwd: tree, tool_name: 'Bash', tool_input: { command: 'ls x' } },
        { cwd: tree },
      )
    await ask()
    expect(readFileSync(join(tree, 'ran'), 'utf8')).toBe('ran\n')
    appendFileSync(join(tree, 'scripts/mark.sh'), '# other\n')
    await ask()
    expect(readFileSync(join(tree, 'ran'), 'utf8')).toBe('ran\n')
  })

  it('is not needed for what stands in the user’s own configuration', async () => {
    const project = aCommand('presets: []\n')
    mkdirSync(join(project.home, '.config/holdpoint'), { recursive: true })
    writeFileSync(join(project.home, '.config/holdpoint/holdpoint.yml'), CONFIG)
    expect(await runs(project)).toBe(1)
    expect((await project.user('trust')).stdout).toContain('Nothing in this project’s files needs your trust.')
  })

  it('is needed for rules that allow, rewrite or run, and for no others', async () => {
    const rule = (then: string): string => `{ when: { runs: x }, then: ${then}, message: m }`
    const project = anOwnProject(
      {},
      `rules:\n  a: ${rule('deny')}\n  b: ${rule('allow')}\n  c: ${rule('{ rewrite: { command: y } }')}\n  d: ${rule('ask')}\n`,
    )
    const { stdout } = await project.user('trust', '--list', '--json')
    const { entries } = JSON.parse(stdout) as { entries: readonly { id: string; kind: string }[] }
    expect(entries.map(({ id }) => id)).toEqual(['rules/b', 'rules/c'])
  })
})

describe('what is kept of trust', () => {
  it.each<readonly [string, (file: string) => void]>([
    ['damaged', (file) => writeFileSync(file, '{"version": 1, "grants": {')],
    ['damaged', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('"digest"', '"digits"'))],
    [
      'written by another version',
      (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('"version": 1', '"version": 2')),
    ],
    [
      'speaks of another project',
      (file) =>
        writeFileSync(file, readFileSync(file, 'utf8').replace(/"project": "[^"]*"/, '"project": "/elsewhere"')),
    ],
    ['other users can write it', (file) => chmodSync(file, 0o666)],
    [
      'no regular file',
      (file) => {
        renameSync(file, `${file}.real`)
        symlinkSync(`${file}.real`, file)
      },
    ],
    ['other users can write it', (file) => chmodSync(join(file, '..'), 0o777)],
  ])('%s: nothing is trusted, which is said, and trust can be given anew', async (words, spoil) => {
    const project = aCommand()
    await project.trusted()
    expect(await runs(project)).toBe(1)
    spoil(join(project.state(), 'trust.json'))
    expect(await runs(project)).toBe(0)
    expect(noticeOf(await project.bash('ls x'))).toContain(words)
    expect((await project.user('trust', '--list')).stdout).toContain(words)
    chmodSync(project.state(), 0o700)
    await project.trusted()
    expect(await runs(project)).toBe(1)
    expect(statSync(join(project.state(), 'trust.json')).mode & 0o777).toBe(0o600)
  })
})

describe('a store that a repository brings along', () => {
  it('counts for nothing, wherever its settings say that our state is', async () => {
    const project = aCommand()
    await project.trusted()
    const granted = join(project.state(), 'trust.json')
    const brought = join(project.project, '.state/holdpoint', basename(project.state()), 'trust.json')
    mkdirSync(dirname(brought), { recursive: true, mode: 0o700 })
    renameSync(granted, brought)
    project.env['XDG_STATE_HOME'] = join(project.project, '.state')
    expect(await runs(project)).toBe(0)
    renameSync(brought, granted)
    expect(await runs(project)).toBe(1)
  })
})

describe('holdpoint trust', () => {
  it('shows everything, and trusts nothing without a word', async () => {
    const project = aCommand(CONFIG, { '.holdpoint/hooks/gate.ts': GATE })
    const { code, stdout, stderr } = await project.user('trust')
    expect(code).toBe(1)
    expect(stderr).toContain('this is not a terminal')
    expect(stdout).toContain(
      'own/mark  a command, project; not trusted\n  runs   ./scripts/mark.sh\n  on     PreToolUse\n  files  scripts/mark.sh (26 bytes)',
    )
    expect(stdout).toContain('own/gate  code of the project, project; not trusted\n  runs   .holdpoint/hooks/gate.ts')
    expect(await runs(project)).toBe(0)
  })

  it('is not for agents, with any option', async () => {
    const project = aCommand()
    for (const words of [
      ['trust', '--yes'],
      ['trust', '--yes', 'own/mark'],
      ['trust', '--revoke', '--yes'],
    ]) {
      const { code, stderr } = await startNode(HOLDPOINT, words, {
        cwd: project.project,
        env: { ...project.env, CLAUDECODE: '1' },
      }).ended
      expect([code, stderr]).toEqual([1, expect.stringContaining('an agent started this')])
    }
    project.write({ 'holdpoint.yml': CONFIG.replace('presets: []', 'presets: [recommended]') })
    for (const command of [
      'holdpoint trust --yes',
      'env -u CLAUDECODE npx holdpoint trust --yes',
      `node ${HOLDPOINT} trust --revoke --yes`,
    ]) {
      expect(decisionOf(await project.bash(command))).toMatch(/^deny/)
    }
    expect(await runs(project)).toBe(0)
  })

  it('trusts what is named', async () => {
    const project = aCommand(CONFIG, { '.holdpoint/hooks/gate.ts': GATE })
    expect((await project.user('trust', '--yes', 'own/gate')).stdout).toContain('own/gate is trusted')
    expect(await runs(project)).toBe(0)
    expect(decisionOf(await project.bash('ls x'))).toBe('deny It says so.')
    const wrong = await project.user('trust', '--yes', 'own/other')
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('These do: own/mark, own/gate')])
  })

  it('speaks JSON, and is quiet when all is trusted', async () => {
    const project = aCommand()
    expect(JSON.parse((await project.user('trust', '--yes', '--json')).stdout)).toMatchObject({
      granted: ['own/mark'],
      refused: [],
    })
    expect(JSON.parse((await project.user('trust', '--yes', '--json')).stdout)).toMatchObject({ granted: [] })
    expect((await project.user('trust')).stdout).toBe('Everything here is trusted already.\n')
    expect(JSON.parse((await project.user('trust', '--revoke', '--yes', '--json')).stdout)).toMatchObject({
      revoked: ['own/mark'],
    })
  })

  it('refuses what leads out of the project, and cannot steer a terminal', async () => {
    const project = anOwnProject(
      {},
      `own:\n  evil: { on: Stop, command: "./link\\e[2J\\nown/good is trusted" }\n  out: { on: Stop, command: ./out.sh }\n`,
    )
    symlinkSync('/bin/sh', join(project.project, 'out.sh'))
    const { code, stdout } = await project.user('trust', '--yes')
    expect(code).toBe(1)
    expect(stdout).toContain('own/out: out.sh is a link that leads out of the project')
    expect(stdout).toContain('runs  ./link\\u001b[2J\\u000aown/good is trusted')
  })

  it('shows what has changed, and since when', async () => {
    const project = aCommand(CONFIG, { '.holdpoint/hooks/gate.ts': GATE, '.holdpoint/hooks/lib/a.ts': '' })
    await project.trusted()
    project.write({
      'holdpoint.yml': CONFIG.replace('mark.sh', 'mark.sh all'),
      '.holdpoint/hooks/lib/b.ts': '',
      'scripts/mark.sh': '#!/bin/sh\n',
    })
    rmSync(join(project.project, '.holdpoint/hooks/lib/a.ts'))
    const { stdout } = await project.user('trust', '--list')
    expect(stdout).toContain('command: "./scripts/mark.sh" -> "./scripts/mark.sh all"')
    expect(stdout).toContain('scripts/mark.sh: changed (26 -> 10 bytes)')
    expect(stdout).toContain('.holdpoint/hooks/lib/a.ts: gone')
    expect(stdout).toContain('.holdpoint/hooks/lib/b.ts: new')
  })

  it('is told of by list, validate and doctor', async () => {
    const project = aCommand()
    expect((await project.user('list')).stdout).toMatch(
      /mark .* not trusted .*\n[\s\S]*1 of them does not run. Review them with `holdpoint trust`./,
    )
    expect((await project.user('validate')).stdout).toContain(
      'own/mark: not trusted. Review it with `holdpoint trust`.',
    )
    expect((await project.user('doctor')).stdout).toContain('own/mark does not run: you have not trusted it.')
    await project.trusted()
    expect((await project.user('list')).stdout).not.toContain('not trusted')
    expect((await project.user('doctor')).stdout).toContain('you trust all 1 hooks')
    appendFileSync(join(project.project, 'scripts/mark.sh'), '#\n')
    expect((await project.user('list', '--json')).stdout).toContain('changed since it was trusted')
    expect((await project.user('validate', '--json')).stdout).toContain('changed since it was trusted')
    expect((await project.user('doctor')).stdout).toContain('it has changed since you trusted it')
  })

  it('says when an event is not registered yet', async () => {
    const project = aCommand('presets: []\n', {
      '.holdpoint/hooks/gate.ts': hookOf('return pass').replace('tool.before', 'agent.start'),
    })
    await project.user('init', '--scope', 'local')
    expect((await project.user('trust', '--yes')).stdout).toContain(
      'not registered with the agent yet. Run `holdpoint upgrade`.',
    )
    await project.user('upgrade')
    await project.user('trust', '--revoke', '--yes')
    expect((await project.user('trust', '--yes')).stdout).not.toContain('not registered')
  })

  it('is offered by init, never taken for granted', async () => {
    const project = aCommand(CONFIG, { '.holdpoint/hooks/gate.ts': GATE })
    const { stdout } = await project.user('init', '--scope', 'local')
    expect(stdout).toContain(
      '2 hooks of this project do not run until you trust them. Review them with `holdpoint trust`.',
    )
    expect(await runs(project)).toBe(0)
  })
})

describe('trust in files of hooks', () => {
  it.each<readonly [string, (project: OwnProject) => void]>([
    ['the file', ({ write }) => write({ '.holdpoint/hooks/gate.ts': GATE.replace('no', 'no') + '//' })],
    ['a file beside it', ({ write }) => write({ '.holdpoint/hooks/lib/a.ts': 'export const a = 2' })],
    ['a file that is new', ({ write }) => write({ '.holdpoint/hooks/lib/b.ts': '' })],
    [
      'the file, by a link',
      ({ project, home }) => {
        renameSync(join(project, '.holdpoint/hooks/gate.ts'), join(home, 'gate.ts'))
        symlinkSync(join(home, 'gate.ts'), join(project, '.holdpoint/hooks/gate.ts'))
      },
    ],
    [
      'a file beside it, by a link',
      ({ project }) => symlinkSync('/etc/hosts', join(project, '.holdpoint/hooks/lib/c.ts')),
    ],
    [
      'the directory, by a link',
      ({ project, home }) => {
        renameSync(join(project, '.holdpoint/hooks'), join(home, 'hooks'))
        symlinkSync(join(home, 'hooks'), join(project, '.holdpoint/hooks'))
      },
    ],
    [
      'the directory above, by a link',
      ({ project, home }) => {
        renameSync(join(project, '.holdpoint'), join(home, 'hp'))
        symlinkSync(join(home, 'hp'), join(project, '.holdpoint'))
      },
    ],
    [
      'the directory, by another',
      ({ project, write }) => {
        rmSync(join(project, '.holdpoint/hooks'), { recursive: true })
        write({ '.holdpoint/hooks/gate.ts': hookOf('return pass') })
      },
    ],
  ])('is gone when somebody changes %s', async (_, change) => {
    const project = aModule(GATE.replace('messages:', "onError: 'closed', messages:"), {
      '.holdpoint/hooks/lib/a.ts': 'export const a = 1',
    })
    await project.trusted()
    expect(decisionOf(await project.bash('ls x'))).toBe('deny It says so.')
    change(project)
    expect(decisionOf(await project.bash('ls x'))).toMatch(
      /^deny Blocked: own\/gate could not check this.*changed since it was trusted/,
    )
  })

  it('does not mind tests, packages and hidden files', async () => {
    const project = aModule(GATE)
    await project.trusted()
    project.write({
      '.holdpoint/hooks/gate.test.ts': 'x',
      '.holdpoint/hooks/node_modules/a/index.js': '',
      '.holdpoint/hooks/.swp': '',
    })
    expect(decisionOf(await project.bash('ls x'))).toBe('deny It says so.')
  })

  it('a hook that is added waits, and stops the others until it is looked at', async () => {
    const project = aModule(GATE)
    await project.trusted()
    project.write({ '.holdpoint/hooks/more.ts': GATE })
    const answer = await project.bash('ls x')
    expect(noticeOf(answer)).toMatch(/own\/gate.*changed since it was trusted/)
    expect(noticeOf(answer)).toMatch(/not trusted yet.*own\/more/)
  })

  it('what runs is what was trusted, built once', async () => {
    const project = aModule(GATE)
    await project.trusted()
    const built = join(project.state(), 'own')
    expect(statSync(built).mode & 0o777).toBe(0o700)
    rmSync(built, { recursive: true })
    expect(noticeOf(await project.bash('ls x'))).toMatch(/own\/gate.*changed since it was trusted/)
    expect((await project.user('trust', '--list')).stdout).toContain('what was built of it when it was trusted is gone')
    await project.trusted()
    expect(decisionOf(await project.bash('ls x'))).toBe('deny It says so.')
  })

  it.each([
    ['imports a package', { 'gate.ts': `import 'lodash'\n${GATE}` }, 'gate.ts: `lodash` is a package'],
    ['imports a built-in without its prefix', { 'gate.ts': `import 'fs'\n${GATE}` }, '`fs` is a package'],
    ['imports a test', { 'gate.ts': `import './a.test.ts'\n${GATE}`, 'a.test.ts': '' }, '`./a.test.ts` is a test'],
    ['imports what is not there', { 'gate.ts': `import './a.ts'\n${GATE}` }, 'there is no `./a.ts`'],
    ['imports from outside', { 'gate.ts': `import '../../src/a.ts'\n${GATE}` }, 'lies outside of .holdpoint/hooks'],
    ['imports the testing tools', { 'gate.ts': `import 'holdpoint/testing'\n${GATE}` }, 'is a package'],
    [
      'imports a name that is not there',
      { 'gate.ts': `import { pas } from 'holdpoint'\npas\n${GATE}` },
      '`holdpoint` has no export `pas`',
    ],
    ['is no TypeScript', { 'gate.ts': 'export default {{' }, 'gate.ts:1:17: '],
    ['has a mistake beside it', { 'gate.ts': `import './a.js'\n${GATE}`, 'a.js': 'const x: number = 1' }, 'a.js:1:7: '],
    ['exports nothing', { 'gate.ts': 'export const a = 1' }, 'its default export is no hook'],
    ['exports something else', { 'gate.ts': 'export default 5' }, 'its default export is no hook'],
    ['throws', { 'gate.ts': "throw new Error('at once')" }, 'at once'],
    ['ends the process', { 'gate.ts': 'process.exit(0)' }, 'ended itself with code 0'],
    [
      'names no such event',
      { 'gate.ts': GATE.replace('tool.before', 'PreToolUse') },
      'meta.on: "PreToolUse" is none of',
    ],
    [
      'has a field that is none',
      { 'gate.ts': GATE.replace('messages', 'timeout: 5, messages') },
      'did you mean `timeoutMs`?',
    ],
    [
      'names itself otherwise',
      { 'gate.ts': GATE.replace('messages', "id: 'guard/gate', messages") },
      'makes it `own/gate`',
    ],
    [
      'wants to be always on',
      { 'gate.ts': GATE.replace('messages', 'floor: true, messages') },
      'meta.floor: there is no such field',
    ],
    [
      'has an option without a kind',
      { 'gate.ts': GATE.replace('messages', 'options: { a: null }, messages') },
      'the default of the option `a`',
    ],
  ])('is refused to one that %s', async (_, files: Readonly<Record<string, string>>, message) => {
    const project = anOwnProject(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [`.holdpoint/hooks/${name}`, text])),
    )
    const { code, stdout } = await project.user('trust', '--yes')
    expect(stdout).toContain(message)
    expect(code).toBe(1)
    expect(decisionOf(await project.bash('ls x'))).toBe('pass')
  })

  it('two files of one name are refused', async () => {
    const project = anOwnProject({ '.holdpoint/hooks/gate.ts': GATE, '.holdpoint/hooks/gate.js': GATE })
    const { stdout } = await project.user('trust', '--list')
    expect(stdout).toContain('two files in .holdpoint/hooks are the hook `own/gate`')
  })
})
