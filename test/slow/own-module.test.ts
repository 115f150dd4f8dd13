import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aModule, anOwnProject, decisionOf, hookOf, leftIn, noticeOf } from '../process/support/own-project.ts'
import { isRunning } from '../process/support/process.ts'

const GATE = hookOf("return event.tool.command.includes('yarn') ? deny('no', { what: 'yarn' }) : pass")

describe('a hook in a file', () => {
  it('judges events once it is trusted, and not before', async () => {
    const project = aModule(GATE)
    const fresh = await project.bash('yarn add x')
    expect(decisionOf(fresh)).toBe('pass')
    expect(noticeOf(fresh)).toMatch(/not trusted yet.*own\/gate.*holdpoint trust/)
    await project.trusted()
    expect(decisionOf(await project.bash('yarn add x'))).toBe('deny It says yarn.')
    expect(decisionOf(await project.bash('npm ci'))).toBe('pass')
    expect(project.spool().at(-2)?.hooks).toMatchObject([
      {},
      {},
      { id: 'own/gate', decision: 'deny', messageId: 'no', reason: 'It says yarn.' },
    ])
  })

  it.each([
    ['gate.js', GATE],
    ['gate.mjs', GATE],
    [
      'gate.ts',
      GATE.replace('async run', 'async run<T>').replace('pass, deny', 'pass, deny') + 'export type Unused = string\n',
    ],
    ['gate.js', GATE.replace("import { defineHook } from 'holdpoint'\n", '').replace('defineHook({', '({')],
  ])('may be written as %s', async (name, source) => {
    const project = anOwnProject({ [`.holdpoint/hooks/${name}`]: source })
    await project.trusted()
    expect(decisionOf(await project.bash('yarn'))).toBe('deny It says yarn.')
  })

  it('imports files beside it, JSON, node: and the library', async () => {
    const source = hookOf(
      "return words.includes(basename(event.tool.command)) ? deny('no', { what: await later() }) : pass",
    )
    const imports = `import { basename } from 'node:path'
import { safeName, isSourceFile } from 'holdpoint'
import words from './data/words.json' with { type: 'json' }
import { name, type Kind } from './lib/name.js'
const later = async (): Promise<string> => (await import('./lib/deep/late')).late(name satisfies Kind) + isSourceFile('a.ts') + safeName('x')
`
    const project = aModule(imports + source, {
      '.holdpoint/hooks/data/words.json': '["yarn"]',
      '.holdpoint/hooks/lib/name.ts':
        "export type Kind = string\nexport * from './deep/late.ts'\nexport enum E { A = 'a' }\nexport const name: Kind = E.A",
      '.holdpoint/hooks/lib/deep/late.ts':
        "import { name } from '../name.ts'\nexport const late = (x: string): string => x + name",
      '.holdpoint/hooks/gate.test.ts': "import 'vitest'",
    })
    await project.trusted()
    expect(decisionOf(await project.bash('/bin/yarn'))).toBe('deny It says aatruex.')
  })

  it('has options with defaults, which the configuration checks', async () => {
    const project = aModule(
      hookOf("return deny('no', { what: options.words.join() + options.max })", "options: { words: ['a'], max: 3 },"),
    )
    await project.trusted()
    expect(decisionOf(await project.bash('ls x'))).toBe('deny It says a3.')
    project.write({ 'holdpoint.yml': 'hooks: {own/gate: {options: {max: 5}}}\n' })
    expect(decisionOf(await project.bash('ls x'))).toBe('deny It says a5.')
    project.write({ 'holdpoint.yml': 'hooks: {own/gate: {options: {max: many}}}\n' })
    const { code, stdout } = await project.user('validate')
    expect(stdout).toContain('`max` is `"many"`; allowed: a number.')
    expect(code).toBe(1)
    expect(decisionOf(await project.bash('ls x'))).toBe('deny It says a5.')
  })

  it('is switched like any other hook', async () => {
    const project = aModule(GATE)
    project.write({ 'holdpoint.yml': 'hooks: {own/gate: {level: off, options: {whatever: 1}}}\n' })
    expect((await project.user('validate')).code).toBe(0)
    await project.trusted()
    project.write({ 'holdpoint.yml': 'hooks: {own/gate: warn}\n' })
    expect(noticeOf(await project.bash('yarn'))).toContain('Warning from own/gate: It says yarn.')
    project.write({ 'holdpoint.yml': 'packs: {own: off}\n' })
    expect(decisionOf(await project.bash('yarn'))).toBe('pass')
  })

  it('has the services of every hook', async () => {
    const project = aModule(
      hookOf(`
      const seen = services.state.session.update('count', (old) => (old ?? 0) + 1)
      const { runs } = await services.effects(event)
      const { stdout } = await services.process.run('node', ['-p', 'process.env.GREETING'], { cwd: event.root, env: { GREETING: 'hi' } })
      services.exportVariables({ CLAUDE_SEEN: 'yes' })
      services.files.write(event.root + '/left', JSON.stringify([
        seen, runs.map(({ program }) => program), stdout.trim(), services.env('CLAUDE_SEEN'), services.env('HOME'),
        services.git.state(event.root).branch, (await services.git.output(event.root, ['rev-parse', '--is-inside-work-tree'])).trim(),
        (await services.yaml(event.root + '/some.yml')).value, typeof services.now().getTime(), process.env.HOME, signal.aborted,
        services.memo('x', () => 1) + services.memo('x', () => 2), await services.background.isBusy('nothing'),
      ]))
      return { ...pass, context: 'told', notice: 'shown' }`),
      { 'some.yml': 'a: 1\n' },
    )
    await project.trusted()
    const answer = await project.bash('git status', 's1')
    expect(JSON.stringify(answer.json)).toMatch(/told.*|shown/)
    await project.bash('git status | wc', 's1')
    expect(JSON.parse(leftIn(project, 'left') ?? '')).toEqual([
      2,
      ['git', 'wc'],
      'hi',
      'yes',
      project.home,
      'feature/demo',
      'true',
      { a: 1 },
      'number',
      project.home,
      false,
      2,
      false,
    ])
  })

  it('asks, rewrites and tells', async () => {
    const project = aModule(
      hookOf(`if (event.tool.command === 'a') return ask('no', { what: 'a' })
      if (event.tool.command === 'b') return rewrite({ command: 'c' }, 'no', { what: 'b' })
      return inject('some context')`),
    )
    await project.trusted()
    expect(decisionOf(await project.bash('a'))).toBe('ask It says a.')
    expect((await project.bash('b')).json).toMatchObject({ hookSpecificOutput: { updatedInput: { command: 'c' } } })
    expect((await project.bash('d')).json).toMatchObject({ hookSpecificOutput: { additionalContext: 'some context' } })
  })

  it('listens to other events, with what the agent said last', async () => {
    const source = hookOf("return /done/.test(event.text ?? '') ? pass : { decision: 'block', reason: event.text }")
    const project = aModule(source.replace("['tool.before'], tools: ['shell']", "['turn.stop']"))
    await project.trusted()
    const line = JSON.stringify({
      type: 'assistant',
      message: { role: 'assistant', content: [{ type: 'text', text: 'not yet' }] },
    })
    project.write({ 'transcript.jsonl': `${line}\n` })
    const stop = await project.hook('Stop', { transcript_path: join(project.project, 'transcript.jsonl') })
    expect(stop.json).toMatchObject({ decision: 'block', reason: 'not yet' })
    expect((await project.hook('Stop', { last_assistant_message: 'done' })).json).toEqual({})
  })
})

describe('a hook in a file, like any other', () => {
  it('T-ENG-25: blocks nothing where nothing can be blocked', async () => {
    const source = hookOf("return { decision: 'block', reason: 'not today' }")
    const project = aModule(source.replace("['tool.before'], tools: ['shell']", "['session.start']"))
    await project.trusted()
    const answer = await project.hook('SessionStart', { source: 'startup' })
    expect([answer.code, noticeOf(answer)]).toEqual([0, 'not today'])
  })

  it('ENG-61: costs nothing where it is not concerned', async () => {
    const load = "import { appendFileSync } from 'node:fs'\nappendFileSync(process.env.HOME + '/loaded', 'x')\n"
    const project = aModule(load + hookOf('return pass', "matcher: 'Bash',"))
    const loaded = (): number => readFileSync(join(project.home, 'loaded'), 'utf8').length
    await project.trusted()
    expect(loaded()).toBe(1)
    await project.hook('PreToolUse', { tool_name: 'Read', tool_input: { file_path: 'x' } })
    await project.hook('Stop', {})
    project.write({ 'holdpoint.yml': 'hooks: {own/gate: off}\n' })
    await project.bash('ls x')
    expect(loaded()).toBe(1)
    project.write({ 'holdpoint.yml': '' })
    await project.bash('ls x')
    expect(loaded()).toBe(2)
  })
})

describe('a hook in a file that misbehaves', () => {
  const failing: readonly (readonly [name: string, body: string, message: RegExp])[] = [
    ['never ends', 'for (;;);', /longer than|time was up/],
    [
      'never answers',
      'await new Promise(() => undefined); setInterval(() => undefined, 1000)',
      /longer than|time was up/,
    ],
    ['waits for nothing', 'await new Promise(() => undefined)', /ended itself|longer than/],
    ['exits', 'process.exit(0)', /ended itself with code 0/],
    ['throws', "throw new Error('broken')", /broken/],
    ['throws nothing', 'throw undefined', /undefined/],
    [
      'throws later',
      "setTimeout(() => { throw new Error('late') }, 10); await new Promise((r) => setTimeout(r, 5000))",
      /late/,
    ],
    ['uses all memory', "const all = []; for (;;) all.push(new Array(1e5).fill('x' + all.length))", /more than 256 MB/],
    ['returns nothing', 'return undefined', /no verdict/],
    ['returns a number', 'return 5', /no verdict/],
    ['returns a decision that is none', "return { decision: 'maybe' }", /no verdict/],
    ['returns a reason that is no text', "return { decision: 'deny', reason: { a: 1 } }", /`reason` is no text/],
    ['returns a circle', "const a = { decision: 'deny' }; a.rewrite = a; return a", /circular/],
    ['returns 10 MB', "return { decision: 'pass', context: 'x'.repeat(10e6) }", /larger than 4 MB/],
    ['names a message that it has not', "return deny('other')", /no message "other"/],
    [
      'asks for a program that is not there',
      "return (await services.process.run('no-such-program', [], { cwd: '/' })).exitCode",
      /no verdict/,
    ],
    [
      'says nonsense to the engine',
      "(await import('node:worker_threads')).parentPort.postMessage(null); await new Promise((r) => setTimeout(r, 1e4))",
      /null/,
    ],
    [
      'asks for a service that is not there',
      "(await import('node:worker_threads')).parentPort.postMessage({ type: 'call', id: 1, name: 'constructor' }); return 1",
      /no verdict/,
    ],
    [
      'gives variables that nobody can keep',
      "services.exportVariables({ A: 'b' }); await new Promise((r) => setTimeout(r, 1e4))",
      /env-file|EISDIR|ENOENT|not a file|no such/,
    ],
    ['recurses without end', 'const f = () => f() + 1; return f()', /call stack/],
  ]
  it.each(failing)('%s: fails open, tells the user, and is audited', async (_, body, message) => {
    const project = aModule(hookOf(body, `timeoutMs: ${message.source.includes('MB') ? 20_000 : 1500},`))
    await project.trusted()
    project.env['CLAUDE_ENV_FILE'] = '/nowhere/env-file'
    const answer = await project.bash('ls x')
    expect(decisionOf(answer)).toBe('pass')
    expect(noticeOf(answer)).toMatch(message)
    expect(project.spool().at(-1)?.hooks.at(-1)).toMatchObject({
      id: 'own/gate',
      failure: expect.stringMatching(message),
    })
  })

  it.each([
    ['never ends', 'for (;;);'],
    ['exits', 'process.exit(0)'],
    ['throws', "throw new Error('broken')"],
  ])('%s: denies when it fails closed', async (_, body) => {
    const project = aModule(hookOf(body, "timeoutMs: 1500, onError: 'closed',"))
    await project.trusted()
    expect(decisionOf(await project.bash('ls x'))).toMatch(/^deny Blocked: own\/gate could not check this/)
  })

  const loud: readonly (readonly [name: string, body: string])[] = [
    ['prints 100 MB', "const mb = 'x'.repeat(1 << 20); for (let i = 0; i < 100; i++) console.log(mb)"],
    [
      'prints 100 MB to stderr',
      "const mb = 'x'.repeat(1 << 20); for (let i = 0; i < 100; i++) process.stderr.write(mb)",
    ],
    ['writes to the descriptors', "fs.writeSync(1, 'stray'); fs.writeFileSync(1, 'stray'); fs.writeSync(2, 'stray')"],
    ['writes to them later', "fs.write(1, 'stray', () => undefined); fs.appendFile(1, 'stray', () => undefined)"],
    [
      'writes to them as streams',
      "fs.createWriteStream('', { fd: 1 }).write('stray'); await new Promise((r) => setTimeout(r, 100))",
    ],
    ['closes them', 'fs.closeSync(0); fs.closeSync(1); fs.closeSync(2)'],
    ['closes them later', 'for (const fd of [0, 1, 2]) fs.close(fd); await new Promise((r) => setTimeout(r, 100))'],
    [
      'gives them to a child',
      "child.spawnSync('echo', ['stray'], { stdio: 'inherit' }); child.execSync('echo stray', { stdio: [0, 1, 2] })",
    ],
    [
      'gives them to a child that goes on',
      "child.spawn('echo', ['stray'], { stdio: ['ignore', 'inherit', 'inherit'] }); await new Promise((r) => setTimeout(r, 200))",
    ],
    ['forks', "child.fork('./stray.mjs'); await new Promise((r) => setTimeout(r, 500))"],
    ['waits for input', 'for await (const _ of process.stdin);'],
    ['changes its directory', "try { process.chdir('/') } catch {}"],
  ]
  it.each(loud)('%s: only the answer reaches the host', async (_, body) => {
    const imports = "import fs from 'node:fs'\nimport * as child from 'node:child_process'\n"
    const project = aModule(imports + hookOf(`${body}\nreturn deny('no', { what: 'so' })`), {
      'stray.mjs': "console.log('stray')",
    })
    await project.trusted()
    const answer = await project.bash('ls x')
    expect(decisionOf(answer)).toBe('deny It says so.')
    expect(answer.stdout).toBe(JSON.stringify(answer.json))
    expect(answer.stderr).not.toContain('stray')
  })

  it('leaves no program behind that it has started through the services', async () => {
    const project = aModule(
      hookOf(
        "await services.process.run('sh', ['-c', 'echo $$ > pid; sleep 60 & sleep 60'], { cwd: event.root }); return pass",
        'timeoutMs: 1500,',
      ),
    )
    await project.trusted()
    const answer = await project.hookProcess('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls x' } })
    expect(noticeOf(answer)).toMatch(/longer than|time was up/)
    const pid = Number(readFileSync(join(project.project, 'pid'), 'utf8'))
    expect(pid).toBeGreaterThan(1)
    expect(isRunning(pid)).toBe(false)
  })

  it('does not keep the hooks beside it from their work', async () => {
    const project = aModule(GATE, { '.holdpoint/hooks/other.js': hookOf('for (;;);', 'timeoutMs: 1000, order: -1,') })
    await project.trusted()
    const answer = await project.bash('yarn')
    expect(decisionOf(answer)).toBe('deny It says yarn.')
    expect(noticeOf(answer)).toContain('own/other')
  })
})
